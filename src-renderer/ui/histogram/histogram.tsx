import { useRef, type CSSProperties, type ReactNode } from 'react';
import { useWidth } from '../use-width.ts';
import type { HandleMove } from './handle-keys.ts';
import { HistogramBars } from './histogram-bars.tsx';
import type { HistogramDrawing, HistogramHandle as Handle, HistogramZone } from './histogram-data.ts';
import { HistogramHandle } from './histogram-handle.tsx';
import { clearTicks, placeOn, shareTicks } from './histogram-scale.ts';
import { HistogramTable } from './histogram-table.tsx';
import { HistogramZones } from './histogram-zones.tsx';
import styles from './histogram.module.css';

export interface HistogramProps extends HistogramDrawing {
  /** The lower one first. */
  readonly handles: readonly [Handle, Handle];
  readonly zones: readonly [HistogramZone, HistogramZone, HistogramZone];
  /** Dashed lines: what is in force. */
  readonly marks: readonly number[];
  readonly onMove: (id: string, move: HandleMove) => void;
  /** In the middle, where there is nothing to draw. */
  readonly empty?: ReactNode;
}

/** How often which score, and two handles that part them. A move draws the handles and the ground anew, and no bar. */
export function Histogram(props: HistogramProps) {
  const { label, axisFrom, scale, bins, series, handles, zones, marks, onMove, empty } = props;
  const plot = useRef<HTMLDivElement>(null);
  const [measure, width] = useWidth();
  const axis = { from: axisFrom };
  const [low, high] = handles;
  const borders = [placeOn(axis, low.value), placeOn(axis, high.value)];
  const apart = ((borders[1] ?? 0) - (borders[0] ?? 0)) * (width ?? Number.POSITIVE_INFINITY);
  const leans = apart < chipWidth;
  return (
    <figure className={styles.histogram} aria-label={label}>
      <div ref={measure} className={styles.frame}>
        <div ref={plot} className={styles.plot}>
          <HistogramZones zones={zones} borders={borders} />
          <HistogramBars axisFrom={axisFrom} scale={scale} bins={bins} series={series} />
          {empty === undefined ? null : <div className={styles.empty}>{empty}</div>}
          {clearTicks(shareTicks(axis), axis, borders, tickRoom / (width ?? Number.POSITIVE_INFINITY)).map(
            (share) => (
              <span
                key={share}
                className={styles.shareTick}
                style={{ '--at': placeOn(axis, share) } as CSSProperties}
                aria-hidden
              >
                {share.toFixed(2)}
              </span>
            ),
          )}
          {marks.map((mark, place) => (
            <span
              // oxlint-disable-next-line react/no-array-index-key -- the two marks may stand in one place
              key={place}
              className={styles.mark}
              style={{ '--at': placeOn(axis, mark) } as CSSProperties}
              aria-hidden
            />
          ))}
          <HistogramHandle
            handle={low}
            axis={axis}
            plot={plot}
            leans={leans ? 'start' : undefined}
            onMove={onMove}
          />
          <HistogramHandle
            handle={high}
            axis={axis}
            plot={plot}
            leans={leans ? 'end' : undefined}
            onMove={onMove}
          />
        </div>
      </div>
      <HistogramTable label={label} bins={bins} series={series} />
    </figure>
  );
}

/** Nearer than that, they give each other room. */
const chipWidth = 46;
/** Nearer to a chip than that, a tick would lie under it. */
const tickRoom = 36;
