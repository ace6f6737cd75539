import { ok, type Result } from '#shared/contract/result.ts';
import type { Batch } from '#shared/contract/triage/batches.ts';
import type { CatalogueReader } from '../../../aws/reading.ts';
import { batchRow } from '../../../rows/batch-rows.ts';
import { itemsOfKind } from '../../../rows/page-of-rows.ts';
import { everyItem, type PaidReads } from '../../../reads/paid-reads.ts';

interface WaitingBatches {
  /** Each of them has documents that wait, or may have. */
  readonly batches: readonly Batch[];
  /** As the batches count them. */
  readonly waiting: number;
  /** Whether every batch was read, and each says how many. */
  readonly isExact: boolean;
  /** Whether every batch was read. */
  readonly isAll: boolean;
  readonly throttled: number;
}

/** What waits is in a batch of one of these: a batch without failures that waits for nobody is SUCCEEDED. */
const statuses = ['REVIEW_REQUIRED', 'PROCESSING', 'FAILED'] as const;
/** Of 1 MB each, some 1,300 batches. */
const mostPages = 10;

/** The tenant's batches that somebody has to look into, by three questions to the status index. */
export async function waitingBatches(
  tenantId: string,
  { reader, reads }: { readonly reader: CatalogueReader; readonly reads: PaidReads },
): Promise<Result<WaitingBatches>> {
  const answers = await Promise.all(
    statuses.map((status) =>
      everyItem(
        async (cursor) =>
          reads.paid(await reader.run('extraction.batchesByStatus', { tenantId, status }, { cursor })),
        mostPages,
      ),
    ),
  );
  const found = new Map<string, Batch>();
  let isAll = true;
  let throttled = 0;
  for (const answer of answers) {
    if (!answer.ok) return answer;
    isAll &&= answer.value.isAll;
    throttled += answer.value.throttled;
    // It may have gone from one status to another between two questions.
    for (const batch of itemsOfKind(answer.value.items, 'Batch').own.map(batchRow))
      found.set(batch.batchId, batch);
  }
  // Null: it does not say, so it has to be asked.
  const batches = [...found.values()].filter(({ counts }) => counts.REVIEW_REQUIRED !== 0);
  return ok({
    batches,
    waiting: batches.reduce((sum, { counts }) => sum + (counts.REVIEW_REQUIRED ?? 0), 0),
    isExact: isAll && batches.every(({ counts }) => counts.REVIEW_REQUIRED !== null),
    isAll,
    throttled,
  });
}
