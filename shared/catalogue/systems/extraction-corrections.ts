import type { EntityDeclaration, PatternDeclaration, SampleItem } from '../declaration.ts';
import { commonAttributes } from './extraction-attributes.ts';

/** The pipeline counts what reviewers correct, by workflow and day, so that a sudden change is found (decision 041). */
export const correctionEntities = {
  CorrectionsOfDay: {
    table: 'main',
    about: 'What reviewers approved and corrected in a workflow on a day, by UTC. It expires after 60 days.',
    keys: { PK: 'TENANT#{tenantId}#CORRECTIONS', SK: 'CORRECTIONS#{workflowId}#{day:date}' },
    attributes: {
      ...commonAttributes,
      projectId: { type: 'text' },
      figures: {
        type: 'map',
        about:
          'Numbers by name: documents with a field, a reader or a supplier (a hash), and how many of them were corrected; rejected documents, layouts of suppliers, models, versions of the workflow, and seconds of reviewers.',
      },
      suppliers: {
        type: 'map',
        about: 'The names of the suppliers that have figures of their own.',
        private: 'extracted values',
      },
    },
    bytes: 1_800,
    largestBytes: 12_000,
  },
  CorrectedDocument: {
    table: 'main',
    about:
      'A document in which a reviewer corrected something: the evidence of a change. It expires after 60 days.',
    keys: { PK: 'TENANT#{tenantId}#CORRECTED#{workflowId}', SK: '{at:time}#{documentId}' },
    attributes: {
      ...commonAttributes,
      projectId: { type: 'text' },
      batchId: { type: 'text' },
      fileName: { type: 'text', optional: true },
      score: { type: 'number', optional: true },
      fields: {
        type: 'list',
        about: 'The corrected fields: the name, which reader had read it, and how certain it was.',
      },
      supplier: { type: 'text', optional: true, about: 'A hash.' },
      supplierName: { type: 'text', optional: true, private: 'extracted values' },
      layout: { type: 'text', optional: true, about: 'The places of its fields on the first page.' },
      rules: {
        type: 'list',
        about: 'The rules that its values broke as they were read, and no longer as they were corrected.',
      },
    },
    bytes: 520,
    largestBytes: 4_000,
  },
  Drift: {
    table: 'main',
    about: 'A workflow in which corrections have changed.',
    keys: {
      PK: 'ATTENTION#DRIFT#{shard}',
      SK: 'DRIFT#{tenantId}#{workflowId}',
    },
    attributes: {
      ...commonAttributes,
      tenantId: { type: 'text' },
      projectId: { type: 'text' },
      workflowId: { type: 'text' },
      beganAt: { type: 'time', about: 'The beginning of the day, by UTC, on which it began.' },
      kind: { type: 'text', oneOf: ['all', 'field', 'reader', 'supplier'] },
      name: { type: 'text', about: 'The field, the reader, or the hash of the supplier.' },
      supplierName: { type: 'text', optional: true, private: 'extracted values' },
      usualRead: { type: 'number', about: 'Documents in the four weeks before.' },
      usualCorrected: { type: 'number' },
      recentRead: { type: 'number', about: 'Documents since then.' },
      recentCorrected: { type: 'number' },
      isOver: { type: 'flag', optional: true, about: 'Corrections are as usual again.' },
      p: { type: 'text', about: 'How probable so many corrections are if nothing has changed.' },
    },
    tenantless:
      'It answers a question about all tenants. Only roles that see all tenants may read it; whose it is stands in it.',
    bytes: 500,
  },
} as const satisfies Record<string, EntityDeclaration>;

