import type { DownloadFile } from '#shared/contract/downloads.ts';
import { isDefect, isOver, standsStill, timeToLiveBy } from '#shared/domain/download-files.ts';
import { csvFile, mediaTypes } from '#shared/domain/exported-file.ts';
import type { WrittenFile } from '#renderer/contract/copy-and-download.ts';
import { columnMinimum, columnText, type DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { exactLocal, exactUtc, formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import { parseMoment, shortenBatchId } from '../batch/batch-text.ts';
import { DownloadStatus } from '../download-status.tsx';
import { messages } from '../messages.ts';
import styles from '../downloads.module.css';
import {
  formatAddress,
  describeAddress,
  openReasons,
  hasExpired,
  formatTimeToLive,
  describeTimeToLive,
  type FileRow,
} from './file-facts.ts';

/**
 * `now` should change about once a minute, because new columns are made with it. Waiting times are known up
 * to `readAt` only.
 */
export function buildFileColumns(now: number, readAt = now): readonly DataColumn<FileRow>[] {
  return [
    {
      id: 'file',
      title: messages.file.region,
      min: 188,
      share: 2,
      mono: true,
      strong: true,
      hideable: false,
      value: ({ fileId }) => fileId,
      cell: ({ fileId, file }) => (
        <span className={styles.cut} title={fileId}>
          {fileId}
          {file?.catchingUp === true ? (
            <span className={styles.quiet}> {messages.columns.catchingUp}</span>
          ) : null}
        </span>
      ),
    },
    {
      id: 'state',
      title: 'State',
      width: 122,
      value: ({ file }) => file?.status,
      text: ({ file }) => (file === null ? messages.columns.noItem : (file.status ?? 'unknown')),
      cell: ({ file }) =>
        file === null ? (
          <span className={styles.quiet}>{messages.columns.noItem}</span>
        ) : (
          <DownloadStatus status={file.status} />
        ),
    },
    {
      id: 'why',
      title: messages.columns.whyOpen,
      min: 172,
      share: 2,
      value: ({ because }) => because && openReasons[because],
    },
    {
      id: 'since',
      title: messages.columns.timeInState,
      width: 88,
      align: 'end',
      // The first descending sort puts the longest time first.
      value: ({ file }) => measureTimeInState(file, readAt),
      text: ({ file }) => formatSpan(measureTimeInState(file, readAt)),
      cell: ({ file }) => <Since file={file} now={readAt} />,
    },
    {
      id: 'address',
      title: messages.columns.url,
      width: 160,
      value: ({ file }) => parseMoment(file?.address.expiresAt ?? null),
      text: ({ file }) => (file === null ? '' : describeAddress(file.address, now)),
      cell: ({ file }) => (file === null ? '' : <Address file={file} now={now} />),
    },
    {
      id: 'error',
      title: 'Error',
      min: 132,
      share: 2,
      value: ({ file }) => file?.error,
      cell: ({ file }) => (
        <span className={styles.cut} title={file?.error ?? undefined}>
          {file?.error}
        </span>
      ),
    },
    {
      id: 'kept',
      title: 'Kept',
      width: 84,
      align: 'end',
      value: ({ file }) => (file?.timeToLive.kind === 'until' ? parseMoment(file.timeToLive.at) : null),
      text: ({ file }) => (file === null ? '' : describeTimeToLive(file.timeToLive, now)),
      cell: ({ file }) => (file === null ? '' : <Retention file={file} now={now} />),
    },
    {
      id: 'event',
      title: messages.columns.lastEvent,
      min: 152,
      value: ({ file }) => describeEvent(file),
    },
    {
      id: 'batch',
      title: 'Batch',
      min: 196,
      share: 2,
      mono: true,
      value: ({ file }) => file?.batchId,
      cell: ({ file }) => (
        <span className={styles.cut} title={file?.batchId ?? undefined}>
          {file?.batchId === undefined || file.batchId === null ? '' : shortenBatchId(file.batchId)}
        </span>
      ),
    },
    { id: 'entity', title: 'Entity', min: 112, value: ({ file }) => file?.entity },
    { id: 'date', title: 'Date', width: 92, value: ({ file }) => file?.date },
  ];
}

export type FileList = 'batch' | 'open' | 'standing';

/**
 * Returns the columns that distinguish files. Others are added by importance as there is room, or can be
 * chosen.
 */
export function chooseFileColumns(list: FileList, width: number): readonly string[] {
  const shown = ['file', 'state', ...(list === 'open' ? ['why'] : [])];
  for (const next of furtherColumns[list]) {
    if (sumWidths([...shown, next]) > width) break;
    shown.push(next);
  }
  return shown;
}

const furtherColumns: Readonly<Record<FileList, readonly string[]>> = {
  batch: ['since', 'address', 'error', 'kept'],
  open: ['since', 'address', 'kept'],
  standing: ['since', 'address', 'batch', 'kept'],
};

/** The width of the selection column. */
const selectWidth = 40;

function sumWidths(ids: readonly string[]): number {
  return buildFileColumns(0)
    .filter(({ id }) => ids.includes(id))
    .reduce((sum, column) => sum + columnMinimum(column), selectWidth);
}

/** "requeued by support" */
export function describeEvent(file: DownloadFile | null): string | null {
  const event = file?.lastEvent;
  if (event === null || event === undefined) return null;
  return messages.columns.event(event.what, event.by);
}

function measureTimeInState(file: DownloadFile | null, now: number): number | null {
  const since = parseMoment(file?.statusSince ?? null);
  return since === null ? null : Math.max(0, now - since);
}

function formatSpan(ms: number | null): string {
  return ms === null ? 'unknown' : formatTimeSpan(ms);
}

function Since({ file, now }: { readonly file: DownloadFile | null; readonly now: number }) {
  const since = parseMoment(file?.statusSince ?? null);
  if (file === null) return '';
  if (since === null) return 'unknown';
  return (
    <time
      dateTime={new Date(since).toISOString()}
      title={`${exactUtc(since)}\n${exactLocal(since)}`}
      className={standsStill(file, now) ? styles.bad : undefined}
    >
      {formatTimeSpan(Math.max(0, now - since))}
    </time>
  );
}

function Address({ file: { address }, now }: { readonly file: DownloadFile; readonly now: number }) {
  return (
    <span
      title={describeAddress(address, now)}
      className={hasExpired(address, now) || !address.isThere ? styles.quiet : undefined}
    >
      {formatAddress(address, now)}
    </span>
  );
}

function Retention({ file: { timeToLive }, now }: { readonly file: DownloadFile; readonly now: number }) {
  const at = timeToLiveBy(timeToLive, now);
  const tone = isDefect(at) ? styles.warn : isOver(at) ? styles.quiet : undefined;
  return (
    <span title={describeTimeToLive(timeToLive, now)} className={tone}>
      {formatTimeToLive(timeToLive, now)}
    </span>
  );
}

/** Exports exactly the shown columns, rows and order. Times are written in full, not as an age. */
export function toFilesCsv(
  name: string,
  columns: readonly DataColumn<FileRow>[],
  rows: readonly FileRow[],
): WrittenFile {
  return {
    fileName: `${name}.csv`.replaceAll(/[^\w .-]/g, '_'),
    mediaType: mediaTypes.csv,
    text: csvFile(
      columns.map(({ id, title }) => wholeTitles[id] ?? title),
      rows.map((row) => columns.map((column) => formatCell(column, row))),
    ),
  };
}

const wholeTitles: Readonly<Record<string, string>> = {
  since: messages.columns.since,
  address: messages.columns.urlUntil,
  kept: messages.columns.keptUntil,
};

function formatCell(column: DataColumn<FileRow>, row: FileRow): string {
  const { file } = row;
  if (column.id === 'since') return file?.statusSince ?? '';
  const moment =
    column.id === 'address' ? file?.address.expiresAt : column.id === 'kept' ? getTimeToLiveEnd(file) : null;
  return moment ?? columnText(column, row);
}

function getTimeToLiveEnd(file: FileRow['file']): string | null {
  if (file?.timeToLive.kind === 'until') return file.timeToLive.at;
  return file?.timeToLive.kind === 'over' ? file.timeToLive.since : null;
}
