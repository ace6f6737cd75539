import type { ReactNode } from 'react';
import type { DataColumn, TableSort } from './data-column.ts';
import type { Selection, SelectionCount } from './selection.ts';

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
