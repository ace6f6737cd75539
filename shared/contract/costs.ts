import { z } from 'zod';
import { spendScreens } from '../domain/screens.ts';
import { nothing, query, watch } from './define.ts';
import { count, id, text } from './pipeline-items.ts';

const units = z.int().min(0);

/**
 * The total usage of some documents. Prices are per unit, so a page can price the total by any price book without
 * reading anything again.
 */
export const usageTotalsSchema = z.strictObject({
  documents: units,
  /** The documents that at least one stage has worked on. */
  processed: units,
  /** The number of stages that ran, and how long they took. */
  stages: units,
  ms: units,
  /** `unknown` of these documents have no figure. */
  textract: z.strictObject({
    documents: units,
    pages: units,
    unknown: units,
    /** The documents with a figure that were read by forms and tables. Missing if there are none. */
    forms: z.strictObject({ documents: units, pages: units }).optional(),
  }),
  /** The usage of each stage and model. `unknown` of these documents have no figures. */
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
  /** The documents that lack a figure for at least one stage. */
  uncounted: units,
  /**
   * The remaining documents, grouped by what needs a price. A document without a price is then counted once, not once
   * for each stage.
   */
  mixes: z.array(
    z.strictObject({
      textract: z.boolean(),
      forms: z.literal(true).optional(),
      models: z.array(z.string()),
      documents: units,
    }),
  ),
});
export type UsageTotals = z.infer<typeof usageTotalsSchema>;

const day = z.iso.date();

export const costsInput = z.strictObject({
  /** Null means all tenants that the person may see. */
  tenantId: id.nullable(),
  /** The number of days by UTC, including today. */
  days: z.union([z.literal(1), z.literal(7), z.literal(30)]),
  /** The number of documents that may be read; null means all. Documents that were read earlier cost nothing. */
  budget: z.int().min(0).nullable(),
});

/** The usage of one workflow for the documents submitted on one day. */
const costCellSchema = z.strictObject({
  tenantId: id,
  projectId: id,
  workflowId: text,
  /** The day of submission, by UTC. It is null if an item does not have it. */
  day: day.nullable(),
  batches: z.int(),
  /** The number of documents according to the counts of their batches. */
  documents: z.int(),
  /** The batches whose documents were read one by one, and their usage. */
  meteredBatches: z.int(),
  metered: usageTotalsSchema,
  /** The metered documents that were processed more than once. An item only records its last run. */
  repeated: z.int(),
  /** The processed documents in batches that were not read or are still in progress. Their usage is estimated. */
  unread: z.int(),
});
export type CostCell = z.infer<typeof costCellSchema>;

export const costsSchema = z.strictObject({
  from: day,
  to: day,
  cells: z.array(costCellSchema),
  tenants: z.array(z.strictObject({ tenantId: id, name: text })),
  /** Workflow names by "tenant/project/workflow". */
  workflows: z.record(z.string(), z.string()),
  batches: z.int(),
  meteredBatches: z.int(),
  documents: z.int(),
  meteredDocuments: z.int(),
  /** The documents in batches that are still in progress. These are not read before they end, whatever the budget. */
  waiting: z.int(),
  /** The documents of ended batches that were not read. A reading without a budget would read them. */
  rest: z.int(),
  /** The batches that were read earlier, so nothing was paid for them now. */
  keptBatches: z.int(),
  /** Every batch of these days is listed, and its number of documents is known. */
  isWhole: z.boolean(),
  /** Projects whose batch ids do not contain their time, so all their batches were read. One of them is named. */
  anyOrder: z.strictObject({ projects: z.int(), batches: z.int(), project: id.nullable() }),
  state: z.enum(['listing', 'metering', 'done', 'budget', 'failed']),
  /** The problem, as a sentence. The figures that were already read stay. */
  trouble: text,
  /** The cost of this reading alone. */
  spent: z.strictObject({ rru: z.number(), calls: z.int() }),
  readAt: z.iso.datetime(),
});
export type Costs = z.infer<typeof costsSchema>;

/** Selects the batches behind a figure. Nothing more is read for it. */
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
  /** The documents that were worked on according to the batch's counts. They are estimated if they were not read. */
  processed: z.int(),
  /** The documents of a batch in progress are not read before it ends. */
  isInWork: z.boolean(),
  run: count,
  /** Null if the batch was listed but its documents were not read. */
  metered: usageTotalsSchema.nullable(),
  repeated: z.int(),
});
export type CostBatch = z.infer<typeof costBatchSchema>;

