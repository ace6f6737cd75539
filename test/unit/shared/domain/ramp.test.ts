import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostAfter, rampOf } from '#shared/domain/ramp.ts';

describe('the ramp', () => {
  it.each([
    [0, []],
    [1, [1]],
    [5, [1, 4]],
    [11, [1, 10]],
    [12, [1, 10, 1]],
    [28, [1, 10, 17]],
    [10_000, [1, 10, 9_989]],
  ])('of %i goes in steps of %j', (go, steps) => {
    expect(rampOf(go)).toEqual(steps);
  });

  it('has a place for each, once', () => {
    fc.assert(
      fc.property(fc.nat(10_000), (go) => {
        const steps = rampOf(go);
        expect(steps.reduce((sum, size) => sum + size, 0)).toBe(go);
        expect(steps.every((size) => size > 0)).toBe(true);
        expect(steps.length).toBeLessThanOrEqual(3);
      }),
    );
  });

  it('lets one go before anything is proven, ten after that, and as many as a call takes after ten', () => {
    expect([0, 1, 9, 10, 500].map((proven) => mostAfter(proven, 50))).toEqual([1, 10, 10, 50, 50]);
    expect(mostAfter(500, 1)).toBe(1);
  });
});
