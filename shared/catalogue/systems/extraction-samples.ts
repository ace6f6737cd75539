import type { SampleItem, SampleValue } from '../declaration.ts';
import { activitySamples } from './extraction-activity.ts';
import { attentionSamples } from './extraction-attention.ts';
import { memorySamples } from './extraction-memory.ts';
import { objectiveSamples } from './extraction-objectives.ts';
import { correctionSamples } from './extraction-corrections.ts';
import { reviewerSamples } from './extraction-reviewers.ts';
import { ruleSamples } from './extraction-rules.ts';
import { spendSamples } from './extraction-spend.ts';
import { statusesInIndex } from './extraction-entities.ts';
import { samplePeople, samplePipelineItems } from './extraction-samples-of-people.ts';

const carrierInvoices = {
  workflowId: 'carrier-invoices',
  confidenceThreshold: 0.6,
  reviewThreshold: 0.85,
};

const sampleBatches: readonly SampleItem[] = [
  aBatch('northwind', 'freight-invoices', 'batch-01M7PTPY007T', {
    status: 'SUCCEEDED',
    createdAt: '2026-11-18T08:00:00.000Z',
    updatedAt: '2026-11-18T08:12:44.310Z',
    version: 6,
    run: 1,
    documentCount: 2,
    counts: { SUCCEEDED: 2 },
    ...carrierInvoices,
  }),
  aBatch('northwind', 'freight-invoices', 'batch-01M7SJ8EE04C', {
    status: 'FAILED',
    createdAt: '2026-11-19T09:30:00.000Z',
    updatedAt: '2026-11-19T11:06:02.000Z',
    version: 9,
    run: 2,
    documentCount: 4,
    counts: { FAILED: 2, REVIEW_REQUIRED: 1, REJECTED: 1 },
    ...carrierInvoices,
  }),
  aBatch('northwind', 'freight-invoices', 'batch-01M7WPCSG0RD', {
    status: 'PROCESSING',
    createdAt: '2026-11-20T14:40:00.000Z',
    updatedAt: '2026-11-20T14:41:20.905Z',
    version: 3,
    run: 1,
    documentCount: 3,
    counts: { QUEUED: 1, PROCESSING: 1, SUCCEEDED: 1 },
    ...carrierInvoices,
  }),
  aBatch('northwind', 'freight-invoices', 'batch-01M7WQDR60ZK', {
    status: 'QUEUED',
    createdAt: '2026-11-20T14:58:00.000Z',
    updatedAt: '2026-11-20T14:58:00.000Z',
    version: 1,
    run: 0,
    documentCount: 1,
    counts: { QUEUED: 1 },
    ...carrierInvoices,
  }),
  aBatch('alder-finch', 'motor-claims', 'batch-01M7W6C3805Q', {
    status: 'REVIEW_REQUIRED',
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:07:31.480Z',
    version: 4,
    run: 1,
    documentCount: 2,
    counts: { REVIEW_REQUIRED: 1, SUCCEEDED: 1 },
    workflowId: 'claim-forms',
    confidenceThreshold: 0.65,
    reviewThreshold: 0.92,
  }),
];

interface SampleBatch extends SampleItem {
  readonly status: string;
  readonly run: number;
  readonly documentCount: number;
  readonly updatedAt: string;
}

function aBatch(tenantId: string, projectId: string, batchId: string, batch: SampleBatch): SampleItem {
  return {
    PK: `TENANT#${tenantId}#PROJECT#${projectId}`,
    SK: `BATCH#${batchId}`,
    ...(statusesInIndex.some((status) => status === batch.status) && {
      GSI2PK: `TENANT#${tenantId}#STATUS#${batch.status}`,
      GSI2SK: batch.updatedAt,
    }),
    GSI3PK: batchId,
    GSI3SK: 'BATCH',
    ...(batch.run > 0 && {
      executionArn: `arn:aws:states:eu-west-1:111122223333:execution:autowire-batch-processing-sandbox:${batchId}-r${batch.run}`,
    }),
    received: batch.run > 0 ? batch.documentCount : 0,
    runs: buildRun(batch),
    submittedBy: 'user-maya-ortiz',
    ...batch,
  };
}

function buildRun({ run, status }: SampleBatch): Readonly<Record<string, string>> {
  const outcome = (number: number): string =>
    number === run && status === 'PROCESSING' ? 'RUNNING' : 'SUCCEEDED';
  return Object.fromEntries(Array.from({ length: run }, (_, index) => [index + 1, outcome(index + 1)]));
}