const costBatchesSchema = z.strictObject({
  rows: z.array(costBatchSchema).max(500),
  /** The number of further batches. */
  more: z.int(),
});

const spendSumSchema = z.strictObject({
  /** `usage.documents` counts each document once, in its first run; all else counts each time it was processed. */
  usage: usageTotalsSchema,
  /** The runs that ended. */
  runs: units,
  /** The documents that were processed again by a run after the first. */
  repeated: units,
});

export const fleetCostsInput = z.strictObject({
  /** The number of days by UTC, including today. */
  days: costsInput.shape.days,
  /** Only this day of them. */
  day: day.nullable(),
  /** The price book that tenants are ranked by. The answer holds units, so the page can price it by any book. */
  book: z.string().min(1).max(64),
});

/** The tenants that are shown one by one. */
export const mostTenantsShown = 50;

/** What the pipeline has summed by tenant and day, from runs that ended on these days by UTC. */
const fleetCostsSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('not kept'), why: z.string() }),
  z.strictObject({
    state: z.literal('kept'),
    /** Null for a person held to some tenants, whose tenants were asked one by one. */
    upTo: text,
    /** The first day whose runs are all included; null if it is not known. */
    wholeFrom: day.nullable(),
    from: day,
    to: day,
    /** The days on which a run ended, oldest first. `tenants` had one; null if they were not counted. */
    days: z.array(z.strictObject({ day, tenants: units.nullable(), spend: spendSumSchema })),
    all: spendSumSchema,
    /** The same number of days before; null if they are not all kept. */
    before: spendSumSchema.nullable(),
    /** The tenants that spent most, in order. Their figures are those of the whole period. */
    tenants: z
      .array(
        z.strictObject({
          tenantId: id,
          name: text,
          spend: spendSumSchema,
          before: spendSumSchema.nullable(),
        }),
      )
      .max(mostTenantsShown),
    /** What all other tenants spent together. */
    others: spendSumSchema,
    /** Whether the order of tenants comes from all of their days. If it is cut, the days before `since` were not read. */
    ranked: z.strictObject({ rows: units, since: day, isWhole: z.boolean(), tenants: units }),
    /** Tenants whose figures could not be read. */
    trouble: text,
    readAt: z.iso.datetime(),
  }),
]);
export type FleetCosts = Extract<z.infer<typeof fleetCostsSchema>, { readonly state: 'kept' }>;

/** Usage of documents, metered from their items. The page applies the prices. */
export const costOperations = {
  'costs.watch': watch({
    does: 'Adds up what documents consumed, by tenant, workflow and day, and keeps reading until its budget is used up.',
    input: costsInput,
    output: costsSchema,
  }),
  'costs.batches': query({
    does: 'Lists the batches behind a figure of costs, from what has been read already.',
    input: costBatchesInput,
    output: costBatchesSchema,
  }),
  'costs.fleet': query({
    does: 'Reads what the pipeline has summed for all tenants by day, and for the tenants that spent most.',
    input: fleetCostsInput,
    output: fleetCostsSchema,
  }),
} as const;

const calls = z.int().min(0);

/** The calls to one service: a pattern of a table, or "SQS: ReceiveMessage". */
const spentOnSchema = z.strictObject({
  pattern: z.string(),
  calls,
  /** The read units, or 0 if the service does not count any. */
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
  /** The figures up to `month` cover this session. */
  calls,
  rru: z.number(),
  byPattern: z.array(spentOnSchema.extend({ index: z.string() })),
  /** The rows with the most read units come first, then those with the most calls. */
  rows: z.array(spendRowSchema),
  since: z.iso.datetime(),
  /** The figures of this home folder since the first of the month, by UTC, including this session. */
  month: z.strictObject({
    from: day,
    rows: z.array(spendRowSchema),
    /** False if a day could not be read from disk. The figures are then a minimum. */
    isWhole: z.boolean(),
  }),
  /** The days with any calls among the last 35, oldest first. Patterns of tables are summed up as "DynamoDB". */
  days: z.array(z.strictObject({ day, rows: z.array(spentOnSchema) })),
});
export type Spend = z.infer<typeof spendSchema>;

/** The console's own costs. */
export const spendOperations = {
  'spend.watch': watch({
    does: "Pushes what the console's own reads have cost, by screen and access pattern: of this session, of the month, by day.",
    input: nothing,
    output: spendSchema,
  }),
} as const;
