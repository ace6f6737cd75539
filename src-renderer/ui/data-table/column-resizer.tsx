import { useRef, type PointerEvent } from 'react';
import { columnMinimum, narrowestColumn, type DataColumn } from './data-column.ts';
import styles from './table-head.module.css';

export interface ColumnResizerProps<Row> {
  readonly column: DataColumn<Row>;
  readonly onResize: ResizeColumn;
}

/** Undefined gives the column back its own width. */
export type ResizeColumn = (column: string, width: number | undefined) => void;

/** For the pointer; Shift and the arrow keys on the head's button do the same. */
export function ColumnResizer<Row>({ column, onResize }: ColumnResizerProps<Row>) {
  const drag = useRef<{ readonly x: number; readonly width: number } | null>(null);

  function start(event: PointerEvent<HTMLElement>): void {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width: headWidth(event.currentTarget) };
  }

  function move(event: PointerEvent<HTMLElement>): void {
    if (drag.current === null) return;
    onResize(column.id, atLeast(column, drag.current.width + event.clientX - drag.current.x));
  }

  return (
    <span
      aria-hidden
      className={styles.resizer}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={() => (drag.current = null)}
      onPointerCancel={() => (drag.current = null)}
      onDoubleClick={() => onResize(column.id, undefined)}
    />
  );
}

const keyStep = 16;

/** The width after a key, or undefined when the key is not about the width. */
export function widthAfterKey<Row>(
  press: { readonly key: string; readonly shiftKey: boolean },
  column: DataColumn<Row>,
  head: Element,
): number | undefined {
  if (!press.shiftKey || (press.key !== 'ArrowLeft' && press.key !== 'ArrowRight')) return undefined;
  return atLeast(column, headWidth(head) + (press.key === 'ArrowRight' ? keyStep : -keyStep));
}

function atLeast<Row>(column: DataColumn<Row>, width: number): number {
  const minimum = Math.min(columnMinimum(column), column.min ?? narrowestColumn);
  return Math.max(minimum, Math.round(width));
}

function headWidth(inside: Element): number {
  return inside.closest('th')?.getBoundingClientRect().width ?? 0;
}
