import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '#shared/contract/contract.ts';
import type { DownloadBatch, DownloadDay, DownloadFile } from '#shared/contract/downloads/downloads.ts';
import type { Changes } from '#shared/contract/jobs/jobs.ts';
import { fileSetsOf } from '#shared/domain/downloads/file-sets.ts';
import type { Answer } from '#renderer/contract/operation-options.ts';

export type ChangedDownloads = NonNullable<Changes['downloads']>;

/** Lays what actions have changed over what is in sight. True where anything that was read is older than that. */
export function layChanged(client: QueryClient, { files, batches }: ChangedDownloads): boolean {
  const told = {
    files: new Map(files.map((file) => [file.fileId, file])),
    batches: new Map(batches.map((batch) => [batch.batchId, batch])),
  };
  let isAnyOlder = false;
  for (const query of client.getQueryCache().getAll()) {
    const { data, status } = query.state;
    const laid = withChanged(query.queryKey, data, told);
    if (laid === data) continue;
    isAnyOlder = true;
    // What is not in sight is read before it is seen; over what was not read again nothing is laid, or it would look as if it were.
    if (query.isActive() && status === 'success') client.setQueryData(query.queryKey, laid);
  }
  return isAnyOlder;
}

/**
 * What was read as it is after a change; the same where it knew of it. Rows that no longer belong leave. None comes into
 * a list of files: where it stands there, only its index says.
 */
export function withChanged(queryKey: QueryKey, data: unknown, { files, batches }: Told): unknown {
  if (data === undefined) return data;
  const [operation, input] = queryKey;
  switch (operation) {
    case 'downloads.day':
      return inAnswer(data as Answer<DownloadDay>, (day) => dayWith(day, batches));
    case 'downloads.batch':
      return inAnswer(data as Answer<DownloadBatch>, (batch) => newestBatch(batch, batches));
    case 'downloads.file':
      return inAnswer(data as Answer<DownloadFile>, (file) => newestFile(file, files));
    case 'downloads.openFiles':
      return inAnswer(data as Answer<OpenFiles>, (open) => openWith(open, { files, batches }));
    case 'downloads.filesOfBatch': {
      const { batchId, status } = input as InputOf<'downloads.filesOfBatch'>;
      return inPages(data as FilePages, files, (file) => {
        return file.batchId === batchId && (status === undefined || file.status === status);
      });
    }
    case 'downloads.standing':
      // The version is the moment since when it stands: one that is newer has moved.
      return inPages(data as FilePages, files, () => false);
    default:
      return data;
  }
}

/** Each by its id. */
export interface Told {
  readonly files: ReadonlyMap<string, DownloadFile>;
  readonly batches: ReadonlyMap<string, DownloadBatch>;
}

type OpenFiles = OutputOf<'downloads.openFiles'>;
type FilePages = InfiniteData<Answer<OutputOf<'downloads.standing'>>>;

function inAnswer<T>(answer: Answer<T>, change: (value: T) => T): Answer<T> {
  const value = change(answer.value);
  return value === answer.value ? answer : { ...answer, value };
}

function inPages(data: FilePages, files: Told['files'], belongs: (file: DownloadFile) => boolean): FilePages {
  const pages = data.pages.map((page) =>
    inAnswer(page, (value) => {
      const rows = value.rows.flatMap((row) => {
        const newest = newestFile(row, files);
        return newest === row || belongs(newest) ? [newest] : [];
      });
      return isSame(rows, value.rows) ? value : { ...value, rows };
    }),
  );
  return isSame(pages, data.pages) ? data : { ...data, pages };
}

function dayWith(day: DownloadDay, told: Told['batches']): DownloadDay {
  const listed = new Set(day.batches.map(({ batchId }) => batchId));
  // Of a day that is not here whole, one that is not listed may be no news.
  const came = day.isAll
    ? [...told.values()].filter(({ batchId, date }) => date === day.date && !listed.has(batchId))
    : [];
  const batches = [...came, ...day.batches.map((batch) => newestBatch(batch, told))];
  return isSame(batches, day.batches) ? day : { ...day, batches };
}

function openWith(open: OpenFiles, { files, batches }: Told): OpenFiles {
  const batch = newestBatch(open.batch, batches);
  const stillOpen = new Set(fileSetsOf(batch).open);
  const rows = open.files.flatMap((row) => {
    if (batch !== open.batch && !stillOpen.has(row.fileId)) return [];
    const file = row.file === null ? null : newestFile(row.file, files);
    return [file === row.file ? row : { ...row, file }];
  });
  if (batch === open.batch && isSame(rows, open.files)) return open;
  return { ...open, batch, files: rows };
}

function newestFile(file: DownloadFile, told: Told['files']): DownloadFile {
  const one = told.get(file.fileId);
  return one !== undefined && isNewer(versionOf(one), versionOf(file)) ? one : file;
}

function newestBatch(batch: DownloadBatch, told: Told['batches']): DownloadBatch {
  const one = told.get(batch.batchId);
  return one !== undefined && isNewer(changedAt(one), changedAt(batch)) ? one : batch;
}

/** Only where it is certain. */
function isNewer(told: number, known: number): boolean {
  return !Number.isNaN(told) && (Number.isNaN(known) || told > known);
}

function versionOf({ version }: DownloadFile): number {
  return version === null ? Number.NaN : Number(version);
}

function changedAt({ updatedAt }: DownloadBatch): number {
  return Date.parse(updatedAt ?? '');
}

function isSame<T>(left: readonly T[], right: readonly T[]): boolean {
  return left.length === right.length && left.every((one, index) => one === right[index]);
}
