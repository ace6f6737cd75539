import { z } from 'zod';
import { count, documentStatus, id, runNumber, runStatus, text } from './pipeline-items.ts';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_CreateQueue.html */
export const queueName = z.string().regex(/^[\w-]{1,75}(?:\.fifo)?$/);

const moveTaskSchema = z.strictObject({
  state: z.enum(['RUNNING', 'COMPLETED', 'CANCELLING', 'CANCELLED', 'FAILED']),
  startedAt: text,
  /** Null: as fast as SQS thinks fit. */
  perSecond: z.int().nullable(),
  moved: z.int(),
  /** As SQS guessed when it began; null where it did not say. */
  toMove: z.int().nullable(),
  /** Null: to where each of them came from. */
  to: text,
  failure: text,
});
export type MoveTask = z.infer<typeof moveTaskSchema>;

/** The parts of a queue that an endpoint may leave out, or answer with an error, while the rest is shown. */
const queueParts = ['depth', 'retention', 'sources', 'moves', 'alarm', 'age'] as const;

export const deadLetterQueueSchema = z.strictObject({
  name: queueName,
  fifo: z.boolean(),
  /** Whose messages end here, and after how many receives. */
  sources: z.array(z.strictObject({ name: z.string(), mostReceives: z.int().nullable() })),
  /** SQS's own estimates; null where this endpoint reports none. */
  depth: z.strictObject({
    waiting: z.int().nullable(),
    inFlight: z.int().nullable(),
    delayed: z.int().nullable(),
  }),
  retentionSeconds: z.int().nullable(),
  /** When the oldest was sent, as far as CloudWatch or a sample knows; unless that is exact, then at the latest. */
  oldest: z
    .strictObject({ sentAt: z.iso.datetime(), from: z.enum(['metric', 'sample']), isExact: z.boolean() })
    .nullable(),
  /**
   * When the first goes for good: a standard queue counts from the first sending, a FIFO queue from its coming here.
   * At the latest, unless the oldest is exact.
   */
  nextExpiry: text,
  alarm: z
    .strictObject({
      name: z.string(),
      state: z.enum(['OK', 'ALARM', 'INSUFFICIENT_DATA']),
      since: text,
    })
    .nullable(),
  /** The newest first: SQS tells of ten at most. */
  moves: z.array(moveTaskSchema),
  /** The parts that are missing, and how each call was answered. */
  lacks: z.array(z.strictObject({ part: z.enum(queueParts), why: z.string() })),
});
export type DeadLetterQueue = z.infer<typeof deadLetterQueueSchema>;

export const queuesSchema = z.strictObject({
  /** One that cannot be read is here all the same, and says why. */
  queues: z.array(
    z.strictObject({
      name: queueName,
      queue: deadLetterQueueSchema.nullable(),
      failure: text,
    }),
  ),
  calls: z.int(),
  readAt: z.iso.datetime(),
});
export type Queues = z.infer<typeof queuesSchema>;

export const queueInput = z.strictObject({ queue: queueName });

/** A whole queue at once: SQS does it by itself, without a filter. */
export const moveInput = queueInput.extend({
  perSecond: z.int().min(1).max(500).nullable(),
  /** As in a plan's confirmation; only where the environment asks for it. */
  typed: z.strictObject({ environment: z.string().max(64), count: z.string().max(16) }).optional(),
  reason: z.string().trim().min(1).max(500),
});

const mostSampled = 10_000;

export const sampleInput = queueInput.extend({
  /** How many more to receive: each counts as a receive, and is hidden from everybody else meanwhile. */
  most: z.int().min(1).max(mostSampled),
  /** For how long they are held. */
  holdSeconds: z.int().min(30).max(43_200),
});

/** What a message is about, as it says itself or as the pipeline has written down. */
export const subjectSchema = z.strictObject({
  tenantId: text,
  batchId: text,
  documentId: text,
  /** Of the document's file. */
  fileName: text,
});

