import type {
  AttributeDeclaration,
  EntityDeclaration,
  PatternDeclaration,
  SampleItem,
} from '../declaration.ts';
import { workflowChanges } from './extraction-objectives.ts';
import { commonAttributes } from './extraction-attributes.ts';

const action = {
  ...commonAttributes,
  day: { type: 'date', about: 'By UTC.' },
  personId: { type: 'text', about: 'Who did it, as the pipeline API knows them.' },
  operation: { type: 'text', about: 'The operation of the console, such as plans.start.' },
  outcome: { type: 'text', optional: true, about: 'ok, or why not; not there where it is not known.' },
  projectId: { type: 'text', optional: true },
  batchId: { type: 'text', optional: true },
  documentId: { type: 'text', optional: true },
  workflowId: { type: 'text', optional: true },
  queue: { type: 'text', optional: true },
  cause: { type: 'text', optional: true },
  jobId: { type: 'text', optional: true },
  facts: { type: 'map', optional: true, about: 'More facts by name, as text: run, date, counts by state.' },
  note: { type: 'text', optional: true, about: 'What a person wrote for colleagues.' },
  chain: { type: 'text', optional: true, about: 'The audit chain of the console that told it.' },
  sequence: { type: 'number', optional: true, about: 'The place of its entry in that chain.' },
} as const satisfies Record<string, AttributeDeclaration>;

const atTime = { GSI1SK: '{at:time}', GSI2SK: '{at:time}', GSI3SK: '{at:time}' } as const;

/** These items keep what people did, as their consoles told it, and who works on a batch (decision 034). */
export const activityEntities = {
  TenantActivity: {
    table: 'main',
    about: 'What a person did about a tenant’s data. It holds ids and no values, and expires after 400 days.',
    // The key names the tenant, so that a policy can give it to a person who is held to some tenants.
    keys: {
      PK: 'TENANT#{tenantId}#ACTIVITY',
      SK: '{at:time}#{actionId}',
      GSI1PK: 'ACTIVITY#{day:date}',
      GSI2PK: 'TENANT#{tenantId}#BATCH#{batchId}#ACTIVITY',
      GSI3PK: 'PERSON#{personId}#ACTIVITY',
      ...atTime,
    },
    sparse: { GSI2: 'where it is about one batch' },
    attributes: action,
    bytes: 700,
    largestBytes: 12_000,
  },
  Activity: {
    table: 'main',
    about: 'What a person did that is about no tenant or about several. It expires after 400 days.',
    keys: {
      PK: 'ACTIVITY#{day:date}',
      SK: '{at:time}#{actionId}',
      GSI1PK: 'ACTIVITY#{day:date}',
      GSI2PK: 'CAUSE#{cause}#ACTIVITY',
      GSI3PK: 'PERSON#{personId}#ACTIVITY',
      ...atTime,
    },
    sparse: { GSI2: 'where it is about a cause of failures' },
    attributes: action,
    tenantless:
      'It is about a queue, a cause, downloads or several tenants. Only roles that see all may read it.',
    bytes: 600,
    largestBytes: 12_000,
  },
  BatchActivity: {
    table: 'main',
    about:
      'What a person did by a job over many batches, once for each batch of a job over up to 25. It is in no index by day or person, where the job is listed once.',
    keys: {
      PK: 'TENANT#{tenantId}#BATCH#{batchId}',
      SK: 'ACTIVITY#{at:time}#{actionId}',
      GSI2PK: 'TENANT#{tenantId}#BATCH#{batchId}#ACTIVITY',
      GSI2SK: '{at:time}',
    },
    attributes: action,
    bytes: 700,
    largestBytes: 12_000,
  },
  BatchWork: {
    table: 'main',
    about: 'Who works on a batch. It is a hint and no lock.',
    keys: {
      PK: 'TENANT#{tenantId}#BATCH#{batchId}',
      SK: 'WORK',
      GSI1PK: 'TENANT#{tenantId}#WORK',
      GSI1SK: '{workedOnSince:time}',
    },
    sparse: { GSI1: 'while a person works on it' },
    attributes: {
      ...commonAttributes,
      workedOnBy: { type: 'text', optional: true, about: 'Not there when the work is done.' },
      workedOnSince: { type: 'time', optional: true },
      workNote: { type: 'text', optional: true },
    },
    bytes: 250,
    largestBytes: 1_000,
  },
} as const satisfies Record<string, EntityDeclaration>;

const event = {
  ...commonAttributes,
  actor: { type: 'text', about: 'A user, or the part of the pipeline that did it.' },
  reason: { type: 'text', optional: true },
  requestId: { type: 'text', optional: true },
} as const satisfies Record<string, AttributeDeclaration>;