export const correctionPatterns = {
  correctionsOfTenant: {
    number: 'AP65',
    asks: 'What was corrected in the workflows of this tenant, day by day?',
    title: 'Corrections of a tenant by day',
    on: 'main',
    partition: 'TENANT#{tenantId}#CORRECTIONS',
    returns: ['CorrectionsOfDay'],
    gives: 'many',
    pageSize: 500,
    usage: { callsPerDay: 300, items: 120 },
  },
  correctionsOfWorkflow: {
    number: 'AP66',
    asks: 'What was corrected in this workflow, day by day?',
    title: 'Corrections of a workflow by day',
    on: 'main',
    partition: 'TENANT#{tenantId}#CORRECTIONS',
    sort: { between: ['CORRECTIONS#{workflowId}#{fromDay:date}', 'CORRECTIONS#{workflowId}#{toDay:date}'] },
    returns: ['CorrectionsOfDay'],
    gives: 'many',
    pageSize: 100,
    // The pipeline asks it after each decision, and the page of a change.
    usage: { callsPerDay: 700, items: 42 },
  },
  correctedDocuments: {
    number: 'AP67',
    asks: 'Which documents of this workflow were corrected between two times?',
    title: 'Corrected documents, newest first',
    on: 'main',
    partition: 'TENANT#{tenantId}#CORRECTED#{workflowId}',
    sort: { between: ['{from:time}', '{to:time}'] },
    order: 'newest first',
    returns: ['CorrectedDocument'],
    gives: 'many',
    pageSize: 200,
    usage: { callsPerDay: 40, items: 100 },
  },
  driftOfAll: {
    number: 'AP68',
    asks: 'In which workflows of all tenants have corrections changed?',
    title: 'Changed corrections of all tenants',
    on: 'main',
    partition: 'ATTENTION#DRIFT#{shard}',
    sort: { beginsWith: 'DRIFT#' },
    returns: ['Drift'],
    gives: 'many',
    usage: { callsPerDay: 800, items: 1 },
  },
} as const satisfies Record<string, PatternDeclaration>;

const at = '2026-11-19T11:06:02.000Z';
const dates = { version: 1, createdAt: at, updatedAt: at };

/** These items tell of the same batches as the other samples. */
export const correctionSamples: readonly SampleItem[] = [
  {
    PK: 'TENANT#northwind#CORRECTIONS',
    SK: 'CORRECTIONS#carrier-invoices#2026-11-19',
    ...dates,
    projectId: 'freight-invoices',
    figures: {
      'all#read': 1,
      'all#corrected': 1,
      'field#total#read': 1,
      'field#total#corrected': 1,
      'reader#textract#read': 1,
      'reader#textract#corrected': 1,
      'supplier#4f0c1d9a6b7e#read': 1,
      'supplier#4f0c1d9a6b7e#corrected': 1,
      'layout#4f0c1d9a6b7e#AQkE5QlNUb5Q5fcd8OU': 1,
      'timed#corrected': 1,
      'seconds#corrected': 41,
    },
    suppliers: { '4f0c1d9a6b7e': 'Harrow & Pike Freight' },
  },
  {
    PK: 'TENANT#northwind#CORRECTED#carrier-invoices',
    SK: `${at}#doc-01M7SJ8EE0A2`,
    ...dates,
    projectId: 'freight-invoices',
    batchId: 'batch-01M7SJ8EE04C',
    fileName: 'carrier-0413.pdf',
    score: 0.71,
    fields: [{ name: 'total', reader: 'textract', confidence: 0.71 }],
    supplier: '4f0c1d9a6b7e',
    supplierName: 'Harrow & Pike Freight',
    layout: 'AQkE5QlNUb5Q5fcd8OU',
    rules: ['sum of lines'],
  },
  {
    PK: 'ATTENTION#DRIFT#5',
    SK: 'DRIFT#northwind#carrier-invoices',
    ...dates,
    tenantId: 'northwind',
    projectId: 'freight-invoices',
    workflowId: 'carrier-invoices',
    beganAt: '2026-11-17T00:00:00.000Z',
    kind: 'field',
    name: 'total',
    usualRead: 240,
    usualCorrected: 12,
    recentRead: 80,
    recentCorrected: 19,
    p: '8.10e-6',
  },
];
