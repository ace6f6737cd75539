import type { QueuesAndAlarms } from './late-queues.ts';
import { openQueueAlarms } from './open-queue-alarms.ts';
import { openQueues } from './open-queues.ts';
import type { SandboxAws } from './sandbox-config.ts';

/** Both SDK clients of dead letters, loaded together. */
export function openQueuesAndAlarms(sandbox: SandboxAws): QueuesAndAlarms {
  return { queues: openQueues(sandbox), alarms: openQueueAlarms(sandbox) };
}
