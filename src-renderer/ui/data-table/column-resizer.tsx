import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { columnMinimum, narrowestColumn, type DataColumn } from './data-column.ts';
import styles from './data-table.module.css';

export interface ColumnResizerProps<Row> {
  readonly column: DataColumn<Row>;
  /** Undefined gives the column back its own width. */
  readonly onResize: (column: string, width: number | undefined) => void;
}

const keyStep = 16;

export function ColumnResizer<Row>({ column, onResize }: ColumnResizerProps<Row>) {
  const drag = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const minimum = Math.min(columnMinimum(column), column.min ?? narrowestColumn);
  const resize = (width: number) => onResize(column.id, Math.max(minimum, Math.round(width)));

  function start(event: PointerEvent<HTMLElement>): void {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width: widthOfHeader(event.currentTarget) };
  }

  function move(event: PointerEvent<HTMLElement>): void {
    if (drag.current !== null) resize(drag.current.width + event.clientX - drag.current.x);
  }

  function step(event: KeyboardEvent<HTMLElement>): void {
    const by = { ArrowLeft: -keyStep, ArrowRight: keyStep }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    resize(widthOfHeader(event.currentTarget) + by);
  }

  return (
    <button
      type="button"
      className={styles.resizer}
      aria-label={`Width of ${column.title}, left and right arrow change it`}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={() => (drag.current = null)}
      onPointerCancel={() => (drag.current = null)}
      onDoubleClick={() => onResize(column.id, undefined)}
      onKeyDown={step}
    />
  );
}

function widthOfHeader(handle: HTMLElement): number {
  return handle.parentElement?.getBoundingClientRect().width ?? 0;
}
