import type {
  AttributeDeclaration,
  EntityDeclaration,
  PatternDeclaration,
  SampleItem,
} from '../declaration.ts';
import { attentionShards } from '../../domain/attention.ts';
import { commonAttributes } from './extraction-attributes.ts';

const ofNoTenant =
  'It answers a question about all tenants. Only roles that see all tenants may read it; whose it is stands in it.';

const describedCause = {
  stage: { type: 'text', optional: true, oneOf: ['textract', 'gap-fill', 'verify'] },
  code: { type: 'text', optional: true },
  pattern: { type: 'text', about: 'The code and the message without the parts that differ.' },
} as const satisfies Record<string, AttributeDeclaration>;

const hours = Array.from({ length: 24 }, (_, hour) => `h${String(hour).padStart(2, '0')}`);
const countsByHour: Readonly<Record<string, AttributeDeclaration>> = {
  count: { type: 'number', about: 'How often documents became FAILED for this cause on this day.' },
  firstAt: { type: 'time' },
  lastAt: { type: 'time' },
  ...Object.fromEntries(
    hours.map((hour) => [hour, { type: 'number', optional: true, about: 'The same in one hour, by UTC.' }]),
  ),
};

/** Batches that need attention, and causes of failures by day, which the pipeline keeps for questions about all tenants. */
export const attentionEntities = {
  Attention: {
    table: 'main',
    about: 'A batch that needs attention, or needed it within the last week.',
    keys: {
      PK: 'ATTENTION#{shard}',
      SK: 'BATCH#{tenantId}#{batchId}',
      GSI1PK: 'ATTENTION#REVIEW#{shard}',
      GSI1SK: '{oldestReviewAt:time}',
      GSI2PK: 'ATTENTION#{status}#{shard}',
      GSI2SK: '{since:time}',
      GSI3PK: 'ATTENTION#DELIVERY#{shard}',
      GSI3SK: '{givenUpAt:time}',
    },
    sparse: {
      GSI1: 'while a document of the batch waits for review',
      GSI2: 'while the batch is PROCESSING, FAILED or REVIEW_REQUIRED',
      GSI3: 'while a delivery of the batch is given up',
    },
    attributes: {
      ...commonAttributes,
      tenantId: { type: 'text' },
      projectId: { type: 'text' },
      workflowId: { type: 'text' },
      batchId: { type: 'text' },
      status: { type: 'text', oneOf: ['QUEUED', 'PROCESSING', 'SUCCEEDED', 'REVIEW_REQUIRED', 'FAILED'] },
      since: {
        type: 'time',
        about: 'Since when it is in its status; while it is PROCESSING, when it last changed.',
      },
      changedAt: { type: 'time', about: 'When the batch last changed.' },
      counts: { type: 'map', about: 'How many documents are in each status.' },
      documentCount: { type: 'number' },
      causes: { type: 'map', about: 'Why documents stand failed, by cause: how many, stage, code, pattern.' },
      failures: { type: 'map', about: 'The failures that are counted in the causes by day.' },
      batchVersion: { type: 'number', about: 'Of the batch that it was made from.' },
      waiting: { type: 'number', about: 'How many documents wait for review.' },
      oldestReviewAt: { type: 'time', optional: true, about: 'Since when the oldest of them waits.' },
      deliveriesGivenUp: { type: 'number' },
      givenUpAt: { type: 'time', optional: true },
      workedOnBy: { type: 'text', optional: true, about: 'Who works on the batch.' },
      workedOnSince: { type: 'time', optional: true },
    },
    tenantless: ofNoTenant,
    bytes: 900,
    largestBytes: 12_000,
  },
  AttentionState: {
    table: 'main',
    about: 'How far attention has followed the table.',
    keys: { PK: 'ATTENTION', SK: 'STATE' },
    attributes: {
      ...commonAttributes,
      keptSince: { type: 'time', about: 'The first change that was followed.' },
      upTo: { type: 'time', about: 'The time of the last change that was followed.' },
      wholeSince: {
        type: 'time',
        optional: true,
        about: 'When all batches were counted. Before that, a batch that has not changed since is missing.',
      },
      behind: {
        type: 'map',
        optional: true,
        about: 'The times of changes that could not be followed yet, by a number for each batch.',
      },
    },
    tenantless: 'It tells of no tenant.',
    bytes: 200,
  },
  CauseOfDay: {
    table: 'main',
    about: 'A cause on a day, over all tenants.',
    keys: { PK: 'CAUSES#{day:date}', SK: 'CAUSE#{cause}' },
    attributes: {
      ...commonAttributes,
      ...describedCause,
      ...countsByHour,
      tenants: { type: 'number', about: 'How many tenants it hit on this day.' },
    },
    tenantless: ofNoTenant,
    bytes: 450,
  },
  CauseOfTenant: {
    table: 'main',
    about: 'A cause on a day for one tenant.',
    keys: { PK: 'CAUSE#{cause}#{day:date}', SK: 'TENANT#{tenantId}' },
    attributes: {
      ...commonAttributes,
      ...countsByHour,
      newestBatchId: { type: 'text', about: 'The batch of its last failure.' },
      newestProjectId: { type: 'text' },
    },
    tenantless: ofNoTenant,
    bytes: 400,
  },
  KnownCause: {
    table: 'main',
    about: 'A cause that was ever seen, when first, and who works on it.',
    keys: { PK: 'CAUSES#KNOWN', SK: 'CAUSE#{cause}' },
    attributes: {
      ...commonAttributes,
      ...describedCause,
      firstAt: { type: 'time' },
      workedOnBy: { type: 'text', optional: true },
      workedOnSince: { type: 'time', optional: true },
      workNote: { type: 'text', optional: true },
    },
    tenantless: ofNoTenant,
    bytes: 350,
  },
} as const satisfies Record<string, EntityDeclaration>;

