import { z } from 'zod';
import { count, id, share, text } from '../triage/words.ts';
import { flagSchema, reviewKeyInput, reviewStep } from './document.ts';

export const queueInput = z.strictObject({
  /** Left out: the tenant of the top bar is "all"; every one in scope is asked. */
  tenantId: id.optional(),
  workflowId: id.optional(),
  /** Any of them. */
  reasons: z.array(flagSchema).max(3).optional(),
  /** Waiting at least so long. */
  olderThanMinutes: z.int().min(1).max(1_000_000).optional(),
  /** The document's amount, as its own notation has it; the amount itself stays in main. */
  amountFrom: z.number().min(0).max(1e12).optional(),
  amountTo: z.number().min(0).max(1e12).optional(),
  /** In hours: a document is due so long after it began to wait. */
  dueHours: z.int().min(1).max(720),
  cursor: z.string().max(256).optional(),
  pageSize: z.int().min(1).max(100).optional(),
});
export type QueueInput = z.infer<typeof queueInput>;

export const queueRowSchema = z.strictObject({
  ...reviewKeyInput.shape,
  tenantName: text,
  workflowId: text,
  fileName: text,
  score: share,
  version: count,
  run: count,
  waitingSince: text,
  /** Which kinds of doubt its fields have, and how many fields have any. */
  reasons: z.array(flagSchema),
  flagged: z.int(),
  step: reviewStep,
  claimedBy: text,
  claimExpiresAt: text,
  /** Handed to somebody, by somebody, with a word. */
  assigned: z.strictObject({ to: z.string(), by: z.string(), note: text, at: text }).nullable(),
  /** Set aside by this person until then. */
  postponedUntil: text,
  hasDraft: z.boolean(),
  /** Why this person may not decide it; null where they may. */
  whyNot: text,
  catchingUp: z.boolean(),
  problems: z.array(z.string()),
});
export type QueueRow = z.infer<typeof queueRowSchema>;

/** By time left until it is due. A count is exact once the merge has passed the bucket's end. */
export const bucketSchema = z.strictObject({ count: z.int(), exact: z.boolean() });
export const queuePageSchema = z.strictObject({
  rows: z.array(queueRowSchema),
  /** Null when all that waits is here. */
  cursor: z.string().nullable(),
  /** As the batches count them; without filters. */
  waiting: z.int(),
  /** Whether every batch of every tenant asked for was counted. */
  waitingExact: z.boolean(),
  buckets: z.strictObject({
    overdue: bucketSchema,
    under1h: bucketSchema,
    under4h: bucketSchema,
    under24h: bucketSchema,
    later: bucketSchema,
  }),
  /** How many documents were read for these pages; with filters more than are shown. */
  read: z.int(),
  batches: z.int(),
  throttled: z.int(),
  /** A tenant that could not be asked, and why: the rest is shown all the same. */
  notAsked: z.array(z.strictObject({ tenantId: z.string(), why: z.string() })),
});
export type QueuePage = z.infer<typeof queuePageSchema>;

/** Documents that were accepted without a person, one in so many, for a check of quality. */
export const sampleInput = z.strictObject({
  tenantId: id,
  percent: z.number().min(0.1).max(100),
  cursor: z.string().max(256).optional(),
});
export const samplePageSchema = z.strictObject({
  rows: z.array(
    z.strictObject({
      ...reviewKeyInput.shape,
      workflowId: text,
      fileName: text,
      score: share,
      version: count,
      acceptedAt: text,
      hasDraft: z.boolean(),
    }),
  ),
  cursor: z.string().nullable(),
  /** How many accepted documents were looked at, and how many of the sample are checked already. */
  accepted: z.int(),
  checked: z.int(),
  batches: z.int(),
  /** Why these may not be of the newest batches, as a sentence. */
  cut: text,
  throttled: z.int(),
});
export type SamplePage = z.infer<typeof samplePageSchema>;
