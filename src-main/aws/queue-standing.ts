import {
  GetQueueAttributesCommand,
  ListDeadLetterSourceQueuesCommand,
  ListMessageMoveTasksCommand,
  type ListMessageMoveTasksResultEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { z } from 'zod';
import type { MoveTask } from '#shared/contract/dead-letters/queues.ts';
import { queueNameOf, type QueuePlaces } from './queue-places.ts';
import type { QueueStanding } from './queues.ts';

export interface Counted {
  readonly standing: QueueStanding;
  readonly calls: number;
}

/** All that SQS says of a queue without receiving anything from it. */
export async function queueStanding(
  client: SQSClient,
  places: QueuePlaces,
  queue: string,
  abortSignal: AbortSignal,
): Promise<Counted> {
  const QueueUrl = await places.urlOf(queue, abortSignal);
  const [{ Attributes }, { queueUrls = [] }, { Results = [] }] = await Promise.all([
    client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }), { abortSignal }),
    client.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl }), { abortSignal }),
    client.send(new ListMessageMoveTasksCommand({ SourceArn: places.arnOf(queue), MaxResults: 10 }), {
      abortSignal,
    }),
  ]);
  const sources = await Promise.all(
    queueUrls.slice(0, mostSources).map(async (url) => {
      const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['RedrivePolicy'] });
      const { Attributes: own } = await client.send(command, { abortSignal });
      return { name: queueNameOf(url), mostReceives: mostReceivesOf(own?.RedrivePolicy) };
    }),
  );
  const known = attributesSchema.parse(Attributes ?? {});
  return {
    standing: {
      name: queue,
      fifo: queue.endsWith('.fifo'),
      depth: {
        waiting: known.ApproximateNumberOfMessages,
        inFlight: known.ApproximateNumberOfMessagesNotVisible,
        delayed: known.ApproximateNumberOfMessagesDelayed,
      },
      retentionSeconds: known.MessageRetentionPeriod,
      sources,
      moves: Results.map(moveTask).toSorted((one, other) => newestFirst(one, other)),
    },
    calls: 3 + sources.length,
  };
}

/** Beyond that nobody reads the list. */
const mostSources = 20;

const number = z.coerce.number().int().min(0);
const attributesSchema = z.object({
  ApproximateNumberOfMessages: number,
  ApproximateNumberOfMessagesNotVisible: number,
  ApproximateNumberOfMessagesDelayed: number,
  MessageRetentionPeriod: number,
});

function mostReceivesOf(policy: string | undefined): number | null {
  try {
    return policySchema.parse(JSON.parse(policy ?? '')).maxReceiveCount;
  } catch {
    return null;
  }
}

/** Some tools write it as a text. */
const policySchema = z.object({ maxReceiveCount: z.coerce.number().int().min(1) });

function moveTask(entry: ListMessageMoveTasksResultEntry): MoveTask {
  const { Status, StartedTimestamp, MaxNumberOfMessagesPerSecond, FailureReason, DestinationArn } = entry;
  return {
    state: stateSchema.catch('FAILED').parse(Status),
    startedAt: StartedTimestamp === undefined ? null : new Date(StartedTimestamp).toISOString(),
    perSecond: MaxNumberOfMessagesPerSecond ?? null,
    moved: entry.ApproximateNumberOfMessagesMoved ?? 0,
    toMove: entry.ApproximateNumberOfMessagesToMove ?? null,
    to: DestinationArn === undefined ? null : queueNameOf(DestinationArn),
    failure: FailureReason ?? null,
  };
}

const stateSchema = z.enum(['RUNNING', 'COMPLETED', 'CANCELLING', 'CANCELLED', 'FAILED']);

function newestFirst(one: MoveTask, other: MoveTask): number {
  return (other.startedAt ?? '').localeCompare(one.startedAt ?? '');
}
