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

  it('holds if the first two steps end without a clear result', () => {
    expect(whyToBrake([{ step: 2, end: 'unproven' }], { planned: 1_000 })).toMatch(/prove nothing/);
    expect(whyToBrake([unproven, unproven, unproven, unproven], { planned: 1_000 })).toBeNull();
  });

  it('holds if the first messages were sent and not confirmed, and says what resuming means', () => {
    const unconfirmed = (step: number): Ended => ({ step, end: 'unconfirmed' });
    expect(whyToBrake([unconfirmed(1)], { planned: 640 })).toBe(
      '1 message was sent and not confirmed: this pipeline records nothing about it. Resume to send the rest without confirmation.',
    );
    expect(whyToBrake([{ step: 1, end: 'good' }, unconfirmed(2)], { planned: 640 })).toBe(
      '1 of the first 2 were sent and not confirmed. Resume to send the rest without confirmation.',
    );
    expect(whyToBrake([unconfirmed(3)], { planned: 640 })).toBeNull();
  });

  it('allows unconfirmed messages once a person has accepted that, and holds at the first that comes back', () => {
    const all = Array.from({ length: 40 }, (_, at): Ended => ({ step: at < 11 ? 2 : 3, end: 'unconfirmed' }));
    const waived = { planned: 640, withoutConfirmation: true };
    expect(whyToBrake(all, waived)).toBeNull();
    expect(whyToBrake([...all, failed], waived)).toMatch(
      /^1 came back\. This job sends without confirmation/,
    );
  });

  it('holds at three in a row, even if one that succeeded came after them', () => {
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
      end: fc.constantFrom('good' as const, 'failed' as const, 'unconfirmed' as const, 'unproven' as const),
    }),
  );
  const rules = fc.record({ planned: fc.integer({ min: 1, max: 300 }), withoutConfirmation: fc.boolean() });

  it('never resumes automatically: later successes do not count', () => {
    fc.assert(
      fc.property(random, random, rules, (before, after, rule) => {
        if (whyToBrake(before, rule) !== null) expect(whyToBrake([...before, ...after], rule)).not.toBeNull();
      }),
    );
  });

  it('holds whenever a meter is at its limit, and only then', () => {
    fc.assert(
      fc.property(random, rules, (ended, rule) => {
        const wasReached = ended.some((_, index) =>
          brakeMeters(ended.slice(0, index + 1), rule).some(({ now, limit }) => now >= limit),
        );
        expect(whyToBrake(ended, rule) !== null).toBe(wasReached);
      }),
    );
  });
});
