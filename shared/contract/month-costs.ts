import { z } from 'zod';
import { documentStatuses } from '../domain/statuses.ts';
import { priceBookSchema } from '../pricing/price-book.ts';
import { budgetSavers } from './allowed-roles.ts';
import { command, nothing, query } from './define.ts';
import { id, text } from './pipeline-items.ts';

const day = z.iso.date();
const units = z.int().min(0);
/** Exact dollars as decimal text. */
const usd = z.string().regex(/^-?\d+(\.\d+)?$/);
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'expected a month, such as "2026-12"');
const bookId = z.string().min(1).max(64);

const forecastSchema = z.strictObject({
  usd,
  /** The interval that held the outcome in 8 of 10 simulated months (docs/costs.md). */
  low: usd,
  high: usd,
  /** The whole days that it is made from. */
  days: units,
});

export const budgetStandings = ['within', 'at-risk', 'over'] as const;

const budgetSchema = z.strictObject({
  /** Tells what may be spent this month. */
  usd,
  /** The amount is this month's own; others have another. */
  isOfMonth: z.boolean(),
  left: usd,
  /** The day on which it was used up, or on which it is expected to be; null if not in this month. */
  usedUpOn: day.nullable(),
  /** At risk: the forecast is above it. */
  standing: z.enum(budgetStandings),
});
export type BudgetStanding = z.infer<typeof budgetSchema>;

const costPart = z.enum(['textract', 'gapFill', 'verify', 'infrastructure']);

const unusualSchema = z.strictObject({
  since: day,
  isDearer: z.boolean(),
  each: usd,
  usual: usd,
  documents: units,
  /** Tells what the unusual days cost more than usual ones. */
  more: usd,
  comparedDays: units,
  /** The cost of a document by part, on the unusual days and before, the part that changed most first. */
  parts: z.array(z.strictObject({ part: costPart, each: usd, usual: usd })),
});
export type UnusualOfRow = z.infer<typeof unusualSchema>;

const monthRowSchema = z.strictObject({
  /** Null for all tenants together. */
  tenantId: id.nullable(),
  name: text,
  /** Both are null for a tenant as a whole. */
  projectId: id.nullable(),
  workflowId: id.nullable(),
  /** Null for a tenant as a whole, and where the workflow was not read. */
  workflowName: text,
  used: usd,
  documents: units,
  /** Documents without a figure or without a price, so `used` is a minimum. */
  unpriced: units,
  /** The days of the last five weeks with costs. */
  days: z.array(z.strictObject({ day, usd, documents: units })),
  forecast: forecastSchema.nullable(),
  budget: budgetSchema.nullable(),
  /** Tells what is set, so that it can be changed: for every month, and by month. The version is 0 before anything is. */
  set: z.strictObject({
    usd: usd.nullable(),
    months: z.record(z.string(), usd),
    version: z.int(),
    setBy: text,
  }),
  unusual: unusualSchema.nullable(),
});
export type MonthRow = z.infer<typeof monthRowSchema>;

const lossSchema = z.strictObject({
  tenantId: id,
  name: text,
  projectId: id,
  workflowId: id,
  workflowName: text,
  /** `again`: processed again, and did not fail then. */
  kind: z.enum(['failed', 'again']),
  cause: z.string(),
  pattern: z.string(),
  documents: units,
  usd,
});
export type Loss = z.infer<typeof lossSchema>;

const monthCostsSchema = z.strictObject({
  month,
  today: day,
  /** All tenants together, then each tenant followed by its workflows, those with the highest costs first. */
  rows: z.array(monthRowSchema).max(600),
  /** Tells what failures and reprocessing cost this month, the highest first. */
  losses: z.array(lossSchema).max(200),
  lost: z.strictObject({ failed: usd, again: usd }),
  /** The first day of which workflows and causes are known; null if none is. */
  detailFrom: day.nullable(),
  /** Tenants with spend that were not read, because only those that spent most are. */
  leftOut: units,
  /** Says who keeps budgets: the deployment, so that colleagues see them, or only this machine. `whyHere` says why. */
  budgetsKeptBy: z.enum(['deployment', 'this machine']),
  whyHere: text,
  trouble: text,
  readAt: z.iso.datetime(),
});
export type MonthCosts = z.infer<typeof monthCostsSchema>;

const monthInput = z.strictObject({
  /** Null means all tenants that the person may see. */
  tenantId: id.nullable(),
  book: bookId,
});