const finished = {
  tenantId: 'northwind',
  batchId: 'batch-01M7PTPY007T',
  createdAt: '2026-11-18T08:00:00.000Z',
  run: 1,
};
const failed = {
  tenantId: 'northwind',
  batchId: 'batch-01M7SJ8EE04C',
  createdAt: '2026-11-19T09:30:00.000Z',
  run: 2,
};
const running = {
  tenantId: 'northwind',
  batchId: 'batch-01M7WPCSG0RD',
  createdAt: '2026-11-20T14:40:00.000Z',
  run: 1,
};
const queued = {
  tenantId: 'northwind',
  batchId: 'batch-01M7WQDR60ZK',
  createdAt: '2026-11-20T14:58:00.000Z',
  run: 0,
};
const toReview = {
  tenantId: 'alder-finch',
  batchId: 'batch-01M7W6C3805Q',
  createdAt: '2026-11-20T10:00:00.000Z',
  run: 1,
};

const sampleDocuments: readonly SampleItem[] = [
  aDocument(finished, 'doc-01M7PTPY00A1', 'SUCCEEDED', '2026-11-18T08:03:12.004Z', {
    fileName: 'carrier-2026-11-0377.pdf',
    score: 0.97,
    stage: 'verify',
    fields: invoice('NW-20377', 'Harrow & Pike Freight', '1204.50', 0.98),
    usage: used(2, 1_410, 220),
  }),
  aDocument(finished, 'doc-01M7PTPY00A2', 'SUCCEEDED', '2026-11-18T08:12:44.310Z', {
    fileName: 'carrier-2026-11-0378.pdf',
    score: 0.81,
    stage: 'verify',
    reviewedBy: 'user-maya-ortiz',
    fields: invoice('NW-20378', 'Blue Fjord Lines', '18440.00', 0.79),
    usage: used(3, 2_985, 410),
  }),
  aDocument(failed, 'doc-01M7SJ8EE0A1', 'FAILED', '2026-11-19T09:34:48.233Z', {
    fileName: 'carrier-2026-11-0401.pdf',
    stage: 'gap-fill',
    error: { stage: 'gap-fill', code: 'ThrottlingException', message: 'Too many requests, 3 attempts.' },
    usage: used(2),
  }),
  aDocument(failed, 'doc-01M7SJ8EE0A2', 'FAILED', '2026-11-19T11:02:40.500Z', {
    fileName: 'carrier-2026-11-0402.pdf',
    stage: 'textract',
    error: { stage: 'textract', code: 'UnsupportedDocument', message: 'The PDF ends after 1,024 bytes.' },
  }),
  aDocument(failed, 'doc-01M7SJ8EE0A3', 'REVIEW_REQUIRED', '2026-11-19T09:35:02.870Z', {
    fileName: 'carrier-2026-11-0403.pdf',
    score: 0.74,
    stage: 'verify',
    fields: invoice('NW-2O403', 'Harrow & Pike Freight', '962.10', 0.71),
    usage: used(1, 1_120, 190),
  }),
  aDocument(failed, 'doc-01M7SJ8EE0A4', 'REJECTED', '2026-11-19T11:06:02.000Z', {
    fileName: 'lunch-menu.pdf',
    score: 0.63,
    stage: 'verify',
    reviewedBy: 'user-maya-ortiz',
    fields: invoice('', 'Canteen', '0.00', 0.62),
    usage: used(1, 640, 95),
  }),
  aDocument(running, 'doc-01M7WPCSG0A1', 'SUCCEEDED', '2026-11-20T14:41:20.905Z', {
    fileName: 'carrier-2026-11-0410.pdf',
    score: 0.95,
    stage: 'verify',
    fields: invoice('NW-20410', 'Blue Fjord Lines', '7310.25', 0.96),
    usage: used(2, 1_280, 205),
  }),
  aDocument(running, 'doc-01M7WPCSG0A2', 'PROCESSING', '2026-11-20T14:41:02.114Z', {
    fileName: 'carrier-2026-11-0411.pdf',
    stage: 'gap-fill',
  }),
  aDocument(running, 'doc-01M7WPCSG0A3', 'QUEUED', '2026-11-20T14:40:00.000Z', {
    fileName: 'carrier-2026-11-0412.pdf',
  }),
  aDocument(queued, 'doc-01M7WQDR60A1', 'QUEUED', '2026-11-20T14:58:00.000Z', {
    fileName: 'carrier-2026-11-0420.pdf',
  }),
  aDocument(toReview, 'doc-01M7W6C380A1', 'REVIEW_REQUIRED', '2026-11-20T10:06:12.750Z', {
    fileName: 'claim-77120.pdf',
    score: 0.83,
    stage: 'verify',
    GSI1PK: 'PERSON#user-maya-ortiz#REVIEW',
    GSI1SK: '2026-11-20T14:40:00.000Z',
    assignedTo: 'user-maya-ortiz',
    assignedBy: 'user-tomas-lindqvist',
    assignedAt: '2026-11-20T14:40:00.000Z',
    claimedBy: 'user-tomas-lindqvist',
    claimExpiresAt: '2026-11-20T15:05:00.000Z',
    fields: { policyNumber: field('AF-77120-M', 0.94), claimed: field('2300.00', 0.72) },
    usage: used(4, 3_300, 520),
  }),
  aDocument(toReview, 'doc-01M7W6C380A2', 'SUCCEEDED', '2026-11-20T10:07:31.480Z', {
    fileName: 'claim-77121.pdf',
    score: 0.96,
    stage: 'verify',
    fields: { policyNumber: field('AF-77121-M', 0.99), claimed: field('480.00', 0.95) },
    usage: used(3, 2_150, 340),
  }),
];

