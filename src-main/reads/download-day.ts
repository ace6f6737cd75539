import type { DownloadDay } from '#shared/contract/downloads.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import { newestFirst } from '#shared/domain/download-days.ts';
import { passingReader, type CatalogueReader, type StoredItem } from '../aws/dynamodb/reading.ts';
import { readsSoFar, withReceipt } from './paid-reads.ts';
import { downloadBatchRow } from '../rows/download-rows.ts';

/** A day has a handful of batches. If there are more than ten pages, the rest is reported as missing. */
const mostPages = 10;

/** Reads a day with one query (AP8), page by page until all of its batches are here. */
export async function readDay(
  date: string,
  { reader, now }: { readonly reader: CatalogueReader; readonly now: number },
): Promise<Result<DownloadDay>> {
  const reads = readsSoFar();
  const passing = passingReader(reader);
  const items: StoredItem[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const read = reads.paid(await passing.run('downloads.batchesOfDate', { date }, { cursor }));
    if (!read.ok) return withReceipt(read, reads.receipt());
    items.push(...read.value.items);
    cursor = read.value.cursor ?? undefined;
    if (cursor === undefined) break;
  }
  const receipt = reads.receipt();
  const batches = newestFirst(items.map((item) => downloadBatchRow(item, now))).toSorted((a, b) =>
    inOrder(a.status ?? '', b.status ?? ''),
  );
  const asOf = receipt?.asOf ?? new Date(now).toISOString();
  return ok({ date, batches, isAll: cursor === undefined, asOf }, receipt);
}

function inOrder(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
