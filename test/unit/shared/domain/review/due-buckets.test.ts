import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { dueBuckets } from '#shared/domain/review/due-buckets.ts';

const hour = 3_600_000;
const now = 1_000 * hour;
const dueHours = 24;
/** Began to wait so long ago that so many hours are left. */
const left = (hours: number): number => now + (hours - dueHours) * hour;

it('counts by the time that is left', () => {
  const since = [
    left(-3),
    left(-0.001),
    left(0),
    left(0.9),
    left(1),
    left(3.9),
    left(4),
    left(23.9),
    left(24),
  ];
  expect(dueBuckets(since, Number.POSITIVE_INFINITY, { dueHours, now })).toEqual({
    overdue: { count: 2, exact: true },
    under1h: { count: 2, exact: true },
    under4h: { count: 2, exact: true },
    under24h: { count: 2, exact: true },
    later: { count: 1, exact: true },
  });
});

it('is sure of the buckets that nothing unknown can fall into', () => {
  const exact = (known: number): boolean[] =>
    Object.values(dueBuckets([], known, { dueHours, now })).map((bucket) => bucket.exact);
  expect(exact(Number.NEGATIVE_INFINITY)).toEqual([false, false, false, false, false]);
  expect(exact(left(-1))).toEqual([false, false, false, false, false]);
  expect(exact(left(0))).toEqual([true, false, false, false, false]);
  expect(exact(left(2))).toEqual([true, true, false, false, false]);
  expect(exact(left(300))).toEqual([true, true, true, true, false]);
});

it('what it is sure of does not change with what becomes known', () => {
  const times = fc.array(fc.integer({ min: -60, max: 40 }).map(left), { maxLength: 30 });
  fc.assert(
    fc.property(times, fc.integer({ min: -60, max: 40 }).map(left), (all, known) => {
      const before = dueBuckets(
        all.filter((at) => at < known),
        known,
        { dueHours, now },
      );
      const after = dueBuckets(all, Number.POSITIVE_INFINITY, { dueHours, now });
      for (const name of ['overdue', 'under1h', 'under4h', 'under24h', 'later'] as const) {
        if (before[name].exact) expect(before[name].count).toBe(after[name].count);
        else expect(before[name].count).toBeLessThanOrEqual(after[name].count);
      }
    }),
  );
});
