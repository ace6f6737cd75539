import type { SQSClient } from '@aws-sdk/client-sqs';
import { z } from 'zod';
import { ok, type Result } from '#shared/contract/result.ts';
import { moveTask, newestFirst } from './move-task.ts';
import { queueLooks, queueNameOf, type QueuePlaces } from './queue-places.ts';
import type { QueueAttributes, QueueStanding } from './queues.ts';
import type { SqsQuestion } from './sqs-reads.ts';

interface Parts {
  readonly client: SQSClient;
  readonly places: QueuePlaces;
  readonly question: SqsQuestion;
}

/**
 * All that SQS says of a queue without receiving anything from it. Other makes of SQS leave attributes out, and answer
 * some of these calls with an error: each costs its own part.
 */
export async function queueStanding(
  queue: string,
  { client, places, question }: Parts,
): Promise<Result<QueueStanding>> {
  const url = await question.read('GetQueueUrl', (signal) => places.urlOf(queue, signal));
  if (!url.ok) return url;
  const attributesAt = async (address: string) =>
    question.read('GetQueueAttributes', async (abortSignal) => {
      const { Attributes } = await client.send(queueLooks.attributes(address), { abortSignal });
      const reported: ReportedAttributes = Attributes ?? {};
      return reported;
    });
  const [attributes, listed, tasks] = await Promise.all([
    attributesAt(url.value),
    question.read('ListDeadLetterSourceQueues', async (abortSignal) => {
      const { queueUrls } = await client.send(queueLooks.sources(url.value), { abortSignal });
      return queueUrls ?? [];
    }),
    question.read('ListMessageMoveTasks', async (abortSignal) => {
      const { Results } = await client.send(queueLooks.moves(places.arnOf(queue)), { abortSignal });
      return Results ?? [];
    }),
  ]);
  // Whoever may not read them, or cannot now, is told so. An endpoint that does not have the call has the rest.
  if (!attributes.ok && attributes.failure.code !== 'aws-refused') return attributes;
  const sources = await Promise.all(
    (listed.ok ? listed.value : []).slice(0, mostSources).map(async (source) => {
      const its = await attributesAt(source);
      // It may be a queue that this sign-in may not look at: its name is known all the same.
      return {
        name: queueNameOf(source),
        mostReceives: its.ok ? readQueueAttributes(its.value).mostReceives : null,
      };
    }),
  );
  const known = attributes.ok ? attributes.value : {};
  const { waiting, inFlight, delayed } = readQueueAttributes(known);
  return ok({
    name: queue,
    fifo: queue.endsWith('.fifo'),
    depth: { waiting, inFlight, delayed },
    retentionSeconds: readWholeNumber(known['MessageRetentionPeriod']),
    sources,
    moves: tasks.ok ? tasks.value.map(moveTask).toSorted(newestFirst) : [],
    ...(!attributes.ok && { attributesUnread: attributes.failure }),
    ...(!listed.ok && { sourcesUnread: listed.failure }),
    ...(!tasks.ok && { movesUnread: tasks.failure }),
  });
}

/** A list is not read further than this. */
const mostSources = 20;

/** No endpoint has to report any of these: what is missing, or is not a whole number, is not known. */
export function readQueueAttributes(reported: ReportedAttributes): QueueAttributes {
  return {
    waiting: readWholeNumber(reported['ApproximateNumberOfMessages']),
    inFlight: readWholeNumber(reported['ApproximateNumberOfMessagesNotVisible']),
    delayed: readWholeNumber(reported['ApproximateNumberOfMessagesDelayed']),
    mostReceives: readMostReceives(reported['RedrivePolicy']),
    visibilitySeconds: readWholeNumber(reported['VisibilityTimeout']),
    delaySeconds: readWholeNumber(reported['DelaySeconds']),
  };
}

type ReportedAttributes = Readonly<Partial<Record<string, string>>>;

function readWholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function readMostReceives(policy: string | undefined): number | null {
  try {
    return policySchema.parse(JSON.parse(policy ?? '')).maxReceiveCount;
  } catch {
    return null;
  }
}

/** Some tools write the number as a text. */
const policySchema = z.object({ maxReceiveCount: z.coerce.number().int().min(1) });
