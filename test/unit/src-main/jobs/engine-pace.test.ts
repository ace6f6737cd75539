import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import type { ConditionReader } from '#main/jobs/pace-conditions.ts';
import { openConditionReader } from '#main/jobs/pace-conditions.ts';
import type { Pace } from '#shared/contract/pace.ts';
import { ok, refused } from '#shared/contract/result.ts';
import { usualPace } from '#shared/domain/pace.ts';
import { aJobEngine, aPlan, aPlanOfMany, jobIn } from '#test/builders/a-job-engine.ts';
import { startOfJobs } from '#test/builders/a-stepped-clock.ts';

const minute = 60_000;
const paced = (pace: Partial<Pace>): { readonly pace: Pace } => ({ pace: { ...usualPace, ...pace } });

type Desk = ReturnType<typeof aJobEngine>;

/** Returns the most items that went within any time of this length. */
function mostWithin(
  calls: readonly { readonly ids: readonly string[]; readonly at: number }[],
  ms: number,
): number {
  return Math.max(
    0,
    ...calls.map(({ at }) =>
      calls.filter((one) => one.at >= at && one.at < at + ms).reduce((sum, { ids }) => sum + ids.length, 0),
    ),
  );
}

describe('the first N only', () => {
  it('sends N, and the others are not in the job', async () => {
    const desk = aJobEngine();
    const plan = aPlan(40, paced({ first: 7 }));
    expect(desk.start(plan).total).toBe(7);
    await desk.clock.advance(10 * minute);
    expect(desk.pipeline.calls.flatMap(({ ids }) => ids)).toEqual(plan.items.slice(0, 7).map(({ id }) => id));
    expect(desk.job(plan)).toMatchObject({ state: 'done', counts: { fixed: 7, skipped: 0 } });
  });

  it('can be lowered while it runs and raised again, but sends nothing beyond its plan', async () => {
    const desk = aJobEngine();
    const plan = aPlan(40, paced({ perSecond: 1 }));
    desk.start(plan);
    await desk.clock.advance(minute);
    const sent = desk.pipeline.effects.size;
    expect(sent).toBeLessThan(12);
    desk.engine.setPace('local', plan.planId, { ...usualPace, first: 12 }, 'Mira');
    await desk.clock.advance(10 * minute);
    expect(desk.pipeline.effects.size).toBe(12);
    expect(desk.job(plan)).toMatchObject({ state: 'done', counts: { fixed: 12, skipped: 28 } });
  });
});

describe('the steps', () => {
  it('double, each when all of the last have ended', async () => {
    const desk = aJobEngine();
    desk.start(aPlan(28, paced({ steps: 'doubling' })));
    await desk.clock.advance(10 * minute);
    expect(desk.pipeline.calls.map(({ ids }) => ids.length)).toEqual([1, 2, 4, 8, 13]);
  });

  it('of a list of its own begin with one item all the same', async () => {
    const desk = aJobEngine();
    const plan = aPlan(30, paced({ steps: [5, 20] }));
    desk.start(plan);
    await desk.clock.advance(10 * minute);
    expect(desk.pipeline.calls.map(({ ids }) => ids.length)).toEqual([1, 4, 10, 10, 5]);
    expect(desk.engine.detail('local', plan.planId)?.steps.map(({ size }) => size)).toEqual([5, 20, 5]);
  });

  it('brake after a failure in any of the small steps that prove the plan', async () => {
    const desk = aJobEngine({ ends: (id) => (id === 'document-12' ? 'failed-again' : 'fixed') });
    const plan = aPlan(100, paced({ steps: 'doubling' }));
    desk.start(plan);
    await desk.clock.advance(10 * minute);
    expect(desk.job(plan)).toMatchObject({ state: 'braked' });
    expect(desk.job(plan).because).toContain('first 4 steps');
    expect(desk.pipeline.effects.size).toBe(15);
  });

  it('that are chosen while it runs divide what waits', async () => {
    const desk = aJobEngine();
    const plan = aPlan(120);
    desk.start(plan);
    await desk.clock.advance(30_000);
    expect(desk.pipeline.calls.map(({ ids }) => ids.length)).toEqual([1, 10, 50]);
    desk.engine.setPace('local', plan.planId, { ...usualPace, steps: [3, 6] }, 'Mira');
    expect(desk.engine.detail('local', plan.planId)?.steps.map(({ size }) => size)).toEqual([
      1, 10, 50, 3, 6, 50,
    ]);
    await desk.clock.advance(10 * minute);
    expect(desk.pipeline.calls.map(({ ids }) => ids.length)).toEqual([1, 10, 50, 3, 6, 50]);
    expect([...desk.pipeline.effects.values()].every((times) => times === 1)).toBe(true);
  });
});

