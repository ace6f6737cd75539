import { ok, type Result } from '#shared/contract/result.ts';
import type { Batch } from '#shared/contract/triage/batches.ts';
import type { WorkflowKey } from '#shared/contract/workflows/workflows.ts';
import { batchesByTime } from '../../../reads/batches-by-time.ts';
import { countDocuments } from '../../../rows/batch-rows.ts';
import type { SampleReads } from './sample-reads.ts';

export interface RecentBatches {
  /** Of the workflow, the newest first, not older than `daysListed`. */
  readonly batches: readonly Batch[];
  readonly intake: { readonly documents: number; readonly days: number; readonly isAtLeast: boolean };
  /** Why the list ends: there is no more, the days are over, or as many were listed as ever are. */
  readonly endedBy: 'all' | 'days' | 'most';
  /** How many batches of the project were read, where newer ones than these may be left; else null. */
  readonly cutAfter: number | null;
}

export const daysListed = 30;
const aDay = 86_400_000;
/** The limit for one project: 500 read units, while a person waits. */
const mostListed = 5_000;

export async function recentBatches(
  { tenantId, projectId, workflowId }: WorkflowKey,
  { reader, reads, order, now }: SampleReads,
): Promise<Result<RecentBatches>> {
  const since = now - daysListed * aDay;
  const found = await batchesByTime(
    { tenantId, projectId },
    {
      run: async (listing, key, options) => reads.paid(await reader.run(listing, key, options)),
      order,
      budget: { left: mostListed, moreInForm: 0 },
    },
  ).since(since);
  if (!found.ok) return found;
  const { isAll, isNewest, hasOlder, how } = found.value;
  // The age of a batch without a creation time is unknown.
  const young = found.value.batches.filter((batch) => createdAt(batch) >= since);
  const oldest = young.reduce((time, batch) => Math.min(time, createdAt(batch)), now);
  const listed = young.filter((batch) => batch.workflowId === workflowId);
  return ok({
    batches: listed,
    intake: {
      documents: listed.reduce((sum, batch) => sum + (countDocuments(batch) ?? 0), 0),
      days: isAll && hasOlder ? daysListed : Math.max(1, (now - oldest) / aDay),
      isAtLeast: !isAll || listed.some((batch) => countDocuments(batch) === null),
    },
    endedBy: !isAll ? 'most' : hasOlder ? 'days' : 'all',
    cutAfter: isNewest ? null : how.read,
  });
}

function createdAt(batch: Batch): number {
  return Date.parse(batch.createdAt ?? '');
}
