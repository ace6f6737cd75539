import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListDeadLetterSourceQueuesCommand,
  ListMessageMoveTasksCommand,
  SQSClient,
  type QueueAttributeName,
} from '@aws-sdk/client-sqs';
import { z } from 'zod';
import { findAwsPartition } from '#shared/catalogue/iam/arns.ts';
import { queueName, type MoveTask } from '#shared/contract/dead-letters.ts';
import type { Failure, Result } from '#shared/contract/result.ts';
import type { PipelineNames } from '#shared/domain/pipeline-names.ts';
import { FailedRead } from './aws-trouble.ts';
import { clientConfig, withRenewal, type AwsPlace } from './client-config.ts';
import { allowedTargets, UnreadableAnswer, whereTargetsAre } from './middleware.ts';
import type { Patience } from './patience.ts';

/** This is a dead-letter queue of the open connection, under the connection's name for it. */
export interface ConfiguredQueue {
  readonly name: string;
  /** This is the queue whose failed messages end here, according to the connection. */
  readonly source: string;
  /** The connection does not name it: the redrive policy of a queue that it names does. */
  readonly isFound?: true;
  /** Explains why it is not known where the source's dead letters go: perhaps to a queue that is not listed. */
  readonly policyUnread?: string;
}

/** This is the state of a queue as SQS reports it; missing values are null. */
export interface QueueStanding {
  readonly name: string;
  readonly fifo: boolean;
  readonly depth: {
    readonly waiting: number | null;
    readonly inFlight: number | null;
    readonly delayed: number | null;
  };
  readonly retentionSeconds: number | null;
  readonly sources: readonly { readonly name: string; readonly mostReceives: number | null }[];
  readonly moves: readonly MoveTask[];
  /** This is the failure that explains why depth and retention are missing. */
  readonly attributesUnread?: Failure;
  /** This is the failure to list the sources: the list is empty although some may send to it. */
  readonly sourcesUnread?: Failure;
  /** This is the failure to list the moves: the list is empty although one may be running. */
  readonly movesUnread?: Failure;
}

/** These are the attributes of one queue; each that is missing or not a number is null. */
export interface QueueAttributes {
  readonly waiting: number | null;
  readonly inFlight: number | null;
  readonly delayed: number | null;
  readonly mostReceives: number | null;
  readonly visibilitySeconds: number | null;
  readonly delaySeconds: number | null;
  /** Limits the bytes of one message, which an owner may set below the limit of SQS. */
  readonly largestMessage: number | null;
}

export interface MessageAttribute {
  /** This is the type with its label, such as "String", "Number.price" or "Binary". */
  readonly type: string;
  /** A binary value is in base64. */
  readonly value: string;
}

export interface ReceivedMessage {
  readonly messageId: string;
  /** The handle never leaves the main process. */
  readonly receiptHandle: string;
  readonly body: string;
  readonly attributes: Readonly<Record<string, MessageAttribute>>;
  /**
   * These are the attributes under SQS's names: SentTimestamp, ApproximateReceiveCount, DeadLetterQueueSourceArn,
   * MessageGroupId …
   */
  readonly system: Readonly<Record<string, string>>;
}

export interface MessageToSend {
  readonly body: string;
  readonly attributes: Readonly<Record<string, MessageAttribute>>;
  /** AWSTraceHeader is the only system attribute that a sender may set. */
  readonly traceHeader?: string | undefined;
  readonly groupId?: string | undefined;
  readonly deduplicationId?: string | undefined;
}

/** This is the outcome of one entry of a call. `unclear`: it may have happened. */
export type EntryOutcome =
  | { readonly kind: 'done'; readonly messageId: string | null }
  | {
      readonly kind: 'refused';
      readonly name: string;
      readonly why: string;
      readonly mayTryAgain: boolean;
      /**
       * It is true when the refusal does not concern this entry: none is accepted until a person signs in or opens
       * the connection, or until there is a network again.
       */
      readonly isForNow?: true;
    }
  | { readonly kind: 'unclear'; readonly why: string };

/** This is the outcome of a change of a queue as a whole. */
export type QueueChange =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly name: string; readonly why: string }
  | { readonly kind: 'unclear'; readonly why: string };

/**
 * This is the only way to SQS. Each change is one attempt: its caller has written down the intent, and decides what
 * an unclear answer means.
 */
