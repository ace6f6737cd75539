import { z } from 'zod';
import { query } from './define.ts';
import { answeredFromSchema, countedSchema } from './fleet.ts';
import { batchSchema, id, stage, text } from './pipeline-items.ts';

export type { Counted } from './fleet.ts';

const todayBatchesSchema = z.strictObject({
  answeredFrom: answeredFromSchema,
  /** The tenants of these batches. Tenants that could not be read are in `problems`. */
  tenants: z.array(z.strictObject({ tenantId: z.string(), name: text })),
  /** All requested tenants are included. Otherwise there are more than are counted, or their list is unknown. */
  isAllTenants: z.boolean(),
  failed: z.strictObject({
    batches: countedSchema,
    /** The documents of those batches. */
    documents: countedSchema,
    /** The batches that have become FAILED within the last hour. */
    lastHour: countedSchema,
    newest: z.array(batchSchema),
  }),
  /** Documents of the failed batches that wait for a run which has ended, with the batches that have most of them. */
  leftQueued: z.strictObject({
    batches: countedSchema,
    documents: countedSchema,
    most: z.array(batchSchema),
  }),
  running: z.strictObject({ batches: countedSchema, newest: z.array(batchSchema) }),
  review: z.strictObject({
    /** The batches whose status is REVIEW_REQUIRED. */
    batches: countedSchema,
    /**
     * The documents that wait for a person, by the counts of their batches. Some are in batches that failed or are
     * running.
     */
    documents: countedSchema,
  }),
  /** The same figures for each tenant, so that each number has its list; null if they were not read. */
  byTenant: z.array(
    z.strictObject({
      tenantId: z.string(),
      failed: countedSchema.nullable(),
      running: countedSchema.nullable(),
      /** The documents that wait for a person. */
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
  /** These three are null for a cause over all tenants. */
  tenantId: text,
  projectId: text,
  /** The newest batch in which it happened. */
  batchId: text,
  /** How many tenants it hit. A cause that occurred on two days hit at least as many as on one of them. */
  tenants: countedSchema,
  what: z.string(),
  stage: stage.nullable(),
  code: text,
  count: z.int(),
  /** Null for a cause over all tenants, whose batches are not counted. */
  batches: z.int().nullable(),
  firstAt: text,
  lastAt: text,
  /** The first occurrence was within the last day, as far as was read. */
  isNew: z.boolean(),
});
export type FailureGroupOfToday = z.infer<typeof failureGroupOfTodaySchema>;

const todayGroupsSchema = z.strictObject({
  answeredFrom: answeredFromSchema,
  groups: z.array(failureGroupOfTodaySchema),
  /** The number of batches and documents that were read, and of batches that were not. */
  batchesRead: z.int(),
  batchesLeft: countedSchema,
  documentsRead: countedSchema,
  problems: z.array(z.string()),
  calls: z.int(),
  readAt: z.iso.datetime(),
});
export type TodayGroups = z.infer<typeof todayGroupsSchema>;

/** Groups by how long a document has waited. `overdue` depends on the preference for when a review is due. */
export const reviewBuckets = ['under-1h', 'under-4h', 'under-24h', 'over-24h'] as const;

const todayReviewSchema = z.strictObject({
  answeredFrom: answeredFromSchema,
  buckets: z.record(z.enum(reviewBuckets), countedSchema),
  overdue: countedSchema,
  dueHours: z.int(),
  oldestAt: text,
  /** The number of waiting documents that were read. */
  documentsRead: z.int(),
  waiting: countedSchema,
  problems: z.array(z.string()),
  calls: z.int(),
  readAt: z.iso.datetime(),
});
export type TodayReview = z.infer<typeof todayReviewSchema>;

const throughputSchema = z.strictObject({
  /**
   * With `metrics`, CloudWatch counted all tenants' documents as they ended. With `batches`, the figures are the
   * present states of the documents by the time their batches came, and rejected documents are counted under review.
   */
  from: z.enum(['metrics', 'batches']),
  /**
   * One entry for each hour, oldest first. A value is null if nothing was reported, which for a metric may well mean 0.
   */
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

/** Null means all tenants that this person may see. */
const scope = z.strictObject({ tenantId: id.nullable() });

/**
 * Lists everything that needs attention now. The first paint of a tenant needs `today.batches` and the poller's look.
 * The rest follows separately.
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