/** Each event is an item. Its id is a ULID, so the order of ids is that of time. */
export const historyEntities = {
  DocumentEvent: {
    table: 'main',
    about: 'One line of a passport: reprocess, redrive, claim, review, check.',
    keys: { PK: 'TENANT#{tenantId}#DOCUMENT#{documentId}', SK: 'EVENT#{eventId:ulid}' },
    attributes: {
      ...event,
      what: {
        type: 'text',
        oneOf: [
          'ingested',
          'processed',
          'failed',
          'claimed',
          'released',
          'handed over',
          'commented',
          'first opinion',
          'opinions differ',
          'approved',
          'rejected',
          'undone',
          'checked',
          'sent to review',
          'accepted',
          'filed elsewhere',
          'divided',
          'joined',
          'filed from elsewhere',
          'divided from',
          'joined from',
          'reprocessed',
          'message redriven',
          'execution redriven',
        ],
      },
      batchId: { type: 'text', optional: true },
      run: { type: 'number', optional: true },
      stage: { type: 'text', optional: true, oneOf: ['textract', 'gap-fill', 'verify'] },
      before: { type: 'map', optional: true, private: 'extracted values' },
      after: { type: 'map', optional: true, private: 'extracted values' },
    },
    bytes: 450,
  },
  WorkflowEvent: {
    table: 'main',
    about: 'A change of a workflow, with what it was before.',
    keys: { PK: 'TENANT#{tenantId}#WORKFLOW#{workflowId}', SK: 'EVENT#{eventId:ulid}' },
    attributes: {
      ...event,
      what: {
        type: 'text',
        oneOf: workflowChanges,
      },
      before: { type: 'map', optional: true },
      after: { type: 'map', optional: true },
    },
    bytes: 450,
  },
} as const satisfies Record<string, EntityDeclaration>;

export const activityParameters = {
  personId: {
    label: 'Person',
    about: 'As the API knows them: the "sub" of their token.',
    example: 'user-maya-ortiz',
  },
  assignedTo: {
    label: 'Handed over to',
    about: 'The "sub" of the token of the reviewer who got the document.',
    example: 'user-maya-ortiz',
  },
} as const;

const between = { between: ['{from:time}', '{to:time}'] } as const;

export const activityPatterns = {
  activityOfDay: {
    number: 'AP48',
    asks: 'What did people do on this day?',
    title: 'Activity of a day',
    on: 'main.GSI1',
    partition: 'ACTIVITY#{day:date}',
    sort: between,
    order: 'newest first',
    returns: ['TenantActivity', 'Activity'],
    gives: 'many',
    pageSize: 50,
    usage: { callsPerDay: 200, items: 50 },
  },
  activityOfTenant: {
    number: 'AP49',
    asks: 'What did people do about this tenant?',
    title: 'Activity of a tenant',
    on: 'main',
    partition: 'TENANT#{tenantId}#ACTIVITY',
    sort: between,
    order: 'newest first',
    returns: ['TenantActivity'],
    gives: 'many',
    pageSize: 50,
    usage: { callsPerDay: 100, items: 50 },
  },
  activityOfBatch: {
    number: 'AP50',
    asks: 'What did people do about this batch?',
    title: 'Activity of a batch',
    on: 'main.GSI2',
    partition: 'TENANT#{tenantId}#BATCH#{batchId}#ACTIVITY',
    sort: between,
    order: 'newest first',
    returns: ['TenantActivity', 'BatchActivity'],
    gives: 'many',
    pageSize: 50,
    // It is read whenever a batch is opened.
    usage: { callsPerDay: 2_000, items: 5 },
  },
  activityOfCause: {
    number: 'AP51',
    asks: 'What did people do about this cause of failures?',
    title: 'Activity of a cause',
    on: 'main.GSI2',
    partition: 'CAUSE#{cause}#ACTIVITY',
    sort: between,
    order: 'newest first',
    returns: ['Activity'],
    gives: 'many',
    pageSize: 50,
    usage: { callsPerDay: 100, items: 5 },
  },
  activityOfPerson: {
    number: 'AP52',
    asks: 'What did this person do?',
    title: 'Activity of a person',
    on: 'main.GSI3',
    partition: 'PERSON#{personId}#ACTIVITY',
    sort: between,
    order: 'newest first',
    returns: ['TenantActivity', 'Activity'],
    gives: 'many',
    pageSize: 50,
    usage: { callsPerDay: 50, items: 50 },
  },
  workOfBatch: {
    number: 'AP53',
    asks: 'Who works on this batch?',
    title: 'Work on a batch',
    on: 'main',
    partition: 'TENANT#{tenantId}#BATCH#{batchId}',
    sort: { equals: 'WORK' },
    returns: ['BatchWork'],
    gives: 'one',
    usage: { callsPerDay: 2_000, items: 1 },
  },
  workOfTenant: {
    number: 'AP54',
    asks: 'Which batches of this tenant do people work on?',
    title: 'Batches worked on, of a tenant',
    on: 'main.GSI1',
    partition: 'TENANT#{tenantId}#WORK',
    order: 'newest first',
    returns: ['BatchWork'],
    gives: 'many',
    pageSize: 100,
    // It is read once for a list of batches, and not for each of them.
    usage: { callsPerDay: 1_000, items: 5 },
  },
  documentsHandedTo: {
    number: 'AP60',
    asks: 'Which documents that wait for review were handed over to this person?',
    title: 'Documents handed over to a person',
    on: 'main.GSI1',
    partition: 'PERSON#{assignedTo}#REVIEW',
    order: 'oldest first',
    returns: ['Document'],
    gives: 'many',
    // The pipeline API asks it before it hands out the next document.
    usage: { callsPerDay: 3_000, items: 1 },
  },
} as const satisfies Record<string, PatternDeclaration>;

