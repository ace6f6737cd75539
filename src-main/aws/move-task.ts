import type { ListMessageMoveTasksResultEntry } from '@aws-sdk/client-sqs';
import { z } from 'zod';
import type { MoveTask } from '#shared/contract/dead-letters.ts';
import { queueNameOf } from './queue-places.ts';

/** As SQS lists it; a state that nobody has heard of is none that goes on. */
export function moveTask(entry: ListMessageMoveTasksResultEntry): MoveTask {
  const { Status, StartedTimestamp, MaxNumberOfMessagesPerSecond, FailureReason, DestinationArn } = entry;
  return {
    state: stateSchema.catch('FAILED').parse(Status),
    startedAt: timeOf(StartedTimestamp),
    perSecond: MaxNumberOfMessagesPerSecond ?? null,
    moved: entry.ApproximateNumberOfMessagesMoved ?? 0,
    toMove: entry.ApproximateNumberOfMessagesToMove ?? null,
    to: DestinationArn === undefined ? null : queueNameOf(DestinationArn),
    failure: FailureReason ?? null,
  };
}

export function newestFirst(one: MoveTask, other: MoveTask): number {
  return (other.startedAt ?? '').localeCompare(one.startedAt ?? '');
}

const stateSchema = z.enum(['RUNNING', 'COMPLETED', 'CANCELLING', 'CANCELLED', 'FAILED']);

function timeOf(timestamp: number | undefined): string | null {
  const date = new Date(timestamp ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
