import {
  GetQueueAttributesCommand,
  ListDeadLetterSourceQueuesCommand,
  ListMessageMoveTasksCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { z } from 'zod';
import { ok, type Result } from '#shared/contract/result.ts';
import { UnreadableAnswer } from './kept-body.ts';
import { moveTask, newestFirst } from './move-task.ts';
import { queueNameOf, type QueuePlaces } from './queue-places.ts';
import type { QueueStanding } from './queues.ts';
import type { SqsQuestion } from './sqs-reads.ts';

interface Parts {
  readonly client: SQSClient;
  readonly places: QueuePlaces;
  readonly question: SqsQuestion;
}

/** All that SQS says of a queue without receiving anything from it. */
export async function queueStanding(
  queue: string,
  { client, places, question }: Parts,
): Promise<Result<QueueStanding>> {
  const url = await question.read('GetQueueUrl', (signal) => places.urlOf(queue, signal));
  if (!url.ok) return url;
  const QueueUrl = url.value;
  const [attributes, listed, tasks] = await Promise.all([
    question.read('GetQueueAttributes', async (abortSignal) => {
      const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] });
      const { Attributes = {} } = await client.send(command, { abortSignal });
      const known = attributesSchema.safeParse(Attributes);
      if (known.success) return known.data;
      throw new UnreadableAnswer('The attributes of the queue are not as SQS describes them.');
    }),
    question.read('ListDeadLetterSourceQueues', async (abortSignal) => {
      const command = new ListDeadLetterSourceQueuesCommand({ QueueUrl });
      return (await client.send(command, { abortSignal })).queueUrls ?? [];
    }),
    question.read('ListMessageMoveTasks', async (abortSignal) => {
      const command = new ListMessageMoveTasksCommand({ SourceArn: places.arnOf(queue), MaxResults: 10 });
      return (await client.send(command, { abortSignal })).Results ?? [];
    }),
  ]);
  if (!attributes.ok) return attributes;
  if (!listed.ok) return listed;
  // To list them AWS asks for the right to delete, which who may only look need not have.
  if (!tasks.ok && tasks.failure.code !== 'read-denied') return tasks;
  const sources = await Promise.all(
    listed.value.slice(0, mostSources).map(async (source) => {
      const policy = await question.read('GetQueueAttributes', async (abortSignal) => {
        const command = new GetQueueAttributesCommand({
          QueueUrl: source,
          AttributeNames: ['RedrivePolicy'],
        });
        return (await client.send(command, { abortSignal })).Attributes?.RedrivePolicy;
      });
      // It may be a queue that this sign-in may not look at: its name is known all the same.
      return { name: queueNameOf(source), mostReceives: policy.ok ? mostReceivesOf(policy.value) : null };
    }),
  );
  const known = attributes.value;
  return ok({
    name: queue,
    fifo: queue.endsWith('.fifo'),
    depth: {
      waiting: known.ApproximateNumberOfMessages,
      inFlight: known.ApproximateNumberOfMessagesNotVisible,
      delayed: known.ApproximateNumberOfMessagesDelayed,
    },
    retentionSeconds: known.MessageRetentionPeriod,
    sources,
    moves: tasks.ok ? tasks.value.map(moveTask).toSorted(newestFirst) : [],
    ...(!tasks.ok && { movesUnread: tasks.failure }),
  });
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
