import type { World } from '../../world/world.ts';
import { nextSequenceNumber } from './enqueue.ts';
import { receiveCountOf, type Message } from './message.ts';
import { queueArnOf } from './queue-address.ts';
import type { Queue } from './queue.ts';
import type { Queues } from './queues.ts';

/** The same for standard and FIFO queues since 2024; only a standard queue says so when it is reached. */
export const inFlightLimit = 120_000;

/**
 * Takes messages in flight for a receive. One that has been received as often as the redrive policy allows is
 * not given out again: this is the moment at which it becomes a dead letter.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html
 */
export function takeMessages(world: World, queues: Queues, queue: Queue, limit: number): Message[] {
  queue.catchUp();
  const { redrive } = queue.settings;
  const deadLetters = redrive && queues.withArn(redrive.deadLetterTargetArn);
  return queue.take(Math.min(limit, inFlightLimit - queue.counts.inFlight), (message) => {
    const received = message.receipt?.count ?? 0;
    if (!deadLetters || !redrive || received < redrive.maxReceiveCount) return true;
    giveUp(world, queue, message, deadLetters);
    return false;
  });
}

/** A standard queue's message keeps the time at which it was sent; a FIFO queue's is as if sent anew. */
function giveUp(world: World, queue: Queue, message: Message, deadLetters: Queue): void {
  const now = world.clock.now();
  const { content, receipt } = message;
  queue.remove(message);
  deadLetters.add({
    ...content,
    arrivedAt: now,
    availableAt: now,
    order: deadLetters.nextOrder(),
    deadLetterSourceArn: queueArnOf(world, queue.name),
    receivedBefore: receiveCountOf(message),
    ...(receipt && { firstReceivedAt: content.firstReceivedAt ?? receipt.firstAt }),
    // Its own id, so that two messages which once shared a deduplication id are both kept.
    ...(queue.settings.isFifo && {
      sentAt: now,
      deduplicationId: content.id,
      sequenceNumber: nextSequenceNumber(world),
    }),
  });
}
