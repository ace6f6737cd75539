import { z } from 'zod';
import { count, id, text } from '../triage/words.ts';
import { usageTotalsSchema } from './usage-totals.ts';

const day = z.iso.date();

export const costsInput = z.strictObject({
  /** Null: all that the person may see. */
  tenantId: id.nullable(),
  /** Today and so many days before it less one, by UTC. */
  days: z.union([z.literal(1), z.literal(7), z.literal(30)]),
  /** How many documents may be read for it; what was read before costs nothing. Null: all. */
  budget: z.int().min(0).nullable(),
});

/** What one workflow consumed of what was submitted on one day. */
export const costCellSchema = z.strictObject({
  tenantId: id,
  projectId: id,
  workflowId: text,
  /** Of submission, by UTC; null where an item does not say. */
  day: day.nullable(),
  batches: z.int(),
  /** By the counts of their batches. */
  documents: z.int(),
  /** Whose documents have been read one by one, and what they consumed. */
  meteredBatches: z.int(),
  metered: usageTotalsSchema,
  /** Of the metered, those that were processed more than once: only their last run is in their item. */
  repeated: z.int(),
  /** In batches that were not read, those in work too, and processed by their counts: to be estimated. */
  unread: z.int(),
});
export type CostCell = z.infer<typeof costCellSchema>;

export const costsSchema = z.strictObject({
  from: day,
  to: day,
  cells: z.array(costCellSchema),
  tenants: z.array(z.strictObject({ tenantId: id, name: text })),
  /** Names by "tenant/project/workflow". */
  workflows: z.record(z.string(), z.string()),
  batches: z.int(),
  meteredBatches: z.int(),
  documents: z.int(),
  meteredDocuments: z.int(),
  /** Of the documents those in batches in work: these are not read before they have ended, whatever the budget. */
  waiting: z.int(),
  /** Of the documents those of ended batches that were not read: what another reading without a budget would read. */
  rest: z.int(),
  /** Kept from before, so that nothing was paid for them now. */
  keptBatches: z.int(),
  /** Whether every batch of these days is listed, and it is known how many documents it has. */
  isWhole: z.boolean(),
  /** Projects whose batch ids do not carry their time, so that all their batches were read; one of them by its id. */
  anyOrder: z.strictObject({ projects: z.int(), batches: z.int(), project: id.nullable() }),
  state: z.enum(['listing', 'metering', 'done', 'budget', 'failed']),
  /** What went wrong, as a sentence; what is here stays. */
  trouble: text,
  /** Of this reading alone. */
  spent: z.strictObject({ rru: z.number(), calls: z.int() }),
  readAt: z.iso.datetime(),
});
export type Costs = z.infer<typeof costsSchema>;

/** Which batches of what is shown; nothing is read for it. */
export const costBatchesInput = z.strictObject({
  tenantId: id.nullable(),
  days: costsInput.shape.days,
  projectId: id.nullable(),
  workflowId: id.nullable(),
  day: day.nullable(),
});

export const costBatchSchema = z.strictObject({
  tenantId: id,
  projectId: id,
  batchId: id,
  workflowId: text,
  createdAt: text,
  documents: count,
  /** Of them those that have been worked on, by its counts: what is estimated where it was not read. */
  processed: z.int(),
  /** Then its documents are not read before it has ended. */
  isInWork: z.boolean(),
  run: count,
  /** Null: it was listed, and its documents were not read. */
  metered: usageTotalsSchema.nullable(),
  repeated: z.int(),
});
export type CostBatch = z.infer<typeof costBatchSchema>;

export const costBatchesSchema = z.strictObject({
  rows: z.array(costBatchSchema).max(500),
  /** How many more there are. */
  more: z.int(),
});