function aDocument(
  { tenantId, batchId, createdAt, run }: typeof finished,
  documentId: string,
  status: string,
  updatedAt: string,
  rest: SampleItem & { readonly fileName: string },
): SampleItem {
  const PK = `TENANT#${tenantId}#BATCH#${batchId}`;
  return {
    PK,
    SK: `DOCUMENT#${documentId}`,
    ...(statusesInIndex.some((active) => active === status) && {
      GSI2PK: `${PK}#STATUS#${status}`,
      GSI2SK: updatedAt,
    }),
    status,
    version: status === 'QUEUED' ? 1 : 3,
    createdAt,
    updatedAt,
    objectKey: `documents/${tenantId}/${batchId}/${documentId}/${rest.fileName}`,
    run: Math.max(1, run),
    ...(run > 0 && { receivedAt: createdAt }),
    ...rest,
  };
}

function invoice(number: string, carrier: string, total: string, confidence: number): SampleValue {
  return {
    invoiceNumber: field(number, confidence),
    carrier: field(carrier, 0.99),
    total: field(total, confidence),
  };
}

function field(value: string, confidence: number): SampleValue {
  return {
    value,
    confidence,
    readBy: confidence < 0.9 ? 'gap-fill' : 'textract',
    page: 1,
    box: [0.62, 0.11, 0.24, 0.02],
  };
}

function used(pages: number, inputTokens?: number, outputTokens?: number): SampleValue {
  const textract = { pages, ms: 2_400 * pages };
  if (inputTokens === undefined || outputTokens === undefined) return { textract };
  const verify = { model: 'anthropic.claude-3-5-sonnet-20241022-v2:0', inputTokens, outputTokens, ms: 3_800 };
  return { textract, verify };
}

/** The first ten characters of each event's ULID encode its time. */
const sampleEvents: readonly SampleItem[] = [
  anEvent('northwind#DOCUMENT#doc-01M7SJ8EE0A2', '01M7SJHX980000000000000001', '2026-11-19T09:35:10.120Z', {
    what: 'failed',
    actor: 'extraction',
    batchId: 'batch-01M7SJ8EE04C',
    requestId: 'batch-01M7SJ8EE04C-r1',
  }),
  anEvent('northwind#DOCUMENT#doc-01M7SJ8EE0A2', '01M7SQJ4KM0000000000000002', '2026-11-19T11:02:40.500Z', {
    what: 'reprocessed',
    actor: 'user-maya-ortiz',
    batchId: 'batch-01M7SJ8EE04C',
    reason: 'The carrier sent the file again.',
    requestId: 'batch-01M7SJ8EE04C-r2',
  }),
  anEvent('northwind#DOCUMENT#doc-01M7SJ8EE0A4', '01M7SQR9CG0000000000000003', '2026-11-19T11:06:02.000Z', {
    what: 'rejected',
    actor: 'user-maya-ortiz',
    batchId: 'batch-01M7SJ8EE04C',
    reason: 'Not an invoice.',
    before: { status: 'REVIEW_REQUIRED' },
    after: { status: 'REJECTED' },
  }),
  anEvent('northwind#WORKFLOW#carrier-invoices', '01M3XXF0M00000000000000004', '2026-10-02T09:00:00.000Z', {
    what: 'created',
    actor: 'user-tomas-lindqvist',
  }),
  anEvent('northwind#WORKFLOW#carrier-invoices', '01M788Y4W00000000000000005', '2026-11-12T16:20:00.000Z', {
    what: 'thresholds changed',
    actor: 'user-tomas-lindqvist',
    reason: 'Too many sure documents in review.',
    before: { confidenceThreshold: 0.6, reviewThreshold: 0.9 },
    after: { confidenceThreshold: 0.6, reviewThreshold: 0.85 },
  }),
];

function anEvent(of: string, eventId: string, at: string, rest: SampleItem): SampleItem {
  return { PK: `TENANT#${of}`, SK: `EVENT#${eventId}`, version: 1, createdAt: at, updatedAt: at, ...rest };
}

/** The samples show two tenants on the afternoon of 20 November 2026. */
export const extractionSamples: Readonly<Record<'main', readonly SampleItem[]>> = {
  main: [
    ...samplePeople,
    ...sampleBatches,
    ...sampleDocuments,
    ...sampleEvents,
    ...samplePipelineItems,
    ...attentionSamples,
    ...spendSamples,
    ...activitySamples,
    ...ruleSamples,
    ...memorySamples,
    ...objectiveSamples,
    ...reviewerSamples,
    ...correctionSamples,
  ],
};
