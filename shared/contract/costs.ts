import { z } from 'zod';
import { spendScreens } from '../domain/screens.ts';
import { nothing, query, watch } from './define.ts';
import { count, id, text } from './pipeline-items.ts';

const units = z.int().min(0);

/**
 * What documents consumed, added up. Prices are per unit, so the price of a sum is the sum of the prices: a page can
 * price it by any book, without reading anything again.
 */
export const usageTotalsSchema = z.strictObject({
  documents: units,
  /** Of them those that at least one stage has worked on. */
  processed: units,
  /** Stages that ran, and how long they took. */
  stages: units,
  ms: units,
  /** `unknown` of these documents have no figure. */
  textract: z.strictObject({ documents: units, pages: units, unknown: units }),
  /** Of each stage and model; `unknown` of these documents have no figures. */
  models: z.array(
    z.strictObject({
      stage: z.enum(['gapFill', 'verify']),
      model: text,
      documents: units,
      inputTokens: units,
      outputTokens: units,
      unknown: units,
    }),
  ),
  /** Of the documents those that lack a figure at one stage or more. */
  uncounted: units,
  /** The others by what needs a price: so a document without one is counted once, and not once a stage. */
  mixes: z.array(z.strictObject({ textract: z.boolean(), models: z.array(z.string()), documents: units })),
});
export type UsageTotals = z.infer<typeof usageTotalsSchema>;

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
const costCellSchema = z.strictObject({
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
const costBatchesInput = z.strictObject({
  tenantId: id.nullable(),
  days: costsInput.shape.days,
  projectId: id.nullable(),
  workflowId: id.nullable(),
  day: day.nullable(),
});

const costBatchSchema = z.strictObject({
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

const costBatchesSchema = z.strictObject({
  rows: z.array(costBatchSchema).max(500),
  /** How many more there are. */
  more: z.int(),
});

/** What documents consumed, metered from what their items say. Prices are the page's business. */
export const costOperations = {
  'costs.watch': watch({
    does: 'Adds up what documents consumed, by tenant, workflow and day, and goes on reading until its budget is used up.',
    input: costsInput,
    output: costsSchema,
  }),
  'costs.batches': query({
    does: 'Lists the batches behind a figure of costs, from what has been read already.',
    input: costBatchesInput,
    output: costBatchesSchema,
  }),
} as const;

const calls = z.int().min(0);

/** What was asked of one service: a pattern of a table, or "SQS: ReceiveMessage". */
const spentOnSchema = z.strictObject({
  pattern: z.string(),
  calls,
  /** Read units; 0 where the service counts none. */
  rru: z.number().min(0),
  items: calls,
});
export type SpentOn = z.infer<typeof spentOnSchema>;

export const spendRowSchema = spentOnSchema.extend({
  screen: z.enum(spendScreens),
  index: z.string(),
});
export type SpendRow = z.infer<typeof spendRowSchema>;

const spendSchema = z.strictObject({
  /** Of this session, as all that follows before the month. */
  calls,
  rru: z.number(),
  byPattern: z.array(spentOnSchema.extend({ index: z.string() })),
  /** Dearest first by read units, then by calls. */
  rows: z.array(spendRowSchema),
  since: z.iso.datetime(),
  /** Of this home since the first of the month, by UTC, this session with it. */
  month: z.strictObject({
    from: day,
    rows: z.array(spendRowSchema),
    /** False where a day of it could not be read from disk: then it was at least so much. */
    isWhole: z.boolean(),
  }),
  /** Of the last 35 days those on which something was asked, oldest first; patterns of tables are "DynamoDB" here. */
  days: z.array(z.strictObject({ day, rows: z.array(spentOnSchema) })),
});
export type Spend = z.infer<typeof spendSchema>;

/** What the console costs by itself. */
export const spendOperations = {
  'spend.watch': watch({
    does: "Pushes what the console's own reads have cost, by screen and access pattern: of this session, of the month, by day.",
    input: nothing,
    output: spendSchema,
  }),
} as const;