describe('the rate', () => {
  it.each([1, 3, 10])('is never above %d in any second', async (perSecond) => {
    const desk = aJobEngine({ documentMs: 10, firstLookMs: 20 });
    const plan = aPlan(120, paced({ perSecond }));
    desk.start(plan);
    await desk.clock.advance(30 * minute);
    expect(desk.job(plan).state).toBe('done');
    expect(mostWithin(desk.pipeline.calls, 1_000)).toBeLessThanOrEqual(perSecond);
  });

  it('below one is one item in several seconds', async () => {
    const desk = aJobEngine({ documentMs: 10, firstLookMs: 20 });
    desk.start(aPlan(4, paced({ perSecond: 0.1 })));
    await desk.clock.advance(10 * minute);
    const gaps = desk.pipeline.calls
      .slice(1)
      .map(({ at }, index) => at - (desk.pipeline.calls[index]?.at ?? 0));
    expect(gaps).toHaveLength(3);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10_000);
  });

  it('does not burst after the machine has slept', async () => {
    let asleep = 0;
    const desk = aJobEngine({
      documentMs: 10,
      firstLookMs: 20,
      parts: { now: () => startOfJobs + asleep + (desk?.clock.now() ?? startOfJobs) - startOfJobs },
    });
    desk.start(aPlan(60, paced({ perSecond: 2 })));
    await desk.clock.advance(5_000);
    const before = desk.pipeline.calls.length;
    asleep = 8 * 60 * minute;
    await desk.clock.advance(2_000);
    const after = desk.pipeline.calls.slice(before);
    expect(mostWithin(desk.pipeline.calls, 1_000)).toBeLessThanOrEqual(2);
    expect(after.length).toBeGreaterThan(0);
  });

  it('goes on within a second if the clock is set back a day', async () => {
    let back = 0;
    const desk = aJobEngine({
      documentMs: 10,
      firstLookMs: 20,
      parts: { now: () => (desk?.clock.now() ?? startOfJobs) - back },
    });
    const plan = aPlan(60, paced({ perSecond: 5 }));
    desk.start(plan);
    await desk.clock.advance(4_000);
    const before = desk.pipeline.effects.size;
    back = 24 * 60 * minute;
    await desk.clock.advance(3 * minute);
    expect(desk.pipeline.effects.size).toBeGreaterThan(before);
    expect(mostWithin(desk.pipeline.calls, 1_000)).toBeLessThanOrEqual(5);
  });

  it('holds without confirmation too', async () => {
    const desk = aJobEngine({ ends: () => 'unconfirmed', documentMs: 10, firstLookMs: 20 });
    const plan = aPlan(50, { kind: 'redrive-messages', ...paced({ perSecond: 4 }) });
    desk.start(plan);
    await desk.clock.advance(minute);
    expect(desk.job(plan)).toMatchObject({ state: 'braked', confirmation: 'lacking' });
    desk.engine.resume('local', plan.planId, 'Mira');
    await desk.clock.advance(minute);
    expect(desk.pipeline.effects.size).toBe(50);
    expect(mostWithin(desk.pipeline.calls, 1_000)).toBeLessThanOrEqual(4);
  });
});

describe('the limit at once', () => {
  it('is never passed, and lets the next go when others have ended', async () => {
    const desk = aJobEngine();
    const plan = aPlan(40, paced({ atOnce: 4 }));
    desk.start(plan);
    for (let second = 0; second < 400; second += 1) {
      await desk.clock.advance(1_000);
      const { running, sending } = desk.job(plan).counts;
      expect(running + sending).toBeLessThanOrEqual(4);
    }
    expect(desk.job(plan).state).toBe('done');
  });
});

