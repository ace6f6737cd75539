import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { wilsonInterval } from '#shared/domain/review/wilson.ts';

/** As R's `prop.test(x, n, correct = FALSE)` has them. */
it.each([
  [0, 10, 0, 0.2775],
  [10, 10, 0.7225, 1],
  [1, 10, 0.0179, 0.4042],
  [8, 10, 0.4902, 0.9433],
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [950, 1_000, 0.9347, 0.9619],
])('%d of %d', (right, n, low, high) => {
  const interval = wilsonInterval(right, n);
  expect(interval.low).toBeCloseTo(low, 3);
  expect(interval.high).toBeCloseTo(high, 3);
});

it('says nothing of nothing', () => expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 }));

it('holds the share that was seen, within what can be, and is narrower for more', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (n, share) => {
        const right = Math.round(n * share);
        const { low, high } = wilsonInterval(right, n);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(right / n);
        expect(high).toBeGreaterThanOrEqual(right / n);
        const more = wilsonInterval(right * 4, n * 4);
        expect(more.high - more.low).toBeLessThan(high - low);
        const mirrored = wilsonInterval(n - right, n);
        expect(mirrored.low).toBeCloseTo(1 - high, 10);
      },
    ),
  );
});
