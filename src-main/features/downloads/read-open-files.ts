import { keyText } from '#shared/catalogue/items/values-of-item.ts';
import { valueProblem } from '#shared/catalogue/templates/hole-value.ts';
import type { DownloadBatch, OpenFile } from '#shared/contract/downloads/downloads.ts';
import type { Receipt } from '#shared/contract/receipt.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import { fileSetsOf } from '#shared/domain/downloads/file-sets.ts';
import type { CatalogueReader, StoredItem } from '../../aws/reading.ts';
import { readsSoFar, type ReadsSoFar } from '../plans/reads-so-far.ts';
import { downloadBatchRow } from './batch-row.ts';
import { fileRow } from './file-row.ts';
import { longestId } from './id-of-key.ts';
import { noDownloadBatch } from './no-download.ts';
import { withReceipt } from './with-receipt.ts';

interface Parts {
  readonly reader: CatalogueReader;
  readonly now: number;
}

interface OpenFiles {
  batch: DownloadBatch;
  files: OpenFile[];
  asOf: string;
}

/** What a batch has neither completed nor failed, each by its key: an index would not say what is not there. */
export async function readOpenFiles(batchId: string, { reader, now }: Parts): Promise<Result<OpenFiles>> {
  const reads = readsSoFar();
  const found = reads.paid(await reader.run('downloads.batchById', { batchId }, { consistent: true }));
  if (!found.ok) return found;
  const [item] = found.value.items;
  if (item === undefined) {
    return withReceipt(refused({ code: 'not-found', ...noDownloadBatch(batchId) }), reads.receipt());
  }
  const batch = downloadBatchRow(item, now);
  const ids = askable(batch);
  const files = await byId(ids, { reader, reads });
  if (!files.ok) return withReceipt(files, reads.receipt());
  const receipt = receiptOf(reads, ids.length > 0);
  return ok(
    {
      batch,
      files: ids.map((fileId) => {
        const file = files.value.get(fileId);
        return { fileId, file: file === undefined ? null : fileRow(file, now) };
      }),
      asOf: receipt?.asOf ?? new Date(now).toISOString(),
    },
    receipt,
  );
}

/** A set may hold anything; what cannot be asked for is told, and never said to be missing. */
function askable(batch: DownloadBatch): readonly string[] {
  const { open } = fileSetsOf(batch);
  const ids = open.filter((id) => id.length <= longestId && valueProblem('text', id) === undefined);
  const notIds = open.length - ids.length;
  if (notIds > 0)
    batch.problems.push(`ExpectedFiles: ${notIds} of them can be no ids of files, and were not read`);
  if (ids.length > mostRead) {
    batch.problems.push(`ExpectedFiles: ${ids.length} of them are open; the first ${mostRead} were read`);
  }
  return ids.slice(0, mostRead);
}

const mostRead = 1_000;

/** One bill under one name: of the files, where there were any, since these are what was asked for. */
function receiptOf(reads: ReadsSoFar, hasFiles: boolean): Receipt | undefined {
  const receipt = reads.receipt();
  return receipt !== undefined && hasFiles ? { ...receipt, pattern: 'downloads.filesById' } : receipt;
}

async function byId(
  ids: readonly string[],
  { reader, reads }: { readonly reader: CatalogueReader; readonly reads: ReadsSoFar },
): Promise<Result<ReadonlyMap<string, StoredItem>>> {
  if (ids.length === 0) return ok(new Map());
  const asked = ids.map((fileId) => ({ fileId }));
  const read = reads.paid(await reader.run('downloads.filesById', asked, { consistent: true }));
  if (!read.ok) return read;
  return ok(new Map(read.value.items.map((item) => [keyText(item.key, 'FileID') ?? '', item])));
}
