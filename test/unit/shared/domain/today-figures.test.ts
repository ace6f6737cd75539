import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reviewBuckets } from '#shared/contract/today.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import {
  batchFigures,
  figuresOfTenant,
  groupsOfToday,
  hoursOfBatches,
  hoursOfPoints,
  isCountedShort,
  lastHours,
  waitingBuckets,
  type FailedBatch,
  type ListedBatch,
} from '#shared/domain/today-figures.ts';
import { aCount, notCounted } from '#test/builders/document-counts.ts';
import { aBatch, aListedBatch } from './a-listed-batch.ts';

const now = Date.parse('2026-11-20T14:00:00.000Z');
const minute = 60_000;
const all = (...batches: ListedBatch[]) => ({ batches, isAll: true });
const none = all();

describe('figures of batches', () => {
  it('are of the batches in a status and of the documents that those count', () => {
    const failed = all(
      aListedBatch({
        batchId: 'b1',
        since: now - 10 * minute,
        counts: aCount({ FAILED: 3, REVIEW_REQUIRED: 2 }),
      }),
      aListedBatch({ batchId: 'b2', since: now - 70 * minute, counts: aCount({ FAILED: 4 }) }),
    );
    const running = all(aListedBatch({ batchId: 'b3', counts: aCount({ REVIEW_REQUIRED: 5, FAILED: 9 }) }));
    const review = all(aListedBatch({ batchId: 'b4', counts: aCount({ REVIEW_REQUIRED: 7 }) }));
    const figures = batchFigures({ failed, running, review }, now);
    expect(figures).toMatchObject({
      failed: {
        batches: { count: 2, isAtLeast: false },
        // The failures of a batch that still runs are not counted.
        documents: { count: 7, isAtLeast: false },
        lastHour: { count: 1, isAtLeast: false },
      },
      running: { batches: { count: 1, isAtLeast: false } },
      review: { batches: { count: 1, isAtLeast: false }, documents: { count: 14, isAtLeast: false } },
    });
    expect(figures.failed.newest.map(({ batchId }) => batchId)).toEqual(['b1', 'b2']);
  });

  it('count a batch once that moved from one status to another between two queries', () => {
    const twice = aListedBatch({ batchId: 'b1', counts: aCount({ REVIEW_REQUIRED: 4 }) });
    const others = aListedBatch({
      batchId: 'b1',
      tenantId: 'kestrel',
      counts: aCount({ REVIEW_REQUIRED: 1 }),
    });
    const { review } = batchFigures({ failed: all(twice), running: none, review: all(twice, others) }, now);
    expect(review.documents.count).toBe(5);
  });

  it('say "at least" for a truncated list, and for that one alone', () => {
    const one = aListedBatch({ counts: aCount({ FAILED: 1 }) });
    const figures = batchFigures(
      { failed: { batches: [one], isAll: false }, running: none, review: none },
      now,
    );
    expect(figures.failed).toMatchObject({
      batches: { count: 1, isAtLeast: true },
      documents: { count: 1, isAtLeast: true },
      lastHour: { count: 0, isAtLeast: true },
    });
    expect(figures.running.batches.isAtLeast).toBe(false);
    expect(figures.review.batches.isAtLeast).toBe(false);
    // Some documents wait in failed batches, and the list of those is cut.
    expect(figures.review.documents.isAtLeast).toBe(true);
  });

  it('say "at least" if a batch has no counts, but not if it leaves out a status', () => {
    const silent = {
      batch: aBatch({ counts: notCounted }),
      since: 0,
    };
    const sparse = { batch: aBatch({ counts: aCount({ SUCCEEDED: 3 }) }), since: 0 };
    const documentsOf = (one: ListedBatch) =>
      batchFigures({ failed: all(one), running: none, review: none }, now).failed.documents;
    expect(documentsOf(silent)).toEqual({ count: 0, isAtLeast: true });
    expect(documentsOf(sparse)).toEqual({ count: 0, isAtLeast: false });
  });

  it('say "at least" for the last hour if the index does not say since when', () => {
    const lastHourOf = (...since: (number | null)[]) =>
      batchFigures(
        {
          failed: all(...since.map((at, place) => aListedBatch({ batchId: `b${place}`, since: at }))),
          running: none,
          review: none,
        },
        now,
      ).failed.lastHour;
    expect(lastHourOf(now, now - 60 * minute, now - 60 * minute - 1)).toEqual({ count: 2, isAtLeast: false });
    expect(lastHourOf(now, null)).toEqual({ count: 1, isAtLeast: true });
  });

  it('name the failed batches with documents that a run has left queued, those with most of them first', () => {
    const failed = all(
      aListedBatch({ batchId: 'failed', counts: aCount({ FAILED: 3 }) }),
      aListedBatch({ batchId: 'few', counts: aCount({ QUEUED: 4, FAILED: 1 }) }),
      aListedBatch({ batchId: 'archive', counts: aCount({ QUEUED: 8_500, PROCESSING: 25 }) }),
    );
    // A run in progress may still reach what waits for it.
    const running = all(aListedBatch({ batchId: 'running', counts: aCount({ QUEUED: 90 }) }));
    const { leftQueued } = batchFigures({ failed, running, review: none }, now);
    expect(leftQueued).toMatchObject({
      batches: { count: 2, isAtLeast: false },
      documents: { count: 8_529, isAtLeast: false },
    });
    expect(leftQueued.most.map(({ batchId }) => batchId)).toEqual(['archive', 'few']);
  });

  it('show twelve of many', () => {
    const many = Array.from({ length: 40 }, (_, place) => aListedBatch({ batchId: `b${place}` }));
    const figures = batchFigures({ failed: all(...many), running: all(...many), review: none }, now);
    expect([figures.failed.batches.count, figures.failed.newest.length]).toEqual([40, 12]);
    expect(figures.running.newest).toHaveLength(12);
  });
});

