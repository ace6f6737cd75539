import { Fragment, memo, type ReactNode } from 'react';
import { Checkbox } from '../checkbox/checkbox.tsx';
import { columnText, type DataColumn } from './data-column.ts';
import styles from './data-table.module.css';

export const rowHeight = 32;
export const headHeight = 28;

export interface TableRowProps<Row> {
  readonly row: Row;
  readonly id: string;
  readonly index: number;
  readonly domId: string;
  readonly name: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly active: boolean;
  /** Scrolled out of the rows drawn, and kept in the document all the same. */
  readonly away: boolean;
  /** Undefined where rows cannot be selected. */
  readonly selected: boolean | undefined;
}

/**
 * Memoised, and without a callback of its own: the body listens for all rows. It stands in the flow,
 * because a style attribute of its own on every row makes Chromium's style cache slower with each
 * row scrolled past (measured: 5 ms a frame became 35 ms within thirty frames).
 */
export const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, id, index, columns, active, away, selected } = props;
  return (
    <tr
      id={props.domId}
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-current={active || undefined}
      data-index={index}
      className={styles.row}
      data-away={away || undefined}
      style={away ? { top: index * rowHeight } : undefined}
    >
      {selected === undefined ? null : (
        <td className={styles.cell}>
          <Checkbox
            label={`Select ${props.name}`}
            labelHidden
            checked={selected}
            // X does the same from the row, so it is no tab stop.
            tabIndex={-1}
            onChange={leaveToBody}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.id}
          className={styles.cell}
          data-align={column.align}
          data-mono={column.mono}
          data-strong={column.strong}
        >
          {column.cell === undefined ? (
            columnText(column, row)
          ) : (
            // What a column draws may have state, and that is one row's own.
            <Fragment key={id}>{column.cell(row)}</Fragment>
          )}
        </td>
      ))}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

function leaveToBody(): void {
  // One listener for all rows, in use-row-events.ts, does the work.
}
