import type { EntityDeclaration, PatternDeclaration, SampleItem } from '../declaration.ts';
import { commonAttributes } from './extraction-attributes.ts';

const usage = {
  type: 'map',
  about:
    'Numbers by name: documents, pages by analysis, tokens by stage and model. They hold no prices, so any price book can price them. Also how many batches took how long.',
} as const;

const budgetAttributes = {
  usd: {
    type: 'text',
    optional: true,
    about: 'Exact dollars for every month without an amount of its own. Missing: none.',
  },
  months: { type: 'map', about: 'Exact dollars by month, such as "2026-12".' },
  setBy: { type: 'text' },
} as const;

/**
 * The pipeline sums what runs consumed: by run, by tenant and day, and by day (decision 033), and by workflow and cause
 * (decision 046).
 */
export const spendEntities = {
  RunSpend: {
    table: 'main',
    about: 'What a run of a batch consumed, summed when it has ended.',
    keys: { PK: 'TENANT#{tenantId}#BATCH#{batchId}', SK: 'SPEND#{run}' },
    attributes: {
      ...commonAttributes,
      projectId: { type: 'text' },
      workflowId: { type: 'text' },
      day: { type: 'date', about: 'On which it first ended, by UTC. Its usage is counted on this day.' },
      endedAt: { type: 'time', about: 'The end that was summed. A redriven run ends again.' },
      unfinished: { type: 'number', about: 'Documents that had not ended when it was summed.' },
      usage,
      causes: {
        type: 'list',
        optional: true,
        about: 'What failed documents and documents processed again consumed, by cause.',
      },
    },
    bytes: 650,
    largestBytes: 4_000,
  },
  SpendOfTenant: {
    table: 'main',
    about: 'What the runs of a tenant consumed that ended on a day, by UTC.',
    // The key names the tenant, so that a policy can give it to a person who is held to some tenants.
    keys: {
      PK: 'TENANT#{tenantId}#SPEND',
      SK: 'DAY#{day:date}',
      GSI1PK: 'SPEND#{day:date}',
      GSI1SK: 'TENANT#{tenantId}',
    },
    attributes: { ...commonAttributes, usage },
    bytes: 600,
    largestBytes: 4_000,
  },
  SpendOfDay: {
    table: 'main',
    about: 'What the runs of all tenants consumed that ended on a day, by UTC.',
    keys: { PK: 'SPEND', SK: 'DAY#{day:date}' },
    attributes: { ...commonAttributes, usage: { ...usage, about: `${usage.about} Also how many tenants.` } },
    tenantless: 'It sums all tenants and names none.',
    bytes: 600,
    largestBytes: 4_000,
  },
  SpendOfWorkflow: {
    table: 'main',
    about: 'What the runs of a workflow consumed that ended on a day, by UTC (decision 046).',
    keys: {
      PK: 'TENANT#{tenantId}#SPEND',
      SK: 'BY#{day:date}#WORKFLOW#{projectId}#{workflowId}',
    },
    attributes: { ...commonAttributes, usage },
    bytes: 600,
    largestBytes: 4_000,
  },
  SpendOfCause: {
    table: 'main',
    about:
      'What those runs spent on documents that failed, or on processing documents again, by the cause of the failure.',
    keys: {
      PK: 'TENANT#{tenantId}#SPEND',
      SK: 'BY#{day:date}#CAUSE#{projectId}#{workflowId}#{lossKind}#{cause}',
    },
    attributes: { ...commonAttributes, pattern: { type: 'text' }, usage },
    bytes: 650,
    largestBytes: 4_000,
  },
  TenantBudget: {
    table: 'main',
    about: 'What the documents of a tenant may cost in a month.',
    keys: {
      PK: 'TENANT#{tenantId}#SPEND',
      SK: 'BY#BUDGET',
    },
    attributes: { ...commonAttributes, ...budgetAttributes },
    bytes: 300,
    largestBytes: 2_000,
  },
  WorkflowBudget: {
    table: 'main',
    about: 'What the documents of a workflow may cost in a month.',
    keys: {
      PK: 'TENANT#{tenantId}#SPEND',
      SK: 'BY#BUDGET#{projectId}#{workflowId}',
    },
    attributes: { ...commonAttributes, ...budgetAttributes },
    bytes: 350,
    largestBytes: 2_000,
  },
} as const satisfies Record<string, EntityDeclaration>;

