import type { QueuesAndAlarms } from './late-queues.ts';
import { openQueueAlarms } from './open-queue-alarms.ts';
import { openQueues, type QueuesParts } from './open-queues.ts';
import type { AwsPlace } from './aws-place.ts';

/** Both SDK clients of dead letters, loaded together. */
export function openQueuesAndAlarms(place: AwsPlace, parts: QueuesParts = usualParts()): QueuesAndAlarms {
  return { queues: openQueues(place, parts), alarms: openQueueAlarms(place, parts) };
}

function usualParts(): QueuesParts {
  return {
    now: Date.now,
    elapsed: () => performance.now(),
    random: Math.random,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}
