import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import { layQueue } from '#renderer/features/dead-letters/move/lay-queue.ts';
import { aDeadLetterQueue } from '../a-message-row.ts';

const { queryKey } = operationOptions('dead-letters.queues', {});

test('what a move has made of a queue is shown at once, and the others stay', () => {
  const client = new QueryClient();
  const other = aDeadLetterQueue({ name: 'webhook-dlq' });
  const queues = [aDeadLetterQueue(), other].map((queue) => ({ name: queue.name, queue, failure: null }));
  client.setQueryData(queryKey, answered({ queues, calls: 6, readAt: '2026-11-22T09:00:00.000Z' }));
  const after = aDeadLetterQueue({ depth: { waiting: 3, inFlight: 0, delayed: 0 } });

  layQueue(client, after);

  const shown = client.getQueryData(queryKey)?.value.queues.map(({ queue }) => queue);
  expect(shown).toEqual([after, other]);
});

test('where nobody has asked for the list yet, nothing is made up', () => {
  const client = new QueryClient();
  layQueue(client, aDeadLetterQueue());
  expect(client.getQueryData(queryKey)).toBeUndefined();
});