export const attentionParameters = {
  shard: {
    label: 'Shard',
    about: 'Attention is spread over eight partitions, by tenant and batch.',
    oneOf: attentionShards,
    spreads: true,
    example: '5',
  },
  day: { label: 'Day', about: 'By UTC.', example: '2026-11-19' },
  cause: { label: 'Cause', about: 'Six hex digits, as failure groups have them.', example: 'b8cf51' },
} as const;

/** Each question about all tenants is asked of all eight shards, so it takes eight calls however many tenants there are. */
export const attentionPatterns = {
  attentionByStatus: {
    number: 'AP31',
    asks: 'Which batches of all tenants came into a status last?',
    title: 'Batches of all tenants, newest first',
    on: 'main.GSI2',
    partition: 'ATTENTION#{status}#{shard}',
    order: 'newest first',
    returns: ['Attention'],
    gives: 'many',
    usage: { callsPerDay: 1_600, items: 12 },
  },
  attentionByAge: {
    number: 'AP32',
    asks: 'Which batches of all tenants have had a status longest?',
    title: 'Batches of all tenants, longest first',
    on: 'main.GSI2',
    partition: 'ATTENTION#{status}#{shard}',
    order: 'oldest first',
    returns: ['Attention'],
    gives: 'many',
    usage: { callsPerDay: 800, items: 12 },
  },
  attentionBefore: {
    number: 'AP33',
    asks: 'Which batches of all tenants have had a status since before a time?',
    title: 'Batches of all tenants, before',
    on: 'main.GSI2',
    partition: 'ATTENTION#{status}#{shard}',
    sort: { before: '{before:time}' },
    order: 'oldest first',
    returns: ['Attention'],
    gives: 'many',
    usage: { callsPerDay: 800, items: 2 },
  },
  attentionToReview: {
    number: 'AP34',
    asks: 'In which batches of all tenants has a document waited longest for review?',
    title: 'Batches of all tenants to review',
    on: 'main.GSI1',
    partition: 'ATTENTION#REVIEW#{shard}',
    order: 'oldest first',
    returns: ['Attention'],
    gives: 'many',
    usage: { callsPerDay: 2_400, items: 12 },
  },
  attentionOfDeliveries: {
    number: 'AP35',
    asks: 'Of which batches were deliveries given up?',
    title: 'Deliveries given up, newest first',
    on: 'main.GSI3',
    partition: 'ATTENTION#DELIVERY#{shard}',
    order: 'newest first',
    returns: ['Attention'],
    gives: 'many',
    usage: { callsPerDay: 800, items: 2 },
  },
  attentionOfBatch: {
    number: 'AP36',
    asks: 'What is kept about this batch for all tenants?',
    title: 'Attention of a batch',
    on: 'main',
    partition: 'ATTENTION#{shard}',
    sort: { equals: 'BATCH#{tenantId}#{batchId}' },
    returns: ['Attention'],
    gives: 'one',
    usage: { callsPerDay: 50, items: 1 },
  },
  attentionState: {
    number: 'AP37',
    asks: 'How far has attention followed the table?',
    title: 'State of attention',
    on: 'main',
    partition: 'ATTENTION',
    sort: { equals: 'STATE' },
    returns: ['AttentionState'],
    gives: 'one',
    usage: { callsPerDay: 1_000, items: 1 },
  },
  causesOfDay: {
    number: 'AP38',
    asks: 'Which causes made documents fail on this day?',
    title: 'Causes of a day',
    on: 'main',
    partition: 'CAUSES#{day:date}',
    sort: { beginsWith: 'CAUSE#' },
    returns: ['CauseOfDay'],
    gives: 'many',
    pageSize: 100,
    usage: { callsPerDay: 400, items: 30 },
  },
  causeByDays: {
    number: 'AP39',
    asks: 'How often did this cause occur on these days?',
    title: 'A cause by day',
    on: 'main',
    partition: 'CAUSES#{day:date}',
    sort: { equals: 'CAUSE#{cause}' },
    returns: ['CauseOfDay'],
    gives: 'many',
    each: true,
    usage: { callsPerDay: 100, items: 30 },
  },
  tenantsOfCause: {
    number: 'AP40',
    asks: 'Which tenants did this cause hit on this day?',
    title: 'Tenants of a cause',
    on: 'main',
    partition: 'CAUSE#{cause}#{day:date}',
    sort: { beginsWith: 'TENANT#' },
    returns: ['CauseOfTenant'],
    gives: 'many',
    pageSize: 100,
    usage: { callsPerDay: 200, items: 20 },
  },
  knownCauses: {
    number: 'AP41',
    asks: 'When were these causes first seen, and who works on them?',
    title: 'Known causes',
    on: 'main',
    partition: 'CAUSES#KNOWN',
    sort: { equals: 'CAUSE#{cause}' },
    returns: ['KnownCause'],
    gives: 'many',
    each: true,
    usage: { callsPerDay: 400, items: 30 },
  },
  tenantsByIds: {
    number: 'AP42',
    asks: 'Which tenants are these?',
    title: 'Tenants by id',
    on: 'main',
    partition: 'TENANT#{tenantId}',
    sort: { equals: 'METADATA' },
    returns: ['Tenant'],
    gives: 'many',
    each: true,
    usage: { callsPerDay: 800, items: 10 },
  },
} as const satisfies Record<string, PatternDeclaration>;

