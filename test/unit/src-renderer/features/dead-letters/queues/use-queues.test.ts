import { expect, test } from 'vitest';
import { receiptSchema } from '#shared/contract/result.ts';
import { firstToOpen, queuesReceipt } from '#renderer/features/dead-letters/queues/use-queues.ts';
import { aDeadLetterQueue } from '../a-message-row.ts';

const full = { name: 'full', queue: aDeadLetterQueue(), failure: null };
const empty = {
  name: 'empty',
  queue: aDeadLetterQueue({ depth: { waiting: 0, inFlight: 0, delayed: 0 } }),
  failure: null,
};
const unreadable = { name: 'unreadable', queue: null, failure: 'Access denied.' };

test('who names no queue sees the first that holds messages', () => {
  expect(firstToOpen([unreadable, empty, full])).toBe('full');
});

test('where none holds any, the first of all', () => {
  expect(firstToOpen([empty, unreadable])).toBe('empty');
  expect(firstToOpen([])).toBeNull();
});

test('asking how queues stand is receipted in calls: SQS knows no read units', () => {
  const queue = aDeadLetterQueue();
  const receipt = queuesReceipt({
    queues: [{ name: queue.name, queue, failure: null }],
    calls: 6,
    readAt: '2026-11-18T14:20:00.000Z',
  });
  expect(receiptSchema.safeParse(receipt).success).toBe(true);
  expect(receipt).toMatchObject({ pattern: 'How queues stand, 6 calls', rru: 0, items: 1 });
});
