import type { downloadOperations } from '#shared/contract/downloads/operations.ts';
import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { CatalogueReader, StoredItem } from '../../aws/reading.ts';
import type { Handlers } from '../../contract/handlers.ts';
import { oneRow, pageOfRows } from '../../rows/page-of-rows.ts';
import { downloadBatchRow, fileRow } from '../../rows/download-rows.ts';
import { listStanding } from './list-standing.ts';
import { noDownloadBatch, noFile } from './no-download.ts';
import { readDay } from '../../reads/download-day.ts';
import { readOpenFiles } from './read-open-files.ts';

export interface DownloadsParts {
  readonly doors: () => ConnectionDoors;
  readonly now: () => number;
}

/** Reads of the two tables. Who sees some tenants only is refused by the reader itself (decision 015). */
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
