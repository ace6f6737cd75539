import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Pace } from '#shared/contract/pace.ts';
import { paceSchema } from '#shared/contract/pace.ts';
import {
  countProvingSteps,
  describePace,
  describePaceChange,
  findRoom,
  listLoosened,
  planPaceSteps,
  planSends,
  toWindow,
  usualPace,
} from '#shared/domain/pace-rules.ts';
import { planRamp } from '#shared/domain/pipeline-limits.ts';

const steps = fc.oneof(
  fc.constantFrom('usual' as const, 'doubling' as const),
  fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 }),
);
const rate = fc.oneof(
  fc.integer({ min: 1, max: 500 }),
  fc.double({ min: 0.01, max: 0.99, noNaN: true, noDefaultInfinity: true }),
);

describe('the steps of a pace', () => {
  it('have every item once, whatever the steps are', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 50_000 }), (chosen, count) => {
        const sizes = planPaceSteps({ steps: chosen }, count);
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(count);
        expect(sizes.every((size) => size > 0)).toBe(true);
      }),
    );
  });

  it('are the usual ones, double, or follow a list and then take the rest', () => {
    expect(planPaceSteps({ steps: 'usual' }, 28)).toEqual([1, 10, 17]);
    expect(planPaceSteps({ steps: 'doubling' }, 28)).toEqual([1, 2, 4, 8, 13]);
    expect(planPaceSteps({ steps: [5, 20] }, 28)).toEqual([5, 20, 3]);
    expect(planPaceSteps({ steps: [5, 20] }, 12)).toEqual([5, 7]);
  });

  it('prove as much as the usual ones before failures are tolerated, but never all of the rest', () => {
    expect(countProvingSteps(planRamp(500))).toBe(2);
    expect(countProvingSteps([1, 2, 4, 8, 16, 32])).toBe(4);
    expect(countProvingSteps([1, 1, 1, 1, 500])).toBe(4);
    expect(countProvingSteps([1, 5, 500])).toBe(2);
    expect(countProvingSteps([1_000])).toBe(2);
  });
});

