import { z } from 'zod';
import { objectiveSchema } from '../domain/objective.ts';
import { batchStatuses, documentStatuses } from '../domain/statuses.ts';
import { prioritySchema, ruleName, ruleWeight } from './review-rules.ts';

/**
 * An id as it was found somewhere, which may be one that nothing can be asked about. Rows of items have it, and lists
 * that are judged one by one take it, so that such an id stops no other: its own line says why it was left out.
 */
export const anyId = z.string().min(1).max(256, 'is longer than 256 characters');

/** The longest part of a key that a person may paste. Asked about, it becomes a part of keys, so it may not part them. */
export const id = anyId
  .regex(/^[^#]*$/, 'has a "#", which separates the parts of a key')
  .refine((given) => !/\p{Surrogate}/u.test(given), 'has half of a character; paste it again');

export const cursor = z.string().max(8_192).optional();
export const pageSize = z.int().min(1).max(1_000).optional();

/** Null if an item lacks the attribute or has another type there; `problems` then says so. */
export const text = z.string().nullable();
export const count = z.int().nullable();
export const share = z.number().nullable();

export const batchStatus = z.enum(batchStatuses);
export const documentStatus = z.enum(documentStatuses);
/** The pipeline chooses the names of stages. The domain does not list them or their order. */
export const stage = z.string();
export type Stage = z.infer<typeof stage>;
export const runNumber = z.int().min(1).max(1_000_000);

export const tenantInput = z.strictObject({ tenantId: id });
export const projectInput = z.strictObject({ tenantId: id, projectId: id });
export const batchKeyInput = z.strictObject({ tenantId: id, projectId: id, batchId: id });
export const documentKeyInput = z.strictObject({ tenantId: id, batchId: id, documentId: id });
export const runInput = z.strictObject({ batchId: id, run: runNumber });

/** The fields that all items read from the table share. */
export const asRead = {
  version: count,
  createdAt: text,
  updatedAt: text,
  /** The item was read by its base key after an action, and the index still has the old state. */
  catchingUp: z.boolean(),
  /** The time to live has passed, but the item is not deleted yet. It is shown without actions. */
  expired: z.boolean(),
  /** Attributes that are missing or have the wrong type: "counts: expected a map, found none" */
  problems: z.array(z.string()),
};

/** An item in a listed partition whose keys differ from those of the listed items. */
const otherItemSchema = z.strictObject({
  /** The entity by its keys, or null if the catalogue declares none with such keys. */
  entity: text,
  partitionKey: z.string(),
  sortKey: z.string(),
});
export type OtherItem = z.infer<typeof otherItemSchema>;

export function pageOf<T extends z.ZodType>(rows: T) {
  return z.strictObject({
    rows: z.array(rows),
    /** Items of other kinds in the same partition. The field is left out if there are none. */
    others: z.array(otherItemSchema).optional(),
    /** Null on the last page. */
    cursor: z.string().nullable(),
    /** The number of throttled attempts before DynamoDB answered. */
    throttled: z.int(),
  });
}

export const tenantSchema = z.strictObject({
  tenantId: anyId,
  name: text,
  plan: text,
  pinned: z.boolean(),
  /** The time at which it was last opened on this machine. */
  openedAt: text,
});
export type Tenant = z.infer<typeof tenantSchema>;

export const tenantPageSchema = pageOf(tenantSchema).extend({
  /** Pinned tenants come first, then the recently opened ones. A deployment without a directory has only these. */
  kept: z.array(tenantSchema),
  /** False if the directory's first page was empty. */
  hasDirectory: z.boolean(),
});

export const projectSchema = z.strictObject({
  tenantId: anyId,
  projectId: anyId,
  name: text,
  batchCount: count,
  ...asRead,
});
export type Project = z.infer<typeof projectSchema>;

export const userSchema = z.strictObject({
  tenantId: anyId,
  userId: anyId,
  name: text,
  role: text,
  ...asRead,
});
export type UserOfTenant = z.infer<typeof userSchema>;

export const workflowSchema = z.strictObject({
  tenantId: anyId,
  projectId: anyId,
  workflowId: anyId,
  name: text,
  confidenceThreshold: share,
  reviewThreshold: share,
  fields: z.array(z.string()),
  /** The rules of review whose weight differs from the usual one. */
  rules: z.partialRecord(ruleName, ruleWeight),
  dueHours: count,
  priority: prioritySchema.nullable(),
  customer: z.strictObject({ names: z.array(z.string()), vatNumbers: z.array(z.string()) }).nullable(),
  /** Null where it has none, or one that this console does not know. */
  objective: objectiveSchema.nullable(),
  ...asRead,
});
export type Workflow = z.infer<typeof workflowSchema>;

/** Null means unknown. A status that the item does not count has no documents. */
const countsSchema = z.record(z.enum(documentStatuses), count);

export const runStatus = z.enum(['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED']);

export const batchSchema = z.strictObject({
  tenantId: anyId,
  projectId: anyId,
  batchId: anyId,
  status: batchStatus.nullable(),
  /** The status as written, if it is not one that the console knows. */
  otherStatus: text,
  statusSince: text,
  counts: countsSchema,
  /** The number of documents in statuses that the console does not know. */
  otherCounts: z.array(z.strictObject({ status: z.string(), count })),
  documentCount: count,
  /** The number of its files that have arrived. */
  received: count,
  workflowId: text,
  /** The newest run, or 0 before the first. */
  run: count,
  /** The outcome of each run's execution, by number. */
  runs: z.record(z.string(), runStatus),
  /** The ARN of the newest run's execution, for copying. The main process never accepts one from a page. */
  execution: text,
  /** The id of the person who works on it. Only lists of all tenants say so with each batch. */
  workedOnBy: text.optional(),
  workedOnSince: text.optional(),
  confidenceThreshold: share,
  reviewThreshold: share,
  submittedBy: text,
  ...asRead,
});
export type Batch = z.infer<typeof batchSchema>;

export const deliverySchema = z.strictObject({
  messageId: anyId,
  run: count,
  url: text,
  attempts: count,
  outcome: z.enum(['delivered', 'refused', 'no answer']).nullable(),
  /** The customer's HTTP status. */
  status: count,
  ...asRead,
});
export type Delivery = z.infer<typeof deliverySchema>;
