import { expect, test } from 'vitest';
import { receiptSchema } from '#shared/contract/receipt.ts';
import { queuesReceipt } from '#renderer/features/dead-letters/queues/queues-receipt.ts';
import { aDeadLetterQueue } from '../a-message-row.ts';

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
