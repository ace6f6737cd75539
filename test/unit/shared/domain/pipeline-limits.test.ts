import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  formatRoughDuration,
  estimateEta,
  describeEta,
  mostAfter,
  planRamp,
  secondsLeft,
} from '#shared/domain/pipeline-limits.ts';

describe('the ramp', () => {
  it.each([
    [0, []],
    [1, [1]],
    [5, [1, 4]],
    [11, [1, 10]],
    [12, [1, 10, 1]],
    [28, [1, 10, 17]],
    [10_000, [1, 10, 9_989]],
  ])('of %i has steps of %j', (go, steps) => {
    expect(planRamp(go)).toEqual(steps);
  });

  it('has a place for each, once', () => {
    fc.assert(
      fc.property(fc.nat(10_000), (go) => {
        const steps = planRamp(go);
        expect(steps.reduce((sum, size) => sum + size, 0)).toBe(go);
        expect(steps.every((size) => size > 0)).toBe(true);
        expect(steps.length).toBeLessThanOrEqual(3);
      }),
    );
  });

  it('sends one before anything is proven, then ten, and then as many as a call accepts', () => {
    expect([0, 1, 9, 10, 500].map((proven) => mostAfter(proven, 50))).toEqual([1, 10, 10, 50, 50]);
    expect(mostAfter(500, 1)).toBe(1);
  });
});

describe('the estimated end of a batch', () => {
  test('uses planning figures until ten of its documents have ended', () => {
    expect(estimateEta({ left: 38, finishedSeconds: [9, 9, 9, 9, 9, 9, 9, 9, 9] })).toEqual({
      left: 38,
      atOnce: 10,
      secondsEach: 15,
      seconds: 60,
      from: 'planning',
      n: 0,
    });
  });

  test('uses its own documents from then on', () => {
    const finishedSeconds = [10, 14, 12, 12, 12, 12, 12, 12, 12, 12];
    expect(estimateEta({ left: 41, finishedSeconds })).toMatchObject({
      seconds: 60,
      secondsEach: 12,
      from: 'measured',
      n: 10,
    });
  });

  test('ignores impossible times', () => {
    const finishedSeconds = [Number.NaN, -3, Number.POSITIVE_INFINITY, 1, 1, 1, 1, 1, 1, 1, 1, 1];
    expect(estimateEta({ left: 1, finishedSeconds })).toMatchObject({ from: 'planning', secondsEach: 15 });
  });

  test.each([
    [100, 150],
    [500, 750],
    [1, 15],
    [10, 15],
    [11, 30],
    [0, 0],
  ])('%i documents take %i s as planned', (left, seconds) => {
    expect(estimateEta({ left, finishedSeconds: [] }).seconds).toBe(seconds);
  });

  test('is never less than its longest round, and never more than one after the other', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.array(fc.double({ min: 0, max: 1e5, noNaN: true })),
        (left, finishedSeconds) => {
          const { seconds, secondsEach } = estimateEta({ left, finishedSeconds });
          expect(seconds).toBeGreaterThanOrEqual(left === 0 ? 0 : secondsEach);
          expect(seconds).toBeGreaterThanOrEqual((left / 10) * secondsEach - 1e-6);
          expect(seconds).toBeLessThanOrEqual(left * secondsEach + 1e-6);
        },
      ),
    );
  });
});

describe('the wording of an estimate', () => {
  test.each([
    [38, [], '38 left ÷ 10 at a time = 4 rounds × 15 s ≈ 1 min'],
    [7, [], '7 left ÷ 10 at a time = 1 round × 15 s ≈ 15 s'],
    [
      31,
      Array.from({ length: 12 }, (_, index) => 13.5 + index / 50),
      '31 left ÷ 10 at a time = 4 rounds × 13.6 s ≈ 54 s',
    ],
    [12_000, [], '12,000 left ÷ 10 at a time = 1,200 rounds × 15 s ≈ 5 h'],
    [0, [], 'None left'],
  ])('%i left', (left, finishedSeconds, words) => {
    expect(describeEta(estimateEta({ left, finishedSeconds }))).toBe(words);
  });

  test.each([
    [0, '0 s'],
    [59.6, '1 min'],
    [90, '1 min 30 s'],
    [3_599.7, '1 h'],
    [4_800, '1 h 20 min'],
    [7_199, '2 h'],
  ])('%d s', (seconds, words) => {
    expect(formatRoughDuration(seconds)).toBe(words);
  });
});

describe('the remaining time', () => {
  it('counts waves of ten in each call', () => {
    expect(secondsLeft({ calls: [1, 10, 17], secondsPerDocument: 15 })).toBe((1 + 1 + 2) * 15);
    expect(secondsLeft({ calls: [], secondsPerDocument: 15 })).toBe(0);
  });
});
