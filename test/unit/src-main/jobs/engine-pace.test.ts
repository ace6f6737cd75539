import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import type { Pace } from '#shared/contract/pace.ts';
import { usualPace } from '#shared/domain/pace-rules.ts';
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

describe('steps that are chosen before anything has gone', () => {
  const fails = (id: string): 'failed-again' | 'fixed' => (id === 'document-12' ? 'failed-again' : 'fixed');

  it('have to prove as much as if they had been planned', async () => {
    const desk = aJobEngine({ ends: fails });
    const plan = aPlan(100);
    desk.start(plan);
    desk.engine.setPace('local', plan.planId, { ...usualPace, steps: 'doubling' }, 'Mira');
    await desk.clock.advance(10 * minute);
    expect(desk.job(plan).because).toContain('first 4 steps');
    expect(desk.pipeline.effects.size).toBe(15);
  });

  it('prove nothing by what the same change leaves out', async () => {
    const desk = aJobEngine({ ends: fails });
    const plan = aPlan(100);
    desk.start(plan);
    const sizes = () => desk.engine.detail('local', plan.planId)?.steps.map(({ size }) => size);
    desk.engine.setPace('local', plan.planId, { ...usualPace, first: 30, steps: 'doubling' }, 'Mira');
    expect(sizes()).toEqual([1, 2, 4, 8, 15, 70]);
    await desk.clock.advance(10 * minute);
    expect(desk.job(plan).because).toContain('first 4 steps');
    expect(desk.pipeline.effects.size).toBe(15);
    desk.engine.setPace('local', plan.planId, { ...usualPace, steps: 'doubling' }, 'Mira');
    expect(sizes()).toEqual([1, 2, 4, 8, 1, 2, 4, 8, 16, 32, 22]);
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

  it('that comes while the next items are read again keeps back those that it leaves out', async () => {
    let change = (): void => undefined;
    const desk = aJobEngine({
      skips(id) {
        if (id === 'document-12') change();
        return undefined;
      },
    });
    const plan = aPlan(40);
    change = () => {
      change = () => undefined;
      desk.engine.setPace('local', plan.planId, { ...usualPace, first: 11 }, 'Mira');
    };
    desk.start(plan);
    await desk.clock.advance(10 * minute);
    expect(desk.job(plan)).toMatchObject({ state: 'done', counts: { fixed: 11, skipped: 29 } });
    expect(desk.pipeline.effects.size).toBe(11);
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