describe('figures of one tenant', () => {
  it('are null if its list was not read, and 0 if it was', () => {
    expect(figuresOfTenant('northwind', { failed: null, running: none, review: null })).toEqual({
      tenantId: 'northwind',
      failed: null,
      running: { count: 0, isAtLeast: false },
      waiting: { count: 0, isAtLeast: true },
    });
    expect(figuresOfTenant('northwind', { failed: null, running: null, review: null }).waiting).toBeNull();
  });
});

const hour = 3_600_000;
const hoursAgo = (hours: number): string => new Date(now - hours * hour).toISOString();

function aFailedBatch(
  batch: { readonly tenantId?: string; readonly projectId?: string; readonly batchId: string },
  failures: readonly { readonly code: string; readonly hours: number }[],
): FailedBatch {
  const { tenantId = 'northwind', projectId = 'freight', batchId } = batch;
  return {
    batch: { tenantId, projectId, batchId },
    documents: failures.map(({ code, hours }, at) => aFailedDocument({ tenantId, batchId, at, code, hours })),
  };
}

function aFailedDocument(of: {
  readonly tenantId: string;
  readonly batchId: string;
  readonly at: number;
  readonly code: string;
  readonly hours: number;
}): DocumentRow {
  const { tenantId, batchId, at, code, hours } = of;
  return {
    tenantId,
    batchId,
    documentId: `doc-${at}`,
    status: 'FAILED',
    otherStatus: null,
    statusSince: hoursAgo(hours),
    fileName: 'invoice.pdf',
    run: 1,
    receivedAt: null,
    score: null,
    stage: 'textract',
    error: { stage: 'textract', code, message: 'It did not go.' },
    usage: null,
    claimedBy: null,
    claimExpiresAt: null,
    reviewedBy: null,
    version: 1,
    createdAt: null,
    updatedAt: null,
    catchingUp: false,
    expired: false,
    problems: [],
  };
}

describe('failure groups of today', () => {
  it('belong to a cause in a tenant, and lead to the newest batch in which it happened', () => {
    const groups = groupsOfToday(
      [
        aFailedBatch({ batchId: 'newest', projectId: 'claims' }, [{ code: 'Throttled', hours: 1 }]),
        aFailedBatch({ batchId: 'older' }, [
          { code: 'Throttled', hours: 30 },
          { code: 'Throttled', hours: 29 },
          { code: 'Corrupt', hours: 28 },
        ]),
        aFailedBatch({ batchId: 'theirs', tenantId: 'kestrel' }, [{ code: 'Throttled', hours: 2 }]),
      ],
      now,
    );
    expect(
      groups.map(({ code, tenantId, batchId, projectId }) => [code, tenantId, batchId, projectId]),
    ).toEqual([
      ['Throttled', 'northwind', 'newest', 'claims'],
      ['Throttled', 'kestrel', 'theirs', 'freight'],
      ['Corrupt', 'northwind', 'older', 'freight'],
    ]);
    expect(groups[0]).toMatchObject({ count: 3, batches: 2, firstAt: hoursAgo(30), lastAt: hoursAgo(1) });
    expect(groups[0]?.fingerprint).toBe(groups[1]?.fingerprint);
  });

  it('are new if everything read of them is of the last day', () => {
    const isNew = (...hours: number[]) =>
      groupsOfToday(
        [
          aFailedBatch(
            { batchId: 'b' },
            hours.map((one) => ({ code: 'X', hours: one })),
          ),
        ],
        now,
      )[0]?.isNew;
    expect([isNew(1, 24), isNew(1, 24.1)]).toEqual([true, false]);
  });

  it('have each document once, and the last first', () => {
    const failures = fc.array(
      fc.record({ code: fc.constantFrom('A', 'B', 'C'), hours: fc.integer({ min: 0, max: 300 }) }),
      { maxLength: 20 },
    );
    const batches = fc.array(fc.tuple(fc.constantFrom('northwind', 'kestrel'), failures), { maxLength: 5 });
    fc.assert(
      fc.property(batches, (some) => {
        const given = some.map(([tenantId, of], at) => aFailedBatch({ tenantId, batchId: `b${at}` }, of));
        const groups = groupsOfToday(given, now);
        expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(
          given.reduce((sum, { documents }) => sum + documents.length, 0),
        );
        const last = groups.map(({ lastAt }) => lastAt ?? '');
        expect(last).toEqual(last.toSorted().toReversed());
        expect(new Set(groups.map((one) => one.fingerprint + one.tenantId)).size).toBe(groups.length);
      }),
    );
  });
});

