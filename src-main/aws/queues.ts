import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListDeadLetterSourceQueuesCommand,
  ListMessageMoveTasksCommand,
  SQSClient,
  type QueueAttributeName,
} from '@aws-sdk/client-sqs';
import { partitionOf } from '#shared/catalogue/iam/arns.ts';
import type { MoveTask } from '#shared/contract/dead-letters.ts';
import type { Failure, Result } from '#shared/contract/result.ts';
import type { PipelineNames } from '#shared/domain/pipeline-names.ts';
import { clientConfig, withRenewal, type AwsPlace } from './client-config.ts';
import { allowedTargets, UnreadableAnswer, whereTargetsAre } from './middleware.ts';

/** A dead-letter queue of the open connection, by the name that the connection has for it. */
export interface ConfiguredQueue {
  readonly name: string;
  /** Whose messages end in it, as the connection says. */
  readonly source: string;
}

/** As SQS says it is; what the endpoint leaves out is null. */
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
  /** Why neither depth nor retention is here. */
  readonly attributesUnread?: Failure;
  /** Why the sources could not be listed: then none are here, and some may send to it. */
  readonly sourcesUnread?: Failure;
  /** Why the moves could not be listed: then none are here, and one may be running. */
  readonly movesUnread?: Failure;
}

/** The attributes of one queue; null for each that is left out or is not a number. */
export interface QueueAttributes {
  readonly waiting: number | null;
  readonly inFlight: number | null;
  readonly delayed: number | null;
  readonly mostReceives: number | null;
  readonly visibilitySeconds: number | null;
  readonly delaySeconds: number | null;
}

export interface MessageAttribute {
  /** "String", "Number.price", "Binary": with its label. */
  readonly type: string;
  /** Of a binary one in base64. */
  readonly value: string;
}

export interface ReceivedMessage {
  readonly messageId: string;
  /** Never leaves main. */
  readonly receiptHandle: string;
  readonly body: string;
  readonly attributes: Readonly<Record<string, MessageAttribute>>;
  /** As SQS names them: SentTimestamp, ApproximateReceiveCount, DeadLetterQueueSourceArn, MessageGroupId … */
  readonly system: Readonly<Record<string, string>>;
}

export interface MessageToSend {
  readonly body: string;
  readonly attributes: Readonly<Record<string, MessageAttribute>>;
  /** AWSTraceHeader, the one system attribute that a sender may set. */
  readonly traceHeader?: string | undefined;
  readonly groupId?: string | undefined;
  readonly deduplicationId?: string | undefined;
}

/** What became of one entry of a call. `unclear`: it may have happened. */
export type EntryOutcome =
  | { readonly kind: 'done'; readonly messageId: string | null }
  | {
      readonly kind: 'refused';
      readonly name: string;
      readonly why: string;
      readonly mayTryAgain: boolean;
      /** It says nothing of this entry: none is taken before somebody has signed in, or has opened what is closed. */
      readonly isForNow?: true;
    }
  | { readonly kind: 'unclear'; readonly why: string };

/** A change of a queue as a whole. */
export type QueueChange =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly name: string; readonly why: string }
  | { readonly kind: 'unclear'; readonly why: string };

/**
 * The only road to SQS. Changes are one attempt each: whoever makes them has written down what they are about to do,
 * and decides what an unclear answer means.
 */
export interface Queues {
  readonly configured: () => Promise<Result<readonly ConfiguredQueue[]>>;
  readonly standing: (queue: string) => Promise<Result<QueueStanding>>;
  /** One call, of a dead-letter queue or of a queue that a redrive sends to. */
  readonly attributes: (queue: string) => Promise<Result<QueueAttributes>>;
  /** At most ten. All attributes are asked for: what is not asked for would be lost when it is sent again. */
  readonly receive: (
    queue: string,
    how: { readonly most: number; readonly visibilitySeconds: number },
  ) => Promise<Result<readonly ReceivedMessage[]>>;
  /** Ten at most, by their receipt handles, in their order. */
  readonly hide: (
    queue: string,
    handles: readonly string[],
    seconds: number,
  ) => Promise<readonly EntryOutcome[]>;
  /** Ten and 1 MiB at most, to a queue of this connection; in the order of the entries. */
  readonly send: (queue: string, messages: readonly MessageToSend[]) => Promise<readonly EntryOutcome[]>;
  readonly delete: (queue: string, handles: readonly string[]) => Promise<readonly EntryOutcome[]>;
  /** Without a token: after an unclear answer it is listed, and never simply made again. */
  readonly startMove: (queue: string, perSecond: number | null) => Promise<QueueChange>;
  /** The one that runs. */
  readonly cancelMove: (queue: string) => Promise<QueueChange>;
}

/** The SDK's own client of one AWS, for what the console may do to queues (domain, 1.4). */
export function sqsClient(place: AwsPlace): SQSClient {
  const client = new SQSClient({
    ...clientConfig(place, 'sqs'),
    // A queue's address comes from outside; where requests go is said by the connection.
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

/** Where a connection's queues are. No name that it does not have is ever sent to AWS. */
export interface QueuePlaces {
  isDeadLetterQueue(name: string): boolean;
  /** To which a redrive may send. */
  isSource(name: string): boolean;
  urlOf(name: string, signal: AbortSignal): Promise<string>;
  arnOf(name: string): string;
}

export function queuePlaces(
  client: SQSClient,
  { region, accountId }: Pick<AwsPlace, 'region' | 'accountId'>,
  configured: readonly ConfiguredQueue[],
): QueuePlaces {
  const urls = new Map<string, string>();
  return {
    isDeadLetterQueue: (name) => configured.some((one) => one.name === name),
    isSource: (name) => configured.some(({ source }) => source === name),
    async urlOf(name, abortSignal) {
      const known = urls.get(name);
      if (known !== undefined) return known;
      const { QueueUrl } = await client.send(queueLooks.url(name, accountId), { abortSignal });
      if (QueueUrl === undefined) throw new UnreadableAnswer('The answer has no address of the queue.');
      urls.set(name, QueueUrl);
      return QueueUrl;
    },
    arnOf: (name) => `arn:${partitionOf(region)}:sqs:${region}:${accountId}:${name}`,
  };
}

/** The calls that look at a queue. "Check connection" makes the same ones, so that no desk needs more than it has asked. */
export const queueLooks = {
  url: (QueueName: string, QueueOwnerAWSAccountId: string) =>
    new GetQueueUrlCommand({ QueueName, QueueOwnerAWSAccountId }),
  // By name they differ from make to make, and one that is not known is refused with all the others.
  attributes: (QueueUrl: string) =>
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All' satisfies QueueAttributeName] }),
  sources: (QueueUrl: string) => new ListDeadLetterSourceQueuesCommand({ QueueUrl }),
  moves: (SourceArn: string) => new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 10 }),
} as const;

/** What a deployment has, and this console may touch. */
export function configuredQueues({
  extraction,
}: Pick<PipelineNames, 'extraction'>): readonly ConfiguredQueue[] {
  return [
    { name: extraction.documentDeadLetterQueue, source: extraction.documentQueue },
    { name: extraction.webhookDeadLetterQueue, source: extraction.webhookQueue },
  ].filter(({ name, source }) => name !== '' && source !== '');
}

/** The last part of a queue's address, or of its ARN. */
export function queueNameOf(place: string): string {
  return place.split(/[/:]/).at(-1) ?? place;
}