export const spendParameters = {
  run: { label: 'Run', about: 'By number, from 1.', example: '2' },
  fromDay: { label: 'From', about: 'The first day, by UTC.', example: '2026-11-18' },
  toDay: { label: 'To', about: 'The last day, by UTC.', example: '2026-11-19' },
} as const;

export const spendPatterns = {
  spendOfBatch: {
    number: 'AP43',
    asks: 'What did each run of this batch consume?',
    title: 'Spend of a batch by run',
    on: 'main',
    partition: 'TENANT#{tenantId}#BATCH#{batchId}',
    sort: { beginsWith: 'SPEND#' },
    returns: ['RunSpend'],
    gives: 'many',
    usage: { callsPerDay: 20, items: 1 },
  },
  tenantsBySpendDay: {
    number: 'AP44',
    asks: 'What did each tenant consume on this day?',
    title: 'Spend of a day by tenant',
    on: 'main.GSI1',
    partition: 'SPEND#{day:date}',
    sort: { beginsWith: 'TENANT#' },
    returns: ['SpendOfTenant'],
    gives: 'many',
    pageSize: 1_000,
    usage: { callsPerDay: 200, items: 200 },
  },
  spendByDays: {
    number: 'AP45',
    asks: 'What did all tenants consume, day by day?',
    title: 'Spend of all tenants by day',
    on: 'main',
    partition: 'SPEND',
    sort: { between: ['DAY#{fromDay:date}', 'DAY#{toDay:date}'] },
    returns: ['SpendOfDay'],
    gives: 'many',
    pageSize: 100,
    usage: { callsPerDay: 40, items: 14 },
  },
  spendOfTenantByDays: {
    number: 'AP46',
    asks: 'What did this tenant consume, day by day?',
    title: 'Spend of a tenant by day',
    on: 'main',
    partition: 'TENANT#{tenantId}#SPEND',
    sort: { between: ['DAY#{fromDay:date}', 'DAY#{toDay:date}'] },
    returns: ['SpendOfTenant'],
    gives: 'many',
    pageSize: 100,
    usage: { callsPerDay: 400, items: 14 },
  },
  spendOfRun: {
    number: 'AP47',
    asks: 'What did this run of the batch consume?',
    title: 'Spend of a run',
    on: 'main',
    partition: 'TENANT#{tenantId}#BATCH#{batchId}',
    sort: { equals: 'SPEND#{run}' },
    returns: ['RunSpend'],
    gives: 'one',
    usage: { callsPerDay: 100, items: 1 },
  },
  spendInDetail: {
    number: 'AP75',
    asks: 'What did this tenant spend by workflow and cause since this day, and what may it?',
    title: 'Spend of a tenant by workflow and cause',
    on: 'main',
    partition: 'TENANT#{tenantId}#SPEND',
    sort: { between: ['BY#{fromDay:date}', 'BY#~'] },
    returns: ['SpendOfWorkflow', 'SpendOfCause', 'TenantBudget', 'WorkflowBudget'],
    gives: 'many',
    pageSize: 500,
    usage: { callsPerDay: 200, items: 150 },
  },
} as const satisfies Record<string, PatternDeclaration>;

const model = 'anthropic.claude-3-5-sonnet-20241022-v2:0';
const verified = (figures: { documents: number; inputTokens: number; outputTokens: number }): SampleItem =>
  Object.fromEntries([
    ...Object.entries(figures).map(([unit, figure]): [string, number] => [`verify#${model}#${unit}`, figure]),
    [`mix#expense#["${model}"]`, figures.documents],
  ]);

