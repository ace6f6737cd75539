import { z } from 'zod';
import { environmentSchema } from '../domain/connection.ts';
import { jobStates } from '../domain/job-kinds/job-kind.ts';
import { jobKinds } from '../domain/job-kinds/job-kinds.ts';
import { planTargetSchema } from '../domain/job-kinds/targets.ts';
import { lastPaceSchema, paceSchema } from './pace.ts';
import { anyId, id, text } from './pipeline-items.ts';

const planItemSchema = z.strictObject({
  /** A document's id, or the name of an execution. */
  id: anyId,
  /** The name of its file. */
  name: text,
  /** The version that was read for the plan. An item with another version is left alone when its turn comes. */
  version: z.int().nullable(),
  /**
   * Replaces the version for items without one: the stored time of their last change, or for a day its newest batch.
   */
  stamp: text.optional(),
  verdict: z.enum(['go', 'skip', 'blocked']),
  /** The reason, such as "Already SUCCEEDED at 14:21:40" or "Failed the same way 3 times". */
  why: z.string(),
  /** The exact cost in dollars, or null if it cannot be estimated. */
  usd: text,
  /** The item only goes if a reason is given. */
  needsReason: z.boolean(),
});
export type PlanItem = z.infer<typeof planItemSchema>;

const estimateSchema = z.strictObject({
  usd: text,
  /** The price book that all figures here come from. */
  priceBook: z.strictObject({ id: z.string(), name: z.string() }),
  lines: z.array(z.strictObject({ what: z.string(), usd: z.string() })),
  seconds: z.number().nullable(),
  /** The basis of the figures: "mean of 184 finished documents of this batch". */
  basis: z.string(),
});
export type Estimate = z.infer<typeof estimateSchema>;

const plannedBatchSchema = z.strictObject({
  tenantId: anyId,
  projectId: anyId,
  batchId: anyId,
  workflowId: text,
  go: z.int(),
  skip: z.int(),
  blocked: z.int(),
  /** The number of blocked items that go if a reason is given. */
  needsReason: z.int(),
});
export type PlannedBatch = z.infer<typeof plannedBatchSchema>;

/** Stands in a plan over many batches. Its items begin with the place of their batch in this list. */
const manySchema = z.strictObject({
  batches: z.array(plannedBatchSchema),
  /** The tenant whose documents go first: one of them, then its others. */
  firstTenant: text,
  /** The exact cost of the items that need a reason, or null if it cannot be estimated. */
  usdWithReason: text,
  /** How many items the plan has. A page gets them in pages. */
  items: z.int(),
  /** The most items or batches that a plan may have was reached, and at least so many documents match. */
  limit: z.strictObject({ reached: z.enum(['documents', 'batches']), atLeast: z.int() }).nullable(),
});
export type ManyBatches = z.infer<typeof manySchema>;

/** A job that has not ended and has documents of this plan. */
const otherJobSchema = z.strictObject({
  jobId: id,
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  by: z.string(),
  total: z.int(),
  startedAt: z.iso.datetime(),
  beginsAt: z.iso.datetime().optional(),
  /** How many of its documents are in this plan. */
  same: z.int(),
  /** How many of these are blocked here, because they would be sent twice. The others are left alone by that job. */
  blocked: z.int(),
});

/** The reason why a decision is not offered, or null if it is. */
export const offersSchema = z.strictObject({ sendToReview: text, accept: text });

export const planSchema = z.strictObject({
  planId: id,
  kind: z.enum(jobKinds),
  target: planTargetSchema,
  /** Null if the plan covers several tenants or the tenant is unknown, as with the messages of a queue. */
  tenantId: text,
  connection: z.strictObject({ id: z.string(), name: z.string(), environment: environmentSchema }),
  by: z.string(),
  madeAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** SHA-256 over the frozen plan, in hex. Starting sends it back, so that only the plan that was shown can start. */
  hash: z.string(),
  /** Empty on a page if the plan is about many batches. */
  items: z.array(planItemSchema),
  many: manySchema.optional(),
  otherJobs: z.array(otherJobSchema).optional(),
  counts: z.strictObject({ go: z.int(), skip: z.int(), blocked: z.int() }),
  /** The number of items that go at each step: [1, 10, 17]. */
  ramp: z.array(z.int()),
  /** Plans of older versions have none: they go in the usual steps and as fast as the pipeline confirms. */
  pace: paceSchema.optional(),
  /** The queue or the workflow for which the pace is remembered. */
  pacedAs: z.string().optional(),
  /** Left out if none was chosen before for its queue or workflow. */
  lastPace: lastPaceSchema.optional(),
  estimate: estimateSchema,
  /** Checks that were made in addition to those of the items. */
  checks: z.array(z.strictObject({ says: z.string(), state: z.enum(['good', 'warning', 'bad']) })),
  /** The words that have to be typed, or null if the environment requires none. */
  typing: z.strictObject({ environment: z.string(), count: z.int(), tenants: z.int().optional() }).nullable(),
  /** The reason why the plan cannot start at all, such as a read-only connection or no items to run. */
  cannotStart: text,
  reads: z.strictObject({ calls: z.int(), rru: z.number() }),
});
export type Plan = z.infer<typeof planSchema>;

export const planItemsInput = z.strictObject({
  planId: id,
  offset: z.int().min(0).max(1_000_000),
  /** Only the items of one batch, by its place in the plan, counted from 1. */
  batch: z.int().min(1).optional(),
  verdict: planItemSchema.shape.verdict.optional(),
});

export const setPaceInput = z.strictObject({ planId: id, pace: paceSchema });

export const planItemsSchema = z.strictObject({ items: z.array(planItemSchema), total: z.int() });

export const typedInput = z.strictObject({ environment: z.string().max(64), count: z.string().max(16) });

export const startInput = z.strictObject({
  planId: id,
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  typed: typedInput.optional(),
  /** The job waits until then, within 24 hours, and can be cancelled before. Left out: it begins now. */
  beginsAt: z.iso.datetime().optional(),
  /** Items that need a reason only go if this is given. */
  reason: z.string().trim().min(1).max(500).optional(),
});
