import { csvFile, mediaTypes } from '#shared/domain/exported-file.ts';
import type { WrittenFile } from '#renderer/contract/download-text.ts';
import { columnText } from '#renderer/ui/data-table/data-column.ts';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import type { FileRow } from './file-row.ts';

/** Exactly what is shown: these columns, these rows, in this order. Moments are written whole, not as an age. */
export function filesCsv(
  name: string,
  columns: readonly DataColumn<FileRow>[],
  rows: readonly FileRow[],
): WrittenFile {
  return {
    fileName: `${name}.csv`.replaceAll(/[^\w .-]/g, '_'),
    mediaType: mediaTypes.csv,
    text: csvFile(
      columns.map(({ id, title }) => wholeTitles[id] ?? title),
      rows.map((row) => columns.map((column) => cellText(column, row))),
    ),
  };
}

const wholeTitles: Readonly<Record<string, string>> = {
  since: 'In this state since',
  address: 'Presigned URL until',
  kept: 'Kept until',
};

function cellText(column: DataColumn<FileRow>, row: FileRow): string {
  const { file } = row;
  if (column.id === 'since') return file?.statusSince ?? '';
  const moment =
    column.id === 'address' ? file?.address.expiresAt : column.id === 'kept' ? keptUntil(file) : null;
  return moment ?? columnText(column, row);
}

function keptUntil(file: FileRow['file']): string | null {
  if (file?.timeToLive.kind === 'until') return file.timeToLive.at;
  return file?.timeToLive.kind === 'over' ? file.timeToLive.since : null;
}
