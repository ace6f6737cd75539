import type { Clock } from '../../world/clock.ts';
import type { Metrics } from '../../world/world.ts';
import type { Queue } from './queue.ts';
import { receivesUntilBack } from './message-order.ts';

const namespace = 'AWS/SQS';

type Happening =
  | 'NumberOfMessagesSent'
  | 'NumberOfMessagesReceived'
  | 'NumberOfMessagesDeleted'
  | 'NumberOfEmptyReceives'
  | 'NumberOfDeduplicatedSentMessages'
  | 'SentMessageSize';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html */
export function report(
  { metrics, clock }: { metrics: Metrics; clock: Clock },
  queue: Queue,
  name: Happening,
  value: number,
): void {
  if (value === 0) return;
  metrics.record({
    namespace,
    name,
    dimensions: { QueueName: queue.name },
    unit: name === 'SentMessageSize' ? 'Bytes' : 'Count',
    value,
    time: clock.now(),
  });
}

/** Reads the levels of a queue once a minute. Returns a function that stops it. */
export function watchQueue(metrics: Metrics, queue: Queue): () => void {
  const levels: [name: string, unit: string, read: (at: number) => number | undefined][] = [
    ['ApproximateNumberOfMessagesVisible', 'Count', () => queue.counts.ready],
    ['ApproximateNumberOfMessagesNotVisible', 'Count', () => queue.counts.inFlight || undefined],
    ['ApproximateNumberOfMessagesDelayed', 'Count', () => queue.counts.delayed || undefined],
    ['ApproximateAgeOfOldestMessage', 'Seconds', (at) => getOldestAge(queue, at)],
  ];
  if (queue.settings.isFifo) {
    levels.push(['ApproximateNumberOfGroupsWithInflightMessages', 'Count', () => groupsInFlight(queue)]);
  }
  const stops = levels.map(([name, unit, read]) =>
    metrics.gauge({
      namespace,
      name,
      dimensions: { QueueName: queue.name },
      unit,
      read(at) {
        queue.catchUp();
        return existedAt(queue, at) ? read(at) : undefined;
      },
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

/** A queue with past messages is older than its deployment. */
function existedAt({ record, messages }: Queue, at: number): boolean {
  if (record.createdAt <= at) return true;
  const [first] = messages.values();
  return first !== undefined && first.content.arrivedAt <= at;
}

/**
 * The age counts from when the message came into this queue. A message that a standard queue has moved to its
 * back no longer counts.
 */
function getOldestAge(queue: Queue, at: number): number | undefined {
  for (const { content, receipt } of queue.messages.values()) {
    if (queue.settings.isFifo || (receipt?.count ?? 0) < receivesUntilBack) {
      return content.arrivedAt > at ? undefined : Math.floor((at - content.arrivedAt) / 1000);
    }
  }
  return undefined;
}

function groupsInFlight(queue: Queue): number {
  // This runs for every minute of a long advance, mostly for a queue at rest.
  if (queue.counts.inFlight === 0) return 0;
  const groups = new Set<string | undefined>();
  for (const { content, state } of queue.messages.values()) {
    if (state === 'inFlight') groups.add(content.groupId);
  }
  return groups.size;
}
