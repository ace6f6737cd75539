import { ok, type Result } from '#shared/contract/result.ts';
import type { Batch } from '#shared/contract/triage/batches.ts';
import type { WorkflowKey, WorkflowSample } from '#shared/contract/workflows/workflows.ts';
import { everyItem } from '../../../reads/paid-reads.ts';
import { batchRow } from '../../../rows/batch-rows.ts';
import { itemsOfKind } from '../../../rows/page-of-rows.ts';
import type { RecentBatches } from './recent-batches.ts';
import type { SampleReads } from './sample-reads.ts';

/** Some thousands. */
const mostPages = 4;

/**
 * Batches of the workflow that are in work, or wait for their files: they have the thresholds of their submission. What
 * is in work stands in the status index, however old it is. What is QUEUED does not: it is among what was listed.
 */
export async function runningBatches(
  { tenantId, projectId, workflowId }: WorkflowKey,
  { batches, endedBy }: RecentBatches,
  { reader, reads }: SampleReads,
): Promise<Result<WorkflowSample['running']>> {
  const inWork = await everyItem(async (cursor) => {
    const asked = { tenantId, status: 'PROCESSING' };
    return reads.paid(await reader.run('extraction.batchesByStatus', asked, { cursor }));
  }, mostPages);
  if (!inWork.ok) return inWork;
  const { items, isAll } = inWork.value;
  const listed = batches.filter(({ status }) => status === 'QUEUED');
  const found = new Map<string, Batch>();
  // Between the two questions it may have gone from one to the other.
  for (const batch of [...listed, ...itemsOfKind(items, 'Batch').own.map(batchRow)]) {
    if (batch.projectId === projectId && batch.workflowId === workflowId) found.set(batch.batchId, batch);
  }
  return ok({
    batches: [...found.values()].map((batch) => ({
      batchId: batch.batchId,
      projectId,
      documentCount: batch.documentCount,
      confidenceThreshold: batch.confidenceThreshold,
      reviewThreshold: batch.reviewThreshold,
    })),
    isAtLeast: !isAll || endedBy === 'most',
  });
}
