import { z } from 'zod';
import { text } from '../triage/words.ts';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_CreateQueue.html */
export const queueName = z.string().regex(/^[\w-]{1,75}(?:\.fifo)?$/);

export const moveTaskSchema = z.strictObject({
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
