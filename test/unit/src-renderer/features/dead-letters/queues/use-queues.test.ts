import { describe, expect, it, test } from 'vitest';
import type { Queues } from '#shared/contract/dead-letters.ts';
import { receiptSchema } from '#shared/contract/result.ts';
import { whyNotMove } from '#renderer/features/dead-letters/actions/move-rules.ts';
import {
  findFirstToOpen,
  keepLastKnown,
  markUnread,
  toQueuesReceipt,
} from '#renderer/features/dead-letters/queues/use-queues.ts';
import { aDeadLetterQueue } from '../a-message-row.ts';

const full = { name: 'full', queue: aDeadLetterQueue(), failure: null };
const empty = {
  name: 'empty',
  queue: aDeadLetterQueue({ depth: { waiting: 0, inFlight: 0, delayed: 0 } }),
  failure: null,
};
const unreadable = { name: 'unreadable', queue: null, failure: 'Access denied.' };

test('opens the first queue with messages by default', () => {
  expect(findFirstToOpen([unreadable, empty, full])).toBe('full');
});

test('opens the first queue if all are empty', () => {
  expect(findFirstToOpen([empty, unreadable])).toBe('empty');
  expect(findFirstToOpen([])).toBeNull();
});

describe('a queue that cannot be read any more', () => {
  const answer = (minute: number, ...queues: Queues['queues']): Queues => ({
    queues,
    calls: 6,
    readAt: `2026-11-18T14:${String(minute)}:00.000Z`,
  });
  const first = keepLastKnown(new Map(), answer(20, full, empty, unreadable));

  it('stays as it was read last, with the time of that', () => {
    const failed = { ...full, queue: null, failure: 'Rate exceeded.' };
    const then = keepLastKnown(first, answer(21, failed, empty));
    expect(then.get('full')).toEqual({ queue: full.queue, readAt: '2026-11-18T14:20:00.000Z' });
    expect(then.get('empty')?.readAt).toBe('2026-11-18T14:21:00.000Z');
    expect(keepLastKnown(then, answer(22, full)).get('full')?.readAt).toBe('2026-11-18T14:22:00.000Z');
  });

  it('is unknown if it was never read, and once it is no longer listed', () => {
    expect(first.has('unreadable')).toBe(false);
    expect(keepLastKnown(first, answer(21, empty)).has('full')).toBe(false);
  });

  it('is not moved, because a move may have been begun since', () => {
    expect(whyNotMove(full.queue)).toBeNull();
    expect(whyNotMove(markUnread(full.queue, 'Rate exceeded.'))).toContain('Rate exceeded.');
  });
});

test('counts calls in the receipt, because SQS has no read units', () => {
  const queue = aDeadLetterQueue();
  const receipt = toQueuesReceipt({
    queues: [{ name: queue.name, queue, failure: null }],
    calls: 6,
    readAt: '2026-11-18T14:20:00.000Z',
  });
  expect(receiptSchema.safeParse(receipt).success).toBe(true);
  expect(receipt).toMatchObject({ pattern: 'Queue state, 6 calls', rru: 0, items: 1 });
});
