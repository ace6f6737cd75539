import { describe, expect, it } from 'vitest';
import { reviewBuckets } from '#shared/contract/today.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import {
  aBatchItem,
  aDocumentItem,
  aTodayWorld,
  context,
  denied,
  hoursBefore,
  type AskedToday,
} from './a-today-world.ts';

const one = { tenantId: 't' };

/** Returns batches with this many documents, each batch an hour older than the one before it. */
function waiting(batches: number, documents: number) {
  const items = Array.from({ length: batches }, (_, place) =>
    aBatchItem({
      batchId: `b${place}`,
      hoursAgo: place + 0.5,
      counts: { REVIEW_REQUIRED: documents },
    }),
  );
  return ({ name, params, options }: AskedToday) => {
    if (name === 'batchesByStatus') return params['status'] === 'REVIEW_REQUIRED' ? items : [];
    const place = Number(params['batchId']?.slice(1));
    const from = options.cursor === undefined ? 0 : 12;
    const page = Array.from({ length: documents }, (_, at) =>
      aDocumentItem(`b${place}`, `d${at}`, place + 0.5 - at / 1_000),
    ).slice(from, from + (options.pageSize ?? 0));
    return from + page.length < documents ? { more: page } : page;
  };
}

describe('documents waiting for review', () => {
  it('are read oldest first until the budget is used up; the younger are at least as many', async () => {
    const { handlers, asked } = aTodayWorld({ answer: waiting(60, 12) });
    const told = valueOf(await handlers['today.review'](one, context));
    expect(told.waiting).toEqual({ count: 720, isAtLeast: false });
    expect(told.documentsRead).toBeGreaterThanOrEqual(400);
    expect(told.documentsRead).toBeLessThan(400 + 8 * 12);
    expect(told.calls).toBe(asked.length);
    expect(told.calls).toBeLessThan(3 + 42);
    expect(told.buckets['over-24h']).toEqual({ count: 36 * 12, isAtLeast: false });
    expect(told.overdue).toEqual({ count: 36 * 12, isAtLeast: false });
    expect(told.buckets['under-1h'].isAtLeast).toBe(true);
    expect(told.oldestAt).toBe(hoursBefore(59.5));
  });

  it('are counted exactly if they are fewer', async () => {
    const { handlers } = aTodayWorld({ answer: waiting(30, 10) });
    const told = valueOf(await handlers['today.review'](one, context));
    expect(reviewBuckets.map((name) => told.buckets[name])).toEqual([
      { count: 10, isAtLeast: false },
      { count: 30, isAtLeast: false },
      { count: 200, isAtLeast: false },
      { count: 60, isAtLeast: false },
    ]);
    expect(told).toMatchObject({ documentsRead: 300, waiting: { count: 300, isAtLeast: false } });
  });

  it('name the missing batch, and there may be more as old as that one', async () => {
    const whole = waiting(30, 10);
    const { handlers } = aTodayWorld({
      answer: (asked) => (asked.params['batchId'] === 'b20' ? denied('it') : whole(asked)),
    });
    const told = valueOf(await handlers['today.review'](one, context));
    expect(told.problems).toEqual([
      'The batch b20 could not be read, so its documents are not in this list. You may not read it.',
    ]);
    expect(told.buckets['over-24h']).toEqual({ count: 60, isAtLeast: false });
    expect(told.buckets['under-24h']).toEqual({ count: 190, isAtLeast: true });
  });

  it('are uncertain if not all lists could be read', async () => {
    const whole = waiting(2, 1);
    const { handlers } = aTodayWorld({
      answer: (asked) => (asked.params['status'] === 'FAILED' ? denied('the index') : whole(asked)),
    });
    const told = valueOf(await handlers['today.review'](one, context));
    expect(reviewBuckets.every((name) => told.buckets[name].isAtLeast)).toBe(true);
    expect(told.waiting).toEqual({ count: 2, isAtLeast: true });
  });

  it('are none if nothing waits', async () => {
    const told = valueOf(await aTodayWorld({}).handlers['today.review'](one, context));
    expect(told).toMatchObject({ oldestAt: null, calls: 3, overdue: { count: 0, isAtLeast: false } });
  });
});
