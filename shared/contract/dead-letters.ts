import { z } from 'zod';
import { count, documentStatus, id, runNumber, runStatus, text } from './pipeline-items.ts';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_CreateQueue.html */
export const queueName = z.string().regex(/^[\w-]{1,75}(?:\.fifo)?$/);

const moveTaskSchema = z.strictObject({
  state: z.enum(['RUNNING', 'COMPLETED', 'CANCELLING', 'CANCELLED', 'FAILED']),
  startedAt: text,
  /** Null means as fast as SQS allows. */
  perSecond: z.int().nullable(),
  moved: z.int(),
  /** The number that SQS estimated at the start, or null if it gave none. */
  toMove: z.int().nullable(),
  /** Null means that each message returns to its source. */
  to: text,
  failure: text,
});
export type MoveTask = z.infer<typeof moveTaskSchema>;

/** The parts of a queue that an endpoint may lack or answer with an error. The rest is still shown. */
const queueParts = ['depth', 'retention', 'sources', 'moves', 'alarm', 'age', 'policy'] as const;

export const deadLetterQueueSchema = z.strictObject({
  name: queueName,
  fifo: z.boolean(),
  /** The queues whose messages end here, and after how many receives. */
  sources: z.array(z.strictObject({ name: z.string(), mostReceives: z.int().nullable() })),
  /** SQS's own estimates, or null if this endpoint reports none. */
  depth: z.strictObject({
    waiting: z.int().nullable(),
    inFlight: z.int().nullable(),
    delayed: z.int().nullable(),
  }),
  retentionSeconds: z.int().nullable(),
  /**
   * The time at which the oldest message was sent, from CloudWatch or a sample. Unless it is exact, it is the latest
   * possible time.
   */
  oldest: z
    .strictObject({ sentAt: z.iso.datetime(), from: z.enum(['metric', 'sample']), isExact: z.boolean() })
    .nullable(),
  /**
   * The time at which the first message is deleted. A standard queue counts from the first send, a FIFO queue from the
   * arrival here. Unless `oldest` is exact, it is the latest possible time.
   */
  nextExpiry: text,
  alarm: z
    .strictObject({
      name: z.string(),
      state: z.enum(['OK', 'ALARM', 'INSUFFICIENT_DATA']),
      since: text,
    })
    .nullable(),
  /** The newest comes first. SQS reports ten at most. */
  moves: z.array(moveTaskSchema),
  /** How many of the held messages have come back from a redrive; null if none is held. Others may have, too. */
  cameBack: z.int().nullable(),
  /** The missing parts, with the answer to each call. */
  lacks: z.array(z.strictObject({ part: z.enum(queueParts), why: z.string() })),
});
export type DeadLetterQueue = z.infer<typeof deadLetterQueueSchema>;

