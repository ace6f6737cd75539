import { describe, expect, it } from 'vitest';
import { aJobEngine, aPlan } from '#test/builders/a-job-engine.ts';

const minute = 60_000;
const failing = (...numbers: number[]) => {
  const ids = new Set(numbers.map((number) => `document-${number}`));
  return { ids, ends: (id: string) => (ids.has(id) ? ('failed-again' as const) : ('fixed' as const)) };
};

describe('a job brakes', () => {
  it('when the first fails again', async () => {
    const { start, clock, job, pipeline } = aJobEngine({ ends: failing(1).ends });
    const plan = aPlan(30);
    start(plan);
    await clock.advance(10 * minute);
    expect(pipeline.calls).toHaveLength(1);
    expect(job(plan)).toMatchObject({ state: 'braked', counts: { 'failed-again': 1, waiting: 29 } });
    expect(job(plan).because).toMatch(/^1 of the first 1 failed again/);
    expect(job(plan).endedAt).not.toBeNull();
  });

  it('when one of the next ten fails again', async () => {
    const { start, clock, job, pipeline } = aJobEngine({ ends: failing(7).ends });
    const plan = aPlan(1_000);
    start(plan);
    await clock.advance(10 * minute);
    expect(pipeline.calls.map(({ ids }) => ids.length)).toEqual([1, 10]);
    expect(job(plan)).toMatchObject({ state: 'braked', counts: { fixed: 10, 'failed-again': 1 } });
  });

  it('after three in a row, and follows what was sent to its end', async () => {
    const slow = new Set(['document-60']);
    const { ends } = failing(20, 21, 22);
    const { start, clock, job, pipeline } = aJobEngine({
      ends: (id) => (slow.has(id) ? 'running' : ends(id)),
    });
    const plan = aPlan(1_000);
    start(plan);
    await clock.advance(5 * minute);
    expect(job(plan)).toMatchObject({
      state: 'braked',
      because: '3 in a row failed again.',
      counts: { running: 1 },
    });
    expect(job(plan).endedAt).toBeNull();
    slow.clear();
    await clock.advance(5 * minute);
    expect(job(plan)).toMatchObject({
      state: 'braked',
      counts: { fixed: 58, 'failed-again': 3, waiting: 939 },
    });
    expect(pipeline.calls).toHaveLength(3);
  });

  it('at more than 5 % of its plan', async () => {
    const { start, clock, job } = aJobEngine({ ends: failing(20, 30, 40, 50, 60, 70, 80, 90).ends });
    const plan = aPlan(120);
    start(plan);
    await clock.advance(10 * minute);
    expect(job(plan)).toMatchObject({ state: 'braked', counts: { 'failed-again': 8, waiting: 9 } });
    expect(job(plan).because).toBe('8 of 120 failed again, which is more than 5 %.');
  });

  it('if an early one was refused or overtaken: that has proven nothing', async () => {
    const refused = aJobEngine({ refuses: (id) => (id === 'document-1' ? 'not found' : undefined) });
    const overtaken = aJobEngine({ ends: (id) => (id === 'document-3' ? 'overtaken' : 'fixed') });
    for (const { start, clock, job } of [refused, overtaken]) {
      const plan = aPlan(30);
      start(plan);
      await clock.advance(10 * minute);
      expect(job(plan)).toMatchObject({ state: 'braked', because: expect.stringMatching(/prove nothing/) });
    }
  });

  it('but not if nothing is left to start: then it is done', async () => {
    const { start, clock, job } = aJobEngine({ ends: failing(1).ends });
    const plan = aPlan(1);
    start(plan);
    await clock.advance(minute);
    expect(job(plan)).toMatchObject({ state: 'done', counts: { 'failed-again': 1 }, because: null });
  });

  it('and starts a new count, carefully, when it is resumed', async () => {
    const { ends, ids } = failing(1, 2, 3);
    const { start, clock, job, engine, pipeline } = aJobEngine({ ends });
    const plan = aPlan(200);
    start(plan);
    await clock.advance(minute);
    expect(engine.resume('local', plan.planId)).toMatchObject({ ok: true, value: { state: 'running' } });
    await clock.advance(minute);
    expect(job(plan)).toMatchObject({ state: 'braked', counts: { 'failed-again': 2 } });
    ids.clear();
    engine.resume('local', plan.planId);
    await clock.advance(10 * minute);
    expect(job(plan)).toMatchObject({ state: 'done', counts: { fixed: 198, 'failed-again': 2 } });
    expect(pipeline.calls.map(({ ids: { length } }) => length)).toEqual([1, 1, 1, 8, 10, 50, 50, 50, 29]);
  });

  it('and shows what it counts', async () => {
    const { start, clock, engine } = aJobEngine({ ends: failing(20).ends });
    const plan = aPlan(100);
    start(plan);
    await clock.advance(10 * minute);
    expect(engine.detail('local', plan.planId)?.brakes.map(({ now, limit }) => [now, limit])).toEqual([
      [0, 1],
      [0, 3],
      [1, 6],
    ]);
  });
});

