import { valueProblem } from '#shared/catalogue/keys/hole-value.ts';
import type { DownloadBatch, DownloadFile, OpenFile, StandingKind } from '#shared/contract/downloads.ts';
import type { downloadOperations } from '#shared/contract/job-operations.ts';
import { ok, refused, type Receipt, type Result } from '#shared/contract/result.ts';
import { listFileSets } from '#shared/domain/download-days.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { CatalogueReader, ReadOptions, StoredItem } from '../../aws/dynamodb/reading.ts';
import type { Handlers } from '../../gate/gate.ts';
import { readDay } from '../../reads/download-day.ts';
import { readsSoFar, withReceipt, type ReadsSoFar } from '../../reads/paid-reads.ts';
import { downloadBatchRow, fileRow, filesById, longestId, shownFileIds } from '../../rows/download-rows.ts';
import { oneRow, pageOfRows } from '../../rows/page-of-rows.ts';
import { readAttributes } from '../../rows/read-row.ts';

export interface DownloadsParts {
  readonly doors: () => ConnectionDoors;
  readonly now: () => number;
}

/** Reads the two download tables. The reader itself refuses a person who sees only some tenants (decision 015). */
export function downloadsHandlers({
  doors,
  now,
}: DownloadsParts): Pick<Handlers, keyof typeof downloadOperations> {
  const reader = (): CatalogueReader => doors().reader;
  const row =
    <R>(make: (item: StoredItem, at: number) => R) =>
    (item: StoredItem): R =>
      make(item, now());
  const parts = () => ({ reader: reader(), now: now() });

  return {
    'downloads.day': ({ date }) => readDay(date, parts()),

    'downloads.batch': async ({ batchId }) =>
      oneRow(
        await reader().run('downloads.batchById', { batchId }, { consistent: true }),
        noDownloadBatch(batchId),
        row(downloadBatchRow),
      ),

    'downloads.filesOfBatch': async ({ batchId, status, ...options }) =>
      pageOfRows(
        status === undefined
          ? await reader().run('downloads.filesOfBatch', { batchId }, options)
          : await reader().run('downloads.filesOfBatchByStatus', { batchId, fileStatus: status }, options),
        row(fileRow),
      ),

    'downloads.openFiles': ({ batchId }) => readOpenFiles(batchId, parts()),

    'downloads.standing': (asked) => listStanding(asked, parts()),

    'downloads.file': async ({ fileId }) =>
      oneRow(
        await reader().run('downloads.fileById', { fileId }, { consistent: true }),
        noFile(fileId),
        row(fileRow),
      ),
  };
}

interface Asked {
  readonly kind: StandingKind;
  readonly minutes: number;
  readonly cursor?: string | undefined;
  readonly pageSize?: number | undefined;
}

interface StandingPage {
  rows: DownloadFile[];
  cursor: string | null;
  throttled: number;
}

/**
 * Lists files that have not moved for a given time, by a condition on the index's key. The cursor records the moment of
 * the first page, because further pages would otherwise ask a different question.
 */
async function listStanding(
  { kind, minutes, cursor, pageSize }: Asked,
  { reader, now }: { readonly reader: CatalogueReader; readonly now: number },
): Promise<Result<StandingPage>> {
  const place = cursor === undefined ? { olderThan: now - minutes * 60_000 } : parsePlace(cursor);
  if (place === undefined) {
    const message = "The list can't continue from there. Nothing was read. Refresh it.";
    return refused({ code: 'cursor-refused', message });
  }
  const { olderThan, ...further } = place;
  const options: ReadOptions = { ...further, pageSize };
  const read =
    kind === 'stuck'
      ? await reader.run('downloads.stuckFiles', { olderThan }, options)
      : await reader.run('downloads.filesNeverPickedUp', { olderThan }, options);
  const page = pageOfRows(read, (item) => fileRow(item, now));
  if (!page.ok || page.value.cursor === null) return page;
  return ok({ ...page.value, cursor: `${olderThan}~${page.value.cursor}` }, page.receipt);
}

function parsePlace(text: string): { readonly olderThan: number; readonly cursor: string } | undefined {
  const [, olderThan, cursor] = /^(\d{1,15})~(.+)$/s.exec(text) ?? [];
  return olderThan === undefined || cursor === undefined
    ? undefined
    : { olderThan: Number(olderThan), cursor };
}

interface Parts {
  readonly reader: CatalogueReader;
  readonly now: number;
}

/** Holds an id as it is stored, for reading, and as it is shown. */
interface OpenId {
  readonly id: string;
  readonly fileId: string;
}

interface OpenFiles {
  batch: DownloadBatch;
  files: OpenFile[];
  asOf: string;
}

/**
 * Reads by key each file that a batch has neither completed nor failed, because an index would not show that one is
 * missing.
 */
async function readOpenFiles(batchId: string, { reader, now }: Parts): Promise<Result<OpenFiles>> {
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
  const receipt = sumReceipts(reads, ids.length > 0);
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

/** A set may contain anything; an id that cannot be read by key is shown as such and never called missing. */
function askable(batch: DownloadBatch, shown: ReadonlyMap<string, string>): readonly OpenId[] {
  const stored = new Map([...shown].map(([id, told]) => [told, id]));
  const open = listFileSets(batch).open.map((told) => ({ id: stored.get(told) ?? told, fileId: told }));
  const ids = open
    .filter(({ id }) => id.length <= longestId && valueProblem('text', id) === undefined)
    .map(({ id, fileId }) => ({ id, fileId: fileId.slice(0, longestId) }));
  const notIds = open.length - ids.length;
  if (notIds > 0) batch.problems.push(`ExpectedFiles: ${notIds} are not valid file ids and were not read`);
  if (ids.length > mostRead) {
    batch.problems.push(`ExpectedFiles: ${ids.length} are open; only the first ${mostRead} were read`);
  }
  return ids.slice(0, mostRead);
}

const mostRead = 1_000;

/** Sums the receipts under one name: that of the files where any were read, because they were what was asked for. */
function sumReceipts(reads: ReadsSoFar, hasFiles: boolean): Receipt | undefined {
  const receipt = reads.receipt();
  return receipt !== undefined && hasFiles ? { ...receipt, pattern: 'downloads.filesById' } : receipt;
}

interface Absent {
  readonly what: string;
  readonly message: string;
}

function noFile(fileId: string): Absent {
  const message = `File "${fileId}" not found on this connection. Files are kept for 30 days. Check the id and the connection.`;
  return { what: `file ${fileId}`, message };
}

function noDownloadBatch(batchId: string): Absent {
  const message = `Download batch "${batchId}" not found on this connection. Batches are kept for 90 days. Check the id and the connection.`;
  return { what: `download batch ${batchId}`, message };
}
