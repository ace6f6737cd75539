import type { QueuesAndAlarms } from './late-queues.ts';
import { openQueueAlarms } from './open-queue-alarms.ts';
import { openQueues, type QueuesParts } from './open-queues.ts';
import type { SandboxAws } from './sandbox-config.ts';

/** Both SDK clients of dead letters, loaded together. */
export function openQueuesAndAlarms(sandbox: SandboxAws, parts: QueuesParts = usualParts()): QueuesAndAlarms {
  return { queues: openQueues(sandbox, parts), alarms: openQueueAlarms(sandbox, parts) };
}

function usualParts(): QueuesParts {
  return {
    now: Date.now,
    elapsed: () => performance.now(),
    random: Math.random,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}
