import type { MoveTask } from '#shared/contract/dead-letters.ts';
import type { Failure, Result } from '#shared/contract/result.ts';

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
