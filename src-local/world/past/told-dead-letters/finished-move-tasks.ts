import type { MoveTask } from '../../../aws/sqs/move-tasks.ts';
import type { Randomness } from '../../randomness.ts';

const hour = 3_600_000;

/** Redrives that have ended, the oldest first. What they moved has left the dead letters, or has come back since. */
export function finishedMoveTasks(
  anchor: number,
  dice: Randomness,
  arns: {
    readonly documents: string;
    readonly documentDeadLetters: string;
    readonly webhooks: string;
    readonly webhookDeadLetters: string;
  },
): MoveTask[] {
  const task = (hoursAgo: number, rest: Omit<MoveTask, 'id' | 'startedAt'>): MoveTask => ({
    id: dice.uuid(),
    startedAt: anchor - Math.round(hoursAgo * hour),
    ...rest,
  });
  return [
    task(13.2 * 24, {
      sourceArn: arns.documentDeadLetters,
      toMove: 22,
      moved: 22,
      status: 'COMPLETED',
    }),
    task(9.1 * 24, {
      sourceArn: arns.webhookDeadLetters,
      destinationArn: arns.webhooks,
      perSecond: 5,
      toMove: 118,
      moved: 31,
      status: 'CANCELLED',
    }),
    // To a queue that somebody had deleted meanwhile.
    task(6.4 * 24, {
      sourceArn: arns.documentDeadLetters,
      destinationArn: arns.documents.replace(/:[^:]+$/, ':autowired-documents-repair'),
      toMove: 35,
      moved: 0,
      status: 'FAILED',
      failureReason: 'AWS.SimpleQueueService.NonExistentQueue',
    }),
    task(50, {
      sourceArn: arns.webhookDeadLetters,
      perSecond: 1,
      toMove: 9,
      moved: 9,
      status: 'COMPLETED',
    }),
  ];
}
