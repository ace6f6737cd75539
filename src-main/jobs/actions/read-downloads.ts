import { downloads } from '#shared/catalogue/systems/downloads.ts';
import type { DownloadBatch, DownloadFile } from '#shared/contract/downloads/downloads.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { CatalogueReader, PageRead } from '../../aws/reading.ts';
import { downloadBatchRow, fileRow, filesById } from '../../rows/download-rows.ts';
import type { SeenItems } from '../job-action.ts';

type Paid = <T>(result: Result<T>) => Result<T>;

interface Parts {
  readonly reader: CatalogueReader;
  readonly now: number;
  /** Whoever has to say what it cost. */
  readonly paid?: Paid;
}

/** As the table has them, by their keys; those that are not there are left out. */
export async function filesNow(
  ids: readonly string[],
  { reader, now, paid = asItIs }: Parts,
): Promise<Result<ReadonlyMap<string, DownloadFile>>> {
  const found = await filesById(ids, { reader, paid });
  if (!found.ok) return found;
  return ok(new Map([...found.value].map(([id, item]) => [id, fileRow(item, now)])));
}

/** As the table has it; null where there is none. */
export async function batchNow(
  batchId: string,
  { reader, now, paid = asItIs }: Parts,
): Promise<Result<DownloadBatch | null>> {
  const read: Result<PageRead> = paid(
    await reader.run('downloads.batchById', { batchId }, { consistent: true }),
  );
  if (!read.ok) return read;
  const [item] = read.value.items;
  return ok(item === undefined ? null : downloadBatchRow(item, now));
}

/** Lists show what these are now, also where an index still says otherwise. */
export function downloadsChanged(
  reader: CatalogueReader,
  { files = [], batches = [] }: { readonly files?: readonly string[]; readonly batches?: readonly string[] },
): void {
  reader.changed(downloads, [
    ...files.map((id) => ({ table: downloads.entities.File.table, key: { FileID: { S: id } } })),
    ...batches.map((id) => ({ table: downloads.entities.Batch.table, key: { BatchID: { S: id } } })),
  ]);
}

/** What was read of downloads on the way. */
export function seenDownloads({
  files = [],
  batches = [],
}: Partial<NonNullable<SeenItems['downloads']>>): SeenItems {
  return { documents: [], batches: [], downloads: { files, batches } };
}

function asItIs<T>(result: T): T {
  return result;
}
