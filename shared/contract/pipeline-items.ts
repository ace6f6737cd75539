import { z } from 'zod';
import { batchStatuses, documentStatuses } from '../domain/statuses.ts';

/** As long as a part of a key may be that somebody pastes. */
export const id = z.string().min(1).max(256);
export const cursor = z.string().max(8_192).optional();
export const pageSize = z.int().min(1).max(1_000).optional();

/** Null where an item lacks it, or has something else in its place; `problems` then says so. */
export const text = z.string().nullable();
export const count = z.int().nullable();
export const share = z.number().nullable();

export const batchStatus = z.enum(batchStatuses);
export const documentStatus = z.enum(documentStatuses);
/** As the pipeline calls it: no page of the domain says which stages there are, or in which order they come. */
export const stage = z.string();
export type Stage = z.infer<typeof stage>;
export const runNumber = z.int().min(1).max(1_000_000);

export const tenantInput = z.strictObject({ tenantId: id });
export const projectInput = z.strictObject({ tenantId: id, projectId: id });
export const batchKeyInput = z.strictObject({ tenantId: id, projectId: id, batchId: id });
export const documentKeyInput = z.strictObject({ tenantId: id, batchId: id, documentId: id });
export const runInput = z.strictObject({ batchId: id, run: runNumber });

/** What is the same in everything that was read of the table. */
export const asRead = {
  version: count,
  createdAt: text,
  updatedAt: text,
  /** Read by its base key after an action, while the index still says otherwise. */
  catchingUp: z.boolean(),
  /** Past its time to live and not yet deleted: shown, and no action offered. */
  expired: z.boolean(),
  /** "counts: expected a map, found none": what an item lacks or has as another type. */
  problems: z.array(z.string()),
};

/** An item in a listed partition whose keys are not those of what is listed. */
const otherItemSchema = z.strictObject({
  /** By its keys; null where the catalogue declares nothing with such keys. */
  entity: text,
  partitionKey: z.string(),
  sortKey: z.string(),
});
export type OtherItem = z.infer<typeof otherItemSchema>;

export function pageOf<T extends z.ZodType>(rows: T) {
  return z.strictObject({
    rows: z.array(rows),
    /** Items of another kind in the same partition, shown as what they are; left out where there are none. */
    others: z.array(otherItemSchema).optional(),
    /** Null when the last page is here. */
    cursor: z.string().nullable(),
    /** How often DynamoDB said "slower" before it answered. */
    throttled: z.int(),
  });
}

export const tenantSchema = z.strictObject({
  tenantId: id,
  name: text,
  plan: text,
  pinned: z.boolean(),
  /** When somebody last opened it on this machine. */
  openedAt: text,
});
export type Tenant = z.infer<typeof tenantSchema>;

export const tenantPageSchema = pageOf(tenantSchema).extend({
  /** Pinned first, then the last opened: all there is where a deployment keeps no directory. */
  kept: z.array(tenantSchema),
  /** False where the directory's first page was empty. */
  hasDirectory: z.boolean(),
});

export const projectSchema = z.strictObject({
  tenantId: id,
  projectId: id,
  name: text,
  batchCount: count,
  ...asRead,
});
export type Project = z.infer<typeof projectSchema>;

export const userSchema = z.strictObject({
  tenantId: id,
  userId: id,
  name: text,
  role: text,
  ...asRead,
});
export type UserOfTenant = z.infer<typeof userSchema>;

export const workflowSchema = z.strictObject({
  tenantId: id,
  projectId: id,
  workflowId: id,
  name: text,
  confidenceThreshold: share,
  reviewThreshold: share,
  fields: z.array(z.string()),
  ...asRead,
});
export type Workflow = z.infer<typeof workflowSchema>;

/** Null: not known. A status that the item does not count is one that no document is in. */
const countsSchema = z.record(z.enum(documentStatuses), count);

export const runStatus = z.enum(['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED']);

export const batchSchema = z.strictObject({
  tenantId: id,
  projectId: id,
  batchId: id,
  status: batchStatus.nullable(),
  /** As it is written, where it is none that the console knows. */
  otherStatus: text,
  statusSince: text,
  counts: countsSchema,
  /** How many documents are in statuses that the console does not know. */
  otherCounts: z.array(z.strictObject({ status: z.string(), count })),
  documentCount: count,
  /** How many of its files have arrived. */
  received: count,
  workflowId: text,
  /** The newest; 0 before the first. */
  run: count,
  /** How each run's execution went, by number. */
  runs: z.record(z.string(), runStatus),
  /** ARN of the newest run's execution, to be copied; main takes none back. */
  execution: text,
  confidenceThreshold: share,
  reviewThreshold: share,
  submittedBy: text,
  ...asRead,
});
export type Batch = z.infer<typeof batchSchema>;

export const deliverySchema = z.strictObject({
  messageId: id,
  run: count,
  url: text,
  attempts: count,
  outcome: z.enum(['delivered', 'refused', 'no answer']).nullable(),
  /** As the customer answered. */
  status: count,
  ...asRead,
});
export type Delivery = z.infer<typeof deliverySchema>;