export interface Queues {
  /**
   * Lists the named queues, and those that only redrive policies name. Nothing is asked of SQS if all of `enough` are
   * known already.
   */
  readonly configured: (enough?: readonly string[]) => Promise<Result<readonly ConfiguredQueue[]>>;
  readonly standing: (queue: string) => Promise<Result<QueueStanding>>;
  /** Makes one call, for a dead-letter queue or a queue that a redrive sends to. */
  readonly attributes: (queue: string) => Promise<Result<QueueAttributes>>;
  /**
   * Receives at most ten messages with all attributes, because a missing attribute would be lost when the message
   * is sent again.
   */
  readonly receive: (
    queue: string,
    how: { readonly most: number; readonly visibilitySeconds: number },
  ) => Promise<Result<readonly ReceivedMessage[]>>;
  /** Hides at most ten messages by their receipt handles, in their order. */
  readonly hide: (
    queue: string,
    handles: readonly string[],
    seconds: number,
  ) => Promise<readonly EntryOutcome[]>;
  /**
   * Sends at most ten messages and 1 MiB to a queue of this connection; outcomes come in the order of the messages.
   */
  readonly send: (queue: string, messages: readonly MessageToSend[]) => Promise<readonly EntryOutcome[]>;
  readonly delete: (queue: string, handles: readonly string[]) => Promise<readonly EntryOutcome[]>;
  /** The call has no token, so after an unclear answer the moves are listed and it is not simply repeated. */
  readonly startMove: (queue: string, perSecond: number | null) => Promise<QueueChange>;
  /** Cancels the move that is running. */
  readonly cancelMove: (queue: string) => Promise<QueueChange>;
}

/** Creates the SDK's client of one AWS, limited to what the console may do to queues (domain, 1.4). */
export function sqsClient(place: AwsPlace): SQSClient {
  const client = new SQSClient({
    ...clientConfig(place, 'sqs'),
    // A queue's URL comes from outside, but the connection decides where requests go.
    useQueueUrlAsEndpoint: false,
  });
  client.middlewareStack.add(
    allowedTargets(
      allowed,
      'The console looks at dead letters, holds them, sends them back and deletes them',
    ),
    whereTargetsAre,
  );
  return withRenewal(client, place);
}

const allowed: ReadonlySet<string> = new Set(
  [
    'GetQueueUrl',
    'GetQueueAttributes',
    'ListDeadLetterSourceQueues',
    'ListMessageMoveTasks',
    'ReceiveMessage',
    'ChangeMessageVisibilityBatch',
    'SendMessageBatch',
    'DeleteMessageBatch',
    'StartMessageMoveTask',
    'CancelMessageMoveTask',
  ].map((operation) => `AmazonSQS.${operation}`),
);

/** Finds the queues of a connection. A name that the connection lacks is never sent to AWS. */
export interface QueuePlaces {
  /** Lists the named queues and those that their redrive policies name. */
  list(enough?: readonly string[]): Promise<KnownQueues>;
  /** Rejects if the name is unknown only because a redrive policy could not be read. */
  isDeadLetterQueue(name: string): Promise<boolean>;
  /** Says whether a redrive may send to this queue. */
  isSource(name: string): boolean;
  urlOf(name: string, signal: AbortSignal): Promise<string>;
  /** Returns the address if it takes no request. */
  knownUrl(name: string): string | undefined;
  arnOf(name: string): string;
}

export function queuePlaces(
  client: SQSClient,
  { region, accountId }: Pick<AwsPlace, 'region' | 'accountId'>,
  { named, elapsed, patience }: QueuePlacesParts,
): QueuePlaces {
  const urls = new Map<string, string>();
  const found = findQueues({
    named,
    elapsed,
    readTarget: async (name) => {
      const tried = await patience.read((signal) => readTarget(name, signal));
      if (!tried.ok) throw new FailedRead(tried);
      return tried.value;
    },
  });

  async function findUrl(name: string, abortSignal: AbortSignal): Promise<string> {
    const known = urls.get(name);
    if (known !== undefined) return known;
    const { QueueUrl } = await client.send(queueLooks.url(name, accountId), { abortSignal });
    if (QueueUrl === undefined) throw new UnreadableAnswer('The answer has no address of the queue.');
    urls.set(name, QueueUrl);
    return QueueUrl;
  }

  async function readTarget(name: string, abortSignal: AbortSignal): Promise<string | null> {
    try {
      const command = queueLooks.attributes(await findUrl(name, abortSignal));
      const { Attributes } = await client.send(command, { abortSignal });
      return parseDeadLetterTarget(Attributes?.RedrivePolicy);
    } catch (error) {
      // A queue that does not exist sends nothing anywhere. Its own line in the list says that it is missing.
      if (error instanceof Error && missingQueue.has(error.name)) return null;
      throw error;
    }
  }

  return {
    list: (alsoWanted) => found.list(alsoWanted),
    async isDeadLetterQueue(name) {
      if (!queueName.safeParse(name).success) return false;
      const { queues, unread } = await found.list([name]);
      if (queues.some((one) => one.name === name)) return true;
      for (const error of unread.values()) throw error;
      return false;
    },
    isSource: (name) => found.lastKnown().some(({ source }) => source === name),
    urlOf: findUrl,
    knownUrl: (name) => urls.get(name),
    arnOf: (name) => `arn:${findAwsPartition(region)}:sqs:${region}:${accountId}:${name}`,
  };
}

interface QueuePlacesParts {
  readonly named: readonly ConfiguredQueue[];
  readonly elapsed: () => number;
  readonly patience: Patience;
}

const missingQueue: ReadonlySet<string> = new Set([
  'QueueDoesNotExist',
  'AWS.SimpleQueueService.NonExistentQueue',
]);

