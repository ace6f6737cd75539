import { expect, it } from 'vitest';
import type { Attempt } from '#shared/contract/incidents.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aDesk, countCalls, put } from './a-desk.ts';

it('keeps a note on what to do, which another console reads, and tells a lost race with the note of the other', async () => {
  const desk = await aDesk('support');
  const about = { fingerprint: 'aaaaaa', version: 0 };
  const first = { ...about, note: 'Raise the quota first', intentKey: 'advice-one' };
  expect(valueOf(await desk.call('incidents.note', first))).toMatchObject({
    kind: 'saved',
    memory: { version: 1, note: { text: 'Raise the quota first', by: 'support' } },
  });
  const other = await aDesk('admin', desk.world);
  const { memories, whyNotKept } = valueOf(
    await other.call('incidents.memory', { fingerprints: ['aaaaaa', '177481'] }),
  );
  expect([whyNotKept, memories]).toMatchObject([
    null,
    [
      {
        fingerprint: 'aaaaaa',
        note: { text: 'Raise the quota first', by: 'support' },
        version: 1,
        attempts: [],
      },
      { fingerprint: '177481', note: null, version: 0, attempts: [] },
    ],
  ]);
  const late = { ...about, note: 'Do nothing', intentKey: 'advice-two' };
  expect(valueOf(await other.call('incidents.note', late))).toMatchObject({
    kind: 'overtaken',
    memory: { note: { text: 'Raise the quota first' }, version: 1 },
  });
  expect(valueOf(await desk.call('incidents.note', first)).kind).toBe('saved');
});

it('remembers of many causes with one question, and nothing for people held to some tenants', async () => {
  const desk = await aDesk();
  await desk.call('incidents.memory', { fingerprints: ['aaaaaa'] });
  desk.sent();
  await desk.call('incidents.memory', { fingerprints: ['aaaaaa', 'bbbbbb', 'cccccc', 'aaaaaa'] });
  expect(countCalls(desk.sent())).toEqual({ BatchGetItem: 1 });
  const held = await aDesk('support-northwind');
  held.sent();
  for (const answer of [
    await held.call('incidents.memory', { fingerprints: ['aaaaaa'] }),
    await held.call('incidents.note', {
      fingerprint: 'aaaaaa',
      note: 'x',
      version: 0,
      intentKey: 'advice-of-held',
    }),
  ]) {
    expect(answer).toMatchObject({ ok: false, failure: { code: 'tenant-out-of-scope' } });
  }
  expect(held.sent()).toEqual([]);
});

it('joins attempts of this machine with those that colleagues told, and tells what is missing', async () => {
  const told: [string, readonly string[]][] = [];
  const here: Attempt[] = [anAttempt({ jobId: 'mine', at: '2026-01-05T08:00:00.000Z', fixed: 38, back: 2 })];
  const desk = await aDesk('admin', undefined, {
    of: () => here,
    changed: () => undefined,
    tellMissing: (fingerprint, kept) => void told.push([fingerprint, kept.map(({ jobId }) => jobId)]),
  });
  await put(desk.world, [
    {
      PK: 'CAUSE#aaaaaa',
      SK: 'MEMORY',
      version: 0,
      outcomes: [
        anAttempt({ jobId: 'mine', fixed: 40, back: 0 }),
        anAttempt({ jobId: 'theirs', by: 'support' }),
        { odd: 1 },
      ],
    },
  ]);
  const { memories } = valueOf(await desk.call('incidents.memory', { fingerprints: ['aaaaaa'] }));
  expect(memories[0]?.attempts).toMatchObject([
    { jobId: 'mine', fixed: 38, back: 2 },
    { jobId: 'theirs', by: 'support', fixed: 40 },
  ]);
  expect(told).toEqual([['aaaaaa', ['mine', 'theirs']]]);
});

it('says so where the deployment keeps no notes, and remembers what was done on this machine', async () => {
  const desk = await aDesk(
    'admin',
    undefined,
    { of: () => [anAttempt({})], changed() {}, tellMissing() {} },
    'older',
  );
  const { memories, whyNotKept } = valueOf(await desk.call('incidents.memory', { fingerprints: ['aaaaaa'] }));
  expect(whyNotKept).toBe(
    'The pipeline API of this deployment has no PUT /causes/{fingerprint}/note. Update the pipelines to offer this. So no note can be kept, and only what was done on this machine is remembered.',
  );
  expect(memories[0]).toMatchObject({ note: null, attempts: [{ jobId: 'job' }] });
});

function anAttempt(change: Partial<Attempt>): Attempt {
  const when = '2026-01-04T08:00:00.000Z';
  return { jobId: 'job', kind: 'redrive', at: when, by: 'admin', total: 40, fixed: 40, back: 0, ...change };
}
