import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { ListedBatch } from '#shared/domain/today-figures.ts';

export function aBatch(change: Partial<Batch> = {}): Batch {
  return {
    tenantId: 'northwind',
    projectId: 'freight',
    batchId: 'batch-1',
    status: 'FAILED',
    otherStatus: null,
    statusSince: null,
    counts: { QUEUED: 0, PROCESSING: 0, SUCCEEDED: 0, REVIEW_REQUIRED: 0, FAILED: 0, REJECTED: 0 },
    otherCounts: [],
    documentCount: null,
    received: null,
    workflowId: 'invoices',
    run: 1,
    runs: {},
    execution: null,
    confidenceThreshold: null,
    reviewThreshold: null,
    submittedBy: null,
    version: 1,
    createdAt: null,
    updatedAt: null,
    catchingUp: false,
    expired: false,
    problems: [],
    ...change,
  };
}

export function aListedBatch(
  change: Partial<Omit<Batch, 'counts'>> & {
    readonly since?: number | null;
    readonly counts?: Batch['counts'];
  } = {},
): ListedBatch {
  const { since = 0, counts, ...batch } = change;
  const whole = aBatch(batch);
  return { batch: { ...whole, counts: { ...whole.counts, ...counts } }, since };
}
