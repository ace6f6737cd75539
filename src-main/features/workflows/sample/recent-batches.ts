import { ok, type Result } from '#shared/contract/result.ts';
import type { Batch } from '#shared/contract/triage/batches.ts';
import type { WorkflowKey } from '#shared/contract/workflows/workflows.ts';
import { batchRow } from '../../rows/batch-row.ts';
import type { SampleReads } from './sample-reads.ts';

export interface RecentBatches {
  /** Of the workflow, the newest first, not older than `daysListed`. */
  readonly batches: readonly Batch[];
  readonly intake: { readonly documents: number; readonly days: number; readonly isAtLeast: boolean };
  /** Why the list ends: there is no more, the days are over, or as many were listed as ever are. */
  readonly endedBy: 'all' | 'days' | 'most';
}

export const daysListed = 30;
const aDay = 86_400_000;
const pageOfBatches = 100;
/** Of one project: 30 days of some seventy a day, and 250 read units. */
const mostListed = 2_000;

/** A batch's id is of when it was made, so its project has them in this order. */
export async function recentBatches(
  { tenantId, projectId, workflowId }: WorkflowKey,
  { reader, reads, now }: SampleReads,
): Promise<Result<RecentBatches>> {
  const since = now - daysListed * aDay;
  const listed: Batch[] = [];
  let oldest = now;
  let [read, isPast] = [0, false];
  let cursor: string | null | undefined;
  while (cursor !== null && !isPast && read < mostListed) {
    const page = reads.paid(
      await reader.run(
        'extraction.batchesOfProject',
        { tenantId, projectId },
        { cursor, pageSize: pageOfBatches },
      ),
    );
    if (!page.ok) return page;
    const rows = page.value.items.map(batchRow);
    // Nobody knows how old one is that does not say when it was made.
    const young = rows.filter((batch) => createdAt(batch) >= since);
    oldest = Math.min(oldest, ...young.map(createdAt));
    listed.push(...young.filter((batch) => batch.workflowId === workflowId));
    read += rows.length;
    // One that was imported may have an id of another time: where the days end is said by a page's last.
    isPast = isBefore(rows.at(-1), since);
    cursor = page.value.cursor;
  }
  const isCut = cursor !== null && !isPast;
  return ok({
    batches: listed,
    intake: {
      documents: listed.reduce((sum, batch) => sum + documentsIn(batch), 0),
      days: isPast ? daysListed : Math.max(1, (now - oldest) / aDay),
      isAtLeast: isCut,
    },
    endedBy: isPast ? 'days' : isCut ? 'most' : 'all',
  });
}

function isBefore(batch: Batch | undefined, since: number): boolean {
  return batch !== undefined && createdAt(batch) < since;
}

function createdAt(batch: Batch): number {
  return Date.parse(batch.createdAt ?? '');
}

function documentsIn({ documentCount, counts }: Batch): number {
  return documentCount ?? Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0);
}
