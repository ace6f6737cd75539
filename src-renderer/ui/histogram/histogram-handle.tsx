import { useRef, type CSSProperties, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { moveOfKey, type HandleMove } from './handle-keys.ts';
import type { HistogramHandle as Handle } from './histogram-data.ts';
import { placeOn, shareAt, type ShareAxis } from './histogram-scale.ts';
import styles from './histogram-handle.module.css';

export interface HistogramHandleProps {
  readonly handle: Handle;
  readonly axis: ShareAxis;
  /** Its width is the axis. */
  readonly plot: RefObject<HTMLDivElement | null>;
  /** Where the other one is so near that their chips would lie on each other. */
  readonly leans: 'start' | 'end' | undefined;
  readonly onMove: (id: string, move: HandleMove) => void;
}

/** Drawn as a line through the bars; a slider to keys and to screen readers. */
export function HistogramHandle({ handle, axis, plot, leans, onMove }: HistogramHandleProps) {
  const { id, label, value, text, least, most, valueText } = handle;
  const drag = useRef<{ readonly left: number; readonly width: number; readonly grip: number } | null>(null);

  function start(event: PointerEvent<HTMLElement>): void {
    const box = plot.current?.getBoundingClientRect();
    if (event.button !== 0 || box === undefined || box.width === 0) return;
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = box.left + placeOn(axis, value) * box.width;
    drag.current = { left: box.left, width: box.width, grip: event.clientX - at };
  }

  function move(event: PointerEvent): void {
    const current = drag.current;
    if (current === null) return;
    const place = (event.clientX - current.grip - current.left) / current.width;
    onMove(id, { kind: 'to', value: shareAt(axis, place) });
  }

  function stop(): void {
    drag.current = null;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const wanted = moveOfKey(event, { least, most });
    if (wanted === undefined) return;
    event.preventDefault();
    // The page has single keys of its own.
    event.stopPropagation();
    onMove(id, wanted);
  }

  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- two sliders on one axis that bound each other; a range input has a track of its own
      role="slider"
      tabIndex={0}
      // Who presses a button that goes away with its press, such as one that discards the draft, goes on here.
      data-page-stop
      className={styles.handle}
      data-leans={leans}
      style={{ '--at': placeOn(axis, value) } as CSSProperties}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuenow={value}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuetext={valueText}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={stop}
      onPointerCancel={stop}
      onKeyDown={onKeyDown}
    >
      <span className={styles.line} />
      <span className={styles.grip} />
      <span className={styles.chip}>{text}</span>
    </div>
  );
}
