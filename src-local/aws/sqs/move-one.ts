import type { World } from '../../world/world.ts';
import { enqueue, type Draft } from './enqueue.ts';
import { sizeOfAttributes } from './message-attributes.ts';
import type { MessageContent } from './message.ts';
import type { Queue } from './queue.ts';
import type { Queues } from './queues.ts';

type Moved = 'moved' | 'nothing left' | { readonly failure: string };

/**
 * Takes the next message out of a dead-letter queue and sends it anew: with a new id, a new time and no receives.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-configure-dead-letter-queue-redrive.html
 */
export function moveOne(
  world: World,
  queues: Queues,
  source: Queue,
  destinationArn: string | undefined,
): Moved {
  const [message] = source.take(1, () => true);
  if (!message) return 'nothing left';
  const destination = destinationOf(queues, message.content, destinationArn);
  if ('failure' in destination) {
    source.giveBack(message);
    return destination;
  }
  source.remove(message);
  enqueue(world, destination.queue, draftOf(message.content));
  return 'moved';
}

function destinationOf(
  queues: Queues,
  { deadLetterSourceArn }: MessageContent,
  destinationArn = deadLetterSourceArn,
): { queue: Queue } | { failure: string } {
  if (destinationArn === undefined) return { failure: 'CouldNotDetermineMessageSource' };
  const queue = queues.withArn(destinationArn);
  return queue ? { queue } : { failure: 'AWS.SimpleQueueService.NonExistentQueue' };
}

function draftOf({ id, body, attributes = [], traceHeader, groupId }: MessageContent): Draft {
  const size = Buffer.byteLength(body) + sizeOfAttributes(attributes);
  // Under its own id, so that the destination takes none for a duplicate: it is in no other queue any more.
  return { body, size, attributes, traceHeader, groupId, deduplicationId: id };
}
