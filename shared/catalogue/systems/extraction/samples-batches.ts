import type { SampleItem } from '../../declaration.ts';
import { statusesInIndex } from './common-attributes.ts';

const carrierInvoices = {
  workflowId: 'carrier-invoices',
  confidenceThreshold: 0.6,
  reviewThreshold: 0.85,
};

export const sampleBatches: readonly SampleItem[] = [
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
    runs: runsOf(batch),
    submittedBy: 'user-maya-ortiz',
    ...batch,
  };
}

function runsOf({ run, status }: SampleBatch): Readonly<Record<string, string>> {
  const outcome = (number: number): string =>
    number === run && status === 'PROCESSING' ? 'RUNNING' : 'SUCCEEDED';
  return Object.fromEntries(Array.from({ length: run }, (_, index) => [index + 1, outcome(index + 1)]));
}
