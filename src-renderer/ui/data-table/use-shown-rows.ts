import { useTable, type ColumnDef, type Row as ModelRow } from '@tanstack/react-table';
import { useMemo } from 'react';
import { compareCells } from './compare-cells.ts';
import { columnText, type DataColumn, type TableSort } from './data-column.ts';
import { dataTableFeatures, type DataTableFeatures } from './table-features.ts';

export interface ShownRowsInput<Row> {
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly sort: TableSort | null;
  readonly filter: string;
  readonly visibleColumns: readonly string[] | undefined;
}

export interface ShownRows<Row> {
  readonly rows: readonly Row[];
  readonly ids: readonly string[];
  readonly columns: readonly DataColumn<Row>[];
}

/** The loaded rows as they are on screen: filtered, sorted, in the chosen columns. */
export function useShownRows<Row extends object>(input: ShownRowsInput<Row>): ShownRows<Row> {
  const { columns, rows, rowId, sort, filter, visibleColumns } = input;
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const definitions = useMemo(() => columns.map(defineColumn), [columns]);
  const shownIds = useMemo(
    () => columns.filter((column) => isShown(column, visibleColumns)).map((column) => column.id),
    [columns, visibleColumns],
  );
  // Part of the filter's state because a match in a hidden column could not be seen.
  const filterState = useMemo(() => toFilter(filter, shownIds), [filter, shownIds]);
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
    data: rows,
    getRowId: rowId,
    enableMultiSort: false,
    globalFilterFn: (row, columnId, wanted: Filter) => {
      const column = wanted.columns.has(columnId) ? byId.get(columnId) : undefined;
      return column !== undefined && columnText(column, row.original).toLowerCase().includes(wanted.needle);
    },
    state: { sorting, globalFilter: filterState, columnVisibility },
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

interface Filter {
  readonly needle: string;
  readonly columns: ReadonlySet<string>;
}

function toFilter(filter: string, shownIds: readonly string[]): Filter | undefined {
  const needle = filter.trim().toLowerCase();
  return needle === '' ? undefined : { needle, columns: new Set(shownIds) };
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
