import { describe, expect, it } from 'vitest';
import { batchFigures, figuresOfTenant, type ListedBatch } from '#shared/domain/today/batch-figures.ts';
import { aBatch, aListedBatch } from './a-batch.ts';
import { aCount, notCounted } from '#test/builders/document-counts.ts';

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
        // Nothing is asked about what fails in a batch that still runs.
        documents: { count: 7, isAtLeast: false },
        lastHour: { count: 1, isAtLeast: false },
      },
      running: { batches: { count: 1, isAtLeast: false } },
      review: { batches: { count: 1, isAtLeast: false }, documents: { count: 14, isAtLeast: false } },
    });
    expect(figures.failed.newest.map(({ batchId }) => batchId)).toEqual(['b1', 'b2']);
  });

  it('count a batch once that went from one status to another between two questions', () => {
    const twice = aListedBatch({ batchId: 'b1', counts: aCount({ REVIEW_REQUIRED: 4 }) });
    const others = aListedBatch({
      batchId: 'b1',
      tenantId: 'kestrel',
      counts: aCount({ REVIEW_REQUIRED: 1 }),
    });
    const { review } = batchFigures({ failed: all(twice), running: none, review: all(twice, others) }, now);
    expect(review.documents.count).toBe(5);
  });

  it('say "at least" of a list that is cut, and of that one alone', () => {
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
    // Some wait in failed batches.
    expect(figures.review.documents.isAtLeast).toBe(true);
  });

  it('say "at least" where a batch does not say how many, and not where it leaves out a status', () => {
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

  it('say "at least" of the last hour where the index does not tell since when', () => {
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

  it('show twelve of many', () => {
    const many = Array.from({ length: 40 }, (_, place) => aListedBatch({ batchId: `b${place}` }));
    const figures = batchFigures({ failed: all(...many), running: all(...many), review: none }, now);
    expect([figures.failed.batches.count, figures.failed.newest.length]).toEqual([40, 12]);
    expect(figures.running.newest).toHaveLength(12);
  });
});

describe('figures of one tenant', () => {
  it('are null where its list was not read, and 0 where it was', () => {
    expect(figuresOfTenant('northwind', { failed: null, running: none, review: null })).toEqual({
      tenantId: 'northwind',
      failed: null,
      running: { count: 0, isAtLeast: false },
      waiting: { count: 0, isAtLeast: true },
    });
    expect(figuresOfTenant('northwind', { failed: null, running: null, review: null }).waiting).toBeNull();
  });
});
