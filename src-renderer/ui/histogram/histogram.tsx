import {
  memo,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import inline from '../inline.module.css';
import { StatusBadge } from '../status.tsx';
import { useWidth } from '../use-width.ts';
import {
  describeBin,
  clearTicks,
  countTicks,
  computeHeight,
  findHighest,
  moveOfKey,
  placeOn,
  formatRange,
  shareAt,
  shareTicks,
  sumBin,
  type CountScale,
  type HandleMove,
  type HistogramBin,
  type HistogramDrawing,
  type HistogramHandle as Handle,
  type HistogramSeries,
  type HistogramZone,
  type ShareAxis,
} from './histogram-scale.ts';
import { visuallyHidden } from '../visually-hidden.tsx';
import styles from './histogram.module.css';

interface HistogramProps extends HistogramDrawing {
  /** The lower handle comes first. */
  readonly handles: readonly [Handle, Handle];
  readonly zones: readonly [HistogramZone, HistogramZone, HistogramZone];
  /** The dashed lines mark the values in force. */
  readonly marks: readonly number[];
  readonly onMove: (id: string, move: HandleMove) => void;
  /** This is shown in the middle if there is nothing to draw. */
  readonly empty?: ReactNode;
}

/**
 * Shows the distribution of scores with two handles that divide it. A move redraws the handles and the
 * ground, but no bar.
 */
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

/** Handles closer than this lean away from each other. */
const chipWidth = 46;
/** A tick closer to a chip than this would be covered by it. */
const tickRoom = 36;

interface HistogramHandleProps {
  readonly handle: Handle;
  readonly axis: ShareAxis;
  /** The width of the plot is the length of the axis. */
  readonly plot: RefObject<HTMLDivElement | null>;
  /** The handle leans if the other one is so near that their chips would overlap. */
  readonly leans: 'start' | 'end' | undefined;
  readonly onMove: (id: string, move: HandleMove) => void;
}

/** Looks like a line through the bars and acts as a slider for the keyboard and screen readers. */
function HistogramHandle({ handle, axis, plot, leans, onMove }: HistogramHandleProps) {
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
    // The page has single-key shortcuts of its own.
    event.stopPropagation();
    onMove(id, wanted);
  }

  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- two sliders on one axis that bound each other; a range input has a track of its own
      role="slider"
      tabIndex={0}
      // The focus goes here if a pressed button disappears, such as the one that discards the draft.
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

/** Draws once everything that stays while a handle moves. */
const HistogramBars = memo(function HistogramBars(props: Omit<HistogramDrawing, 'label'>) {
  const { axisFrom, scale, bins, series } = props;
  const axis = { from: axisFrom };
  const top = findHighest(bins, series);
  return (
    <div className={styles.bars} aria-hidden>
      {countTicks(top, scale).map((count) => (
        <span
          key={count}
          className={styles.countTick}
          style={{ '--height': computeHeight(count, top, scale) } as CSSProperties}
        >
          {count.toLocaleString('en')}
        </span>
      ))}
      {bins.map((bin) =>
        bin.to <= axisFrom || sumBin(bin, series) === 0 ? null : (
          <div
            key={bin.from}
            className={styles.bar}
            title={describeBin(bin, series)}
            style={
              {
                '--from': placeOn(axis, bin.from),
                '--to': placeOn(axis, bin.to),
              } as CSSProperties
            }
          >
            {stackBin(bin, series, top, scale).map(({ id, fill, bottom, height }) => (
              <span
                key={id}
                className={styles.part}
                data-fill={fill}
                style={{ '--bottom': bottom, '--height': height } as CSSProperties}
              />
            ))}
          </div>
        ),
      )}
    </div>
  );
});

/** Each border stands at the height of the sum up to it, so that it can be read off on either scale. */
function stackBin(bin: HistogramBin, series: readonly HistogramSeries[], top: number, scale: CountScale) {
  let below = 0;
  return series.flatMap(({ id, fill }) => {
    const count = bin.counts[id] ?? 0;
    if (count === 0) return [];
    const bottom = computeHeight(below, top, scale);
    below += count;
    return [{ id, fill, bottom, height: computeHeight(below, top, scale) - bottom }];
  });
}

interface HistogramZonesProps {
  readonly zones: readonly HistogramZone[];
  /** The borders between the zones go from 0 to 1, and there is one fewer than zones. */
  readonly borders: readonly number[];
}

/** Draws the ground between the handles and, above the bars, the name of each outcome. */
function HistogramZones({ zones, borders }: HistogramZonesProps) {
  return zones.map((zone, place) => (
    <div
      key={zone.status}
      className={styles.zone}
      data-status={zone.status}
      style={
        {
          '--from': borders[place - 1] ?? 0,
          '--to': borders[place] ?? 1,
        } as CSSProperties
      }
    >
      <div className={styles.zoneWords}>
        <span className={styles.zoneName}>
          <StatusBadge status={zone.status} />
        </span>
        <span className={styles.zoneDetail}>
          <span className={styles.zoneRange}>
            {zone.range}
            {zone.share === undefined ? null : ', '}
          </span>
          {zone.share}
        </span>
      </div>
    </div>
  ));
}

export function HistogramLegend({ series }: { readonly series: readonly HistogramSeries[] }) {
  return (
    <ul className={styles.legend} aria-label="Parts of a bar">
      {series.map(({ id, title, fill }) => (
        <li key={id} className={inline.entry}>
          <span className={styles.swatch} data-fill={fill} />
          {title}
        </li>
      ))}
    </ul>
  );
}

type HistogramTableProps = Pick<HistogramDrawing, 'label' | 'bins' | 'series'>;

/** Gives screen readers the same counts as the bars. */
const HistogramTable = memo(function HistogramTable({ label, bins, series }: HistogramTableProps) {
  return (
    <div className={visuallyHidden}>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Score</th>
            {series.map(({ id, title }) => (
              <th key={id} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bins
            .filter((bin) => sumBin(bin, series) > 0)
            .map((bin) => (
              <tr key={bin.from}>
                <th scope="row">{formatRange(bin)}</th>
                {series.map(({ id }) => (
                  <td key={id}>{(bin.counts[id] ?? 0).toLocaleString('en')}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
});
