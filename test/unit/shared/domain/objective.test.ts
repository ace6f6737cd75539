import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDurations,
  countFirstEnd,
  durationEdges,
  noDurations,
  readDurations,
  type Durations,
} from '#shared/domain/batch-durations.ts';
import { formatObjective, judgeObjective, objectiveSchema, soonDays } from '#shared/domain/objective.ts';

const start = Date.UTC(2026, 10, 1);
const dayMs = 86_400_000;
const objective = { percent: 95, minutes: 15 } as const;

/** So many batches that took 10 minutes, that took 20 minutes, and that failed. */
function durations({ fine = 0, slow = 0, failed = 0 }): Durations {
  return readDurations({ 'took#10': fine, 'took#30': slow, 'took#failed': failed });
}

describe('an objective', () => {
  it('counts what it allows, what is missed and what is left of the month at this pace', () => {
    const half = start + 15 * dayMs;
    expect(judgeObjective(objective, durations({ fine: 97, slow: 2, failed: 1 }), half)).toEqual({
      batches: 100,
      within: 97,
      missed: 3,
      failed: 1,
      allowedSoFar: 5,
      expected: 200,
      allowed: 10,
      left: 7,
      spentOn: null,
      standing: 'within',
    });
  });

  it('is spent when nothing is left, and says by how many it was exceeded', () => {
    const half = start + 15 * dayMs;
    const at = (slow: number) => judgeObjective(objective, durations({ fine: 100 - slow, slow }), half);
    expect(at(10)).toMatchObject({ left: 0, standing: 'spent', spentOn: '2026-11-16' });
    expect(at(14)).toMatchObject({ left: -4, standing: 'spent' });
  });

  it('says when it will be spent at this pace, if that is before the month ends', () => {
    // Eight of ten are missed in 15 days, so the other two last for 3.75 days.
    const found = judgeObjective(objective, durations({ fine: 92, slow: 8 }), start + 15 * dayMs);
    expect(found).toMatchObject({ left: 2, standing: 'soon', spentOn: '2026-11-19' });
    const slower = judgeObjective(objective, durations({ fine: 94, slow: 6 }), start + 15 * dayMs);
    expect(slower).toMatchObject({ left: 4, standing: 'within', spentOn: '2026-11-26' });
  });

  it('says nothing about the month on its first day', () => {
    expect(judgeObjective(objective, durations({ failed: 3 }), start + dayMs - 1)).toMatchObject({
      missed: 3,
      allowedSoFar: 0.15,
      allowed: null,
      left: null,
      standing: 'too early',
    });
  });

  it('is not spent by nothing, however little it allows', () => {
    const few = judgeObjective(objective, durations({ fine: 3 }), start + 20 * dayMs);
    expect(few).toMatchObject({ allowed: 0.225, left: 0, standing: 'within' });
    const all = { percent: 100, minutes: 15 } as const;
    expect(judgeObjective(all, durations({ fine: 3 }), start + 20 * dayMs).standing).toBe('within');
    expect(judgeObjective(all, durations({ fine: 3, slow: 1 }), start + 20 * dayMs).standing).toBe('spent');
  });

  it('agrees with a count of the listed batches, and never says "within" of a broken month', () => {
    const batch = fc.record({
      ms: fc.integer({ min: 0, max: 100_000_000 }),
      firstStatus: fc.constantFrom('SUCCEEDED', 'REVIEW_REQUIRED', 'FAILED'),
    });
    fc.assert(
      fc.property(
        fc.array(batch, { maxLength: 80 }),
        fc.constantFrom(...durationEdges),
        fc.integer({ min: 500, max: 1_000 }).map((tenths) => tenths / 10),
        fc.integer({ min: dayMs, max: 30 * dayMs - 1 }),
        (batches, minutes, percent, elapsed) => {
          const sum = batches
            .map(({ ms, firstStatus }) =>
              readDurations(
                countFirstEnd({
                  run: 1,
                  submittedAt: new Date(start).toISOString(),
                  firstAt: new Date(start + ms).toISOString(),
                  firstStatus,
                }),
              ),
            )
            .reduce(addDurations, noDurations);
          const found = judgeObjective({ percent, minutes }, sum, start + elapsed);
          const within = batches.filter(
            ({ ms, firstStatus }) => firstStatus !== 'FAILED' && ms <= minutes * 60_000,
          );
          expect(found).toMatchObject({
            batches: batches.length,
            within: within.length,
            missed: batches.length - within.length,
          });
          const left = found.left ?? 0;
          expect(found.standing === 'spent').toBe(found.missed > 0 && left <= 0);
          if (found.missed > (found.allowed ?? 0)) expect(found.standing).toBe('spent');
          if (found.standing === 'soon') {
            const until = Date.parse(found.spentOn ?? '') - (start + elapsed);
            expect(until).toBeLessThanOrEqual(soonDays * dayMs);
          }
        },
      ),
    );
  });

  it('may only name a duration that is counted, and a percent with one decimal', () => {
    const isValid = (value: object): boolean => objectiveSchema.safeParse(value).success;
    expect(isValid({ percent: 99.5, minutes: 15 })).toBe(true);
    expect(isValid({ percent: 99.9, minutes: 1_440 })).toBe(true);
    for (const value of [
      { percent: 99.55, minutes: 15 },
      { percent: 49, minutes: 15 },
      { percent: 100.1, minutes: 15 },
      { percent: 95, minutes: 20 },
      { percent: 95, minutes: 15, more: 1 },
    ]) {
      expect(isValid(value), JSON.stringify(value)).toBe(false);
    }
  });

  it('is told in a line', () => {
    expect(formatObjective({ percent: 99.5, minutes: 15 })).toBe('99.5 % of batches within 15 min');
    expect(formatObjective({ percent: 95, minutes: 1_440 })).toBe('95 % of batches within 24 h');
  });
});
