import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobAction, RunningJob, Sending, Sent } from '#main/jobs/job-action.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { ok } from '#shared/contract/result.ts';
import { aFixedLook } from '#test/builders/a-fixed-look.ts';
import { aJobEngine, aPlan } from '#test/builders/a-job-engine.ts';
import { steppedClock } from '#test/builders/a-stepped-clock.ts';

const minute = 60_000;
const hour = 60 * minute;
const nothingSeen = { documents: [], batches: [] };

function aFilePlan(go: number): Plan {
  const plan = aPlan(go);
  const fileIds = plan.items.map(({ id }) => id);
  return { ...plan, kind: 'requeue-files', target: { kind: 'requeue-files', fileIds } };
}

/** Runs an action that calls for each item separately. Deaf items never give a clear answer. */
function perEntry(
  isDeaf: (id: string) => boolean,
  broken: (job: RunningJob) => Sent | undefined = () => undefined,
) {
  const clock = steppedClock();
  const asked: { readonly key: string; readonly open: readonly string[]; readonly isAgain: boolean }[] = [];
  const action: JobAction = {
    kind: 'requeue-files',
    repeatableForMs: 23 * hour,
    firstLookAfter: () => 3_000,
    mostInCall: 50,
    recheck: () => Promise.resolve(ok({ skip: new Map(), seen: nothingSeen })),
    send(job, { ids, open = ids, idempotencyKey: key, isAgain = false }: Sending) {
      asked.push({ key, open, isAgain });
      const unclear = new Map(open.filter(isDeaf).map((id) => [id, 'it is busy']));
      return Promise.resolve(broken(job) ?? { kind: 'accepted', run: null, refused: new Map(), unclear });
    },
    look: (_job, sent) =>
      Promise.resolve(ok({ looks: new Map(sent.map(({ id }) => [id, aFixedLook])), seen: nothingSeen })),
  };
  return { ...aJobEngine({ clock, parts: { action: () => action } }), asked, clock };
}

const deafIs = (number: number) => (id: string) => id === `document-${number}`;

describe('a call of many parts, one without a clear answer', () => {
  it('records the others at once, tries only that one under the same key, and reports only that one as uncertain', async () => {
    const { start, job, clock, engine, home, asked } = perEntry(deafIs(20));
    const plan = aFilePlan(60);
    start(plan);
    await clock.advance(40_000);
    expect(job(plan).counts).toMatchObject({ sending: 1, running: 0, fixed: 59 });
    await clock.advance(hour);
    const [one, ten, ...rest] = asked;
    expect([one?.open.length, ten?.open.length, rest[0]?.open.length]).toEqual([1, 10, 49]);
    expect(rest.slice(1)).toEqual(
      Array.from({ length: 9 }, () => ({ key: rest[0]?.key, open: ['document-20'], isAgain: true })),
    );
    expect(job(plan)).toMatchObject({ state: 'done', counts: { fixed: 59, uncertain: 1 } });
    expect(engine.receipts('local', plan.planId)?.[19]).toMatchObject({
      state: 'uncertain',
      note: 'It may have been sent: 10 tries got no clear answer (it is busy).',
    });
    const lines = readFileSync(join(home, 'jobs', `${plan.planId}.jsonl`), 'utf8');
    expect(lines).toContain('"unclear":[{"id":"document-20","why":"it is busy"}]');
  });

  it('is fixed with the others once it has one', async () => {
    let isBusy = true;
    const { start, job, clock } = perEntry((id) => isBusy && deafIs(20)(id));
    const plan = aFilePlan(60);
    start(plan);
    await clock.advance(40_000);
    isBusy = false;
    await clock.advance(5 * minute);
    expect(job(plan)).toMatchObject({ state: 'done', because: null, counts: { fixed: 60 } });
  });

  it('brakes in the first two steps, and the rest is sent when the job is resumed', async () => {
    const { start, job, clock, engine } = perEntry(deafIs(5));
    const plan = aFilePlan(40);
    start(plan);
    await clock.advance(hour);
    expect(job(plan)).toMatchObject({ state: 'braked', counts: { fixed: 10, uncertain: 1, waiting: 29 } });
    engine.resume('local', plan.planId);
    await clock.advance(hour);
    expect(job(plan)).toMatchObject({ state: 'done', counts: { fixed: 39, uncertain: 1 } });
  });

  it('brakes in any step if no part of the call had a clear answer', async () => {
    const { start, job, clock } = perEntry((id) => Number(id.split('-')[1]) > 61);
    const plan = aFilePlan(120);
    start(plan);
    await clock.advance(hour);
    expect(job(plan)).toMatchObject({
      state: 'braked',
      because: '10 calls in a row got no clear answer: it is busy',
      counts: { fixed: 61, uncertain: 50, waiting: 9 },
    });
  });

  it('continues with that one alone in another console, and with what is on disk of the others', async () => {
    const { start, clock, engine, another, asked } = perEntry(deafIs(20));
    const plan = aFilePlan(60);
    start(plan);
    await clock.advance(20_000);
    const before = asked.length;
    await engine.close();
    const next = another();
    next.resumeInterrupted('local', 'support');
    await clock.advance(hour);
    expect(asked.slice(before).every(({ open, isAgain }) => isAgain && open.join() === 'document-20')).toBe(
      true,
    );
    expect(asked).toHaveLength(before + 10);
    expect(next.jobs('local')[0]).toMatchObject({ state: 'done', counts: { fixed: 59, uncertain: 1 } });
  });
});

describe('a job with a call that has no clear answer', () => {
  it('can be ended: what may have been sent is uncertain, and the rest is never sent', async () => {
    const { start, job, clock, engine, asked } = perEntry(
      () => false,
      () => ({ kind: 'unclear', why: 'no connection' }),
    );
    const plan = aFilePlan(40);
    start(plan);
    await clock.advance(hour);
    expect(job(plan)).toMatchObject({ state: 'braked', counts: { uncertain: 1 }, unanswered: 1 });
    expect(engine.end('local', plan.planId, 'Ines')).toMatchObject({
      ok: true,
      value: { state: 'stopped', counts: { uncertain: 1, skipped: 39, sending: 0 } },
    });
    expect(engine.receipts('local', plan.planId)?.[0]).toMatchObject({
      state: 'uncertain',
      note: 'It may have been sent: Ines ended the job before it had a clear answer.',
    });
    await clock.advance(hour);
    expect(asked).toHaveLength(10);
    expect(job(plan).unanswered).toBeUndefined();
  });

  it('is abandoned with its world: accepted ones were still running, the one is uncertain', async () => {
    const { start, clock, engine } = perEntry(deafIs(5));
    const plan = aFilePlan(40);
    start(plan);
    // The first item is fixed, and the second call has just been answered.
    await clock.advance(4_500);
    engine.voidAll('local', 'The sandbox was reset.');
    const states = engine.receipts('local', plan.planId)?.map(({ state }) => state);
    expect(states?.slice(1, 6)).toEqual([
      'still-running',
      'still-running',
      'still-running',
      'uncertain',
      'still-running',
    ]);
  });
});
