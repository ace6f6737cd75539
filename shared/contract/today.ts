import { z } from 'zod';
import { query } from './define.ts';
import { batchSchema, id, stage, text } from './pipeline-items.ts';

/** A count that says whether it is all; at least 0 is not known at all. */
const countedSchema = z.strictObject({ count: z.int(), isAtLeast: z.boolean() });
export type Counted = z.infer<typeof countedSchema>;

const todayBatchesSchema = z.strictObject({
  /** Whose batches these are; those that could not be read are in `problems`. */
  tenants: z.array(z.strictObject({ tenantId: z.string(), name: text })),
  /** Whether those are all that were asked for: there may be more than are counted, or nobody knows which there are. */
  isAllTenants: z.boolean(),
  failed: z.strictObject({
    batches: countedSchema,
    /** Of those batches. */
    documents: countedSchema,
    /** FAILED since the last hour. */
    lastHour: countedSchema,
    newest: z.array(batchSchema),
  }),
  running: z.strictObject({ batches: countedSchema, newest: z.array(batchSchema) }),
  review: z.strictObject({
    /** Whose status says so. */
    batches: countedSchema,
    /** Those that wait for a person, by what their batches count; some wait in batches that failed or run. */
    documents: countedSchema,
  }),
  /** The same tenant by tenant, so that each number has its list; null where that was not read. */
  byTenant: z.array(
    z.strictObject({
      tenantId: z.string(),
      failed: countedSchema.nullable(),
      running: countedSchema.nullable(),
      /** Documents that wait for a person. */
      waiting: countedSchema.nullable(),
    }),
  ),
  problems: z.array(z.string()),
  calls: z.int(),
  readAt: z.iso.datetime(),
});
export type TodayBatches = z.infer<typeof todayBatchesSchema>;

const failureGroupOfTodaySchema = z.strictObject({
  fingerprint: z.string(),
  tenantId: z.string(),
  projectId: z.string(),
  /** The newest batch in which it happened. */
  batchId: z.string(),
  what: z.string(),
  stage: stage.nullable(),
  code: text,
  count: z.int(),
  batches: z.int(),
  firstAt: text,
  lastAt: text,
  /** Its first was within the last day, as far as was read. */
  isNew: z.boolean(),
});
export type FailureGroupOfToday = z.infer<typeof failureGroupOfTodaySchema>;

const todayGroupsSchema = z.strictObject({
  groups: z.array(failureGroupOfTodaySchema),
  /** What was read for them, and of how many. */
  batchesRead: z.int(),
  batchesLeft: countedSchema,
  documentsRead: countedSchema,
  problems: z.array(z.string()),
  calls: z.int(),
  readAt: z.iso.datetime(),
});
export type TodayGroups = z.infer<typeof todayGroupsSchema>;

/** By how long a document has waited; `overdue` by the preference of when a review is due. */
export const reviewBuckets = ['under-1h', 'under-4h', 'under-24h', 'over-24h'] as const;

const todayReviewSchema = z.strictObject({
  buckets: z.record(z.enum(reviewBuckets), countedSchema),
  overdue: countedSchema,
  dueHours: z.int(),
  oldestAt: text,
  /** Of how many that wait. */
  documentsRead: z.int(),
  waiting: countedSchema,
  problems: z.array(z.string()),
  calls: z.int(),
  readAt: z.iso.datetime(),
});
export type TodayReview = z.infer<typeof todayReviewSchema>;

const throughputSchema = z.strictObject({
  /**
   * Whether CloudWatch counted all tenants' documents as they ended; or batches, by when they came, say what has become
   * of theirs, and what was rejected then stands with what had to be reviewed.
   */
  from: z.enum(['metrics', 'batches']),
  /** Each of an hour, oldest first; null where nothing was reported, which of a metric may well be 0. */
  hours: z.array(
    z.strictObject({
      at: z.iso.datetime(),
      succeeded: z.int().nullable(),
      review: z.int().nullable(),
      failed: z.int().nullable(),
    }),
  ),
  isAtLeast: z.boolean(),
  problems: z.array(z.string()),
  calls: z.int(),
  readAt: z.iso.datetime(),
});
export type Throughput = z.infer<typeof throughputSchema>;

/** Null: all tenants that this person may see. */
const scope = z.strictObject({ tenantId: id.nullable() });

/**
 * What needs somebody now. The first paint of a tenant is `today.batches` and the poller's look; everything else comes
 * after it, each by itself.
 */
export const todayOperations = {
  'today.batches': query({
    does: 'Counts batches that failed, run or wait for review, with the newest of them: three reads for each tenant.',
    input: scope,
    output: todayBatchesSchema,
  }),
  'today.groups': query({
    does: 'Groups the failures of the newest failed batches by cause.',
    input: scope,
    output: todayGroupsSchema,
  }),
  'today.review': query({
    does: 'Counts the documents that wait for review by how long they have waited.',
    input: scope,
    output: todayReviewSchema,
  }),
  'today.throughput': query({
    does: 'Counts the documents that ended in each of the last 24 hours, by what became of them.',
    input: scope,
    output: throughputSchema,
  }),
} as const;
