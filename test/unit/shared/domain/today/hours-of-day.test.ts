import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hoursOfBatches,
  hoursOfPoints,
  isCountedShort,
  lastHours,
} from '#shared/domain/today/hours-of-day.ts';
import { aBatch } from './a-batch.ts';
import { aCount } from '#test/builders/document-counts.ts';

const now = Date.parse('2026-11-20T14:25:30.000Z');
const hour = 3_600_000;
const none = { succeeded: [], review: [], failed: [] };

describe('the last 24 hours', () => {
  it('are of the clock, the one that is not over with them', () => {
    const hours = hoursOfPoints(none, now);
    expect(hours).toHaveLength(24);
    expect(hours[0]?.at).toBe('2026-11-19T15:00:00.000Z');
    expect(hours[23]?.at).toBe('2026-11-20T14:00:00.000Z');
    expect(lastHours(now).to).toBe(Date.parse('2026-11-20T15:00:00.000Z'));
  });

  it('hold now, whenever that is, and follow each other by an hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (time) => {
        const { from, to } = lastHours(time);
        expect(to - from).toBe(24 * hour);
        expect(time).toBeGreaterThanOrEqual(to - hour);
        expect(time).toBeLessThan(to);
        const at = hoursOfPoints(none, time).map((one) => Date.parse(one.at));
        expect(at).toEqual(Array.from({ length: 24 }, (_, place) => from + place * hour));
      }),
    );
  });
});

describe('what was reported', () => {
  it('is null where nothing was, which is not 0', () => {
    const at = Date.parse('2026-11-20T13:00:00.000Z');
    const hours = hoursOfPoints({ ...none, succeeded: [[at, 31]], failed: [[at, 0]] }, now);
    expect(hours[22]).toEqual({
      at: '2026-11-20T13:00:00.000Z',
      succeeded: 31,
      review: null,
      failed: 0,
    });
    expect(hours[21]).toMatchObject({ succeeded: null, review: null, failed: null });
  });
});

describe('what batches say of their documents', () => {
  it('stands at the hour in which they came; what was rejected had to be reviewed', () => {
    const counts = aCount({ SUCCEEDED: 5, REVIEW_REQUIRED: 2, REJECTED: 1, FAILED: 3, PROCESSING: 4 });
    const hours = hoursOfBatches(
      [
        aBatch({ createdAt: '2026-11-20T13:59:59.999Z', counts }),
        aBatch({ createdAt: '2026-11-20T13:00:00.000Z', counts: aCount({ SUCCEEDED: 1 }) }),
        aBatch({ createdAt: '2026-11-18T13:00:00.000Z', counts }),
        aBatch({ createdAt: null, counts }),
      ],
      now,
    );
    expect(hours[22]).toMatchObject({ succeeded: 6, review: 3, failed: 3 });
    // Every batch was read, so what did not come is known.
    expect(hours.filter(({ succeeded }) => succeeded === 0)).toHaveLength(23);
  });

  it('are less than they were where one of the counts that are summed could not be read', () => {
    expect(isCountedShort({ counts: aCount({ FAILED: null }) })).toBe(true);
    // What is still in work is in no sum.
    expect(isCountedShort({ counts: aCount({ QUEUED: null }) })).toBe(false);
  });
});
