import { Heap } from '../../world/heap.ts';
import type { Message } from './message.ts';
import type { ReadyOrder } from './ready-order.ts';

/** Received this often and still not deleted, a message goes to the back of a standard queue. */
export const receivesUntilBack = 3;

interface Place {
  readonly time: number;
  readonly message: Message;
}

/** AWS promises no order; ours is the oldest first. */
export function standardOrder(): ReadyOrder {
  const places = new Heap<Place>(comesBefore, ({ message }) => message.state !== 'ready');
  return {
    admit() {},
    ready(message) {
      places.add({ time: placeOf(message), message });
    },
    gone() {},
    take(limit, accept) {
      const taken: Message[] = [];
      while (taken.length < limit) {
        const place = places.takeFirst();
        if (!place) break;
        if (accept(place.message)) taken.push(place.message);
      }
      return taken;
    },
  };
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html */
function placeOf({ content, receipt }: Message): number {
  return receipt && receipt.count >= receivesUntilBack ? receipt.visibleAt : content.arrivedAt;
}

function comesBefore(one: Place, other: Place): boolean {
  return (
    one.time < other.time ||
    (one.time === other.time && one.message.content.order < other.message.content.order)
  );
}
