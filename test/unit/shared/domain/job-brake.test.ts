import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brakeMeters, whyToBrake, type Ended } from '#shared/domain/job-brake.ts';

const good: Ended = { step: 3, end: 'good' };
const failed: Ended = { step: 3, end: 'failed' };
const unproven: Ended = { step: 3, end: 'unproven' };

describe('the brake', () => {
  it('holds at the first failure in the first two steps', () => {
    expect(whyToBrake([{ step: 1, end: 'failed' }], { planned: 1_000 })).toMatch(
      /^1 of the first 1 failed again/,
    );
    expect(
      whyToBrake(
        [
          { step: 1, end: 'good' },
          { step: 2, end: 'failed' },
        ],
        { planned: 1_000 },
      ),
    ).toMatch(/1 of the first 2/);
  });

  it('holds where the first two steps end in neither way', () => {
    expect(whyToBrake([{ step: 2, end: 'unproven' }], { planned: 1_000 })).toMatch(/proven nothing/);
    expect(whyToBrake([unproven, unproven, unproven, unproven], { planned: 1_000 })).toBeNull();
  });

  it('holds at three in a row, also where one that ended well came after them', () => {
    expect(whyToBrake([failed, failed, good, failed], { planned: 1_000 })).toBeNull();
    expect(whyToBrake([failed, failed, failed], { planned: 1_000 })).toBe('3 in a row failed again.');
    expect(whyToBrake([failed, failed, failed, good], { planned: 1_000 })).toBe('3 in a row failed again.');
  });

  it('holds at more than 5 % of the plan, and not at 5 %', () => {
    const ended = [failed, good, failed, good, failed, good, failed, good, failed];
    expect(whyToBrake(ended, { planned: 100 })).toBeNull();
    expect(whyToBrake([...ended, good, failed], { planned: 100 })).toBe(
      '6 of 100 failed again, which is more than 5 %.',
    );
    expect(whyToBrake([failed], { planned: 20 })).toBeNull();
    expect(whyToBrake([failed], { planned: 19 })).toMatch(/more than 5 %/);
  });

  const random = fc.array(
    fc.record({
      step: fc.integer({ min: 1, max: 3 }),
      end: fc.constantFrom('good' as const, 'failed' as const, 'unproven' as const),
    }),
  );

  it('never lets go by itself: what has ended since cannot make it good', () => {
    fc.assert(
      fc.property(random, random, fc.integer({ min: 1, max: 300 }), (before, after, planned) => {
        if (whyToBrake(before, { planned }) !== null)
          expect(whyToBrake([...before, ...after], { planned })).not.toBeNull();
      }),
    );
  });

  it('holds whenever a meter is at its limit, and only where one was', () => {
    fc.assert(
      fc.property(random, fc.integer({ min: 1, max: 300 }), (ended, planned) => {
        const wasReached = ended.some((_, index) =>
          brakeMeters(ended.slice(0, index + 1), { planned }).some(({ now, limit }) => now >= limit),
        );
        expect(whyToBrake(ended, { planned }) !== null).toBe(wasReached);
      }),
    );
  });
});
