import { describe, expect, test } from 'vitest';
import type { MoveTask } from '#shared/contract/dead-letters.ts';
import {
  formatDaysAndHours,
  findExpiry,
  summarizeQueues,
  describeRetention,
  describeMove,
  describeOldest,
  findRunningMove,
  nextOrder,
  queueOrders,
  sortQueues,
} from '#renderer/features/dead-letters/queues/queue-status.ts';
import { aDeadLetterQueue } from '../a-message-row.ts';

const now = Date.parse('2026-11-18T14:20:00Z');
const day = 86_400_000;
const hour = 3_600_000;
const empty = { waiting: 0, inFlight: 0, delayed: 0 };

function inList(queue: ReturnType<typeof aDeadLetterQueue>) {
  return { name: queue.name, queue, failure: null };
}
const unreadable = { name: 'lost-dlq', queue: null, failure: 'Access denied.' };

function inDays(days: number, hours: number): string {
  return new Date(now + days * day + hours * hour).toISOString();
}

describe('the summary of all queues', () => {
  test('counts messages as SQS estimates them, including those in flight', () => {
    const held = aDeadLetterQueue({ depth: { waiting: 1, inFlight: 26, delayed: 0 } });
    const webhooks = aDeadLetterQueue({ depth: { waiting: 17, inFlight: 0, delayed: 2 } });
    expect(
      summarizeQueues([inList(held), inList(webhooks), inList(aDeadLetterQueue({ depth: empty }))]),
    ).toBe('about 46 in 2 queues');
  });

  test('says that all are empty, or that not all are known', () => {
    const none = inList(aDeadLetterQueue({ depth: empty }));
    expect(summarizeQueues([none])).toBe('all empty');
    expect(summarizeQueues([none, unreadable])).toBe('all empty, 1 not read');
    expect(summarizeQueues([inList(aDeadLetterQueue()), unreadable])).toBe('about 27 in 1 queue, 1 not read');
    expect(summarizeQueues([unreadable])).toBe('1 not read');
  });

  test('gives the retention only if it is the same for all', () => {
    const fortnight = inList(aDeadLetterQueue());
    expect(describeRetention([fortnight, unreadable])).toBe(
      'Depths are SQS estimates. Messages are kept 14 days, then deleted without notice.',
    );
    expect(describeRetention([fortnight, inList(aDeadLetterQueue({ retentionSeconds: 86_400 }))])).toBe(
      'Depths are SQS estimates. Messages are deleted without notice.',
    );
  });
});

const sampled = { sentAt: inDays(-3, 0), from: 'sample', isExact: true } as const;
const counted = { sentAt: inDays(-3, 0), from: 'metric', isExact: false } as const;

describe('the expiry of the first message', () => {
  test.each([
    [inDays(2, 18), 'first message expires in 2 d 18 h', 'urgent'],
    [inDays(5, 0), 'first message expires in 5 d', 'soon'],
    [inDays(10, 22), 'first message expires in 10 d 22 h', 'quiet'],
    [inDays(0, -1), 'first message expires now', 'urgent'],
    [null, 'next expiry unknown', 'quiet'],
  ] as const)('%s', (nextExpiry, words, tone) => {
    const oldest = nextExpiry === null ? null : sampled;
    expect(findExpiry(aDeadLetterQueue({ nextExpiry, oldest }), now)).toMatchObject({ words, tone });
  });

  test('is the latest possible time if it comes from a metric or a partial sample', () => {
    const queue = aDeadLetterQueue({ nextExpiry: inDays(1, 17), oldest: counted });
    expect(findExpiry(queue, now)).toMatchObject({
      span: 'at most 1 d 17 h',
      words: 'first message expires within 1 d 17 h',
      tone: 'urgent',
    });
    expect(findExpiry({ ...queue, nextExpiry: inDays(0, -1) }, now)?.words).toBe('first message expires now');
  });

  test('gives the ring the share of the retention that is left', () => {
    expect(findExpiry(aDeadLetterQueue({ nextExpiry: inDays(7, 0) }), now)?.left).toBe(0.5);
  });

  test('does not exist for an empty queue', () => {
    expect(findExpiry(aDeadLetterQueue({ depth: empty, nextExpiry: inDays(1, 0) }), now)).toBeUndefined();
  });
});