export const queuesSchema = z.strictObject({
  /** A queue that cannot be read is listed too, with the reason. */
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

/** Moves a whole queue at once. SQS does it on its own and has no filter. */
export const moveInput = queueInput.extend({
  perSecond: z.int().min(1).max(500).nullable(),
  /** The same as in the confirmation of a plan. It is only needed if the environment requires it. */
  typed: z.strictObject({ environment: z.string().max(64), count: z.string().max(16) }).optional(),
  reason: z.string().trim().min(1).max(500),
});

const mostSampled = 10_000;

export const sampleInput = queueInput.extend({
  /** The number of messages to receive. Each counts as a receive, and is hidden from all other consumers meanwhile. */
  most: z.int().min(1).max(mostSampled),
  /** The time for which the messages stay hidden. */
  holdSeconds: z.int().min(30).max(43_200),
});

/** The subject of a message, from its own body or from the pipeline's records. */
export const subjectSchema = z.strictObject({
  tenantId: text,
  batchId: text,
  documentId: text,
  /** The name of the document's file. */
  fileName: text,
});

const messageRowSchema = z.strictObject({
  messageId: id,
  /** The fingerprint of the message's group. */
  fingerprint: z.string(),
  subject: subjectSchema,
  receives: z.int(),
  sentAt: text,
  firstReceivedAt: text,
  /** The time at which the queue's retention deletes the message. */
  expiresAt: text,
  /** The queue that the message came from. */
  source: text,
  bytes: z.int(),
  /** The group of a message in a FIFO queue. */
  groupId: text,
  /** The number of earlier redrives from here, according to the message itself. */
  returns: z.int(),
  /** The first redrive by this machine that it has come back from; null if none is known. */
  redriven: z.strictObject({ at: z.iso.datetime(), jobId: id }).nullable(),
  /** The message has come back too often, so redriving it needs a reason. */
  isPoison: z.boolean(),
  /** A redrive of this console has sent the message, or may have, but it is still here. */
  sentBefore: z.enum(['sent', 'uncertain']).nullable(),
});
export type MessageRow = z.infer<typeof messageRowSchema>;

const messageGroupSchema = z.strictObject({
  fingerprint: z.string(),
  /** Either the cause, "UnknownBatch: The tenant … has no batch …", or the shape of the body. */
  pattern: z.string(),
  /** The source of the fingerprint. */
  from: z.enum(['cause', 'body']),
  code: text,
  messages: z.int(),
  /** How many of them have come back from a redrive, and the last redrive of this machine that any of them came from. */
  cameBack: z.int(),
  lastRedriveAt: text,
  oldestSentAt: text,
  nextExpiry: text,
});
export type MessageGroup = z.infer<typeof messageGroupSchema>;

/** The messages of a queue that this console holds. No other consumer can receive them before `until`. */
export const sampleSchema = z.strictObject({
  queue: queueName,
  /** The largest group comes first. */
  groups: z.array(messageGroupSchema),
  rows: z.array(messageRowSchema),
  sampledAt: z.iso.datetime(),
  /** The time at which the first of them becomes visible to others again. */
  until: z.iso.datetime(),
  /** The queue was received until it was empty. Any remaining messages are hidden by other consumers. */
  isWhole: z.boolean(),
  calls: z.int(),
});
export type Sample = z.infer<typeof sampleSchema>;

export const messageInput = queueInput.extend({
  messageId: id,
  /** It is one of the discarded messages that this machine has saved, and not one that is held. */
  isDiscarded: z.boolean().optional(),
});

export const discardedInput = z.strictObject({ offset: z.int().min(0).max(10_000_000) });

const discardedMessageSchema = z.strictObject({
  messageId: id,
  /** The dead-letter queue that it was in. */
  queue: queueName,
  /** The queue that it came from. */
  source: text,
  /** The job that discarded it. */
  jobId: id,
  at: text,
  by: text,
  reason: text,
  /** The fingerprint of the cause that was chosen, or of the structure of its body. */
  fingerprint: text,
  pattern: text,
  subject: subjectSchema,
  sentAt: text,
  bytes: z.int().nullable(),
  returns: z.int(),
  /** It was saved, and is not known to be deleted from its queue. */
  mayBeInQueue: z.boolean(),
  /** Null where it was not sent again; a time of null means that it may have been. */
  sentAgain: z.strictObject({ state: z.enum(['sent', 'uncertain']), at: text, jobId: id }).nullable(),
  /** False where its file does not have it as it was written. */
  isSaved: z.boolean(),
});
export type DiscardedRow = z.infer<typeof discardedMessageSchema>;

/** Lists the messages that discards saved on this machine from the open connection, the newest first. */
export const discardedSchema = z.strictObject({
  messages: z.array(discardedMessageSchema),
  total: z.int(),
  /** The files that are missing or damaged, each with what that means. */
  problems: z.array(z.strictObject({ jobId: id, file: z.string(), why: z.string() })),
  readAt: z.iso.datetime(),
});
export type Discarded = z.infer<typeof discardedSchema>;

/** A value of a body or an attribute. For a masked value only the length is known. */
const shownValue = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  z.strictObject({ kind: z.literal('masked'), why: z.string(), characters: z.int() }),
]);

/** The links from a message, according to the items of its document and its batch. */
const messageLinksSchema = z.strictObject({
  /** Null if the message names no document. */
  document: z
    .discriminatedUnion('is', [
      z.strictObject({ is: z.literal('there'), status: documentStatus.nullable(), version: count }),
      /** The batch has no such document, which may be why the message failed. */
      z.strictObject({ is: z.literal('missing') }),
      z.strictObject({ is: z.literal('unread'), why: z.string() }),
    ])
    .nullable(),
  /** Null if no execution is known to have worked on it. */
  execution: z
    .strictObject({
      run: runNumber,
      outcome: runStatus.nullable(),
      /** The source of the run's number. For a batch it is only the newest run. */
      by: z.enum(['document', 'delivery', 'batch']),
    })
    .nullable(),
});
export type MessageLinks = z.infer<typeof messageLinksSchema>;

export const messageDetailSchema = z.strictObject({
  row: messageRowSchema,
  body: z.strictObject({
    isJson: z.boolean(),
    /** The main process masks the text: a masked value reads "masked, …" here, and `masked` has its path. */
    text: z.string(),
    masked: z.array(z.strictObject({ path: z.string(), why: z.string(), characters: z.int() })),
    /** The text was cut for display. The message is still sent whole. */
    isCut: z.boolean(),
  }),
  attributes: z.array(z.strictObject({ name: z.string(), type: z.string(), value: shownValue })),
  system: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** The reason why the pipeline failed to use it, as the pipeline recorded it. */
  cause: z.strictObject({ code: text, message: text, stage: text, attempts: count, at: text }).nullable(),
  links: messageLinksSchema,
  /** The recorded history of the document and of this message, newest first. */
  lineage: z.array(z.strictObject({ at: text, what: z.string(), fingerprint: text })),
  /** Advice such as "Failed twice for one reason. A third time locks redriving it." */
  advice: text,
});
export type MessageDetail = z.infer<typeof messageDetailSchema>;

export const exportInput = queueInput.extend({
  messageIds: z.array(id).min(1).max(mostSampled),
  format: z.enum(['json', 'csv']),
  /** Includes the masked values. This is for admins only and is audited. */
  isWhole: z.boolean(),
});

export const revealInput = messageInput.extend({ path: z.string().max(1_024) });
