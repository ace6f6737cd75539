import { describe, expect, it } from 'vitest';
import type { Trouble } from '#test/builders/a-fake-pipeline.ts';
import { aJobEngine, aPlan } from '#test/builders/a-job-engine.ts';

const minute = 60_000;
const hour = 60 * minute;
const first = (trouble: Trouble, calls = 1) => ({
  trouble: (call: number) => (call < calls ? trouble : 'none'),
});

describe('a call without a clear answer', () => {
  it.each(['lost', 'unheard', 'throws'] as const)(
    'is repeated under its own key (%s), and happens once',
    async (kind) => {
      const { start, clock, job, pipeline } = aJobEngine(first(kind, 3));
      const plan = aPlan(3);
      start(plan);
      await clock.advance(5 * minute);
      const [call, ...again] = pipeline.calls;
      expect(again.slice(0, 3)).toMatchObject(
        [call, call, call].map((one) => ({ ids: one?.ids, key: one?.key })),
      );
      expect(job(plan)).toMatchObject({ state: 'done', counts: { fixed: 3 }, because: null });
      expect([...pipeline.effects.values()]).toEqual([1, 1, 1]);
    },
  );

  it('is listed as uncertain if its kind may not be repeated, and never sent again', async () => {
    const { start, clock, job, engine, pipeline } = aJobEngine({ ...first('lost'), repeatableForMs: null });
    const plan = aPlan(3);
    start(plan);
    await clock.advance(minute);
    expect(job(plan)).toMatchObject({ state: 'braked', counts: { uncertain: 1, waiting: 2 } });
    expect(engine.receipts('local', plan.planId)?.[0]).toMatchObject({
      state: 'uncertain',
      note: expect.stringMatching(/^It may have been sent:/),
    });
    engine.resume('local', plan.planId);
    await clock.advance(minute);
    expect(job(plan)).toMatchObject({ state: 'done', counts: { uncertain: 1, fixed: 2 } });
    expect(pipeline.calls.flatMap(({ ids }) => ids).filter((id) => id === 'document-1')).toHaveLength(1);
  });

  it('brakes the job when it continues, stays open, and is repeated with the same key when it is resumed', async () => {
    let isDown = true;
    const { start, clock, job, engine, pipeline } = aJobEngine({ trouble: () => (isDown ? 'lost' : 'none') });
    const plan = aPlan(3);
    start(plan);
    await clock.advance(hour);
    expect(pipeline.calls).toHaveLength(10);
    expect(job(plan)).toMatchObject({ state: 'braked', counts: { uncertain: 1, waiting: 2 } });
    isDown = false;
    engine.resume('local', plan.planId);
    await clock.advance(minute);
    expect(new Set(pipeline.calls.slice(0, 11).map(({ key }) => key)).size).toBe(1);
    expect(job(plan)).toMatchObject({ state: 'done', counts: { fixed: 3 } });
    expect([...pipeline.effects.values()]).toEqual([1, 1, 1]);
  });

  it('is uncertain for good if it is resumed after its key is forgotten', async () => {
    let isDown = true;
    const { start, clock, job, engine, pipeline } = aJobEngine({ trouble: () => (isDown ? 'lost' : 'none') });
    const plan = aPlan(3);
    start(plan);
    await clock.advance(24 * hour);
    isDown = false;
    engine.resume('local', plan.planId);
    await clock.advance(minute);
    expect(job(plan)).toMatchObject({ state: 'braked', counts: { uncertain: 1, waiting: 2 } });
    expect(pipeline.calls).toHaveLength(10);
  });

  it('stays unclear even if the second try is refused', async () => {
    const troubles: Trouble[] = ['lost', 'refused', 'not-sent', 'none'];
    const { start, clock, job, pipeline } = aJobEngine({ trouble: (call) => troubles[call] ?? 'none' });
    const plan = aPlan(1);
    start(plan);
    await clock.advance(minute);
    expect(new Set(pipeline.calls.map(({ key }) => key)).size).toBe(1);
    expect(job(plan)).toMatchObject({ state: 'done', counts: { fixed: 1 } });
  });
});

