import {
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type Row as ModelRow,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { grouped } from '#shared/domain/formatting.ts';
import { columnText, type CellValue, type DataColumn, type TableSort } from './data-column.ts';
import type { SelectionCount } from './use-row-selection.ts';

interface ShownRowsInput<Row> {
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly sort: TableSort | null;
  readonly filter: string;
  readonly visibleColumns: readonly string[] | undefined;
}

interface ShownRows<Row> {
  readonly rows: readonly Row[];
  readonly ids: readonly string[];
  readonly columns: readonly DataColumn<Row>[];
}

/** Returns the loaded rows as they are shown: filtered, sorted, in the chosen columns. */
export function useShownRows<Row extends object>(input: ShownRowsInput<Row>): ShownRows<Row> {
  const { columns, rows, rowId, sort, filter, visibleColumns } = input;
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const definitions = useMemo(() => columns.map(defineColumn), [columns]);
  const shownIds = useMemo(
    () => columns.filter((column) => isShown(column, visibleColumns)).map((column) => column.id),
    [columns, visibleColumns],
  );
  const matching = useMemo(
    () => filterRows({ columns, rows, filter, visibleColumns }),
    [columns, rows, filter, visibleColumns],
  );
  const sorting = useMemo(
    () =>
      sort !== null && byId.has(sort.column) ? [{ id: sort.column, desc: sort.direction === 'desc' }] : [],
    [byId, sort],
  );
  const columnVisibility = useMemo(
    () => Object.fromEntries(columns.map((column) => [column.id, shownIds.includes(column.id)])),
    [columns, shownIds],
  );

  const table = useTable<DataTableFeatures, Row>({
    features: dataTableFeatures,
    columns: definitions,
    data: matching,
    getRowId: rowId,
    enableMultiSort: false,
    state: { sorting, columnVisibility },
  });

  const model = table.getRowModel().rows;
  const visible = table.getVisibleLeafColumns();
  return useMemo(
    () => ({
      rows: model.map((row) => row.original),
      ids: model.map((row) => row.id),
      columns: visible.flatMap((column) => byId.get(column.id) ?? []),
    }),
    [model, visible, byId],
  );
}

/**
 * Returns the loaded rows that have this text in a shown column, because a match in a hidden one could not be seen. An
 * owner whose keys act on a row needs to know whether it is shown.
 */
export function filterRows<Row>({
  columns,
  rows,
  filter,
  visibleColumns,
}: Pick<ShownRowsInput<Row>, 'columns' | 'rows' | 'filter' | 'visibleColumns'>): readonly Row[] {
  const wanted = filter.trim().toLowerCase();
  if (wanted === '') return rows;
  const shown = columns.filter((column) => isShown(column, visibleColumns));
  return rows.filter((row) => shown.some((column) => columnText(column, row).toLowerCase().includes(wanted)));
}

function isShown<Row>(column: DataColumn<Row>, visible: readonly string[] | undefined): boolean {
  return visible === undefined || column.hideable === false || visible.includes(column.id);
}

function defineColumn<Row extends object>(column: DataColumn<Row>): ColumnDef<DataTableFeatures, Row> {
  return {
    id: column.id,
    accessorFn: (row: Row) => column.value(row) ?? undefined,
    sortUndefined: 'last',
    sortFn: compareRows,
  };
}

function compareRows<Row extends object>(
  a: ModelRow<DataTableFeatures, Row>,
  b: ModelRow<DataTableFeatures, Row>,
  columnId: string,
): number {
  return compareCells(a.getValue(columnId), b.getValue(columnId));
}

// The collator is shared, because constructing one costs more than a comparison.
const collator = new Intl.Collator('en', { sensitivity: 'base' });

/** Compares two present values in ascending order: numbers by size, text by alphabet, numbers before text. */
export function compareCells(a: CellValue, b: CellValue): number {
  if (typeof a === 'number' && typeof b === 'number') return compareNumbers(a, b);
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  return rank(a) - rank(b);
}

function compareNumbers(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a - b;
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const order = collator.compare(a, b);
  if (order !== 0) return order;
  // Texts that differ only in case still need a fixed order, or a sort could not be repeated.
  return a < b ? -1 : 1;
}

function rank(value: CellValue): number {
  if (typeof value === 'number') return 0;
  return typeof value === 'string' ? 1 : 2;
}

/** Only the features that the table uses are registered, because each costs bytes and time. */
const dataTableFeatures = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnVisibilityFeature,
});

type DataTableFeatures = typeof dataTableFeatures;

export function describeCount(count: number): string {
  return grouped(count);
}

/** Returns "12 shown of the 400 loaded", because a filter says nothing about rows that were not read. */
export function describeFilter(shown: number, loaded: number): string {
  return `${describeCount(shown)} shown of the ${describeCount(loaded)} loaded`;
}

/** Returns exactly which rows an action would reach, as in "3 of the 400 loaded selected, 1 hidden by the filter". */
export function describeSelection(count: SelectionCount, loaded: number): string {
  const parts = [`${describeCount(count.loaded)} of the ${describeCount(loaded)} loaded selected`];
  if (count.hidden > 0) parts.push(`${describeCount(count.hidden)} hidden by the filter`);
  if (count.notLoaded > 0) parts.push(`${describeCount(count.notLoaded)} more not loaded`);
  return parts.join(', ');
}
