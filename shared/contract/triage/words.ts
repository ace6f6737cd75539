import { z } from 'zod';
import { batchStatuses } from '../../domain/batch-status.ts';
import { documentStatuses } from '../../domain/document-status.ts';

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
export const otherItemSchema = z.strictObject({
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