describe('the limits of a tenant', () => {
  const batches = [
    { tenantId: 'northwind', go: 12 },
    { tenantId: 'contoso', go: 6 },
    { tenantId: 'contoso', go: 6 },
    { tenantId: 'fabrikam', go: 6 },
  ];
  const tenantOf = (id: string) => batches[Number(id.split('/')[0]) - 1]?.tenantId;
  const ofTenant = ({ pipeline }: Desk, tenant: string) =>
    pipeline.calls.filter(({ ids }) => tenantOf(ids[0] ?? '') === tenant);

  it('hold its rate, while other tenants go on', async () => {
    const desk = aJobEngine({ documentMs: 10, firstLookMs: 20 });
    const plan = aPlanOfMany(batches, paced({ perSecondOfTenant: 2 }));
    desk.start(plan);
    await desk.clock.advance(5 * minute);
    expect(desk.job(plan).state).toBe('done');
    for (const { tenantId } of batches)
      expect(mostWithin(ofTenant(desk, tenantId), 1_000)).toBeLessThanOrEqual(2);
    expect(desk.pipeline.effects.size).toBe(30);
  });

  it('hold its number at once', async () => {
    const desk = aJobEngine();
    const plan = aPlanOfMany(batches, paced({ atOnceOfTenant: 3 }));
    desk.start(plan);
    await desk.clock.advance(10 * minute);
    expect(desk.job(plan).state).toBe('done');
    // Each item takes ten seconds.
    for (const { tenantId } of batches)
      expect(mostWithin(ofTenant(desk, tenantId), 10_000)).toBeLessThanOrEqual(3);
  });
});

interface World {
  alarm: 'OK' | 'ALARM' | 'INSUFFICIENT_DATA' | 'unread';
  waiting: number | 'unread';
}

function conditionsOf(world: World): () => ConditionReader {
  const unread = refused({ code: 'throttled', message: 'AWS asks to go slower', attempts: 4 });
  return () => ({
    alarm: () => Promise.resolve(world.alarm === 'unread' ? unread : ok(world.alarm)),
    waiting: () => Promise.resolve(world.waiting === 'unread' ? unread : ok(world.waiting)),
  });
}

