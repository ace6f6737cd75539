import type { Queues } from '../aws/queues.ts';
import { giveBack } from './held-in.ts';
import type { HeldMessages } from './held-messages.ts';

interface Parts {
  readonly held: HeldMessages;
  readonly queuesOf: (connectionId: string) => Queues;
  /** Messages of a queue that jobs have not done with yet. */
  readonly worksOn: (connectionId: string, queue: string) => ReadonlySet<string>;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * Gives back what was held for a job alone and that no job works on any more: whoever sampled it has gone, so nobody
 * else would, and it may be hidden for half a day.
 */
export async function giveBackLeft(
  { held, queuesOf, worksOn, now, sleep }: Parts,
  connectionId: string,
): Promise<void> {
  for (const queue of held.leftQueues(connectionId)) {
    const all = held.of(connectionId, queue);
    if (all.length === 0) continue;
    const working = worksOn(connectionId, queue);
    const free = all.filter(({ message }) => !working.has(message.messageId));
    // Forgotten first, so that nobody acts on what others may have.
    held.drop(
      connectionId,
      queue,
      free.map(({ message }) => message.messageId),
    );
    const handles = free.flatMap(({ message, hiddenUntil }) =>
      hiddenUntil > now() ? [message.receiptHandle] : [],
    );
    await giveBack({ queues: queuesOf(connectionId), queue, sleep }, handles);
  }
}
