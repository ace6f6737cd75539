import {
  ReceiveMessageCommand,
  type ListMessageMoveTasksResultEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { z } from 'zod';
import type { MoveTask } from '#shared/contract/dead-letters.ts';
import { ok, refused, type Receipt, type Refusal, type Result } from '#shared/contract/result.ts';
import { FailedRead, toFailure, toTrouble, type Trouble } from './aws-trouble.ts';
import { namesAt, type AwsPlace } from './client-config.ts';
import { captureBody, whereBodiesAre } from './middleware.ts';
import {
  mostRefusals,
  openPatience,
  type Patience,
  type PatienceParts,
  type TimeSources,
  usualLongestRead,
  withinTime,
} from './patience.ts';
import { sqsChanges } from './queue-changes.ts';
import { receivedMessages } from './received-messages.ts';
import {
  configuredQueues,
  queueLooks,
  parseQueueName,
  queuePlaces,
  sqsClient,
  type ConfiguredQueue,
  type QueueAttributes,
  type QueuePlaces,
  type Queues,
  type QueueStanding,
} from './queues.ts';

export type QueuesParts = PatienceParts & TimeSources;

/** Opens the queues over the SDK's client of one connection. */
export function openQueues(
  place: AwsPlace,
  parts: QueuesParts,
  configured: readonly ConfiguredQueue[] = configuredQueues(namesAt(place)),
): Queues {
  const client = sqsClient(place);
  const { longestRead = usualLongestRead } = parts;
  const patience = openPatience(parts);
  const places = queuePlaces(client, place, { named: configured, elapsed: parts.elapsed, patience });
  const reading = { ...parts, patience, longestRead };

  return {
    async configured(enough) {
      const question = askSqs('', 'GetQueueAttributes', reading);
      const { queues, unread, calls } = await places.list(enough);
      const known = queues.map((one) => {
        const failed = unread.get(one.source);
        if (failed === undefined) return one;
        const asked = { operation: 'GetQueueAttributes', queue: one.source } as const;
        return { ...one, policyUnread: sqsRefusal(failed.trouble, failed.attempts, asked).message };
      });
      return calls === 0 ? ok(known) : ok(known, { ...question.receipt(0, 0), pages: calls });
    },
    async standing(queue) {
      const question = askSqs(queue, 'GetQueueAttributes', reading);
      const ours = await question.isOurs(places);
      if (!ours.ok) return ours;
      const standing = await queueStanding(queue, { client, places, question });
      return standing.ok ? ok(standing.value, question.receipt(0, 0)) : standing;
    },
    async attributes(queue) {
      const question = askSqs(queue, 'GetQueueAttributes', reading);
      const ours = places.isSource(queue) ? ok(null) : await question.isOurs(places);
      if (!ours.ok) return ours;
      const url = await question.addressOf(queue, places);
      if (!url.ok) return url;
      const read = await question.read('GetQueueAttributes', async (abortSignal) => {
        return (await client.send(queueLooks.attributes(url.value), { abortSignal })).Attributes ?? {};
      });
      return read.ok ? ok(readQueueAttributes(read.value), question.receipt(0, 0)) : read;
    },
    async receive(queue, { most, visibilitySeconds }) {
      const question = askSqs(queue, 'ReceiveMessage', reading);
      const ours = await question.isOurs(places);
      if (!ours.ok) return ours;
      const url = await question.addressOf(queue, places);
      if (!url.ok) return url;
      const received = await question.readOnce('ReceiveMessage', async (abortSignal) => {
        let body = '';
        const command = new ReceiveMessageCommand({
          QueueUrl: url.value,
          MaxNumberOfMessages: most,
          VisibilityTimeout: visibilitySeconds,
          WaitTimeSeconds: 0,
          MessageAttributeNames: ['All'],
          MessageSystemAttributeNames: ['All'],
        });
        command.middlewareStack.add(
          captureBody((text) => (body = text)),
          whereBodiesAre,
        );
        await client.send(command, { abortSignal });
        return { messages: receivedMessages(body), bytes: Buffer.byteLength(body) };
      });
      if (!received.ok) return received;
      const { messages, bytes } = received.value;
      return ok(messages, question.receipt(messages.length, bytes));
    },
    ...sqsChanges({ client, places, longestChange: longestRead }),
  };
}

interface StandingParts {
  readonly client: SQSClient;
  readonly places: QueuePlaces;
  readonly question: SqsQuestion;
}

/**
 * Reads all that SQS says about a queue without receiving from it. Other implementations of SQS leave attributes
 * out and fail some of these calls: each failure costs only its own part.
 */
async function queueStanding(
  queue: string,
  { client, places, question }: StandingParts,
): Promise<Result<QueueStanding>> {
  const url = await question.addressOf(queue, places);
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
  // A denied or failed call is reported as such. An endpoint that lacks this call still answers the others.
  if (!attributes.ok && attributes.failure.code !== 'aws-refused') return attributes;
  const sources = await Promise.all(
    (listed.ok ? listed.value : []).slice(0, mostSources).map(async (source) => {
      const its = await attributesAt(source);
      // The sign-in may lack the right to read this queue, but its name is known anyway.
      return {
        name: parseQueueName(source),
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

/** No endpoint has to report any of these, so a missing value or one that is not a whole number is null. */
function readQueueAttributes(reported: ReportedAttributes): QueueAttributes {
  return {
    waiting: readWholeNumber(reported['ApproximateNumberOfMessages']),
    inFlight: readWholeNumber(reported['ApproximateNumberOfMessagesNotVisible']),
    delayed: readWholeNumber(reported['ApproximateNumberOfMessagesDelayed']),
    mostReceives: readMostReceives(reported['RedrivePolicy']),
    visibilitySeconds: readWholeNumber(reported['VisibilityTimeout']),
    delaySeconds: readWholeNumber(reported['DelaySeconds']),
    largestMessage: readWholeNumber(reported['MaximumMessageSize']),
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

type SqsRead =
  | 'GetQueueUrl'
  | 'GetQueueAttributes'
  | 'ListDeadLetterSourceQueues'
  | 'ListMessageMoveTasks'
  | 'ReceiveMessage';

interface ReadingParts extends TimeSources {
  readonly patience: Patience;
  /** This is the limit in milliseconds. */
  readonly longestRead: number;
}

type Attempt<T> = (signal: AbortSignal) => Promise<T>;

/** Makes the reads of one question about a queue, and its receipt. */
interface SqsQuestion {
  /** Refuses a queue that is not a dead-letter queue of this connection. */
  isOurs(places: QueuePlaces): Promise<Result<null>>;
  /** An address that is known already takes no request, so it is not on the receipt. */
  addressOf(queue: string, places: QueuePlaces): Promise<Result<string>>;
  read<T>(operation: SqsRead, attempt: Attempt<T>): Promise<Result<T>>;
  /**
   * Repeats the call only when SQS has certainly done nothing: a lost answer has hidden its messages, and a second
   * call would hide more.
   */
  readOnce<T>(operation: SqsRead, attempt: Attempt<T>): Promise<Result<T>>;
  receipt(items: number, bytes: number): Receipt;
}

/** `operation` is the question's name on its receipt. */
function askSqs(
  queue: string,
  operation: SqsRead,
  { patience, now, elapsed, longestRead }: ReadingParts,
): SqsQuestion {
  const asOf = new Date(now()).toISOString();
  const begun = elapsed();
  let pages = 0;

  const answered = <T>(value: T): Result<T> => {
    pages += 1;
    return { ok: true, value };
  };
  const failed = (trouble: Trouble, attempts: number, called: SqsRead): Result<never> =>
    sqsFailure(trouble, attempts, { operation: called, queue });

  async function read<T>(called: SqsRead, attempt: Attempt<T>): Promise<Result<T>> {
    const tried = await patience.read(attempt);
    return tried.ok ? answered(tried.value) : failed(tried.trouble, tried.attempts, called);
  }

  return {
    read,
    async isOurs(places) {
      try {
        return (await places.isDeadLetterQueue(queue)) ? ok(null) : noSuchQueue(queue);
      } catch (error) {
        const attempts = error instanceof FailedRead ? error.attempts : 1;
        return failed(toTrouble(error), attempts, 'GetQueueAttributes');
      }
    },
    async addressOf(name, places) {
      const known = places.knownUrl(name);
      return known === undefined ? read('GetQueueUrl', (signal) => places.urlOf(name, signal)) : ok(known);
    },
    async readOnce(called, attempt) {
      for (let attempts = 1; ; attempts += 1) {
        try {
          return answered(await withinTime(longestRead, attempt));
        } catch (error) {
          const trouble = toTrouble(error);
          if (attempts === mostRefusals || trouble.kind !== 'throttled')
            return failed(trouble, attempts, called);
        }
        await patience.pause(attempts);
      }
    },
    receipt: (items, bytes) => ({
      pattern: `SQS: ${operation}`,
      index: 'queue',
      pages,
      items,
      rru: 0,
      bytes,
      ms: elapsed() - begun,
      asOf,
    }),
  };
}

function sqsFailure(
  trouble: Trouble,
  attempts: number,
  { operation, queue }: { readonly operation: SqsRead; readonly queue: string },
): Result<never> {
  return refused(sqsRefusal(trouble, attempts, { operation, queue }));
}

function sqsRefusal(
  trouble: Trouble,
  attempts: number,
  { operation, queue }: { readonly operation: SqsRead; readonly queue: string },
): Refusal {
  return toFailure(trouble, attempts, {
    service: 'SQS',
    action: `sqs:${operation}`,
    place: `the queue "${queue}"`,
    ...(parts[operation] !== undefined && { part: parts[operation] }),
    resource: queue,
    ...(trouble.name === 'OverLimit' && {
      advice: 'Too many of its messages are in flight. Release some, then try again.',
    }),
    missing: {
      code: 'not-found',
      message: `There is no queue "${queue}" on this connection. Nothing was read. Check the connection's region, account and queue names.`,
      what: queue,
    },
  });
}

const parts: Partial<Readonly<Record<SqsRead, string>>> = {
  ListDeadLetterSourceQueues: 'the list of its sources',
  ListMessageMoveTasks: 'the list of its moves',
};

function noSuchQueue(queue: string): Result<never> {
  return refused({
    code: 'not-found',
    message: `"${queue}" is not a dead-letter queue of this connection. Nothing was read.`,
    what: queue,
  });
}

/** Converts a move task as SQS lists it; an unknown state counts as not running. */
function moveTask(entry: ListMessageMoveTasksResultEntry): MoveTask {
  const { Status, StartedTimestamp, MaxNumberOfMessagesPerSecond, FailureReason, DestinationArn } = entry;
  return {
    state: stateSchema.catch('FAILED').parse(Status),
    startedAt: formatSentTime(StartedTimestamp),
    perSecond: MaxNumberOfMessagesPerSecond ?? null,
    moved: entry.ApproximateNumberOfMessagesMoved ?? 0,
    toMove: entry.ApproximateNumberOfMessagesToMove ?? null,
    to: DestinationArn === undefined ? null : parseQueueName(DestinationArn),
    failure: FailureReason ?? null,
  };
}

function newestFirst(one: MoveTask, other: MoveTask): number {
  return (other.startedAt ?? '').localeCompare(one.startedAt ?? '');
}

const stateSchema = z.enum(['RUNNING', 'COMPLETED', 'CANCELLING', 'CANCELLED', 'FAILED']);

function formatSentTime(timestamp: number | undefined): string | null {
  const date = new Date(timestamp ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
