import type { DataColumn, TableSort } from './data-column.ts';
import { Checkbox } from '../checkbox/checkbox.tsx';
import { Icon } from '../icon/icon.tsx';
import { ColumnResizer, widthAfterKey, type ResizeColumn } from './column-resizer.tsx';
import styles from './table-head.module.css';

export interface TableHeadProps<Row> {
  readonly columns: readonly DataColumn<Row>[];
  readonly sort: TableSort | null;
  readonly onSort: (column: string) => void;
  readonly select?:
    | { readonly label: string; readonly checked: boolean | 'mixed'; readonly onChange: () => void }
    | undefined;
  readonly onResize: ResizeColumn | undefined;
}

export function TableHead<Row>({ columns, sort, onSort, select, onResize }: TableHeadProps<Row>) {
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1} className={styles.headRow}>
        {select === undefined ? null : (
          <th scope="col" aria-label="Selection" className={styles.headCell}>
            <Checkbox {...select} labelHidden />
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            aria-sort={column.sortable === false ? undefined : ariaSort(column.id, sort)}
            // Its own name, or every cell below would be read out with those of its buttons.
            aria-label={column.title}
            className={styles.headCell}
            data-align={column.align}
          >
            {column.sortable === false ? (
              <span className={styles.headText}>{column.title}</span>
            ) : (
              <SortButton column={column} sort={sort} onSort={onSort} onResize={onResize} />
            )}
            {onResize === undefined || column.sortable === false ? null : (
              <ColumnResizer column={column} onResize={onResize} />
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface SortButtonProps<Row> {
  readonly column: DataColumn<Row>;
  readonly sort: TableSort | null;
  readonly onSort: (column: string) => void;
  readonly onResize: ResizeColumn | undefined;
}

function SortButton<Row>({ column, sort, onSort, onResize }: SortButtonProps<Row>) {
  const direction = sort?.column === column.id ? sort.direction : undefined;
  return (
    <button
      type="button"
      className={styles.sort}
      title={`Sort the loaded rows by ${column.title}${onResize === undefined ? '' : '; Shift and an arrow change its width'}`}
      aria-keyshortcuts={onResize === undefined ? undefined : 'Shift+ArrowLeft Shift+ArrowRight'}
      data-sorted={direction !== undefined || undefined}
      onClick={() => onSort(column.id)}
      onKeyDown={(event) => {
        const width = onResize && widthAfterKey(event, column, event.currentTarget);
        if (width !== undefined) onResize?.(column.id, width);
      }}
    >
      <span className={styles.headText}>{column.title}</span>
      <Icon name={direction === 'asc' ? 'ascending' : 'descending'} size={12} className={styles.sortMark} />
    </button>
  );
}

function ariaSort(column: string, sort: TableSort | null): 'ascending' | 'descending' | 'none' {
  if (sort?.column !== column) return 'none';
  return sort.direction === 'asc' ? 'ascending' : 'descending';
}

/** Ascending, descending, then back to the order the rows were read in. */
export function nextSort(column: string, sort: TableSort | null): TableSort | null {
  if (sort?.column !== column) return { column, direction: 'asc' };
  return sort.direction === 'asc' ? { column, direction: 'desc' } : null;
}
