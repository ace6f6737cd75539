import { describe, expect, it } from 'vitest';
import { aJobEngine, aPlan } from '#test/builders/a-job-engine.ts';

const minute = 60_000;

describe('a job', () => {
  it('sends one, then ten, then the rest fifty at a time, each when all of the last have ended', async () => {
    const { start, pipeline, clock, job } = aJobEngine();
    const plan = aPlan(71);
    start(plan);
    await clock.advance(11_000);
    expect(pipeline.calls.map(({ ids }) => ids.length)).toEqual([1]);
    await clock.advance(2_000);
    expect(pipeline.calls.map(({ ids }) => ids.length)).toEqual([1, 10]);
    await clock.advance(5 * minute);
    expect(pipeline.calls.map(({ ids }) => ids.length)).toEqual([1, 10, 50, 10]);
    expect(pipeline.calls.flatMap(({ ids }) => ids)).toEqual(plan.items.map(({ id }) => id));
    expect(new Set(pipeline.calls.map(({ key }) => key)).size).toBe(4);
    expect(job(plan)).toMatchObject({
      state: 'done',
      total: 71,
      counts: { fixed: 71, waiting: 0 },
      secondsLeft: null,
    });
    expect([...pipeline.effects.values()].every((times) => times === 1)).toBe(true);
  });

  it('waits for the last of a call, however long it takes', async () => {
    const slow = new Set(['document-5']);
    const { start, pipeline, clock } = aJobEngine({ ends: (id) => (slow.has(id) ? 'running' : 'fixed') });
    start(aPlan(20));
    await clock.advance(30 * minute);
    expect(pipeline.calls).toHaveLength(2);
    slow.clear();
    await clock.advance(minute);
    expect(pipeline.calls).toHaveLength(3);
  });

  it('reads each again just before it is sent, and leaves alone what has changed', async () => {
    const skips = (id: string) =>
      id === 'document-1' || id === 'document-4' ? 'Changed since the plan' : undefined;
    const { start, pipeline, clock, engine } = aJobEngine({ skips });
    const plan = aPlan(5);
    start(plan);
    await clock.advance(minute);
    // The first item was skipped and proved nothing, so the next one goes alone.
    expect(pipeline.calls.map(({ ids }) => ids)).toEqual([['document-2'], ['document-3', 'document-5']]);
    expect(pipeline.rechecks.flat()).toContain('document-1');
    const receipts = engine.receipts('local', plan.planId);
    expect(receipts?.[0]).toMatchObject({ number: 1, state: 'skipped', note: 'Changed since the plan' });
    expect(engine.jobs('local')[0]).toMatchObject({ state: 'done', counts: { fixed: 3, skipped: 2 } });
  });

  it('leaves out what may not be sent, and includes what needed a reason when there is one', async () => {
    const { start, clock, pipeline } = aJobEngine();
    const plan = aPlan(2, { skip: 2 });
    const poison = { verdict: 'blocked', needsReason: true } as const;
    const items = plan.items.map((item, index) => (index === 3 ? { ...item, ...poison } : item));
    const [without, withOne] = [
      { ...plan, items },
      { ...plan, items, planId: 'with-a-reason' },
    ];
    expect(start(without).total).toBe(2);
    expect(start(withOne, 'A new workflow').total).toBe(3);
    await clock.advance(minute);
    expect(pipeline.calls.flatMap(({ ids }) => ids)).toContain('document-4');
  });

  it('reports refused ones, and continues in the last step', async () => {
    const refuses = (id: string) => (id === 'document-13' ? 'already in work' : undefined);
    const { start, clock, job, engine } = aJobEngine({ refuses });
    const plan = aPlan(15);
    start(plan);
    await clock.advance(2 * minute);
    expect(job(plan)).toMatchObject({ state: 'done', counts: { fixed: 14, refused: 1 } });
    expect(engine.receipts('local', plan.planId)?.[12]).toMatchObject({
      state: 'refused',
      note: 'already in work',
    });
  });

  it('makes at most one call a second', async () => {
    const { start, clock, pipeline } = aJobEngine({
      documentMs: 0,
      refuses: (id) => (Number(id.slice(9)) > 11 ? 'no' : undefined),
    });
    start(aPlan(211));
    await clock.advance(10 * minute);
    const gaps = pipeline.calls.slice(1).map(({ at }, index) => at - (pipeline.calls[index]?.at ?? 0));
    expect(pipeline.calls).toHaveLength(6);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
  });

  it('shows its progress: steps, seconds left, the newest receipts, and the file', async () => {
    const { start, clock, engine, home } = aJobEngine();
    const plan = aPlan(300);
    expect(start(plan)).toMatchObject({ step: { at: 1, of: 3 }, secondsLeft: (1 + 1 + 5 * 5 + 4) * 15 });
    await clock.advance(30_000);
    const detail = engine.detail('local', plan.planId);
    expect(detail?.steps.map(({ size, state, items }) => [size, state, items.length])).toEqual([
      [1, 'done', 1],
      [10, 'done', 10],
      [289, 'running', 0],
    ]);
    expect(detail?.steps[2]?.counts).toMatchObject({ running: 50, waiting: 239 });
    expect(detail?.job).toMatchObject({ step: { at: 3, of: 3 }, secondsLeft: (5 + 4 * 5 + 4) * 10 });
    await clock.advance(10 * minute);
    expect(engine.detail('local', plan.planId)?.latest).toHaveLength(200);
    expect(detail?.file.startsWith(home)).toBe(true);
  });

  it('waits for its turn if two others run, and says so', async () => {
    const { start, clock, job, pipeline } = aJobEngine();
    const [first, second, third] = [aPlan(30), aPlan(30), aPlan(1)];
    for (const plan of [first, second, third]) start(plan);
    await clock.advance(5_000);
    expect(pipeline.calls).toHaveLength(2);
    expect(job(third)).toMatchObject({
      state: 'running',
      because: expect.stringMatching(/^Waiting: two jobs/),
    });
    await clock.advance(3 * minute);
    expect([first, second, third].map((plan) => job(plan).state)).toEqual(['done', 'done', 'done']);
    expect(job(third).because).toBeNull();
  });

  it('pushes changes at most four times a second, and always the last', async () => {
    const { start, clock, engine, job } = aJobEngine();
    const told: { at: number; state: string }[] = [];
    const plan = aPlan(40);
    engine.onChange(() => told.push({ at: clock.now(), state: job(plan).state }));
    start(plan);
    await clock.advance(3 * minute);
    const gaps = told.slice(1).map(({ at }, index) => at - (told[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(250);
    expect(told.at(-1)?.state).toBe('done');
  });

  it('updates lists with what it read', async () => {
    const seen: string[] = [];
    const { start, clock } = aJobEngine({ parts: { seen: (connectionId) => void seen.push(connectionId) } });
    start(aPlan(1));
    await clock.advance(minute);
    expect(seen).toEqual(['local', 'local']);
  });
});
