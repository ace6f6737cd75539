import { expect, test } from 'vitest';
import { receiptSchema } from '#shared/contract/result.ts';
import { findFirstToOpen, toQueuesReceipt } from '#renderer/features/dead-letters/queues/use-queues.ts';
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