describe('a condition', () => {
  const stopWhen = [{ alarm: 'throttles' }, { queue: 'document-queue', over: 100 }];

  it('stops the job before the next call once its alarm fires, and says which', async () => {
    const world: World = { alarm: 'OK', waiting: 0 };
    const desk = aJobEngine({ parts: { conditions: conditionsOf(world) } });
    const plan = aPlan(40, paced({ stopWhen }));
    desk.start(plan);
    await desk.clock.advance(5_000);
    world.alarm = 'ALARM';
    await desk.clock.advance(5 * minute);
    expect(desk.pipeline.calls).toHaveLength(1);
    expect(desk.job(plan)).toMatchObject({ state: 'braked' });
    expect(desk.job(plan).because).toMatch(/^The alarm throttles fires\. Nothing more was sent/);
    // It stops again as long as the alarm fires, and goes on when it is quiet.
    desk.engine.resume('local', plan.planId, 'Mira');
    await desk.clock.advance(minute);
    expect(desk.job(plan).state).toBe('braked');
    world.alarm = 'OK';
    desk.engine.resume('local', plan.planId, 'Mira');
    await desk.clock.advance(10 * minute);
    expect(desk.job(plan).state).toBe('done');
  });

  it('stops the job when a queue has grown', async () => {
    const world: World = { alarm: 'INSUFFICIENT_DATA', waiting: 101 };
    const desk = aJobEngine({ parts: { conditions: conditionsOf(world) } });
    const plan = aPlan(4, paced({ stopWhen }));
    desk.start(plan);
    await desk.clock.advance(minute);
    expect(desk.pipeline.calls).toEqual([]);
    expect(desk.job(plan).because).toContain('document-queue has 101 messages, more than 100');
  });

  it('that cannot be read holds the job, says so, and lets it go on when it can be read', async () => {
    const world: World = { alarm: 'unread', waiting: 0 };
    const desk = aJobEngine({ parts: { conditions: conditionsOf(world) } });
    const plan = aPlan(4, paced({ stopWhen }));
    desk.start(plan);
    await desk.clock.advance(20 * minute);
    expect(desk.pipeline.calls).toEqual([]);
    expect(desk.job(plan)).toMatchObject({ state: 'running' });
    expect(desk.job(plan).because).toMatch(/^Holding: The alarm throttles can't be read/);
    const marks = () => desk.engine.detail('local', plan.planId)?.pace.marks.map(({ kind }) => kind);
    expect(marks()).toEqual(['held']);
    world.alarm = 'OK';
    await desk.clock.advance(2 * minute);
    expect(desk.job(plan).state).toBe('done');
    expect(marks()).toEqual(['held', 'released']);
  });

  it('that cannot be read is passed over if a person says so', async () => {
    const world: World = { alarm: 'OK', waiting: 'unread' };
    const desk = aJobEngine({ parts: { conditions: conditionsOf(world) } });
    const plan = aPlan(20, paced({ stopWhen }));
    desk.start(plan);
    await desk.clock.advance(minute);
    expect(desk.pipeline.calls).toEqual([]);
    expect(desk.engine.resume('local', plan.planId, 'Mira').ok).toBe(true);
    await desk.clock.advance(15_000);
    expect(desk.pipeline.calls.length).toBeGreaterThan(0);
    // The others still hold.
    world.alarm = 'ALARM';
    await desk.clock.advance(5 * minute);
    expect(desk.job(plan)).toMatchObject({ state: 'braked' });
  });

  it('to begin keeps the job back until the alarm is quiet', async () => {
    const world: World = { alarm: 'ALARM', waiting: 0 };
    const desk = aJobEngine({ parts: { conditions: conditionsOf(world) } });
    const plan = aPlan(4, paced({ beginWhen: { alarm: 'throttles' } }));
    expect(desk.start(plan)).toMatchObject({ state: 'scheduled', beginsWhenQuiet: 'throttles' });
    await desk.clock.advance(40 * minute);
    // An alarm without data is not known to be quiet.
    world.alarm = 'INSUFFICIENT_DATA';
    await desk.clock.advance(minute);
    expect(desk.pipeline.calls).toEqual([]);
    expect(desk.job(plan).because).toContain('has no data');
    world.alarm = 'OK';
    await desk.clock.advance(35_000);
    expect(desk.pipeline.calls.length).toBeGreaterThan(0);
    world.alarm = 'ALARM';
    await desk.clock.advance(2 * minute);
    expect(desk.job(plan).state).toBe('done');
  });

  it('to begin can be passed over by a person, and such a job can be cancelled', async () => {
    const desk = aJobEngine({ parts: { conditions: conditionsOf({ alarm: 'ALARM', waiting: 0 }) } });
    const [begun, cancelled] = [
      aPlan(1, paced({ beginWhen: { alarm: 'throttles' } })),
      aPlan(3, paced({ beginWhen: { alarm: 'throttles' } })),
    ];
    desk.start(begun);
    desk.start(cancelled);
    await desk.clock.advance(minute);
    expect(desk.engine.resume('local', begun.planId, 'Mira').ok).toBe(true);
    expect(desk.engine.end('local', cancelled.planId, 'Mira').ok).toBe(true);
    await desk.clock.advance(minute);
    expect(desk.job(begun).state).toBe('done');
    expect(desk.job(cancelled)).toMatchObject({ state: 'stopped', counts: { skipped: 3 } });
  });

  it('to begin that is added while the job runs holds what waits', async () => {
    const world: World = { alarm: 'ALARM', waiting: 0 };
    const desk = aJobEngine({ parts: { conditions: conditionsOf(world) } });
    const plan = aPlan(40);
    desk.start(plan);
    await desk.clock.advance(2_000);
    desk.engine.setPace('local', plan.planId, { ...usualPace, beginWhen: { alarm: 'throttles' } }, 'Mira');
    await desk.clock.advance(5 * minute);
    expect(desk.pipeline.calls).toHaveLength(1);
    expect(desk.job(plan)).toMatchObject({ state: 'running', counts: { fixed: 1, waiting: 39 } });
    world.alarm = 'OK';
    await desk.clock.advance(10 * minute);
    expect(desk.job(plan).state).toBe('done');
  });

  it('is asked of AWS at most once in 15 seconds, whichever job asks', async () => {
    let [lists, depths, now] = [0, 0, startOfJobs];
    const alarms = { list: () => Promise.resolve(ok({ alarms: [{ name: 'throttles', state: 'OK' }] })) };
    const queues = { attributes: () => Promise.resolve(ok({ waiting: 7 })) };
    const reader = openConditionReader({
      now: () => now,
      doors: () =>
        ({
          alarms: { list: () => ((lists += 1), alarms.list()) },
          queues: { attributes: () => ((depths += 1), queues.attributes()) },
        }) as never,
    });
    for (let second = 0; second < 60; second += 1) {
      expect(await reader.alarm('throttles')).toMatchObject({ value: 'OK' });
      expect(await reader.waiting('document-queue')).toMatchObject({ value: 7 });
      expect((await reader.alarm('unknown')).ok).toBe(false);
      now += 1_000;
    }
    expect([lists, depths]).toEqual([4, 4]);
  });
});

describe('a change of the pace', () => {
  it('takes effect before the next call, and says who made it', async () => {
    const desk = aJobEngine({ documentMs: 10, firstLookMs: 20 });
    const plan = aPlan(200, paced({ perSecond: 10 }));
    desk.start(plan);
    await desk.clock.advance(10_000);
    const before = desk.pipeline.calls.length;
    const changed = desk.engine.setPace('local', plan.planId, { ...usualPace, perSecond: 1 }, 'Mira');
    expect(changed.ok).toBe(true);
    await desk.clock.advance(10_000);
    const after = desk.pipeline.calls.slice(before);
    expect(after.length).toBeGreaterThan(5);
    expect(mostWithin(after, 1_000)).toBe(1);
    const detail = desk.engine.detail('local', plan.planId);
    expect(detail?.pace).toMatchObject({ pace: { perSecond: 1 }, planned: { perSecond: 10 } });
    expect(detail?.pace.marks.at(-1)).toMatchObject({
      kind: 'changed',
      says: 'Mira: at most 1 a second; no longer at most 10 a second.',
    });
  });

  it('is in the journal, so that the next console goes on with it', async () => {
    const desk = aJobEngine({ documentMs: 10, firstLookMs: 20 });
    const plan = aPlan(60, paced({ perSecond: 10 }));
    desk.start(plan);
    await desk.clock.advance(4_000);
    desk.engine.setPace('local', plan.planId, { ...usualPace, perSecond: 2, steps: [4] }, 'Mira');
    await desk.clock.advance(4_000);
    const shown = desk.engine.detail('local', plan.planId);
    await desk.engine.close();
    const before = desk.pipeline.calls.length;
    const next = desk.another();
    expect(next.detail('local', plan.planId)).toMatchObject({
      steps: shown?.steps.map(({ size }) => ({ size })),
      pace: { pace: shown?.pace.pace, marks: shown?.pace.marks },
    });
    next.resumeInterrupted('local', 'support');
    await desk.clock.advance(5 * minute);
    expect(jobIn(next, plan)).toMatchObject({ state: 'done', counts: { fixed: 60 } });
    expect(mostWithin(desk.pipeline.calls.slice(before - 1), 1_000)).toBeLessThanOrEqual(2);
    const lines = readFileSync(shown?.file ?? '', 'utf8').split('\n');
    expect(lines.filter((line) => line.startsWith('{"event":"paced"'))).toHaveLength(1);
  });

  it('is possible while the job is braked, and not once it has ended', async () => {
    const desk = aJobEngine({ ends: () => 'failed-again' });
    const plan = aPlan(40);
    desk.start(plan);
    await desk.clock.advance(minute);
    expect(desk.job(plan).state).toBe('braked');
    expect(desk.engine.setPace('local', plan.planId, { ...usualPace, perSecond: 1 }, 'Mira').ok).toBe(true);
    expect(desk.engine.detail('local', plan.planId)?.pace.pace.perSecond).toBe(1);
    desk.engine.end('local', plan.planId, 'Mira');
    expect(desk.engine.setPace('local', plan.planId, usualPace, 'Mira').ok).toBe(false);
  });
});

test('the drawing shows what was planned and what was really sent', async () => {
  const desk = aJobEngine({ documentMs: 10, firstLookMs: 20 });
  const plan = aPlan(40, { kind: 'redrive-messages', ...paced({ perSecond: 1 }) });
  desk.start(plan);
  await desk.clock.advance(20_000);
  const chart = desk.engine.detail('local', plan.planId)?.pace.chart;
  expect(chart).toMatchObject({ from: new Date(startOfJobs).toISOString(), periodMs: 1_000 });
  expect(chart?.planned).toHaveLength(40);
  expect(chart?.planned.at(-1)).toBe(40);
  const real = chart?.real.filter((value) => value !== null) ?? [];
  expect(real).toHaveLength(21);
  expect(real.at(-1)).toBe(desk.pipeline.effects.size);
  expect(real.toSorted((a, b) => a - b)).toEqual(real);
});