const usageOf18 = {
  runs: 1,
  documents: 2,
  processed: 2,
  stages: 4,
  ms: 19_600,
  pageDocuments: 2,
  pages: 5,
  ...verified({ documents: 2, inputTokens: 4_395, outputTokens: 630 }),
  'took#15': 1,
};
const usageOf19 = {
  runs: 1,
  documents: 4,
  processed: 3,
  stages: 5,
  ms: 17_200,
  pageDocuments: 3,
  pages: 4,
  ...verified({ documents: 2, inputTokens: 1_760, outputTokens: 285 }),
  'mix#expense#[]': 1,
  'took#failed': 1,
};
const usageOfRun2 = { runs: 1, repeated: 1, 'took#again': 1 };
const usageOfBoth = { ...usageOf19, ...usageOfRun2, runs: 2 };

const budgetTimes = {
  version: 1,
  createdAt: '2026-11-02T09:00:00.000Z',
  updatedAt: '2026-11-02T09:00:00.000Z',
} as const;

/** These items tell of the same batches as the other samples. */
export const spendSamples: readonly SampleItem[] = [
  aRun('batch-01M7PTPY007T', 1, '2026-11-18T08:12:44.310Z', usageOf18),
  aRun('batch-01M7SJ8EE04C', 1, '2026-11-19T09:35:10.120Z', usageOf19),
  aRun('batch-01M7SJ8EE04C', 2, '2026-11-19T11:02:41.000Z', usageOfRun2),
  ...aDay('2026-11-18', usageOf18, '2026-11-18T08:12:48.000Z'),
  ...aDay('2026-11-19', usageOfBoth, '2026-11-19T11:02:46.000Z'),
  ...inDetail('2026-11-18', usageOf18, '2026-11-18T08:12:48.000Z'),
  ...inDetail('2026-11-19', usageOfBoth, '2026-11-19T11:02:46.000Z'),
  {
    PK: 'TENANT#northwind#SPEND',
    SK: 'BY#2026-11-19#CAUSE#freight-invoices#carrier-invoices#failed#1f0c6a',
    version: 1,
    createdAt: '2026-11-19T09:35:15.000Z',
    updatedAt: '2026-11-19T09:35:15.000Z',
    pattern: 'UnsupportedDocument: the page has no text',
    usage: {
      documents: 1,
      processed: 1,
      stages: 1,
      ms: 2_100,
      pageDocuments: 1,
      pages: 1,
      'mix#expense#[]': 1,
    },
  },
  {
    PK: 'TENANT#northwind#SPEND',
    SK: 'BY#BUDGET',
    ...budgetTimes,
    usd: '40',
    months: { '2026-12': '60' },
    setBy: 'user-maya-ortiz',
  },
  {
    PK: 'TENANT#northwind#SPEND',
    SK: 'BY#BUDGET#freight-invoices#carrier-invoices',
    ...budgetTimes,
    usd: '25.50',
    months: {},
    setBy: 'user-maya-ortiz',
  },
];

function inDetail(day: string, figures: SampleItem, updatedAt: string): readonly SampleItem[] {
  return [
    {
      PK: 'TENANT#northwind#SPEND',
      SK: `BY#${day}#WORKFLOW#freight-invoices#carrier-invoices`,
      version: 1,
      createdAt: updatedAt,
      updatedAt,
      usage: figures,
    },
  ];
}

function aRun(batchId: string, run: number, endedAt: string, figures: SampleItem): SampleItem {
  return {
    PK: `TENANT#northwind#BATCH#${batchId}`,
    SK: `SPEND#${run}`,
    version: 1,
    createdAt: endedAt,
    updatedAt: endedAt,
    projectId: 'freight-invoices',
    workflowId: 'carrier-invoices',
    day: endedAt.slice(0, 10),
    endedAt,
    unfinished: 0,
    usage: figures,
  };
}

function aDay(day: string, figures: SampleItem, updatedAt: string): readonly SampleItem[] {
  const common = { version: 1, createdAt: updatedAt, updatedAt };
  return [
    {
      PK: 'TENANT#northwind#SPEND',
      SK: `DAY#${day}`,
      GSI1PK: `SPEND#${day}`,
      GSI1SK: 'TENANT#northwind',
      ...common,
      usage: figures,
    },
    { PK: 'SPEND', SK: `DAY#${day}`, ...common, usage: { ...figures, tenants: 1 } },
  ];
}