describe('the rate of a pace', () => {
  const sending = fc.record({
    perSecond: rate,
    // Each time the job wants to send some, after a while. A clock may jump ahead while the machine sleeps.
    wishes: fc.array(
      fc.record({
        afterMs: fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.constantFrom(60_000, 8 * 3_600_000)),
        most: fc.integer({ min: 1, max: 60 }),
      }),
      { maxLength: 60 },
    ),
  });

  it('is never above what was chosen in any window, also after sleep', () => {
    fc.assert(
      fc.property(sending, ({ perSecond, wishes }) => {
        let now = Date.parse('2026-11-20T14:25:00Z');
        const sends: { at: number; count: number }[] = [];
        for (const { afterMs, most } of wishes) {
          now += afterMs;
          const room = findRoom(perSecond, { sends: sends.toReversed(), now });
          if (room.most === 0) {
            expect(room.at).toBeGreaterThan(now);
            now = room.at;
          }
          const then = findRoom(perSecond, { sends: sends.toReversed(), now });
          // It never waits longer than it says.
          expect(then.most).toBeGreaterThan(0);
          sends.push({ at: now, count: Math.min(most, then.most) });
        }
        const { items, windowMs } = toWindow(perSecond);
        for (const { at } of sends) {
          const within = sends.filter((one) => one.at >= at && one.at < at + windowMs);
          expect(within.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(items);
        }
        expect(items / (windowMs / 1_000)).toBeLessThanOrEqual(perSecond + 1e-9);
      }),
      { numRuns: 500 },
    );
  });

  it('waits once for its window if the clock was set back, and not until the old time comes again', () => {
    const now = Date.parse('2026-11-20T14:25:00Z');
    const sends = [{ at: now + 24 * 3_600_000, count: 5 }];
    expect(findRoom(5, { sends, now, behindSince: now })).toEqual({ most: 0, at: now + 1_000 });
    expect(findRoom(5, { sends, now: now + 1_000, behindSince: now }).most).toBe(5);
  });

  it('has no limit if there is none', () => {
    expect(findRoom(null, { sends: [{ at: 0, count: 1_000_000 }], now: 0 }).most).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  it.each([0, 0.001, 1.5, 501, Number.NaN])(
    'is a whole number or a fraction below 1: %j is refused',
    (perSecond) => {
      expect(paceSchema.safeParse({ ...usualPace, perSecond }).success).toBe(false);
    },
  );
});

describe('the plan of a pace', () => {
  it('takes as long as the rate asks for, or as the pipeline needs', () => {
    const plan = (pace: Partial<Pace>, secondsEach: number | null) =>
      planSends({ steps: planRamp(100), pace: { ...usualPace, ...pace }, mostInCall: 50, secondsEach });
    expect(plan({}, null)).toBeNull();
    expect(plan({ perSecond: 2 }, null)?.seconds).toBe(50);
    expect(plan({}, 15)?.seconds).toBe((1 + 1 + 5 + 4) * 15);
    // Calls of two take 15 s each, whatever the rate would allow.
    expect(plan({ perSecond: 2 }, 15)?.seconds).toBe((1 + 5 + 45) * 15);
    expect(plan({ perSecond: 0.1 }, 0)?.seconds).toBe(1_000);
    expect(plan({ atOnce: 5 }, 15)?.seconds).toBe((1 + 2 + 18) * 15);
  });

  it('counts every item and never goes back', () => {
    fc.assert(
      fc.property(steps, rate, fc.integer({ min: 1, max: 5_000 }), (chosen, perSecond, count) => {
        const pace = { ...usualPace, steps: chosen, perSecond };
        const plan = planSends({
          steps: planPaceSteps(pace, count),
          pace,
          mostInCall: 50,
          secondsEach: null,
        });
        expect(plan?.points.at(-1)?.sent).toBe(count);
        expect(plan?.seconds).toBeGreaterThanOrEqual(count / perSecond - 1e-6);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a looser pace', () => {
  const confirmed: Pace = {
    ...usualPace,
    perSecond: 5,
    atOnce: 10,
    stopWhen: [{ alarm: 'throttles' }, { queue: 'document-queue', over: 100 }],
  };
  const loosened = (next: Partial<Pace>, now: Partial<Pace> = {}) =>
    listLoosened({ ...confirmed, ...next }, { now: { ...confirmed, ...now }, confirmed, left: 100 });

  it('is one that limits less than was confirmed, and less than now', () => {
    expect(loosened({ perSecond: 6 })).toEqual(['perSecond']);
    expect(loosened({ perSecond: null, atOnce: 20 })).toEqual(['perSecond', 'atOnce']);
    expect(loosened({ stopWhen: [{ alarm: 'throttles' }] })).toEqual(['stopWhen']);
    expect(loosened({ stopWhen: [{ alarm: 'throttles' }, { queue: 'document-queue', over: 101 }] })).toEqual([
      'stopWhen',
    ]);
    expect(loosened({ steps: [50] })).toEqual(['steps']);
  });

  it('is not one that goes back to what was confirmed, or that is slower than now', () => {
    expect(loosened({ perSecond: 5 }, { perSecond: 1 })).toEqual([]);
    expect(loosened({ perSecond: 8 }, { perSecond: 10 })).toEqual([]);
    expect(loosened({ perSecond: 1, first: 3, steps: 'doubling' })).toEqual([]);
    expect(loosened({ stopWhen: [...confirmed.stopWhen, { alarm: 'another' }] })).toEqual([]);
  });
});

test('a pace is described in one line', () => {
  expect(describePace(usualPace)).toBe('1, then 10, then the rest; as fast as the pipeline confirms');
  const pace: Pace = {
    first: 20,
    steps: [5, 20],
    perSecond: 0.1,
    atOnce: 4,
    perSecondOfTenant: null,
    atOnceOfTenant: 2,
    stopWhen: [{ alarm: 'throttles' }, { queue: 'document-queue', over: 1_000 }],
    beginWhen: { alarm: 'throttles' },
  };
  expect(describePace(pace)).toBe(
    '5, then 20, then the rest; only the first 20; at most 1 every 10 s; at most 4 at once; at most 2 at once of a tenant; stops when throttles fires; stops when document-queue has more than 1,000 messages; begins when throttles is quiet',
  );
  expect(describePaceChange({ ...usualPace, perSecond: 5 }, { ...usualPace, perSecond: 1 })).toBe(
    'at most 1 a second; no longer at most 5 a second',
  );
});
