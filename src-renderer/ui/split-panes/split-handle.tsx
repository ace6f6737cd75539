import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { clampSize, sizeAfterKey, type SplitLimits } from './split-arithmetic.ts';
import styles from './split-panes.module.css';

export interface SplitHandleProps {
  readonly label: string;
  readonly controls: string;
  readonly direction: 'row' | 'column';
  readonly sized: 'start' | 'end';
  readonly size: number;
  readonly limits: SplitLimits;
  readonly largest: number;
  readonly onDrag: (size: number) => void;
  readonly onKeep: (size: number) => void;
  readonly onReset: () => void;
}

/** Arrow keys, Home and End do what the drag does; a double click goes back to the default. */
export function SplitHandle(props: SplitHandleProps) {
  const { direction, sized, size, limits } = props;
  const drag = useRef<{ readonly from: number; readonly size: number; latest: number } | null>(null);
  const positionOf = (event: PointerEvent) => (direction === 'row' ? event.clientX : event.clientY);

  function start(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: positionOf(event), size, latest: size };
  }

  function move(event: PointerEvent): void {
    const current = drag.current;
    if (current === null) return;
    const by = positionOf(event) - current.from;
    current.latest = clampSize(current.size + (sized === 'start' ? by : -by), limits);
    props.onDrag(current.latest);
  }

  function stop(): void {
    const current = drag.current;
    drag.current = null;
    if (current !== null && current.latest !== current.size) props.onKeep(current.latest);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const next = sizeAfterKey(event, size, limits, direction, sized);
    if (next === undefined) return;
    event.preventDefault();
    props.onKeep(next);
  }

  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a focusable separator is the ARIA window splitter; <hr> is a plain line
      role="separator"
      tabIndex={0}
      className={styles.handle}
      aria-label={props.label}
      aria-controls={props.controls}
      aria-orientation={direction === 'row' ? 'vertical' : 'horizontal'}
      aria-valuenow={size}
      aria-valuemin={limits.min}
      aria-valuemax={props.largest}
      aria-valuetext={`${size} pixels`}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={stop}
      onPointerCancel={stop}
      onDoubleClick={props.onReset}
      onKeyDown={onKeyDown}
    />
  );
}
