import { ok, refused, type Result } from '#shared/contract/result.ts';
import { addTotals, emptyTotals, totalsOf } from '#shared/pricing/usage-totals.ts';
import { documentRow } from '../../../rows/document-rows.ts';
import { itemsOfKind } from '../../../rows/page-of-rows.ts';
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
  let [repeated, read] = [0, 0];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    if (read > mostRead) return refused(longerThanCounted(batchId, documents));
    const options = { cursor, pageSize: pageOfBatch };
    const page = await reads.run('extraction.documentsOfBatch', { tenantId, batchId }, options, signal);
    if (!page.ok) return page;
    // The partition may hold items of other kinds, which consumed nothing.
    for (const item of itemsOfKind(page.value.items, 'Document').own) {
      const { usage, run } = documentRow(item);
      totals = addTotals(totals, totalsOf(usage));
      if (usage !== null && run !== null && run > 1) repeated += 1;
    }
    read += page.value.items.length;
    cursor = page.value.cursor;
  }
  return ok({ totals, repeated });
}
