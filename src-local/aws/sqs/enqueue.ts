import type { World } from '../../world/world.ts';
import { deduplicationKey, findEarlierSending, rememberSending } from './deduplication.ts';
import type { Attributes, MessageContent } from './message.ts';
import { report } from './queue-metrics.ts';
import type { Queue } from './queue.ts';

/** A message that may be put into a queue. */
export interface Draft {
  readonly body: string;
  /** The size that counts against the limits. */
  readonly size: number;
  readonly attributes: Attributes;
  readonly traceHeader?: string | undefined;
  readonly groupId?: string | undefined;
  /** Always set for a FIFO queue: the sender's own, or made from the body. */
  readonly deduplicationId?: string | undefined;
  /** In milliseconds. Defaults to the delay of the queue. */
  readonly delay?: number | undefined;
}

interface Enqueued {
  readonly messageId: string;
  readonly sequenceNumber?: string;
}

/** A duplicate gets the answer of its first sending and is not stored. */
export function enqueue(world: World, queue: Queue, draft: Draft): Enqueued {
  const now = world.clock.now();
  if (!queue.settings.isFifo) {
    const messageId = world.random.uuid();
    queue.add({ ...toMessageContent(queue, draft, now), id: messageId });
    reportSent(world, queue, draft);
    return { messageId };
  }
  const deduplicationId = draft.deduplicationId ?? '';
  const key = deduplicationKey(queue.settings.deduplicationScope, draft.groupId ?? '', deduplicationId);
  const earlier = findEarlierSending(queue.sendings, key, now);
  if (earlier) {
    report(world, queue, 'NumberOfDeduplicatedSentMessages', 1);
    return { messageId: earlier.messageId, sequenceNumber: earlier.sequenceNumber };
  }
  const messageId = world.random.uuid();
  const sequenceNumber = nextSequenceNumber(world);
  rememberSending(queue.sendings, key, { at: now, messageId, sequenceNumber });
  queue.add({ ...toMessageContent(queue, draft, now), id: messageId, deduplicationId, sequenceNumber });
  reportSent(world, queue, draft);
  return { messageId, sequenceNumber };
}

/** Sequence numbers have twenty digits and rise, though not by one. */
const firstSequenceNumber = 18_850_496_460_467_696_128n;

export function nextSequenceNumber({ store }: World): string {
  const numbers = store.collection<number>('sqs/sequence');
  const next = (numbers.get('last') ?? 0) + 256;
  numbers.set('last', next);
  return String(firstSequenceNumber + BigInt(next));
}

function toMessageContent(queue: Queue, draft: Draft, now: number): Omit<MessageContent, 'id'> {
  return {
    body: draft.body,
    ...(draft.attributes.length > 0 && { attributes: draft.attributes }),
    ...(draft.traceHeader !== undefined && { traceHeader: draft.traceHeader }),
    ...(draft.groupId !== undefined && { groupId: draft.groupId }),
    sentAt: now,
    arrivedAt: now,
    availableAt: now + (draft.delay ?? queue.settings.delay),
    order: queue.nextOrder(),
  };
}

function reportSent(world: World, queue: Queue, { size }: Draft): void {
  report(world, queue, 'NumberOfMessagesSent', 1);
  report(world, queue, 'SentMessageSize', size);
}
