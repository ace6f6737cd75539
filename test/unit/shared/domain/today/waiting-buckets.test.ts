import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reviewBuckets } from '#shared/contract/today/today.ts';
import { waitingBuckets } from '#shared/domain/today/waiting-buckets.ts';

const now = Date.parse('2026-11-20T14:00:00.000Z');
const hour = 3_600_000;
const due = { dueHours: 8, now };
const ago = (...hours: number[]): number[] => hours.map((one) => now - one * hour);

describe('how long what waits has waited', () => {
  it('has each bucket begin with its first hour', () => {
    const { buckets, overdue } = waitingBuckets(
      ago(0, 0.99, 1, 3.99, 4, 23.99, 24, 400, 8, 7.99),
      Infinity,
      due,
    );
    expect(reviewBuckets.map((name) => buckets[name])).toEqual([
      { count: 2, isAtLeast: false },
      { count: 2, isAtLeast: false },
      { count: 4, isAtLeast: false },
      { count: 2, isAtLeast: false },
    ]);
    expect(overdue).toEqual({ count: 4, isAtLeast: false });
  });

  it('has what began a little later than now, by another clock, with the youngest', () => {
    expect(waitingBuckets([now + 5_000], Infinity, due).buckets['under-1h'].count).toBe(1);
  });

  it('is exact as far as it was read, and at least that much beyond', () => {
    const { buckets, overdue } = waitingBuckets(ago(30, 10), now - 5 * hour, due);
    expect(buckets['over-24h']).toEqual({ count: 1, isAtLeast: false });
    expect(buckets['under-24h']).toEqual({ count: 1, isAtLeast: true });
    expect(buckets['under-4h']).toEqual({ count: 0, isAtLeast: true });
    expect(overdue).toEqual({ count: 2, isAtLeast: false });
  });

  it('never claims more than there is, nor exactly what it does not know', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -60, max: 4_000 }), { maxLength: 60 }),
        fc.integer({ min: -100, max: 4_100 }),
        fc.integer({ min: 1, max: 72 }),
        (minutes, readUntil, dueHours) => {
          const every = minutes.map((one) => now - one * 60_000);
          const knownBefore = now - readUntil * 60_000;
          const known = every.filter((at) => at < knownBefore);
          const told = waitingBuckets(known, knownBefore, { dueHours, now });
          const truth = waitingBuckets(every, Infinity, { dueHours, now });
          expect(reviewBuckets.reduce((sum, name) => sum + truth.buckets[name].count, 0)).toBe(every.length);
          for (const [one, whole] of [
            ...reviewBuckets.map((name) => [told.buckets[name], truth.buckets[name]] as const),
            [told.overdue, truth.overdue] as const,
          ]) {
            expect(whole.isAtLeast).toBe(false);
            expect(one.count).toBeLessThanOrEqual(whole.count);
            if (!one.isAtLeast) expect(one.count).toBe(whole.count);
          }
        },
      ),
    );
  });
});