describe('a call that certainly did nothing', () => {
  it('is repeated under a new key if it never arrived', async () => {
    const { start, clock, job, pipeline } = aJobEngine(first('not-sent', 2));
    const plan = aPlan(3);
    start(plan);
    await clock.advance(2 * minute);
    expect(pipeline.calls.slice(0, 3).map(({ ids }) => ids)).toEqual([
      ['document-1'],
      ['document-1'],
      ['document-1'],
    ]);
    expect(job(plan)).toMatchObject({ state: 'done', counts: { fixed: 3 } });
  });

  it('brakes the job if the pipelines stay unreachable, with everything still waiting', async () => {
    const { start, clock, job, engine } = aJobEngine(first('not-sent', 10));
    const plan = aPlan(3);
    start(plan);
    await clock.advance(hour);
    expect(job(plan)).toMatchObject({
      state: 'braked',
      counts: { waiting: 3 },
      because: expect.stringMatching(/could not be sent/),
    });
    engine.resume('local', plan.planId);
    await clock.advance(hour);
    expect(job(plan).state).toBe('done');
  });

  it('brakes it if the pipeline refused', async () => {
    const { start, clock, job, engine } = aJobEngine(first('refused'));
    const plan = aPlan(3);
    start(plan);
    await clock.advance(hour);
    expect(job(plan)).toMatchObject({
      state: 'braked',
      counts: { refused: 1, waiting: 2 },
      because: 'The pipeline refused a call: no',
    });
    engine.resume('local', plan.planId);
    await clock.advance(hour);
    expect(job(plan)).toMatchObject({ state: 'done', counts: { refused: 1, fixed: 2 } });
  });
});

describe('a document that cannot be read', () => {
  it('is tried again, says so, and brakes the job before anything was sent blindly', async () => {
    let isDown = true;
    const { start, clock, job, engine, pipeline } = aJobEngine({ unreadable: () => isDown });
    const plan = aPlan(3);
    start(plan);
    await clock.advance(10_000);
    expect(job(plan)).toMatchObject({
      state: 'running',
      because: expect.stringMatching(/could not be read again/),
    });
    await clock.advance(hour);
    expect(job(plan).state).toBe('braked');
    expect(pipeline.calls).toEqual([]);
    isDown = false;
    engine.resume('local', plan.planId);
    await clock.advance(hour);
    expect(job(plan)).toMatchObject({ state: 'done', because: null });
  });

  it('is read until it can be, with growing pauses', async () => {
    let isDown = false;
    const { start, clock, job, pipeline } = aJobEngine({ unreadable: () => isDown });
    const plan = aPlan(1);
    start(plan);
    await clock.advance(1_000);
    isDown = true;
    await clock.advance(10 * minute);
    expect(job(plan).because).toMatch(/can't be read at the moment/);
    expect(pipeline.looked.length).toBeLessThan(30);
    isDown = false;
    await clock.advance(minute);
    expect(job(plan)).toMatchObject({ state: 'done', because: null });
  });

  it('is reported as still running when patience is over', async () => {
    const { start, clock, job, engine } = aJobEngine({
      ends: (id) => (id === 'document-2' ? 'running' : 'fixed'),
    });
    const plan = aPlan(3);
    start(plan);
    await clock.advance(2 * hour);
    expect(job(plan)).toMatchObject({ state: 'running', counts: { running: 1 } });
    await clock.advance(minute);
    expect(job(plan)).toMatchObject({ state: 'done', counts: { fixed: 2, 'still-running': 1 } });
    expect(engine.receipts('local', plan.planId)?.[1]).toMatchObject({
      state: 'still-running',
      status: 'PROCESSING',
    });
  });
});