const throttled = {
  stage: 'gap-fill',
  code: 'ThrottlingException',
  pattern: 'ThrottlingException: Too many requests, … attempt',
};
const unsupported = {
  stage: 'textract',
  code: 'UnsupportedDocument',
  pattern: 'UnsupportedDocument: The PDF ends after …',
};
const throttledAt = '2026-11-19T09:34:48.233Z';
const unsupportedAt = ['2026-11-19T09:35:10.120Z', '2026-11-19T11:02:40.500Z'] as const;
const kept = { version: 4, createdAt: '2026-11-19T09:31:04.000Z', updatedAt: '2026-11-19T11:07:54.000Z' };
const northwind = { tenantId: 'northwind', projectId: 'freight-invoices', workflowId: 'carrier-invoices' };

/** These items tell of the same batches as the other samples. */
export const attentionSamples: readonly SampleItem[] = [
  {
    PK: 'ATTENTION#5',
    SK: 'BATCH#northwind#batch-01M7SJ8EE04C',
    GSI1PK: 'ATTENTION#REVIEW#5',
    GSI1SK: '2026-11-19T09:35:02.870Z',
    GSI2PK: 'ATTENTION#FAILED#5',
    GSI2SK: '2026-11-19T11:06:02.000Z',
    GSI3PK: 'ATTENTION#DELIVERY#5',
    GSI3SK: '2026-11-19T11:07:50.118Z',
    ...kept,
    ...northwind,
    batchId: 'batch-01M7SJ8EE04C',
    status: 'FAILED',
    since: '2026-11-19T11:06:02.000Z',
    changedAt: '2026-11-19T11:06:02.000Z',
    counts: { FAILED: 2, REVIEW_REQUIRED: 1, REJECTED: 1 },
    documentCount: 4,
    causes: { b8cf51: { count: 1, ...throttled }, '03c55c': { count: 1, ...unsupported } },
    failures: {
      '2026-11-19T09#b8cf51': { count: 1, firstAt: throttledAt, lastAt: throttledAt },
      '2026-11-19T09#03c55c': { count: 1, firstAt: unsupportedAt[0], lastAt: unsupportedAt[0] },
      '2026-11-19T11#03c55c': { count: 1, firstAt: unsupportedAt[1], lastAt: unsupportedAt[1] },
    },
    batchVersion: 9,
    waiting: 1,
    oldestReviewAt: '2026-11-19T09:35:02.870Z',
    deliveriesGivenUp: 1,
    givenUpAt: '2026-11-19T11:07:50.118Z',
  },
  {
    PK: 'ATTENTION',
    SK: 'STATE',
    ...kept,
    keptSince: '2026-11-01T00:00:00.000Z',
    upTo: '2026-11-20T14:58:00.000Z',
    wholeSince: '2026-11-01T00:04:10.000Z',
  },
  aCauseOfDay('b8cf51', { ...throttled, count: 1, h09: 1, firstAt: throttledAt, lastAt: throttledAt }),
  aCauseOfDay('03c55c', {
    ...unsupported,
    count: 2,
    h09: 1,
    h11: 1,
    firstAt: unsupportedAt[0],
    lastAt: unsupportedAt[1],
  }),
  {
    PK: 'CAUSE#b8cf51#2026-11-19',
    SK: 'TENANT#northwind',
    ...kept,
    count: 1,
    h09: 1,
    firstAt: throttledAt,
    lastAt: throttledAt,
    newestBatchId: 'batch-01M7SJ8EE04C',
    newestProjectId: 'freight-invoices',
  },
  {
    PK: 'CAUSES#KNOWN',
    SK: 'CAUSE#b8cf51',
    ...kept,
    ...throttled,
    firstAt: '2026-10-08T16:12:41.907Z',
    workedOnBy: 'user-tomas-lindqvist',
    workedOnSince: '2026-11-19T11:20:00.000Z',
    workNote: 'Quota for Bedrock asked for.',
  },
];

function aCauseOfDay(fingerprint: string, rest: SampleItem): SampleItem {
  return { PK: 'CAUSES#2026-11-19', SK: `CAUSE#${fingerprint}`, ...kept, tenants: 1, ...rest };
}
