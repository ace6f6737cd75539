import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { aCount } from '#test/builders/document-counts.ts';

export function aDocumentRow(given: Partial<DocumentRow> = {}): DocumentRow {
  return {
    tenantId: 'northwind',
    batchId: 'batch-1',
    documentId: 'doc-1',
    status: 'FAILED',
    otherStatus: null,
    statusSince: '2026-11-18T14:06:52.000Z',
    fileName: 'inv-2026-11-0398.pdf',
    run: 1,
    receivedAt: null,
    score: null,
    stage: 'gap-fill',
    error: { stage: 'gap-fill', code: 'ThrottlingException', message: 'Too many requests, please wait' },
    usage: null,
    claimedBy: null,
    claimExpiresAt: null,
    reviewedBy: null,
    version: 3,
    createdAt: '2026-11-18T14:06:00.000Z',
    updatedAt: '2026-11-18T14:06:52.000Z',
    catchingUp: false,
    expired: false,
    problems: [],
    ...given,
  };
}

export function aBatch(given: Partial<Batch> = {}): Batch {
  return {
    tenantId: 'northwind',
    projectId: 'carrier-invoices',
    batchId: 'batch-1',
    status: 'PROCESSING',
    otherStatus: null,
    statusSince: '2026-11-18T14:06:11.000Z',
    counts: aCount({ SUCCEEDED: 148, REVIEW_REQUIRED: 19, FAILED: 35, PROCESSING: 10, QUEUED: 28 }),
    otherCounts: [],
    documentCount: 240,
    received: 240,
    workflowId: 'carrier-invoice',
    run: 1,
    runs: { 1: 'RUNNING' },
    execution: null,
    confidenceThreshold: 0.56,
    reviewThreshold: 0.9,
    submittedBy: null,
    version: 7,
    createdAt: '2026-11-18T14:06:11.000Z',
    updatedAt: '2026-11-18T14:06:11.000Z',
    catchingUp: false,
    expired: false,
    problems: [],
    ...given,
  };
}
