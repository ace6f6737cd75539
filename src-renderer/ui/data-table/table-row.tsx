import { Fragment, memo, type ReactNode } from 'react';
import { Checkbox } from '../checkbox.tsx';
import { columnText, type DataColumn } from './data-column.ts';
import styles from './data-table.module.css';

export const rowHeight = 32;
export const headHeight = 28;

interface TableRowProps<Row> {
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

interface RowView {
  /** The rows in sight, wholly or in part. */
  readonly first: number;
  readonly last: number;
  readonly scrolling: boolean;
}

interface DrawnRow {
  readonly index: number;
  readonly id: string;
  /** The key of the element it is drawn in. */
  readonly slot: number;
  /** Scrolled out of the rows around the view, and kept in the document all the same. */
  readonly away: boolean;
}

export const rowsAround = 6;

/** What a table's body has in the document, from one picture to the next. */
export class DrawnRows {
  #view: RowView = { first: 0, last: -1, scrolling: false };
  #around = rowsAround;
  #slots: ReadonlyMap<string, number> = new Map();

  /** The same answer for the same question: React may ask twice. */
  draw(view: RowView, ids: readonly string[], active: number): readonly DrawnRow[] {
    if (!sameView(view, this.#view)) this.#around = leapt(this.#view, view) ? 0 : rowsAround;
    this.#view = view;
    const start = Math.max(0, view.first - this.#around);
    const end = Math.min(ids.length - 1, view.last + this.#around);
    const indexes: number[] = [];
    for (let index = start; index <= end; index += 1) indexes.push(index);
    // The active row stays wherever it is scrolled to: aria-activedescendant must point at something,
    // and a link focused inside it must not vanish under the focus.
    if (active >= 0 && active < start) indexes.unshift(active);
    else if (active > end && active < ids.length) indexes.push(active);

    this.#slots = assignSlots(
      this.#slots,
      indexes.map((index) => ids[index] ?? ''),
    );
    return indexes.map((index) => {
      const id = ids[index] ?? '';
      return { index, id, slot: this.#slots.get(id) ?? -1, away: index < start || index > end };
    });
  }
}

/**
 * A row keeps its element; the elements of rows that left go to rows that came, in the order they
 * stand in. Made anew, ten thousand rows scrolled past are mostly work for the garbage collector.
 */
export function assignSlots(
  before: ReadonlyMap<string, number>,
  ids: readonly string[],
): ReadonlyMap<string, number> {
  const staying = new Set(ids);
  const free = [...before].flatMap(([id, slot]) => (staying.has(id) ? [] : slot)).toReversed();
  let unused = Math.max(-1, ...before.values()) + 1;
  return new Map(ids.map((id) => [id, before.get(id) ?? free.pop() ?? unused++]));
}

/** Nothing that was in sight still is: rows around the view would be drawn and thrown away unseen. */
function leapt(before: RowView, now: RowView): boolean {
  return now.scrolling && before.last >= 0 && (now.first > before.last || now.last < before.first);
}

function sameView(a: RowView, b: RowView): boolean {
  return a.first === b.first && a.last === b.last && a.scrolling === b.scrolling;
}
