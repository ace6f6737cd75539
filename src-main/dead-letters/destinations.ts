import { mostBytes } from '#shared/domain/dead-letters/queue-messages.ts';
import type { ConfiguredQueue, Queues, ReceivedMessage } from '../aws/queues.ts';

/** This is the queue that some messages are sent to. */
interface Destination {
  readonly to: string;
  /** Limits the bytes of one message and of one batch, by the queue's own limit if it tells one. */
  readonly largest: number;
  readonly messages: readonly ReceivedMessage[];
}

interface From {
  /** The dead-letter queue. */
  readonly queue: string;
  readonly configured: readonly ConfiguredQueue[];
  readonly queues: Pick<Queues, 'attributes'>;
}

/**
 * Groups messages by destination: the queue each came from if this connection has it, otherwise the source configured
 * for the dead-letter queue.
 */
export async function groupByDestination(
  messages: readonly ReceivedMessage[],
  { queue, configured, queues }: From,
): Promise<readonly Destination[]> {
  const usual = configured.find(({ name }) => name === queue)?.source ?? '';
  const sources = new Set(configured.map(({ source }) => source));
  const groups = new Map<string, ReceivedMessage[]>();
  for (const message of messages) {
    const said = message.system['DeadLetterQueueSourceArn']?.split(':').at(-1) ?? '';
    const to = sources.has(said) ? said : usual;
    const group = groups.get(to);
    if (group === undefined) groups.set(to, [message]);
    else group.push(message);
  }
  return Promise.all(
    [...groups].map(async ([to, some]) => ({ to, messages: some, largest: await readLargest(queues, to) })),
  );
}

/** The limit of SQS is used where a queue's own is not told, because then only a few messages are refused. */
async function readLargest(queues: From['queues'], queue: string): Promise<number> {
  if (queue === '') return mostBytes;
  const read = await queues.attributes(queue);
  const own = read.ok ? read.value.largestMessage : null;
  return own === null || own < leastOfQueue ? mostBytes : Math.min(mostBytes, own);
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html */
const leastOfQueue = 1_024;