export const saveBudgetInput = z.strictObject({
  tenantId: id,
  projectId: id.nullable(),
  workflowId: id.nullable(),
  /** Null sets every month without an amount of its own. */
  month: month.nullable(),
  /** Null takes the amount away. */
  usd: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,2})?$/, 'expected dollars, such as "250" or "99.50"')
    .nullable(),
  version: z.int().min(0),
  typedEnvironment: z.string().max(40).nullable(),
  /** Identifies the intent, so that it happens once however often it is sent. */
  intentKey: z.uuid(),
});

const savedSchema = z.strictObject({
  kind: z.enum(['saved', 'overtaken']),
  keptBy: z.enum(['deployment', 'this machine']),
  version: z.int(),
});

const findingSchema = z.strictObject({
  /** The same for as long as it is the same finding. */
  id: z.string(),
  kind: z.enum(['over-budget', 'budget-at-risk', 'unusual']),
  tenantId: id,
  name: text,
  projectId: id.nullable(),
  workflowId: id.nullable(),
  title: z.string(),
  says: z.string(),
  since: day,
});
export type CostFinding = z.infer<typeof findingSchema>;

export const billInput = z.strictObject({
  /** Both days are included. */
  from: day,
  to: day,
  book: bookId,
  /** The number of questions that the person has agreed to pay for. */
  questions: z.int().min(1).max(10),
});

const billLineSchema = z.strictObject({
  /** As Cost Explorer names it. */
  service: z.string(),
  /** Null where we estimate nothing of this service. */
  ours: usd.nullable(),
  /** Null where Cost Explorer has no line for it. */
  billed: usd.nullable(),
  isEstimated: z.boolean(),
  /** The stacks' tag finds it; otherwise the figure is of the whole account. */
  isByTag: z.boolean(),
  notCounted: z.array(z.string()),
});
export type BillLine = z.infer<typeof billLineSchema>;

const billSchema = z.strictObject({
  from: day,
  to: day,
  tag: z.strictObject({ key: z.string(), value: z.string() }),
  lines: z.array(billLineSchema).max(200),
  ours: usd,
  billed: usd,
  currency: z.string(),
  /** Cost Explorer has not closed these figures yet. */
  isEstimated: z.boolean(),
  /** No line carries the tag. It may not be activated as a cost allocation tag. */
  isTagUnseen: z.boolean(),
  asked: units,
  paid: usd,
  notes: z.array(z.string()),
  askedAt: z.iso.datetime(),
});
export type Bill = z.infer<typeof billSchema>;

const bookTextSchema = z.string().max(900_000);

const booksSchema = z.strictObject({
  /** The book that a person has loaded on this machine; null while the newest built-in one is used. */
  loaded: z
    .strictObject({ book: priceBookSchema, usedSince: z.iso.datetime(), usedBy: z.string() })
    .nullable(),
});
export type PriceBooks = z.infer<typeof booksSchema>;

const comparedPriceSchema = z.strictObject({
  name: z.string(),
  unit: text,
  per: z.int(),
  /** Null where the book lacks it. */
  before: usd.nullable(),
  after: usd.nullable(),
  /** The change in per cent, rounded to one place; null where one of them is missing or free. */
  percent: z.number().nullable(),
});

const comparedBookSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  region: z.string(),
  effectiveFrom: day,
  effectiveUntil: day.nullable(),
  source: z.string(),
  against: z.strictObject({ id: z.string(), name: z.string(), effectiveFrom: day }),
  changed: z.array(comparedPriceSchema),
  same: units,
  /** Tells what the last 30 days cost by each; null where the deployment keeps no sums, and `whyNot` says so. */
  days: z.strictObject({ from: day, to: day, before: usd, after: usd }).nullable(),
  whyNot: text,
});
export type ComparedBook = z.infer<typeof comparedBookSchema>;

/** Selects the documents of a workflow by the days on which their runs ended. */
export const costDocumentsInput = z.strictObject({
  tenantId: id,
  projectId: id,
  workflowId: id,
  /** Both days are included, by UTC. */
  from: day,
  to: day,
  book: bookId,
});

const workflowDaySchema = z.strictObject({
  day,
  documents: units,
  usd,
  /** The cost of a document; null on a day without documents. */
  each: usd.nullable(),
  /** The pages and tokens of all of its documents. */
  pages: units,
  tokens: units,
});
export type WorkflowDay = z.infer<typeof workflowDaySchema>;

