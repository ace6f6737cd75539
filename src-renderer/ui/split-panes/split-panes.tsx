import { useEffect, useId, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { clampSize, largestSize, type SplitLimits } from './split-arithmetic.ts';
import { SplitHandle } from './split-handle.tsx';
import styles from './split-panes.module.css';

export interface SplitPanesProps {
  /** What the handle changes, "Width of the batch list". */
  readonly label: string;
  readonly direction?: 'row' | 'column' | undefined;
  /** The pane that keeps its size while the window changes. */
  readonly sized?: 'start' | 'end' | undefined;
  /** Pixels: what was kept from last time. */
  readonly size?: number | undefined;
  readonly defaultSize: number;
  readonly min: number;
  readonly minOther: number;
  /** Called when a drag or a key has ended, with the size to keep. */
  readonly onResize?: ((size: number) => void) | undefined;
  /** Where there is no room for both beside each other: one above the other, or only the end while there is one. */
  readonly narrow?: 'stack' | 'cover' | undefined;
  readonly start: ReactNode;
  /** Left out, the start has all the room and keeps its state. */
  readonly end?: ReactNode;
}

export function SplitPanes(props: SplitPanesProps) {
  const { direction = 'row', sized = 'start', defaultSize, min, minOther, onResize } = props;
  const root = useRef<HTMLDivElement>(null);
  const sizedId = useId();
  const [length, setLength] = useState(Number.POSITIVE_INFINITY);
  const [own, setOwn] = useState(props.size ?? defaultSize);
  const [dragged, setDragged] = useState<number>();
  const limits: SplitLimits = { min, minOther, length };
  const alone = props.end === undefined;
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
      data-narrow={alone || length >= min + minOther ? undefined : props.narrow}
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
