import { describe, expect, it } from 'vitest';
import {
  listBucketRows,
  countEnded,
  describeExpiry,
  formatFailedShare,
  findFirstToExpire,
  describeQueueFoot,
  describeOldest,
  addUpHours,
} from '#renderer/features/today/part-numbers.ts';
import { aQueue, atLeast, exactly, none, now, review } from './what-is-seen.ts';

describe('the throughput', () => {
  it('adds up the reported hours only', () => {
    const hours = [
      { at: '2026-11-22T18:00:00.000Z', succeeded: 90, review: null, failed: 10 },
      { at: '2026-11-22T19:00:00.000Z', succeeded: null, review: null, failed: null },
    ];
    const totals = addUpHours({ hours, isAtLeast: true });
    expect(totals).toEqual({ succeeded: 90, review: null, failed: 10, isAtLeast: true });
    expect(countEnded(totals)).toBe(100);
    expect(formatFailedShare(totals)).toBe('at least 10 of at least 100 in 24 h');
    expect(formatFailedShare({ ...totals, isAtLeast: false })).toBe('10 of 100 in 24 h, 10.0 %');
    expect(formatFailedShare({ ...totals, failed: null })).toBe('no failures reported in 24 h');
  });

  it('is unknown, not zero, without reports', () => {
    const nothing = addUpHours({ hours: [], isAtLeast: false });
    expect(countEnded(nothing)).toBeNull();
    expect(formatFailedShare(nothing)).toBe('last 24 h unknown');
    expect(formatFailedShare({ succeeded: 0, review: 0, failed: 0, isAtLeast: false })).toBe(
      'no documents ended in 24 h',
    );
  });
});

describe('a dead-letter queue', () => {
  it('shows its oldest message and its first expiry, or that they are unknown', () => {
    const queue = aQueue({ nextExpiry: '2026-11-23T19:58:00.000Z' });
    expect(describeOldest(queue, now)).toBe('oldest at least 2 d');
    expect(describeExpiry(queue, now)).toMatchObject({ words: 'expires within 1 d', tone: 'urgent' });
    expect(describeExpiry(aQueue({ nextExpiry: null }), now).words).toBe('next expiry unknown');
    expect(describeExpiry(aQueue({ nextExpiry: '2026-11-22T10:00:00.000Z' }), now).words).toBe('expires now');
    expect(describeOldest({ oldest: null }, now)).toBe('oldest unknown');
  });

  it('is never the first to expire if it is empty', () => {
    const rows = [
      aQueue({ name: 'empty', depth: none, nextExpiry: '2026-11-22T20:00:00.000Z' }),
      aQueue({ name: 'later', nextExpiry: '2026-12-01T00:00:00.000Z' }),
      aQueue({ name: 'sooner', nextExpiry: '2026-11-25T00:00:00.000Z' }),
    ].map((queue) => ({ name: queue.name, queue, failure: null }));
    expect(findFirstToExpire([...rows, { name: 'unread', queue: null, failure: 'denied' }])?.name).toBe(
      'sooner',
    );
  });
});

describe('the review queue', () => {
  it('counts overdue documents once if they are due after a day', () => {
    const idsOf = (dueHours: number) => listBucketRows(review({ dueHours })).map(({ id }) => id);
    expect(idsOf(24)).toEqual(['overdue', 'under-24h', 'under-4h', 'under-1h']);
    expect(idsOf(48)).toEqual(['overdue', 'over-24h', 'under-24h', 'under-4h', 'under-1h']);
  });

  it('leads each row to documents that have waited at least as long', () => {
    expect(listBucketRows(review({ dueHours: 8 })).map(({ fromMinutes }) => fromMinutes)).toEqual([
      480,
      1_440,
      240,
      60,
      null,
    ]);
  });
});

describe('the longest wait', () => {
  const oldestAt = '2026-11-22T16:58:00.000Z';

  it('covers all documents if all were looked at', () => {
    const all = review({ oldestAt, waiting: exactly(2), documentsRead: 2 });
    expect(describeQueueFoot(all, now)).toBe('Longest wait 3 h. Due after 24 h.');
  });

  it('may be longer if not all were looked at', () => {
    const buckets = { ...review().buckets, 'under-4h': atLeast(2) };
    const some = review({ oldestAt, waiting: atLeast(2), documentsRead: 2, buckets });
    expect(describeQueueFoot(some, now)).toBe(
      'Longest wait, at least 3 h. Due after 24 h. 2 read; more may be waiting.',
    );
    expect(describeQueueFoot({ ...some, oldestAt: null }, now)).toContain('Longest wait unknown.');
  });
});
