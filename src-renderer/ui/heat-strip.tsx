import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { classNames } from './class-names.ts';
import styles from './heat-strip.module.css';

export interface HeatCell {
  /** The cell begins at this time, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** The step of the colour, from 0 for none to 5. */
  readonly step: 0 | 1 | 2 | 3 | 4 | 5;
  /** Says what the cell counts, as in "12 failures, 26 Nov 14:00 to 15:00 UTC". */
  readonly label: string;
}

interface HeatStripProps {
  /** Says in words what the strip shows, because nothing in it can be read without eyes. */
  readonly label: string;
  readonly cells: readonly HeatCell[];
  /** A moment that a line marks; it is left out when it is not within the cells. */
  readonly mark?: number | null | undefined;
  readonly tall?: boolean | undefined;
}

/** Shows counts over time. A larger count has a stronger colour and a taller bar, so the colour is not needed. */
export function HeatStrip({ label, cells, mark, tall = false }: HeatStripProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot take its colours from the theme
    <span role="img" aria-label={label} className={classNames(styles.strip, tall && styles.tall)}>
      <Cells cells={cells} mark={mark} />
    </span>
  );
}

interface PickOnHeatStripProps extends Omit<HeatStripProps, 'tall'> {
  /** Says what is chosen by the mark, as in "Deploy". */
  readonly pick: string;
  /** The words for the mark, as in "26 Nov 14:02 UTC"; undefined when there is none. */
  readonly picked: string | undefined;
  /** Null takes the mark away. */
  readonly onPick: (at: number | null) => void;
}

/**
 * Chooses a moment on a strip: by a click, or with the arrows, which move it by one cell, and with Shift by five minutes.
 * Delete takes it away.
 */
export function PickOnHeatStrip({ label, cells, mark, pick, picked, onPick }: PickOnHeatStripProps) {
  const root = useRef<HTMLDivElement>(null);
  const [first, last] = [cells[0], cells.at(-1)];
  if (first === undefined || last === undefined) return null;
  const cell = first.to - first.from;
  const at = mark ?? last.from + cell;

  function move(event: KeyboardEvent): void {
    const next = findNext(event);
    if (next === undefined || first === undefined || last === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onPick(next === null ? null : Math.min(last.to - minute, Math.max(first.from, next)));
  }

  function findNext({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): number | null | undefined {
    if (ctrlKey || metaKey || altKey) return undefined;
    const step = shiftKey ? 5 * minute : cell;
    switch (key) {
      case 'ArrowLeft':
      case 'ArrowDown':
        return Math.ceil(at / step) * step - step;
      case 'ArrowRight':
      case 'ArrowUp':
        return Math.floor(at / step) * step + step;
      case 'Home':
        return first?.from;
      case 'End':
        return last?.from;
      case 'Delete':
      case 'Backspace':
        return null;
      default:
        return undefined;
    }
  }

  function pickAt({ clientX }: PointerEvent): void {
    const box = root.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return;
    const index = Math.floor(((clientX - box.left) / box.width) * cells.length);
    onPick(cells[Math.min(cells.length - 1, Math.max(0, index))]?.from ?? null);
  }

  return (
    <div className={styles.picker}>
      <div
        ref={root}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <input> of type range cannot hold the cells
        role="slider"
        tabIndex={0}
        className={classNames(styles.strip, styles.tall, styles.picks)}
        aria-label={`${pick}. ${label}`}
        aria-valuemin={first.from}
        aria-valuemax={last.to}
        aria-valuenow={at}
        aria-valuetext={picked ?? 'not chosen'}
        onKeyDown={move}
        onPointerDown={pickAt}
      >
        <Cells cells={cells} mark={mark} />
      </div>
      <Ticks cells={cells} />
    </div>
  );
}

const minute = 60_000;

function Cells({ cells, mark }: Pick<HeatStripProps, 'cells' | 'mark'>) {
  const from = cells[0]?.from ?? 0;
  const to = cells.at(-1)?.to ?? 0;
  const isShown = mark !== null && mark !== undefined && mark >= from && mark <= to && to > from;
  return (
    <>
      <svg
        viewBox={`0 0 ${String(cells.length)} 10`}
        preserveAspectRatio="none"
        aria-hidden
        className={styles.cells}
      >
        {cells.map(({ from: start, step, label }, index) => (
          <g key={start}>
            <rect className={styles.ground} x={index + 0.06} width={0.88} y={0} height={10}>
              <title>{label}</title>
            </rect>
            {step === 0 ? null : (
              <rect
                className={styles.bar}
                data-step={step}
                x={index + 0.06}
                width={0.88}
                y={10 - heights[step]}
                height={heights[step]}
              />
            )}
          </g>
        ))}
      </svg>
      {isShown ? (
        <span
          className={styles.mark}
          style={{ left: `${String(((mark - from) / (to - from)) * 100)}%` }}
          aria-hidden
        />
      ) : null}
    </>
  );
}

const heights = { 1: 3.4, 2: 5, 3: 6.6, 4: 8.4, 5: 10 } as const;

/** Writes the hours and days below a strip, by UTC as the pipeline counts. */
export function Ticks({ cells }: Pick<HeatStripProps, 'cells'>) {
  const from = cells[0]?.from ?? 0;
  const to = cells.at(-1)?.to ?? 0;
  return (
    <span className={styles.ticks} aria-hidden>
      {listTicks(from, to).map(({ at, label }) => (
        <span
          key={at}
          className={styles.tick}
          style={{ left: `${String(((at - from) / (to - from)) * 100)}%` }}
        >
          {label}
        </span>
      ))}
    </span>
  );
}

const hour = 60 * minute;
const day = 24 * hour;
const steps = [2 * hour, 4 * hour, 6 * hour, 12 * hour, day, 2 * day, 4 * day, 7 * day];

/** Lists at most twelve moments, on round hours and days. */
export function listTicks(
  from: number,
  to: number,
): readonly { readonly at: number; readonly label: string }[] {
  const length = to - from;
  if (length <= 0) return [];
  const step = steps.find((each) => length / each <= 12) ?? 7 * day;
  const ticks: { at: number; label: string }[] = [];
  for (let at = Math.ceil(from / step) * step; at < to; at += step) {
    const share = (at - from) / length;
    if (share > 0.015 && share < 0.975)
      ticks.push({ at, label: at % day === 0 ? dayMonth.format(at) : hourMinute.format(at) });
  }
  return ticks;
}

const dayMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const hourMinute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