const maya = 'user-maya-ortiz';
const noted = '2026-11-19T11:20:00.000Z';
const begun = '2026-11-19T11:02:39.000Z';
const ended = '2026-11-19T11:02:52.000Z';
const batchId = 'batch-01M7SJ8EE04C';

/** These items tell of the same batch and cause as the other samples. */
export const activitySamples: readonly SampleItem[] = [
  anAction('7KQ2M5V9RB3DX', begun, {
    ...ofBatch(begun),
    operation: 'plans.start',
    outcome: 'ok',
    jobId: 'plan-01M7SQHZQ0',
    facts: { jobKind: 'reprocess', total: '1' },
    chain: 'console-maya',
    sequence: 1_281,
  }),
  anAction('C4W8N1T6YH0FZ', ended, {
    ...ofBatch(ended),
    operation: 'jobs.ended',
    outcome: 'ok',
    jobId: 'plan-01M7SQHZQ0',
    facts: { jobKind: 'reprocess', state: 'done', total: '1', 'failed-again': '1' },
    chain: 'console-maya',
    sequence: 1_282,
  }),
  anAction('9GJ5P2S7EK4QA', noted, {
    PK: 'ACTIVITY#2026-11-19',
    GSI2PK: 'CAUSE#b8cf51#ACTIVITY',
    GSI2SK: noted,
    operation: 'incidents.work',
    outcome: 'ok',
    cause: 'b8cf51',
    facts: { to: 'user-tomas-lindqvist' },
    note: 'Quota for Bedrock asked for.',
  }),
  {
    PK: `TENANT#northwind#BATCH#${batchId}`,
    SK: `ACTIVITY#${noted}#D2X6F9A3NB8QV`,
    GSI2PK: `TENANT#northwind#BATCH#${batchId}#ACTIVITY`,
    GSI2SK: noted,
    version: 1,
    createdAt: noted,
    updatedAt: noted,
    day: noted.slice(0, 10),
    personId: maya,
    operation: 'jobs.ended',
    outcome: 'ok',
    projectId: 'freight-invoices',
    batchId,
    jobId: 'plan-01M7SQK2W7',
    facts: { jobKind: 'reprocess-many', state: 'done', total: '9', batches: '3', fixed: '9' },
    chain: 'console-maya',
    sequence: 1_290,
    ttl: Math.floor(Date.parse(noted) / 1_000) + 400 * 86_400,
  },
  {
    PK: `TENANT#northwind#BATCH#${batchId}`,
    SK: 'WORK',
    GSI1PK: 'TENANT#northwind#WORK',
    GSI1SK: begun,
    version: 1,
    createdAt: begun,
    updatedAt: begun,
    workedOnBy: maya,
    workedOnSince: begun,
    workNote: 'The carrier sends the file again.',
  },
  {
    PK: 'TENANT#alder-finch#BATCH#batch-01M7T2C5KE1R',
    SK: 'WORK',
    GSI1PK: 'TENANT#alder-finch#WORK',
    GSI1SK: noted,
    version: 3,
    createdAt: begun,
    updatedAt: noted,
    workedOnBy: maya,
    workedOnSince: noted,
  },
];

function ofBatch(at: string): SampleItem {
  return {
    PK: 'TENANT#northwind#ACTIVITY',
    GSI2PK: `TENANT#northwind#BATCH#${batchId}#ACTIVITY`,
    GSI2SK: at,
    projectId: 'freight-invoices',
    batchId,
  };
}

function anAction(actionId: string, at: string, rest: SampleItem): SampleItem {
  const day = at.slice(0, 10);
  return {
    SK: `${at}#${actionId}`,
    GSI1PK: `ACTIVITY#${day}`,
    GSI1SK: at,
    GSI3PK: `PERSON#${maya}#ACTIVITY`,
    GSI3SK: at,
    version: 1,
    createdAt: at,
    updatedAt: at,
    day,
    personId: maya,
    ttl: Math.floor(Date.parse(at) / 1_000) + 400 * 86_400,
    ...rest,
  };
}
