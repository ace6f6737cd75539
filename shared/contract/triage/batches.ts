import { z } from 'zod';
import { documentStatuses } from '../../domain/document-status.ts';
import { asRead, batchStatus, count, id, share, text } from './words.ts';

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