/** Returns the name of the queue that a redrive policy sends to; null if there is none or it cannot be read. */
function parseDeadLetterTarget(policy: string | undefined): string | null {
  try {
    const name = parseQueueName(targetSchema.parse(JSON.parse(policy ?? '')).deadLetterTargetArn);
    return queueName.safeParse(name).success ? name : null;
  } catch {
    return null;
  }
}

const targetSchema = z.object({ deadLetterTargetArn: z.string() });

/**
 * These are the calls that read a queue's state. "Check connection" makes the same ones, so that it tests all that
 * the features need.
 */
export const queueLooks = {
  url: (QueueName: string, QueueOwnerAWSAccountId: string) =>
    new GetQueueUrlCommand({ QueueName, QueueOwnerAWSAccountId }),
  // Attribute names differ between implementations, and an unknown one fails the whole request, so all are asked
  // for.
  attributes: (QueueUrl: string) =>
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All' satisfies QueueAttributeName] }),
  sources: (QueueUrl: string) => new ListDeadLetterSourceQueuesCommand({ QueueUrl }),
  moves: (SourceArn: string) => new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 10 }),
} as const;

/** Returns the queues of a deployment that the console may touch. */
export function configuredQueues({
  extraction,
  downloads,
}: Pick<PipelineNames, 'extraction' | 'downloads'>): readonly ConfiguredQueue[] {
  return [
    { name: extraction.documentDeadLetterQueue, source: extraction.documentQueue },
    { name: extraction.webhookDeadLetterQueue, source: extraction.webhookQueue },
    { name: downloads.fileDeadLetterQueue, source: downloads.fileQueue },
  ].filter(({ name, source }) => name !== '' && source !== '');
}

/** Returns the last part of a queue's URL or ARN. */
export function parseQueueName(place: string): string {
  return place.split(/[/:]/).at(-1) ?? place;
}

/** The dead-letter queues of a connection, and what kept some of them from being found. */
interface KnownQueues {
  /** The named queues come first. */
  readonly queues: readonly ConfiguredQueue[];
  /** These are the redrive policies that could not be read, by the queue whose policy it is. */
  readonly unread: ReadonlyMap<string, FailedRead>;
  /** This is the number of policies that were read for it; 0 when it was known already. */
  readonly calls: number;
}

interface FindQueuesParts {
  readonly named: readonly ConfiguredQueue[];
  /** Returns the name of the queue that a queue's dead letters go to; null if it has none. */
  readonly readTarget: (queue: string) => Promise<string | null>;
  readonly elapsed: () => number;
}

/**
 * Finds the dead-letter queues that only a redrive policy names: those of the named sources, and those of the
 * dead-letter queues themselves, which pass a message on after several samples.
 */
function findQueues({ named, readTarget, elapsed }: FindQueuesParts) {
  let known: { readonly queues: KnownQueues; readonly until: number } | null = null;
  let looking: Promise<KnownQueues> | null = null;

  async function look(): Promise<KnownQueues> {
    const queues = [...named];
    const asked = new Set<string>();
    const unread = new Map<string, FailedRead>();
    const next = () => listNames(queues).filter((name) => !asked.has(name));
    for (let names = next(); names.length > 0 && asked.size < mostAsked; names = next()) {
      await Promise.all(
        names.map(async (source) => {
          asked.add(source);
          try {
            const name = await readTarget(source);
            if (name === null || queues.some((one) => one.name === name)) return;
            queues.push({ name, source, isFound: true });
          } catch (error) {
            if (!(error instanceof FailedRead)) throw error;
            unread.set(source, error);
          }
        }),
      );
    }
    // A queue that was found before stays known while its source cannot be read.
    const before = unread.size === 0 ? [] : (known?.queues.queues ?? []);
    const kept = before.filter((one) => !queues.some(({ name }) => name === one.name));
    const found = { queues: [...queues, ...kept], unread, calls: asked.size };
    known = { queues: found, until: elapsed() + (unread.size === 0 ? freshMs : freshAfterFailureMs) };
    return found;
  }

  return {
    /** Asks again when the last answer is some minutes old, unless all of `enough` are known. */
    async list(enough?: readonly string[]): Promise<KnownQueues> {
      const last = known?.queues ?? { queues: named, unread: new Map() };
      const isKnown = (name: string): boolean => last.queues.some((one) => one.name === name);
      if (enough?.every(isKnown) === true) return { ...last, calls: 0 };
      if (known !== null && elapsed() < known.until) return { ...known.queues, calls: 0 };
      looking ??= look().finally(() => {
        looking = null;
      });
      return looking;
    },
    /** Lists what is known without asking. */
    lastKnown: (): readonly ConfiguredQueue[] => known?.queues.queues ?? named,
  };
}

function listNames(queues: readonly ConfiguredQueue[]): readonly string[] {
  return [...new Set(queues.flatMap(({ name, source }) => [source, name]))];
}

/** A policy changes with a deployment, so it need not be read at each look at a page. */
const freshMs = 5 * 60_000;
const freshAfterFailureMs = 30_000;
/** Chains of queues are short; an account with more would be asked for ever. */
const mostAsked = 20;
