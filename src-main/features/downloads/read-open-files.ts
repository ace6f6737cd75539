import { valueProblem } from '#shared/catalogue/templates/hole-value.ts';
import type { DownloadBatch, OpenFile } from '#shared/contract/downloads/downloads.ts';
import type { Receipt } from '#shared/contract/receipt.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import { fileSetsOf } from '#shared/domain/downloads/file-sets.ts';
import type { CatalogueReader } from '../../aws/reading.ts';
import { readsSoFar, withReceipt, type ReadsSoFar } from '../../reads/paid-reads.ts';
import { readAttributes } from '../../rows/read-row.ts';
import { downloadBatchRow, fileRow, filesById, longestId, shownFileIds } from '../../rows/download-rows.ts';
import { noDownloadBatch } from './no-download.ts';

interface Parts {
  readonly reader: CatalogueReader;
  readonly now: number;
}

/** As it is stored, to be asked for; and as it is shown. */
interface OpenId {
  readonly id: string;
  readonly fileId: string;
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
  const open = askable(batch, shownFileIds(readAttributes(item.attributes, [])));
  const ids = open.map(({ id }) => id);
  const files = await filesById(ids, { reader, paid: reads.paid });
  if (!files.ok) return withReceipt(files, reads.receipt());
  const receipt = receiptOf(reads, ids.length > 0);
  return ok(
    {
      batch,
      files: open.map(({ id, fileId }) => {
        const file = files.value.get(id);
        return { fileId, file: file === undefined ? null : fileRow(file, now) };
      }),
      asOf: receipt?.asOf ?? new Date(now).toISOString(),
    },
    receipt,
  );
}

/** A set may hold anything; what cannot be asked for is told, and never said to be missing. */
function askable(batch: DownloadBatch, shown: ReadonlyMap<string, string>): readonly OpenId[] {
  const stored = new Map([...shown].map(([id, told]) => [told, id]));
  const open = fileSetsOf(batch).open.map((told) => ({ id: stored.get(told) ?? told, fileId: told }));
  const ids = open
    .filter(({ id }) => id.length <= longestId && valueProblem('text', id) === undefined)
    .map(({ id, fileId }) => ({ id, fileId: fileId.slice(0, longestId) }));
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
