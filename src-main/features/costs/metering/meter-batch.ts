import { ok, refused, type Result } from '#shared/contract/result.ts';
import { addTotals, emptyTotals, totalsOf } from '#shared/pricing/usage-totals.ts';
import { documentRow } from '../../rows/document-row.ts';
import type { CostReads } from '../cost-reads.ts';
import type { ListedBatch } from '../listing/listed-batch.ts';
import { longerThanCounted } from './longer-than-counted.ts';
import type { Metered } from './metered.ts';

/** Several batches are read at once, and nobody else is answered while an answer is parsed: 250 of them fill a megabyte. */
const pageOfBatch = 50;

/**
 * What the documents of a batch consumed, read page by page: their values are never all here. All of them or none: half
 * a batch would be told as a whole one.
 */
export async function meterBatch(
  { tenantId, batchId, documents }: ListedBatch,
  {
    reads,
    mostRead,
    signal,
  }: { readonly reads: CostReads; readonly mostRead: number; readonly signal: AbortSignal },
): Promise<Result<Metered>> {
  let totals = emptyTotals;
  let repeated = 0;
  let cursor: string | null | undefined;
  while (cursor !== null) {
    if (totals.documents > mostRead) return refused(longerThanCounted(batchId, documents));
    const options = { cursor, pageSize: pageOfBatch };
    const page = await reads.run('extraction.documentsOfBatch', { tenantId, batchId }, options, signal);
    if (!page.ok) return page;
    for (const item of page.value.items) {
      const { usage, run } = documentRow(item);
      totals = addTotals(totals, totalsOf(usage));
      if (usage !== null && run !== null && run > 1) repeated += 1;
    }
    cursor = page.value.cursor;
  }
  return ok({ totals, repeated });
}
