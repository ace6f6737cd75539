import { z } from 'zod';
import { nothing, query } from './define.ts';
import { batchStatus, count, cursor, id, text } from './pipeline-items.ts';

/** A count, with a flag if it is only a minimum. A minimum of 0 means that the count is unknown. */
export const countedSchema = z.strictObject({ count: z.int(), isAtLeast: z.boolean() });
export type Counted = z.infer<typeof countedSchema>;

/** How far the pipeline's attention goes that an answer was made from. */
const followed = {
  /** The time of the last change that is included. */
  upTo: text,
  keptSince: text,
  /** Null: batches that have not changed since `keptSince` are missing. */
  wholeSince: text,
};

export const keptSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('kept'), ...followed }),
  z.strictObject({ state: z.literal('not kept'), why: z.string() }),
]);
export type Kept = z.infer<typeof keptSchema>;

/** Says what was asked for an answer about all tenants of a person. */
export const answeredFromSchema = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('attention'), ...followed }),
  z.strictObject({
    from: z.literal('tenants'),
    /** The number of tenants that were asked one by one, and whether these are all that were meant. */
    asked: z.int(),
    areAll: z.boolean(),
    /** Why attention was not asked; null where one tenant was meant, or the person is held to some. */
    whyNotAttention: text,
  }),
]);
export type AnsweredFrom = z.infer<typeof answeredFromSchema>;

/** `review` lists the batches in which documents wait, whatever their status. */
export const fleetLists = ['failed', 'review', 'running', 'standing-still', 'deliveries'] as const;
const fleetList = z.enum(fleetLists);
export type FleetList = z.infer<typeof fleetList>;

/** By the time that the list is about, such as since when a batch is FAILED. */
export const fleetOrders = ['newest', 'longest'] as const;
const fleetOrder = z.enum(fleetOrders);
export type FleetOrder = z.infer<typeof fleetOrder>;

const fleetBatchesInput = z.strictObject({
  list: fleetList,
  /** `review` and `standing-still` have only `longest`, `deliveries` only `newest`. The answer says its order. */
  order: fleetOrder.optional(),
  tenantId: id.optional(),
  workflowId: id.optional(),
  /** Only batches in which documents stand failed for this cause. */
  fingerprint: id.optional(),
  /** Only batches that are on the list for at least this long. */
  olderThanMinutes: z.int().min(1).max(1_000_000).optional(),
  cursor,
  pageSize: z.int().min(1).max(100).optional(),
});

const causeOfBatchSchema = z.strictObject({
  fingerprint: z.string(),
  /** The number of documents that stand failed for it now. */
  count: z.int(),
  stage: text,
  code: text,
  pattern: z.string(),
});
export type CauseOfRow = z.infer<typeof causeOfBatchSchema>;

export const fleetBatchSchema = z.strictObject({
  tenantId: id,
  /** Null if the tenant has no name, or it could not be read. */
  tenantName: text,
  projectId: id,
  workflowId: text,
  batchId: id,
  status: batchStatus.nullable(),
  /** The time that the list is sorted by. */
  listedAt: text,
  /** Since when it is in its status; while it is PROCESSING, when it last changed. */
  since: text,
  changedAt: text,
  counts: z.strictObject({
    QUEUED: count,
    PROCESSING: count,
    SUCCEEDED: count,
    REVIEW_REQUIRED: count,
    FAILED: count,
    REJECTED: count,
  }),
  documentCount: count,
  /** Why documents stand failed, the most frequent first; a cause without documents is left out. */
  causes: z.array(causeOfBatchSchema),
  waiting: count,
  oldestReviewAt: text,
  deliveriesGivenUp: count,
  givenUpAt: text,
  /** The id of the person who works on it, and since when. */
  workedOnBy: text,
  workedOnSince: text,
  problems: z.array(z.string()),
});
export type FleetBatch = z.infer<typeof fleetBatchSchema>;

const fleetPageSchema = z.strictObject({
  rows: z.array(fleetBatchSchema),
  /** Null at the end of the list. There may be a cursor although `rows` is empty: the read budget was used up. */
  cursor: z.string().nullable(),
  order: fleetOrder,
  kept: keptSchema,
  /** How much was read for this page, and how much of it the filters left. */
  read: z.strictObject({
    batches: z.int(),
    matched: z.int(),
    /** At most this many batches are read for a page. */
    budget: z.int(),
    calls: z.int(),
    /** True when the page ends here because the budget was used up: what follows was not looked at. */
    isCut: z.boolean(),
  }),
  throttled: z.int(),
  readAt: z.iso.datetime(),
});

const listCountSchema = z.strictObject({
  batches: countedSchema,
  /** The documents that the list is about: failed, waiting or in progress. */
  documents: countedSchema,
  tenants: countedSchema,
});

const fleetCountsSchema = z.strictObject({
  kept: keptSchema,
  /** Null where attention is not kept. */
  lists: z
    .strictObject({
      failed: listCountSchema,
      review: listCountSchema,
      running: listCountSchema,
      'standing-still': listCountSchema,
      deliveries: listCountSchema,
    })
    .nullable(),
  calls: z.int(),
  problems: z.array(z.string()),
  readAt: z.iso.datetime(),
});
export type FleetCounts = z.infer<typeof fleetCountsSchema>;

/** Questions about all tenants, which the pipeline keeps answered. Only people who see all tenants may ask them. */
export const fleetOperations = {
  'fleet.batches': query({
    does: 'Lists batches of all tenants that need attention, from what the pipeline keeps: one read for each of eight shards.',
    input: fleetBatchesInput,
    output: fleetPageSchema,
  }),
  'fleet.counts': query({
    does: 'Counts the batches of all tenants that need attention, up to a limit for each list.',
    input: nothing,
    output: fleetCountsSchema,
  }),
} as const;