describe('the age of the oldest message', () => {
  test('is given to the hour', () => {
    const sentAt = inDays(-11, -6);
    expect(describeOldest(aDeadLetterQueue({ oldest: { ...sampled, sentAt } }), now)).toBe('oldest 11 d 6 h');
    expect(describeOldest(aDeadLetterQueue({ oldest: { ...counted, sentAt } }), now)).toBe(
      'oldest at least 11 d 6 h',
    );
  });

  test('is left out if it is unknown', () => {
    expect(describeOldest(aDeadLetterQueue({ oldest: null }), now)).toBe('oldest unknown');
    expect(describeOldest(aDeadLetterQueue({ depth: empty }), now)).toBe('empty');
  });

  test.each([
    [0, '0 s'],
    [14 * 60_000, '14 min'],
    [2 * day + 4 * hour, '2 d 4 h'],
    [7 * day, '7 d'],
    [13 * day + 23 * hour, '13 d 23 h'],
  ])('%d ms are %s', (ms, words) => {
    expect(formatDaysAndHours(ms)).toBe(words);
  });
});

describe('a move of the whole queue', () => {
  const move: MoveTask = {
    state: 'RUNNING',
    startedAt: inDays(0, -1),
    perSecond: 20,
    moved: 188,
    toMove: 205,
    to: null,
    failure: null,
  };

  test('is running until SQS reports its end', () => {
    const before = { ...move, state: 'COMPLETED' as const };
    expect(findRunningMove({ moves: [move, before] })).toBe(move);
    expect(findRunningMove({ moves: [before] })).toBeUndefined();
    expect(findRunningMove({ moves: [{ ...move, state: 'CANCELLING' }] })).toBeDefined();
  });

  test('shows its speed', () => {
    expect(describeMove(move)).toBe('Move task, 20 msg/s');
    expect(describeMove({ ...move, perSecond: null })).toBe('Move task, speed chosen by SQS');
    expect(describeMove({ ...move, state: 'CANCELLING' })).toBe('Move task, stopping');
  });
});

describe('the order of the queues', () => {
  const soon = inList(aDeadLetterQueue({ name: 'soon', nextExpiry: inDays(1, 0), oldest: sentAgo(9) }));
  const late = inList(aDeadLetterQueue({ name: 'late', nextExpiry: inDays(9, 0), oldest: sentAgo(20) }));
  const full = { waiting: 900, inFlight: 0, delayed: 0 };
  const deep = inList(
    aDeadLetterQueue({ name: 'deep', nextExpiry: inDays(5, 0), oldest: sentAgo(10), depth: full }),
  );
  const unknown = inList(
    aDeadLetterQueue({ name: 'unknown', depth: { waiting: null, inFlight: null, delayed: null } }),
  );
  const none = inList(aDeadLetterQueue({ name: 'none', depth: empty, nextExpiry: inDays(0, 1) }));
  const rows = [none, unreadable, late, unknown, deep, soon];
  const names = (order: Parameters<typeof sortQueues>[1]) => sortQueues(rows, order).map(({ name }) => name);

  test('puts what is lost first at the top, then what is not known, and what is empty at the end', () => {
    expect(names('expiry')).toEqual(['soon', 'deep', 'late', 'lost-dlq', 'unknown', 'none']);
    expect(names('age')).toEqual(['late', 'deep', 'soon', 'lost-dlq', 'unknown', 'none']);
    expect(names('depth')).toEqual(['deep', 'late', 'soon', 'lost-dlq', 'unknown', 'none']);
    expect(names('name')).toEqual(['deep', 'late', 'lost-dlq', 'none', 'soon', 'unknown']);
  });

  test('goes through all of them by the key', () => {
    const seen = queueOrders.map(nextOrder);
    expect(seen.toSorted()).toEqual(queueOrders.toSorted());
  });
});

function sentAgo(days: number): NonNullable<ReturnType<typeof aDeadLetterQueue>['oldest']> {
  return { sentAt: inDays(-days, 0), from: 'metric', isExact: false };
}