export const mostCostDocuments = 100;

const costDocumentSchema = z.strictObject({
  batchId: id,
  documentId: id,
  fileName: text,
  /** The status now, also of a document that another run has worked on since. */
  status: z.enum(documentStatuses).nullable(),
  run: z.int().min(1),
  /** The time at which the run ended. */
  endedAt: z.iso.datetime(),
  pages: units.nullable(),
  tokens: units.nullable(),
  models: z.array(z.string()).max(10),
  usd,
  /** False if a part has no figure or no price, so `usd` is a minimum. */
  isWhole: z.boolean(),
});
export type CostDocument = z.infer<typeof costDocumentSchema>;

const costDocumentsSchema = z.strictObject({
  tenantName: text,
  workflowName: text,
  /** The days of the four weeks before and those that were asked for, oldest first. */
  days: z.array(workflowDaySchema).max(100),
  /** Lists the documents that cost most, once for each run that worked on one. */
  documents: z.array(costDocumentSchema).max(mostCostDocuments),
  /** The documents that were read, each time that one was processed, and what they cost together. */
  read: units,
  usd,
  /** Batches with runs on these days whose documents were not read. */
  batchesLeft: units,
  /** Batches that were submitted before this day are not looked at. */
  submittedSince: day,
  trouble: text,
});
export type CostDocuments = z.infer<typeof costDocumentsSchema>;

const focusInput = monthInput.extend({
  /** The number of days by UTC, including today. */
  days: z.union([z.literal(7), z.literal(30)]),
});

/** Costs by tenant, workflow and month: forecasts, budgets, what is unusual, what was lost, and the bill. */
export const monthCostOperations = {
  'costs.month': query({
    does: 'Reads what the pipeline has summed by workflow and cause, with forecasts and budgets of the month.',
    input: monthInput,
    output: z.strictObject({
      /** Null where the pipeline keeps no sums; `whyNot` then says so. */
      month: monthCostsSchema.nullable(),
      whyNot: text,
    }),
  }),
  'costs.saveBudget': command({
    does: 'Sets what the documents of a tenant or of a workflow may cost in a month.',
    input: saveBudgetInput,
    output: savedSchema,
    roles: budgetSavers,
  }),
  'costs.findings': query({
    does: 'Lists budgets that are or will be used up, and workflows whose documents cost clearly more than usual.',
    input: z.strictObject({ tenantId: id.nullable() }),
    output: z.strictObject({ findings: z.array(findingSchema).max(50), whyNot: text }),
  }),
  'costs.documents': query({
    does: 'Lists the documents of a workflow that cost most on some days, beside what its documents cost day by day.',
    input: costDocumentsInput,
    output: costDocumentsSchema,
  }),
  'costs.bill': command({
    does: 'Asks Cost Explorer what AWS has billed for the stacks, at a cent a question, and compares it with our estimate.',
    input: billInput,
    output: billSchema,
    roles: budgetSavers,
    writes: false,
  }),
  'costs.compareBook': query({
    does: 'Reads a price book from a file and compares it with the one in use.',
    input: z.strictObject({ text: bookTextSchema, against: bookId }),
    output: comparedBookSchema,
  }),
  'costs.stopBill': command({
    does: 'Stops waiting for Cost Explorer. Questions that were sent are paid for, and no further one is sent.',
    input: nothing,
    output: z.strictObject({ wasAsking: z.boolean() }),
    roles: budgetSavers,
    writes: false,
  }),
  'costs.books': query({
    does: 'Says which price book from a file is used on this machine.',
    input: nothing,
    output: booksSchema,
  }),
  'costs.useBook': command({
    does: 'Uses a price book from a file for every estimate of this machine, until it is reverted.',
    input: z.strictObject({ text: bookTextSchema }),
    output: booksSchema,
    roles: budgetSavers,
    writes: false,
  }),
  'costs.revertBook': command({
    does: 'Uses the newest built-in price book again.',
    input: nothing,
    output: booksSchema,
    roles: budgetSavers,
    writes: false,
  }),
  'costs.focus': query({
    does: 'Writes the costs by day, workflow and service as a file in the columns of FOCUS 1.2.',
    input: focusInput,
    output: z.strictObject({ csv: z.string(), rows: units, from: day, to: day, whyNot: text }),
  }),
} as const;
