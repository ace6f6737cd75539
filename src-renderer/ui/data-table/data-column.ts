import type { ReactNode } from 'react';
import type { Selection, SelectionCount } from './use-row-selection.ts';

export type CellValue = string | number | null | undefined;

/** One column as data. Build the array once, outside render or memoised: rows are compared against it. */
export interface DataColumn<Row> {
  readonly id: string;
  readonly title: string;
  /** What sorting compares; an absent value sorts last in both directions. */
  readonly value: (row: Row) => CellValue;
  /** What is shown, filtered and exported, when the value itself is not it. */
  readonly text?: (row: Row) => string;
  /** What is drawn, when the text alone is not it. */
  readonly cell?: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end';
  readonly mono?: boolean;
  /** The column people look for first, in the strongest text colour. */
  readonly strong?: boolean;
  /** Pixels. A column without a width shares what is left, down to `min`. */
  readonly width?: number;
  readonly min?: number;
  /** How much of what is left, as against 1 of the others. */
  readonly share?: number;
  readonly sortable?: boolean;
  /** False for the column without which a row cannot be told from another. */
  readonly hideable?: boolean;
}

export interface TableSort {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

export const narrowestColumn = 64;
const narrowestSharing = 112;

export function columnText<Row>(column: DataColumn<Row>, row: Row): string {
  if (column.text !== undefined) return column.text(row);
  const value = column.value(row);
  return value === null || value === undefined ? '' : String(value);
}

export function columnMinimum<Row>(column: DataColumn<Row>): number {
  return column.min ?? column.width ?? narrowestSharing;
}

/** The grid template shared by the head and every row, and the width under which the table scrolls sideways. */
export function columnTracks<Row>(
  columns: readonly DataColumn<Row>[],
  widths: ReadonlyMap<string, number>,
): { readonly template: string; readonly minimum: number } {
  let minimum = 0;
  const tracks = columns.map((column) => {
    const fixed = widths.get(column.id) ?? column.width;
    minimum += fixed ?? columnMinimum(column);
    return fixed === undefined ? `minmax(${columnMinimum(column)}px, ${column.share ?? 1}fr)` : `${fixed}px`;
  });
  // Fixed columns only: the last one takes the rest, so hairlines and highlights reach the edge.
  const allFixed = columns.every((column) => (widths.get(column.id) ?? column.width) !== undefined);
  const last = tracks.length - 1;
  if (allFixed && last >= 0) tracks[last] = `minmax(${tracks[last]}, 1fr)`;
  return { template: tracks.join(' '), minimum };
}

/**
 * A callback switches its capability on: no onExport, no export button. State that comes with a
 * value is the owner's (usually the URL's); left out, the table keeps it itself.
 */
export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** How a row is called aloud, "Select inv-0398.pdf"; its id when left out. */
  readonly rowName?: ((row: Row) => string) | undefined;
  /** Title and controls at the start of the tool bar. */
  readonly head?: ReactNode;

  readonly sort?: TableSort | null | undefined;
  readonly onSortChange?: ((sort: TableSort | null) => void) | undefined;
  readonly filter?: string | undefined;
  readonly onFilterChange?: ((filter: string) => void) | undefined;
  readonly visibleColumns?: readonly string[] | undefined;
  readonly onVisibleColumnsChange?: ((columns: readonly string[]) => void) | undefined;
  readonly selected?: Selection | undefined;
  readonly onSelectedChange?: ((selected: Selection) => void) | undefined;
  /** Says where the selected rows are, for an owner who knows of more of them than are loaded here. */
  readonly selectionWords?: ((count: SelectionCount) => string) | undefined;
  /** Buttons for the selected rows, shown beside the sentence that says which they are. */
  readonly selectionActions?: ReactNode;
  readonly activeId?: string | null | undefined;
  readonly onActiveChange?: ((id: string) => void) | undefined;

  readonly onOpen?: ((row: Row) => void) | undefined;
  /** Where what opens lies beside the list and covers nothing, one press of the pointer is enough. */
  readonly opensOnClick?: boolean | undefined;
  readonly onCopyId?: ((id: string) => void) | undefined;
  /** Exactly what is shown, in its order. Writing a file, and masking it, is the owner's. */
  readonly onExport?: ((columns: readonly DataColumn<Row>[], rows: readonly Row[]) => void) | undefined;

  readonly end?: TableEnd | undefined;
  /** Once for each number of loaded rows, when the last of them comes into view. */
  readonly onReachEnd?: (() => void) | undefined;
  readonly loading?: boolean | undefined;
  /** Shown in place of rows when there are none; `error` wins. */
  readonly empty?: ReactNode;
  readonly error?: ReactNode;

  /** By dragging, or Shift and the arrow keys on a head's button; so only columns that sort. */
  readonly resizable?: boolean | undefined;
  /** The page's main list answers its keys while nothing else has the focus. */
  readonly primary?: boolean | undefined;
}

export interface TableEnd {
  /** "7 of 35, next page costs about 3 RRU" */
  readonly note: string;
  /** Absent when everything is loaded. */
  readonly onMore?: (() => void) | undefined;
  readonly loading?: boolean | undefined;
}