const during = Date.parse('2026-11-20T14:25:30.000Z');
const noPoints = { succeeded: [], review: [], failed: [] };

describe('the last 24 hours', () => {
  it('follow the clock, including the current hour', () => {
    const hours = hoursOfPoints(noPoints, during);
    expect(hours).toHaveLength(24);
    expect(hours[0]?.at).toBe('2026-11-19T15:00:00.000Z');
    expect(hours[23]?.at).toBe('2026-11-20T14:00:00.000Z');
    expect(lastHours(during).to).toBe(Date.parse('2026-11-20T15:00:00.000Z'));
  });

  it('contain now, whenever that is, and are an hour apart', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (time) => {
        const { from, to } = lastHours(time);
        expect(to - from).toBe(24 * hour);
        expect(time).toBeGreaterThanOrEqual(to - hour);
        expect(time).toBeLessThan(to);
        const at = hoursOfPoints(noPoints, time).map((one) => Date.parse(one.at));
        expect(at).toEqual(Array.from({ length: 24 }, (_, place) => from + place * hour));
      }),
    );
  });
});

describe('reported figures', () => {
  it('are null if nothing was reported, which is not 0', () => {
    const at = Date.parse('2026-11-20T13:00:00.000Z');
    const hours = hoursOfPoints({ ...noPoints, succeeded: [[at, 31]], failed: [[at, 0]] }, during);
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
  it('is counted in the hour in which they came; rejected ones had to be reviewed', () => {
    const counts = aCount({ SUCCEEDED: 5, REVIEW_REQUIRED: 2, REJECTED: 1, FAILED: 3, PROCESSING: 4 });
    const hours = hoursOfBatches(
      [
        aBatch({ createdAt: '2026-11-20T13:59:59.999Z', counts }),
        aBatch({ createdAt: '2026-11-20T13:00:00.000Z', counts: aCount({ SUCCEEDED: 1 }) }),
        aBatch({ createdAt: '2026-11-18T13:00:00.000Z', counts }),
        aBatch({ createdAt: null, counts }),
      ],
      during,
    );
    expect(hours[22]).toMatchObject({ succeeded: 6, review: 3, failed: 3 });
    // Every batch was read, so an hour without documents is a known zero.
    expect(hours.filter(({ succeeded }) => succeeded === 0)).toHaveLength(23);
  });

  it('is a lower bound if one of the counts could not be read', () => {
    expect(isCountedShort({ counts: aCount({ FAILED: null }) })).toBe(true);
    // Documents still in work are in no sum.
    expect(isCountedShort({ counts: aCount({ QUEUED: null }) })).toBe(false);
  });
});

const due = { dueHours: 8, now };
const ago = (...hours: number[]): number[] => hours.map((one) => now - one * hour);

describe('how long documents have waited', () => {
  it('starts each bucket with its first hour', () => {
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

  it('puts documents with a slightly later clock with the youngest', () => {
    expect(waitingBuckets([now + 5_000], Infinity, due).buckets['under-1h'].count).toBe(1);
  });

  it('is exact as far as it was read, and at least that much beyond', () => {
    const { buckets, overdue } = waitingBuckets(ago(30, 10), now - 5 * hour, due);
    expect(buckets['over-24h']).toEqual({ count: 1, isAtLeast: false });
    expect(buckets['under-24h']).toEqual({ count: 1, isAtLeast: true });
    expect(buckets['under-4h']).toEqual({ count: 0, isAtLeast: true });
    expect(overdue).toEqual({ count: 2, isAtLeast: false });
  });

  it('never claims more than there is, nor an exact number that is unknown', () => {
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
