import type { QueryClient } from '@tanstack/react-query';
import type { DeadLetterQueue } from '#shared/contract/dead-letters/queues.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';

/** What a command has made of a queue, in place of what the list said of it; the next look goes on from there. */
export function layQueue(client: QueryClient, queue: DeadLetterQueue): void {
  client.setQueryData(operationOptions('dead-letters.queues', {}).queryKey, (known) => {
    if (known === undefined) return undefined;
    const queues = known.value.queues.map((one) =>
      one.name === queue.name ? { name: one.name, queue, failure: null } : one,
    );
    return { ...known, value: { ...known.value, queues } };
  });
}
