import { SkeletonBar } from '../skeleton/skeleton.tsx';
import type { DataColumn } from './data-column.ts';
import styles from './table-skeleton.module.css';

export interface TableSkeletonProps<Row> {
  readonly columns: readonly DataColumn<Row>[];
  readonly selectable: boolean;
}

/** As wide as the columns that come, so that nothing moves when they do. */
export function TableSkeleton<Row>({ columns, selectable }: TableSkeletonProps<Row>) {
  return (
    <div aria-hidden className={styles.skeleton}>
      {widths.map((width) => (
        <div key={width} className={styles.row}>
          {selectable ? <div className={styles.cell} /> : null}
          {columns.map((column, index) => (
            <div key={column.id} className={styles.cell} data-align={column.align}>
              <SkeletonBar width={`${column.align === 'end' ? 40 : 38 + ((width + index * 17) % 45)}%`} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

// Uneven on purpose, and no two alike: they double as keys. Enough for a tall pane; the rest is clipped.
const widths = [11, 29, 3, 41, 19, 7, 35, 23, 13, 31, 5, 17, 37, 9, 27, 1, 43, 21, 15, 33, 25, 39, 2, 45];
