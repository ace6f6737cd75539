import {
  createContext,
  memo,
  use,
  useId,
  useMemo,
  useRef,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  DefaultZIndexes,
  usePlotArea,
  XAxis,
  YAxis,
  ZIndexLayer,
  type BarShapeProps,
  type XAxisTickContentProps,
} from 'recharts';
import { ChartHatches, Stripes } from './chart-hatches.tsx';
import {
  clearTicks,
  countTicks,
  describeBin,
  findHighest,
  moveOfKey,
  placeOn,
  shareAt,
  shareTicks,
  type HandleMove,
  type HistogramBin,
  type HistogramDrawing,
  type HistogramHandle,
  type HistogramSeries,
  type ShareAxis,
} from './histogram-scale.ts';
import styles from './histogram.module.css';

interface HandlesProps {
  /** The lower handle comes first. */
  readonly handles: readonly [HistogramHandle, HistogramHandle];
  readonly onMove: (id: string, move: HandleMove) => void;
  /** The dashed lines mark the values in force. */
  readonly marks: readonly number[];
}

export interface HistogramPlotProps extends Omit<HistogramDrawing, 'label'>, HandlesProps {
  readonly width: number;
}

const plotHeight = 232;
/** The zones are named above the bars. */
const namesRoom = 44;
/** The margin leaves room for the counts at the start and for an overhanging chip at the end. */
const margin = { top: 0, right: 44, bottom: 0, left: 0 };
const countsRoom = 48;
const chipRoom = 34;

/** The handles reach their layer past the drawing, so that a move redraws no bar. */
const Handles = createContext<HandlesProps | undefined>(undefined);

export function HistogramPlot({ handles, onMove, marks, ...drawing }: HistogramPlotProps) {
  return (
    <Handles value={useMemo(() => ({ handles, onMove, marks }), [handles, onMove, marks])}>
      <HistogramBars {...drawing} />
    </Handles>
  );
}

/** One axis has a band for each bin, and the other has the scores between them. */
const HistogramBars = memo(function HistogramBars(props: Omit<HistogramPlotProps, keyof HandlesProps>) {
  const { axisFrom, scale, bins, series, width } = props;
  const id = useId();
  const axis = { from: axisFrom };
  const top = findHighest(bins, series);
  const shown = bins.filter(({ to }) => to > axisFrom);
  return (
    <ComposedChart
      className={styles.drawing ?? ''}
      width={width}
      height={plotHeight + chipRoom}
      margin={margin}
      data={shown}
      barCategoryGap={0.5}
      accessibilityLayer={false}
    >
      <ChartHatches id={id} series={[{ id: 'unusable', title: '', tone: 'failed' }]} />
      <Stripes
        id={`${id}-corrected`}
        ground="var(--st-review-solid)"
        stripe="var(--hatch)"
        width={1}
        turned={90}
      />
      <CartesianGrid vertical={false} stroke="var(--line-1)" syncWithTicks />
      <XAxis dataKey="from" scale="band" height={0} hide />
      <XAxis
        xAxisId="share"
        dataKey="from"
        type="number"
        domain={[axisFrom, 1]}
        allowDataOverflow
        ticks={shareTicks(axis)}
        interval={0}
        tick={<ShareTick axis={axis} />}
        tickLine={false}
        axisLine={{ stroke: 'var(--line-3)' }}
        height={chipRoom}
      />
      <YAxis
        scale={scale === 'linear' ? 'linear' : 'sqrt'}
        domain={[0, Math.max(1, top)]}
        ticks={countTicks(top, scale)}
        interval={0}
        padding={{ top: namesRoom }}
        tick={{ fill: 'var(--text-3)', fontSize: 'var(--fs-micro)', textAnchor: 'start' }}
        tickFormatter={(count: number) => count.toLocaleString('en')}
        tickLine={false}
        tickSize={30}
        axisLine={false}
        width={countsRoom}
      />
      {series.map((each) => (
        <Bar
          key={each.id}
          dataKey={({ counts }: HistogramBin) => counts[each.id] ?? 0}
          stackId="all"
          shape={(part: BarShapeProps) =>
            drawPart(part, each, id, describeBin(shown[part.index] ?? noBin, series))
          }
          isAnimationActive={false}
        />
      ))}
      <HandleLayer axis={axis} />
    </ComposedChart>
  );
});

const noBin: HistogramBin = { from: 0, to: 0, counts: {} };

