import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDurations,
  countFirstEnd,
  countWithin,
  durationEdges,
  noDurations,
  readDurations,
  type FirstEnd,
} from '#shared/domain/batch-durations.ts';
import { addFigures, type SpendFigures } from '#shared/pricing/run-spend.ts';
import { batchStatuses } from '#shared/domain/statuses.ts';

const submitted = Date.UTC(2026, 10, 3, 8);

/** A batch whose first run ended after so many milliseconds. */
function anEnd(ms: number, change: Partial<FirstEnd> = {}): FirstEnd {
  return {
    run: 1,
    submittedAt: new Date(submitted).toISOString(),
    firstAt: new Date(submitted + ms).toISOString(),
    firstStatus: 'SUCCEEDED',
    ...change,
  };
}

/** Durations lie on, just before and just after each edge more often than elsewhere. */
const duration = fc.oneof(
  fc
    .tuple(fc.constantFrom(...durationEdges), fc.constantFrom(-1, 0, 1))
    .map(([edge, off]) => edge * 60_000 + off),
  fc.integer({ min: 0, max: 90_000_000 }),
);

const end = fc
  .tuple(
    duration,
    fc.constantFrom(1, 1, 1, 2, 3),
    fc.constantFrom(...batchStatuses.filter((one) => one !== 'QUEUED'), undefined),
  )
  .map(([ms, run, firstStatus]) => ({ ms, end: anEnd(ms, { run, firstStatus }) }));

describe('how long batches took', () => {
  it('is the sum of the listed batches, at every edge', () => {
    fc.assert(
      fc.property(fc.array(end, { maxLength: 60 }), (ends) => {
        const sums = ends.reduce<SpendFigures>(
          (sum, one) => addFigures(addFigures(sum, { runs: 1 }), countFirstEnd(one.end)),
          {},
        );
        const durations = readDurations(sums);
        const first = ends.filter((one) => one.end.run === 1);
        const known = first.filter((one) => one.end.firstStatus !== undefined);
        const isFine = ({ end: { firstStatus } }: (typeof ends)[number]): boolean =>
          firstStatus === 'SUCCEEDED' || firstStatus === 'REVIEW_REQUIRED';
        expect(durations.batches).toBe(known.length);
        expect(durations.uncounted).toBe(first.length - known.length);
        expect(durations.failed).toBe(known.filter((one) => !isFine(one)).length);
        for (const edge of durationEdges) {
          const within = known.filter((one) => isFine(one) && one.ms <= edge * 60_000);
          expect(countWithin(durations, edge)).toBe(within.length);
        }
      }),
    );
  });

  it('is the same whether days are added up before or after they are read', () => {
    const day = fc
      .array(end, { maxLength: 10 })
      .map((ends) =>
        ends.reduce<SpendFigures>(
          (sum, one) => addFigures(addFigures(sum, { runs: 1 }), countFirstEnd(one.end)),
          {},
        ),
      );
    fc.assert(
      fc.property(fc.array(day, { maxLength: 8 }), (days) => {
        const together = days.reduce<SpendFigures>((sum, one) => addFigures(sum, one), {});
        const added = days.map(readDurations).reduce(addDurations, noDurations);
        expect(added).toEqual(readDurations(together));
      }),
    );
  });

  it('counts a batch of exactly 15 minutes as within 15 minutes, and one of a millisecond more not', () => {
    const [exact, late] = [0, 1].map((more) => readDurations(countFirstEnd(anEnd(15 * 60_000 + more))));
    expect([exact, late].map((one) => one && countWithin(one, 15))).toEqual([1, 0]);
    expect([exact, late].map((one) => one && countWithin(one, 30))).toEqual([1, 1]);
  });

  it.each(['FAILED', 'PROCESSING'] as const)(
    'counts a batch as failed whose first run left it %s, however soon that was',
    (firstStatus) => {
      const durations = readDurations(countFirstEnd(anEnd(1_000, { firstStatus })));
      expect(durations).toMatchObject({ batches: 1, failed: 1 });
      expect(countWithin(durations, 1_440)).toBe(0);
    },
  );

  it('counts no run after the first', () => {
    const sums = addFigures({ runs: 1 }, countFirstEnd(anEnd(1_000, { run: 2 })));
    expect(readDurations(sums)).toEqual(noDurations);
  });

  it('takes the runs of a day from before anything was counted as uncounted', () => {
    expect(readDurations({ runs: 7, documents: 90 })).toEqual({ ...noDurations, uncounted: 7 });
  });

  it('does not trust figures that are no counts', () => {
    const figures = {
      runs: 3,
      'took#15': -1,
      'took#30': 1.5,
      'took#60': '4',
      'took#17': 1,
      'took#failed': 1,
    };
    expect(readDurations(figures)).toEqual({ ...noDurations, failed: 1, batches: 1, uncounted: 2 });
  });
});