const messageRowSchema = z.strictObject({
  messageId: id,
  /** Of its group. */
  fingerprint: z.string(),
  subject: subjectSchema,
  receives: z.int(),
  sentAt: text,
  firstReceivedAt: text,
  /** When it is deleted for good, by the queue's retention. */
  expiresAt: text,
  /** The queue that it came from. */
  source: text,
  bytes: z.int(),
  /** In a FIFO queue. */
  groupId: text,
  /** How often it was sent back from here before, as it says itself. */
  returns: z.int(),
  /** It has come back too often: redriving it is locked until somebody gives a reason. */
  isPoison: z.boolean(),
  /** By a redrive of this console: it is still here, though it was sent, or may have been. */
  sentBefore: z.enum(['sent', 'uncertain']).nullable(),
});
export type MessageRow = z.infer<typeof messageRowSchema>;

const messageGroupSchema = z.strictObject({
  fingerprint: z.string(),
  /** "UnknownBatch: The tenant … has no batch …", or what its body looks like. */
  pattern: z.string(),
  /** What the fingerprint was taken of. */
  from: z.enum(['cause', 'body']),
  code: text,
  messages: z.int(),
  oldestSentAt: text,
  nextExpiry: text,
});
export type MessageGroup = z.infer<typeof messageGroupSchema>;

/** What this console holds of a queue. Nobody else can receive it before `until`. */
export const sampleSchema = z.strictObject({
  queue: queueName,
  /** The largest group first. */
  groups: z.array(messageGroupSchema),
  rows: z.array(messageRowSchema),
  sampledAt: z.iso.datetime(),
  /** When the first of them can be received by others again. */
  until: z.iso.datetime(),
  /** Received until the queue gave none: what is left is hidden by others, or there is nothing left. */
  isWhole: z.boolean(),
  calls: z.int(),
});
export type Sample = z.infer<typeof sampleSchema>;

export const messageInput = queueInput.extend({ messageId: id });

/** A value of a body or an attribute; where it is masked, only its length is known. */
const shownValue = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  z.strictObject({ kind: z.literal('masked'), why: z.string(), characters: z.int() }),
]);

/** Where a message leads, as the items of its document and its batch say. */
const messageLinksSchema = z.strictObject({
  /** Null: it names none. */
  document: z
    .discriminatedUnion('is', [
      z.strictObject({ is: z.literal('there'), status: documentStatus.nullable(), version: count }),
      /** Its batch has no such document: that may be why it could not be used. */
      z.strictObject({ is: z.literal('missing') }),
      z.strictObject({ is: z.literal('unread'), why: z.string() }),
    ])
    .nullable(),
  /** Null: none is known to have worked on it. */
  execution: z
    .strictObject({
      run: runNumber,
      outcome: runStatus.nullable(),
      /** Who names the run. Of a batch it is the newest, and no more is known. */
      by: z.enum(['document', 'delivery', 'batch']),
    })
    .nullable(),
});
export type MessageLinks = z.infer<typeof messageLinksSchema>;

export const messageDetailSchema = z.strictObject({
  row: messageRowSchema,
  body: z.strictObject({
    isJson: z.boolean(),
    /** Masked in main: a masked value is the text "masked, …" here, and its path stands in `masked`. */
    text: z.string(),
    masked: z.array(z.strictObject({ path: z.string(), why: z.string(), characters: z.int() })),
    /** Beyond this it was cut for showing; it is sent whole. */
    isCut: z.boolean(),
  }),
  attributes: z.array(z.strictObject({ name: z.string(), type: z.string(), value: shownValue })),
  system: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** Why the pipeline could not use it, as it has written down. */
  cause: z.strictObject({ code: text, message: text, stage: text, attempts: count, at: text }).nullable(),
  links: messageLinksSchema,
  /** Newest first: what became of the document, and of this message, as far as anybody has written it down. */
  lineage: z.array(z.strictObject({ at: text, what: z.string(), fingerprint: text })),
  /** "Failed twice for one reason. A third time locks redriving it." */
  advice: text,
});
export type MessageDetail = z.infer<typeof messageDetailSchema>;

export const exportInput = queueInput.extend({
  messageIds: z.array(id).min(1).max(mostSampled),
  format: z.enum(['json', 'csv']),
  /** With its masked values: for admins, and audited. */
  isWhole: z.boolean(),
});

export const revealInput = messageInput.extend({ path: z.string().max(1_024) });
