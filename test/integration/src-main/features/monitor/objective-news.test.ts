import { expect, it } from 'vitest';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import type { Happening } from '#main/features/monitor/notices.ts';
import { openObjectiveNews } from '#main/features/monitor/objective-news.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aSandbox } from '#test/builders/a-sandbox.ts';
import { aSession } from '#test/builders/a-session.ts';
import { doorsOver } from '#test/builders/doors-over.ts';

it('tells of a spent allowance once, also after a restart, and not with the first look', async () => {
  const world = await aSandbox();
  // Late in a month, so that enough of it has ended.
  await world.sandbox.setTraffic(false);
  const now = (): number => world.clock.now();
  const session = aSession();
  const open = doorsOver(world.sandbox.dispatch, now);
  const home = aHome();
  const warned: unknown[] = [];
  const start = () => {
    const tellNews = openObjectiveNews({
      home,
      doors: () => scopedDoors(open, session.who),
      session: () => session,
      now,
      log: { warn: (what: unknown) => void warned.push(what) },
    });
    return async (isThere = true) => {
      const told: Happening[] = [];
      await tellNews((news) => told.push(...news) > 0 && isThere);
      return told;
    };
  };
  const look = start();
  expect(await look()).toEqual([]);
  // Their reader has gone to another connection meanwhile, so they do not count as told.
  expect(await look(false)).not.toEqual([]);
  const [told, ...more] = await look();
  expect(told).toMatchObject({
    kind: 'objective',
    title: expect.stringMatching(/^Allowance (?:spent|will not last): /) as string,
    place: { desk: 'objective', tenant: expect.any(String) as string },
  });
  expect(new Set([told, ...more].map((one) => one?.title)).size).toBe(more.length + 1);
  // It is not asked again within the hour, and a restart finds what was told in the home folder.
  expect(await look()).toEqual([]);
  const again = start();
  await again();
  expect(await again()).toEqual([]);
  expect(warned).toEqual([]);
}, 60_000);
