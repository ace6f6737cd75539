import {
  useEffect,
  useId,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import styles from './split-panes.module.css';

interface SplitPanesProps {
  /** The label says what the handle changes, as in "Width of the batch list". */
  readonly label: string;
  readonly direction?: 'row' | 'column' | undefined;
  /** This pane keeps its size while the window changes. */
  readonly sized?: 'start' | 'end' | undefined;
  /** The size is in pixels and was kept from last time. */
  readonly size?: number | undefined;
  readonly defaultSize: number;
  readonly min: number;
  readonly minOther: number;
  /** This is called with the size to keep when a drag or a key has ended. */
  readonly onResize?: ((size: number) => void) | undefined;
  /** If there is no room side by side, the panes stack, or the end covers the start while it is present. */
  readonly narrow?: 'stack' | 'cover' | undefined;
  /** This is called when the panes begin or cease to have no room side by side. */
  readonly onNarrow?: ((isNarrow: boolean) => void) | undefined;
  readonly start: ReactNode;
  /** If this is left out, the start takes all the room and keeps its state. */
  readonly end?: ReactNode;
}

export function SplitPanes(props: SplitPanesProps) {
  const { direction = 'row', sized = 'start', defaultSize, min, minOther, onResize, onNarrow } = props;
  const root = useRef<HTMLDivElement>(null);
  const sizedId = useId();
  const [length, setLength] = useState(Number.POSITIVE_INFINITY);
  const [own, setOwn] = useState(props.size ?? defaultSize);
  const [dragged, setDragged] = useState<number>();
  const limits: SplitLimits = { min, minOther, length };
  const alone = props.end === undefined;
  const isNarrow = !alone && length < min + minOther;
  const size = clampSize(dragged ?? props.size ?? own, limits);

  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setLength(entry.contentRect[direction === 'row' ? 'width' : 'height']);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [direction]);

  useEffect(() => onNarrow?.(isNarrow), [onNarrow, isNarrow]);

  function keep(next: number): void {
    setDragged(undefined);
    setOwn(next);
    onResize?.(next);
  }

  return (
    <div
      ref={root}
      className={styles.split}
      data-direction={direction}
      data-sized={sized}
      data-alone={alone || undefined}
      data-narrow={isNarrow ? props.narrow : undefined}
      style={{ '--split-size': `${size}px` } as CSSProperties}
    >
      <div id={sized === 'start' ? sizedId : undefined} className={styles.pane}>
        {props.start}
      </div>
      {alone ? null : (
        <>
          <SplitHandle
            label={props.label}
            controls={sizedId}
            direction={direction}
            sized={sized}
            size={size}
            limits={limits}
            largest={Number.isFinite(length) ? largestSize(limits) : size}
            onDrag={(next) => setDragged(clampSize(next, limits))}
            onKeep={keep}
            onReset={() => keep(clampSize(defaultSize, limits))}
          />
          <div id={sized === 'end' ? sizedId : undefined} className={styles.pane}>
            {props.end}
          </div>
        </>
      )}
    </div>
  );
}

interface SplitHandleProps {
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

/** Arrow keys, Home and End work like dragging, and a double click restores the default. */
function SplitHandle(props: SplitHandleProps) {
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

interface SplitLimits {
  readonly min: number;
  readonly minOther: number;
  /** The length covers both panes together. */
  readonly length: number;
}

/** Clamps the size. In a window too small for both panes, the sized pane keeps its own minimum. */
export function clampSize(size: number, { min, minOther, length }: SplitLimits): number {
  return Math.round(Math.max(min, Math.min(size, length - minOther)));
}

export function largestSize({ min, minOther, length }: SplitLimits): number {
  return Math.round(Math.max(min, length - minOther));
}

const step = 16;
const bigStep = 64;

interface SplitKey {
  readonly key: string;
  readonly shiftKey: boolean;
}

/** Returns the size after a key. Arrows move the handle the way they point, so "right" shrinks a pane at the end. */
export function sizeAfterKey(
  press: SplitKey,
  size: number,
  limits: SplitLimits,
  direction: 'row' | 'column',
  sized: 'start' | 'end',
): number | undefined {
  if (press.key === 'Home') return clampSize(sized === 'start' ? limits.min : largestSize(limits), limits);
  if (press.key === 'End') return clampSize(sized === 'start' ? largestSize(limits) : limits.min, limits);
  const [back, forward] = direction === 'row' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  if (press.key !== back && press.key !== forward) return undefined;
  const towardsEnd = press.key === forward ? 1 : -1;
  const by = (press.shiftKey ? bigStep : step) * towardsEnd * (sized === 'start' ? 1 : -1);
  return clampSize(size + by, limits);
}
