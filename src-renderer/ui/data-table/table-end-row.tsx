import { Button } from '../button/button.tsx';
import styles from './data-table.module.css';
import type { TableEnd } from './data-table-props.ts';

/** A row of its own after the last one: reading on costs something, so it is asked for, and priced. */
export function TableEndRow({ end, columnCount }: { readonly end: TableEnd; readonly columnCount: number }) {
  return (
    <tbody className={styles.end}>
      <tr className={styles.endRow}>
        <td colSpan={columnCount} className={styles.endCell}>
          <span className={styles.endNote}>{end.note}</span>
          {end.onMore === undefined ? null : (
            <Button variant="ghost" size="sm" shortcut="M" loading={end.loading} onClick={end.onMore}>
              More
            </Button>
          )}
        </td>
      </tr>
    </tbody>
  );
}
