import { Fragment, memo, useEffectEvent, useLayoutEffect, type ReactNode } from 'react';
import { Checkbox } from '../checkbox.tsx';
import { FailureMessage } from '../failure-message.tsx';
import { messages } from '../messages.ts';
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
  /** The row has scrolled out of view but is kept in the document. */
  readonly away: boolean;
  /** This is undefined if rows cannot be selected. */
  readonly selected: boolean | undefined;
}

/**
 * The row is memoised and has no callbacks, because the body listens for all rows. It stays in the flow,
 * because a style attribute on every row makes Chromium's style cache slower with each row scrolled past
 * (measured: 5 ms a frame became 35 ms within thirty frames).
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
            // X does the same from the row, so the checkbox is no tab stop.
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
            // The key keeps state inside a drawn cell with its own row.
            <Fragment key={id}>{column.cell(row)}</Fragment>
          )}
        </td>
      ))}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

function leaveToBody(): void {
  // A single listener for all rows, in use-row-events.ts, does the work.
}

interface RowView {
  /** The range covers the rows that are wholly or partly in view. */
  readonly first: number;
  readonly last: number;
  readonly scrolling: boolean;
}

interface DrawnRow {
  readonly index: number;
  readonly id: string;
  /** The slot is the key of the element that draws the row. */
  readonly slot: number;
  /** The row has scrolled out of the rows around the view but is kept in the document. */
  readonly away: boolean;
}

export const rowsAround = 6;

/** Decides which rows of a table are in the document from one render to the next. */
export class DrawnRows {
  #view: RowView = { first: 0, last: -1, scrolling: false };
  #around = rowsAround;
  #slots: ReadonlyMap<string, number> = new Map();

  /** Returns the same answer for the same input, because React may call it twice. */
  draw(view: RowView, ids: readonly string[], active: number): readonly DrawnRow[] {
    if (!sameView(view, this.#view)) this.#around = leapt(this.#view, view) ? 0 : rowsAround;
    this.#view = view;
    const start = Math.max(0, view.first - this.#around);
    const end = Math.min(ids.length - 1, view.last + this.#around);
    const indexes: number[] = [];
    for (let index = start; index <= end; index += 1) indexes.push(index);
    // The active row stays wherever the list is scrolled, because aria-activedescendant must point at an
    // element and a focused link inside the row must not vanish.
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
 * A row keeps its element, and the elements of rows that left are given to new rows in order. Creating
 * elements for ten thousand scrolled rows would mostly be work for the garbage collector.
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

/** After a jump, no row of the last view is visible, and rows around the view would be drawn and thrown away unseen. */
function leapt(before: RowView, now: RowView): boolean {
  return now.scrolling && before.last >= 0 && (now.first > before.last || now.last < before.first);
}

function sameView(a: RowView, b: RowView): boolean {
  return a.first === b.first && a.last === b.last && a.scrolling === b.scrolling;
}

interface RowDetailProps {
  readonly text: string | null;
  /** The rows have less room now, so the active one may be out of sight. */
  readonly onResize: () => void;
}

/** Shows the whole text of the active row. It is reached by Tab, to copy it or to scroll in it. */
export function RowDetail({ text, onResize }: RowDetailProps) {
  const resized = useEffectEvent(onResize);
  useLayoutEffect(() => {
    if (text !== null) resized();
  }, [text]);
  if (text === null || text === '') return null;
  return (
    <section className={styles.detail} aria-label={messages.parts.rowDetail}>
      <FailureMessage key={text} message={text} most={600} of={messages.parts.ofRow} />
    </section>
  );
}