describe('a person', () => {
  it('can stop a job: what was sent continues to its end, nothing more is sent, until it is resumed', async () => {
    const { start, clock, job, engine, pipeline } = aJobEngine();
    const plan = aPlan(30);
    start(plan);
    await clock.advance(16_000);
    expect(engine.brake('local', plan.planId, 'Mira')).toMatchObject({
      ok: true,
      value: { state: 'stopped', because: 'Stopped by Mira.' },
    });
    await clock.advance(10 * minute);
    expect(job(plan)).toMatchObject({ state: 'stopped', counts: { fixed: 11, waiting: 19 } });
    expect(engine.brake('local', plan.planId)).toMatchObject({
      ok: false,
      failure: { code: 'job-refused', state: 'stopped' },
    });
    expect(engine.resume('local', plan.planId)).toMatchObject({ ok: true });
    expect(engine.resume('local', plan.planId)).toMatchObject({
      ok: false,
      failure: { code: 'job-refused' },
    });
    await clock.advance(10 * minute);
    expect(job(plan)).toMatchObject({ state: 'done', counts: { fixed: 30 } });
    expect([...pipeline.effects.values()].every((times) => times === 1)).toBe(true);
    expect(engine.resume('local', plan.planId)).toMatchObject({
      ok: false,
      failure: { code: 'job-refused', state: 'done' },
    });
  });

  it('can stop one during a call: its answer counts, and nothing follows it', async () => {
    let answer = (): void => undefined;
    const held = new Promise<'none'>((resolve) => (answer = () => resolve('none')));
    const { start, clock, job, engine, pipeline } = aJobEngine({ trouble: () => held });
    const plan = aPlan(30);
    start(plan);
    await clock.advance(1_000);
    engine.brake('local', plan.planId);
    expect(job(plan).counts).toMatchObject({ sending: 1 });
    answer();
    await clock.advance(10 * minute);
    expect(pipeline.calls).toHaveLength(1);
    expect(job(plan)).toMatchObject({ state: 'stopped', counts: { fixed: 1, waiting: 29 } });
  });

  it('can stop one that waits for its turn', async () => {
    const { start, clock, job, engine, pipeline } = aJobEngine();
    const plans = [aPlan(30), aPlan(30), aPlan(1)];
    for (const plan of plans) start(plan);
    await clock.advance(1_000);
    engine.brake('local', plans[2]?.planId ?? '');
    await clock.advance(10 * minute);
    expect(plans.map((plan) => job(plan).state)).toEqual(['done', 'done', 'stopped']);
    expect(pipeline.effects.size).toBe(30);
  });

  it('cannot start a plan twice, nor one with nothing to send', async () => {
    const { start, engine, another } = aJobEngine();
    const plan = aPlan(3);
    start(plan);
    const again = { by: 'support', reason: undefined };
    expect(engine.start(plan, again)).toMatchObject({ ok: false, failure: { why: 'already-started' } });
    await engine.close();
    expect(another().start(plan, again)).toMatchObject({
      ok: false,
      failure: { code: 'plan-refused', why: 'already-started' },
    });
    expect(another().start(aPlan(0, { skip: 3 }), again)).toMatchObject({
      ok: false,
      failure: { why: 'nothing-to-do' },
    });
  });

  it('sees no job of another connection', () => {
    const { start, engine } = aJobEngine();
    const plan = aPlan(3, { connection: { id: 'staging', name: 'Staging', environment: 'staging' } });
    start(plan);
    expect(engine.jobs('local')).toEqual([]);
    expect(engine.detail('local', plan.planId)).toBeNull();
    expect(engine.receipts('local', plan.planId)).toBeNull();
    expect(engine.brake('local', plan.planId)).toMatchObject({ ok: false, failure: { code: 'not-found' } });
    expect(engine.jobs('staging')).toHaveLength(1);
  });

  it('can end a job that a bounce has braked: the rest is never sent, and says why', async () => {
    const { start, clock, job, engine, pipeline } = aJobEngine({ ends: failing(1).ends });
    const plan = aPlan(30);
    start(plan);
    await clock.advance(10 * minute);
    expect(engine.end('local', plan.planId, 'Mira')).toMatchObject({
      ok: true,
      value: {
        state: 'stopped',
        because: 'Ended by Mira.',
        counts: { 'failed-again': 1, skipped: 29, waiting: 0 },
      },
    });
    expect(engine.receipts('local', plan.planId)?.at(-1)).toMatchObject({
      state: 'skipped',
      note: 'Mira ended the job before it was sent.',
    });
    expect(engine.resume('local', plan.planId)).toMatchObject({
      ok: false,
      failure: { code: 'job-refused' },
    });
    expect(engine.end('local', plan.planId)).toMatchObject({ ok: false, failure: { code: 'job-refused' } });
    await clock.advance(10 * minute);
    expect(pipeline.calls).toHaveLength(1);
    expect(job(plan).endedAt).not.toBeNull();
  });

  it('cannot end one that still has something running', async () => {
    const { start, clock, engine, job } = aJobEngine({ ends: () => 'running' });
    const plan = aPlan(30);
    start(plan);
    await clock.advance(16_000);
    expect(engine.end('local', plan.planId)).toMatchObject({ ok: false, failure: { state: 'running' } });
    engine.brake('local', plan.planId, 'Mira');
    await clock.advance(16_000);
    expect(engine.end('local', plan.planId)).toMatchObject({ ok: false, failure: { code: 'job-refused' } });
    expect(job(plan)).toMatchObject({ state: 'stopped', counts: { running: 1, waiting: 29 } });
  });
});