/** Each part has its own ground and pattern, so that they can be told apart without colour. */
function drawPart(
  { x, y, width, height }: BarShapeProps,
  { fill }: HistogramSeries,
  id: string,
  title: string,
) {
  if (height <= 0) return <g />;
  const isOutlined = fill === 'unknown';
  const inset = isOutlined ? 0.5 : 0;
  return (
    <rect
      x={x + inset}
      y={y + 0.5 + inset}
      width={Math.max(2, width) - 2 * inset}
      height={Math.max(0.5, height - 0.5 - 2 * inset)}
      fill={
        isOutlined
          ? 'var(--st-queued-tint)'
          : fill === 'right'
            ? 'var(--st-succeeded-solid)'
            : `url(#${id}-${fill})`
      }
      stroke={isOutlined ? 'var(--st-queued-solid)' : 'none'}
    >
      <title>{title}</title>
    </rect>
  );
}

/** A tick closer to a chip than this would be covered by it. */
const tickRoom = 36;

function ShareTick({
  axis,
  x = 0,
  y = 0,
  payload,
}: Partial<XAxisTickContentProps> & { readonly axis: ShareAxis }) {
  const handles = use(Handles)?.handles ?? [];
  const plot = usePlotArea();
  const share = Number(payload?.value);
  const taken = handles.map(({ value }) => placeOn(axis, value));
  if (plot === undefined || clearTicks([share], axis, taken, tickRoom / plot.width).length === 0) return null;
  return (
    <text className={styles.shareTick} x={x} y={Number(y) + 10}>
      {share.toFixed(2)}
    </text>
  );
}

function HandleLayer({ axis }: { readonly axis: ShareAxis }) {
  const given = use(Handles);
  const plot = usePlotArea();
  if (given === undefined || plot === undefined) return null;
  const [low, high] = given.handles;
  // Handles closer to each other than a chip lean to their own sides, so that both can be gripped.
  const leans = (placeOn(axis, high.value) - placeOn(axis, low.value)) * plot.width < 46;
  return (
    <ZIndexLayer zIndex={DefaultZIndexes.label}>
      {given.marks.map((mark, place) => (
        <line
          // oxlint-disable-next-line react/no-array-index-key -- the two marks may stand in one place
          key={place}
          className={styles.mark}
          transform={`translate(${String(plot.x + placeOn(axis, mark) * plot.width)} 0)`}
          y1={namesRoom}
          y2={plotHeight}
        />
      ))}
      {given.handles.map((handle, place) => (
        <Handle
          key={handle.id}
          handle={handle}
          axis={axis}
          left={plot.x}
          length={plot.width}
          lean={leans ? (place === 0 ? -12 : 12) : 0}
          onMove={given.onMove}
        />
      ))}
    </ZIndexLayer>
  );
}

interface HandleProps {
  readonly handle: HistogramHandle;
  readonly axis: ShareAxis;
  readonly left: number;
  readonly length: number;
  readonly lean: number;
  readonly onMove: HandlesProps['onMove'];
}

/** Looks like a line through the bars and acts as a slider for the keyboard and screen readers. */
function Handle({ handle, axis, left, length, lean, onMove }: HandleProps) {
  const { id, label, value, text, least, most, valueText } = handle;
  /** While the handle is dragged, this is where the axis begins for the pointer, which rarely holds the middle. */
  const start = useRef<number | null>(null);
  const along = placeOn(axis, value) * length;

  function onPointerDown(event: PointerEvent<SVGElement>): void {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = event.clientX - along;
  }

  function onPointerMove(event: PointerEvent): void {
    if (start.current === null) return;
    onMove(id, { kind: 'to', value: shareAt(axis, (event.clientX - start.current) / length) });
  }

  function stop(): void {
    start.current = null;
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
    <g
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- two sliders on one axis that bound each other; a range input has a track of its own
      role="slider"
      tabIndex={0}
      // The focus goes here if a pressed button disappears, such as the one that discards the draft.
      data-page-stop
      className={styles.handle}
      transform={`translate(${String(left + along)} 0)`}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuenow={value}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuetext={valueText}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={stop}
      onPointerCancel={stop}
      onKeyDown={onKeyDown}
    >
      <rect x={lean - 12} width="24" height={plotHeight + 32} fill="transparent" />
      <rect className={styles.line} x="-1" width="2" height={plotHeight} />
      <g transform={`translate(${String(lean / 2)} 116)`}>
        <rect className={styles.ring} x="-9" y="-17" width="18" height="34" rx="8" />
        <rect className={styles.grip} x="-5" y="-13" width="10" height="26" rx="4" />
      </g>
      <g transform={`translate(${String(2 * lean)} 250)`}>
        <rect className={styles.ring} x="-23.5" y="-13" width="47" height="26" rx="6" />
        <rect className={styles.chip} x="-20.5" y="-10" width="41" height="20" rx="4" />
        <text className={styles.value} y="4">
          {text}
        </text>
      </g>
    </g>
  );
}
