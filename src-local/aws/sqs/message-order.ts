import { Heap } from '../../world/heap.ts';
import type { Message } from './message.ts';

/** The order in which ready messages leave a queue. */
export interface ReadyOrder {
  /** A message has come into the queue, ready or not. */
  admit(message: Message): void;
  ready(message: Message): void;
  gone(message: Message): void;
  /** Takes up to `limit` messages. `accept` must change the state of each: it goes in flight, or is deleted. */
  take(limit: number, accept: (message: Message) => boolean): Message[];
}

/** Received this often and still not deleted, a message goes to the back of a standard queue. */
export const receivesUntilBack = 3;

interface Place {
  readonly time: number;
  readonly message: Message;
}

/** AWS promises no order; ours is the oldest first. */
export function standardOrder(): ReadyOrder {
  // A message that a late handle has hidden leaves its former place behind.
  const places = new Heap<Place>(
    comesBefore,
    ({ time, message }) => message.state !== 'ready' || getPlace(message) !== time,
  );
  return {
    admit() {},
    ready(message) {
      places.add({ time: getPlace(message), message });
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
function getPlace({ content, receipt }: Message): number {
  return receipt && receipt.count >= receivesUntilBack ? receipt.visibleAt : content.arrivedAt;
}

function comesBefore(one: Place, other: Place): boolean {
  return (
    one.time < other.time ||
    (one.time === other.time && one.message.content.order < other.message.content.order)
  );
}

/** The messages of one group, first sent first. Deleted messages leave the line when they reach its head. */
interface Group {
  line: Message[];
  head: number;
}

/**
 * Groups wait in a line of their own. As much as possible of one group is given out, then of the next; a group
 * whose first message is in flight or delayed gives nothing.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/FIFO-queues-understanding-logic.html
 */
export function fifoOrder(): ReadyOrder {
  const groups = new Map<string, Group>();
  const open = new Set<Group>();

  const openIfReady = (group: Group): void => {
    if (!open.has(group) && findFirst(group)?.state === 'ready') open.add(group);
  };
  const groupOf = (message: Message): Group => {
    const id = message.content.groupId ?? '';
    let group = groups.get(id);
    if (!group) groups.set(id, (group = { line: [], head: 0 }));
    return group;
  };

  return {
    admit(message) {
      groupOf(message).line.push(message);
    },
    ready(message) {
      openIfReady(groupOf(message));
    },
    gone(message) {
      const group = groupOf(message);
      if (findFirst(group)) openIfReady(group);
      else {
        groups.delete(message.content.groupId ?? '');
        open.delete(group);
      }
    },
    take(limit, accept) {
      const taken: Message[] = [];
      for (const group of open) {
        if (taken.length >= limit) break;
        open.delete(group);
        // The line is shortened by copying, so this one stays as it is while messages leave it.
        const { line } = group;
        for (let at = group.head; at < line.length && taken.length < limit; at += 1) {
          const message = line[at];
          if (!message || message.state === 'gone') continue;
          if (message.state !== 'ready') break;
          if (accept(message)) taken.push(message);
        }
      }
      return taken;
    },
  };
}

function findFirst(group: Group): Message | undefined {
  while (group.line[group.head]?.state === 'gone') group.head += 1;
  if (group.head > 64 && group.head * 2 > group.line.length) {
    group.line = group.line.slice(group.head);
    group.head = 0;
  }
  return group.line[group.head];
}
