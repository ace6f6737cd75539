import type { ReactNode } from 'react';
import type { Selection, SelectionCount } from './use-row-selection.ts';

export type CellValue = string | number | null | undefined;

/**
 * Describes one column as data. Build the array once, outside render or memoised, because rows compare it by
 * identity.
 */
export interface DataColumn<Row> {
  readonly id: string;
  readonly title: string;
  /** Sorting compares this value; an absent value sorts last in both directions. */
  readonly value: (row: Row) => CellValue;
  /** This text is shown, filtered and exported if the value itself is not suitable. */
  readonly text?: (row: Row) => string;
  /** This is drawn if the text alone is not enough. */
  readonly cell?: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end';
  readonly mono?: boolean;
  /** People look for this column first, so it has the strongest text colour. */
  readonly strong?: boolean;
  /** The width is in pixels. A column without one shares the remaining room, down to `min`. */
  readonly width?: number;
  readonly min?: number;
  /** The column's share of the remaining room, compared with 1 for the others. */
  readonly share?: number;
  readonly sortable?: boolean;
  /** This is false for a column without which rows cannot be told apart. */
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

/** Returns the grid template shared by the head and every row, and the width below which the table scrolls sideways. */
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
  // If all columns are fixed, the last one takes the rest, so that lines and highlights reach the edge.
  const allFixed = columns.every((column) => (widths.get(column.id) ?? column.width) !== undefined);
  const last = tracks.length - 1;
  if (allFixed && last >= 0) tracks[last] = `minmax(${tracks[last]}, 1fr)`;
  return { template: tracks.join(' '), minimum };
}

/**
 * Each callback enables its feature, so without onExport there is no export button. State that is passed as a
 * value belongs to the owner (usually the URL); otherwise the table keeps it itself.
 */
export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Screen readers use this name, as in "Select inv-0398.pdf"; the id is used if it is left out. */
  readonly rowName?: ((row: Row) => string) | undefined;
  /** The title and controls stand at the start of the tool bar. */
  readonly head?: ReactNode;

  readonly sort?: TableSort | null | undefined;
  readonly onSortChange?: ((sort: TableSort | null) => void) | undefined;
  /** The rows are given in the order of `sort`, because the owner sorts more than is loaded. */
  readonly isSorted?: boolean | undefined;
  readonly filter?: string | undefined;
  readonly onFilterChange?: ((filter: string) => void) | undefined;
  readonly visibleColumns?: readonly string[] | undefined;
  readonly onVisibleColumnsChange?: ((columns: readonly string[]) => void) | undefined;
  readonly selected?: Selection | undefined;
  readonly onSelectedChange?: ((selected: Selection) => void) | undefined;
  /** Says where the selected rows are, for an owner that knows of more selected rows than are loaded here. */
  readonly selectionWords?: ((count: SelectionCount) => string) | undefined;
  /** Selects all that match, also what is not loaded; absent where everything is loaded or already selected so. */
  readonly beyond?: { readonly label: string; readonly onSelect: () => void } | undefined;
  /** All that match are selected, even if no loaded row is one of them. */
  readonly isBeyondSelected?: boolean | undefined;
  /** These buttons for the selected rows stand beside the sentence that describes the selection. */
  readonly selectionActions?: ReactNode;
  readonly activeId?: string | null | undefined;
  readonly onActiveChange?: ((id: string) => void) | undefined;

  readonly onOpen?: ((row: Row) => void) | undefined;
  /** One click opens a row; with Shift it selects up to that row, where rows can be selected. */
  readonly opensOnClick?: boolean | undefined;
  readonly onCopyId?: ((id: string) => void) | undefined;
  /** Exports exactly the shown rows in their order. The owner masks them and writes the file. */
  readonly onExport?: ((columns: readonly DataColumn<Row>[], rows: readonly Row[]) => void) | undefined;

  /** The whole of a text that the cells of the row have no room for; it stands below the rows while the row is active. */
  readonly detail?: ((row: Row) => string | null) | undefined;

  readonly end?: TableEnd | undefined;
  /** This is called once for each number of loaded rows, when the last of them comes into view. */
  readonly onReachEnd?: (() => void) | undefined;
  readonly loading?: boolean | undefined;
  /** This is shown if there are no rows; `error` takes precedence. */
  readonly empty?: ReactNode;
  readonly error?: ReactNode;

  /**
   * Columns are resized by dragging or with Shift and the arrow keys on a head's button, so only sortable
   * columns can be.
   */
  readonly resizable?: boolean | undefined;
  /** The page's main list answers its keys while nothing else has the focus. */
  readonly primary?: boolean | undefined;
}

export interface TableEnd {
  /** The note says how much is loaded, as in "7 of 35, next page costs about 3 RRU". */
  readonly note: string;
  /** This is absent when everything is loaded. */
  readonly onMore?: (() => void) | undefined;
  readonly loading?: boolean | undefined;
}
