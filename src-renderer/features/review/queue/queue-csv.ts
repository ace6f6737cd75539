import type { QueueRow } from '#shared/contract/review/queue.ts';
import { csvText } from '#shared/domain/csv.ts';
import { columnText } from '#renderer/ui/data-table/data-column.ts';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';

/** Exactly what is shown: these columns, these rows, in this order. Moments are written whole, not as an age. */
export function queueCsv(columns: readonly DataColumn<QueueRow>[], rows: readonly QueueRow[]): string {
  return csvText([
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map((column) => cellText(column, row))),
  ]);
}

function cellText(column: DataColumn<QueueRow>, row: QueueRow): string {
  if (column.id !== 'waiting' && column.id !== 'due') return columnText(column, row);
  const at = column.value(row);
  return typeof at === 'number' ? new Date(at).toISOString() : '';
}

/** "review queue northwind.csv" */
export function queueFileName(tenant: string | null): string {
  return `review queue ${tenant ?? 'all tenants'}.csv`.replaceAll(/[^\w .-]/g, '_');
}
