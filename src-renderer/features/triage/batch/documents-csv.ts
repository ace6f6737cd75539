import type { DocumentRow } from '#shared/contract/triage/documents.ts';
import { csvText } from '#shared/domain/csv.ts';
import { columnText } from '#renderer/ui/data-table/data-column.ts';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';

/** Exactly what is shown: these columns, these rows, in this order. Moments are written whole, not as an age. */
export function documentsCsv(
  columns: readonly DataColumn<DocumentRow>[],
  rows: readonly DocumentRow[],
): string {
  return csvText([
    columns.map(({ id, title }) => (id === 'age' ? 'In this status since' : title)),
    ...rows.map((row) => columns.map((column) => cellText(column, row))),
  ]);
}

function cellText(column: DataColumn<DocumentRow>, row: DocumentRow): string {
  return column.id === 'age' ? (row.statusSince ?? '') : columnText(column, row);
}

/** "batch-01JC9Q4V8M7T documents FAILED.csv" */
export function documentsFileName(batchId: string, tab: string): string {
  return `${batchId} documents ${tab}.csv`.replaceAll(/[^\w .-]/g, '_');
}
