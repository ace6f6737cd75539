import { createContext, memo, use, useId, useMemo, type PointerEvent } from 'react';
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  DefaultZIndexes,
  Line,
  ReferenceArea,
  ReferenceLine,
  usePlotArea,
  useYAxisScale,
  XAxis,
  YAxis,
  ZIndexLayer,
  type DotItemDotProps,
  type XAxisTickContentProps,
} from 'recharts';
import { classNames } from '../class-names.ts';
import { useWidth } from '../use-width.ts';
import { roundTop, toneColour } from './chart-data.ts';
import { ChartHatches, findFill, Stripes } from './chart-hatches.tsx';
import {
  findDash,
  findMost,
  limitLine,
  measuredStretches,
  periodAt,
  silentStretches,
  timeTicks,
  type TimeKind,
  type TimeLimit,
  type TimeLine,
  type TimeSpan,
} from './time-lines.ts';
import styles from './time-chart.module.css';

export interface TimePlotProps {
  readonly kind: TimeKind;
  readonly lines: readonly TimeLine[];
  readonly span: TimeSpan;
  readonly height: number;
  readonly axisFormat: (value: number) => string;
  /** Returns the round figure at which the axis ends, not below the given one; the default goes by tens. */
  readonly topFor?: ((most: number) => number) | undefined;
  readonly limit?: TimeLimit | undefined;
  /** The cursor marks the same period on this chart and on its neighbours. */
  readonly cursor: number | null;
  readonly onCursor: (period: number | null) => void;
}

const margin = { top: 6, right: 10, bottom: 0, left: 0 };
const axisRoom = 46;
const tickRoom = 20;

/** The cursor reaches its layer past the drawing, which stays as it is while the pointer moves. */
const Cursor = createContext<number | null>(null);

/** Draws only the picture. The words beside it say the same, so screen readers skip it. */
export function TimePlot(props: TimePlotProps) {
  const { kind, lines, span, height, axisFormat, topFor = roundTop, limit, cursor, onCursor } = props;
  const [measure, width] = useWidth();
  const most = useMemo(() => findMost(lines, kind, span, limit?.value), [lines, kind, span, limit?.value]);
  const top = topFor(most);
  const inner = (width ?? 0) - axisRoom - margin.right;

  function follow(event: PointerEvent<HTMLElement>): void {
    const { left } = event.currentTarget.getBoundingClientRect();
    onCursor(periodAt(event.clientX - left - axisRoom, inner, span));
  }

  return (
    <div
      ref={measure}
      className={styles.plot}
      style={{ height: height + tickRoom }}
      onPointerMove={follow}
      onPointerLeave={() => onCursor(null)}
      aria-hidden
    >
      {inner <= 0 ? null : (
        <Cursor value={cursor}>
          <TimeDrawing
            kind={kind}
            lines={lines}
            span={span}
            inner={inner}
            height={height}
            top={top}
            figures={[0, top / 2, top].map(axisFormat).join('\n')}
            limit={limit?.value}
          />
        </Cursor>
      )}
    </div>
  );
}

interface TimeDrawingProps extends Pick<TimePlotProps, 'kind' | 'lines' | 'span' | 'height'> {
  readonly inner: number;
  readonly top: number;
  /** The three figures of the axis, one in each line, because equal texts do not draw again. */
  readonly figures: string;
  readonly limit: number | undefined;
}

/** One time axis has a band for each period, and the other goes from 0 to 1 for what lies between them. */
const TimeDrawing = memo(function TimeDrawing(props: TimeDrawingProps) {
  const { kind, lines, span, inner, height, top, figures, limit } = props;
  const { count } = span;
  const id = useId();
  const end = axisRoom + inner;
  const ticks = timeTicks(span, Math.max(2, Math.floor(inner / 56)));
  const silentTop = (4 / (height - margin.top)) * top;
  const data = useMemo(() => Array.from({ length: count }, (_, period) => ({ period })), [count]);
  return (
    <ComposedChart
      className={classNames(styles.drawing)}
      width={end + margin.right}
      height={height + tickRoom}
      margin={margin}
      data={data}
      accessibilityLayer={false}
    >
      <ChartHatches id={id} series={lines} />
      <Stripes id={`${id}-silent`} stripe="var(--line-3)" width={1} />
      <CartesianGrid vertical={false} stroke="var(--line-1)" />
      <XAxis dataKey="period" scale="band" height={0} hide />
      <XAxis
        xAxisId="time"
        dataKey={({ period }: Datum) => period / count}
        type="number"
        domain={[0, 1]}
        allowDataOverflow
        ticks={ticks.map(({ share }) => share)}
        interval={0}
        tick={drawMoments(ticks, end, height + 14)}
        tickLine={false}
        axisLine={{ stroke: 'var(--line-2)' }}
        height={tickRoom}
      />
      <YAxis
        tick={axisTick}
        tickLine={false}
        tickSize={4}
        axisLine={false}
        width={axisRoom}
        domain={[0, top]}
        ticks={[0, top / 2, top]}
        tickFormatter={(_, place) => figures.split('\n')[place] ?? ''}
        interval={0}
      />
      {silentStretches(lines, span).map(({ first, last }) => (
        // This strip along the foot marks a time without reports, which must not look like a line at zero.
        <ReferenceArea
          key={first}
          xAxisId="time"
          x1={first / count}
          x2={(last + 1) / count}
          y1={0}
          y2={silentTop}
          fill={`url(#${id}-silent)`}
          fillOpacity={1}
        />
      ))}
      {lines.map((line, place) =>
        kind === 'lines' ? drawLine(line, place) : drawBar(line, findFill(id, line), inner / count),
      )}
      {limit === undefined ? null : <ReferenceLine y={limit} {...limitLine} />}
      <CursorLayer kind={kind} lines={lines} count={count} />
    </ComposedChart>
  );
});

const axisTick = { fill: 'var(--text-3)', fontSize: 'var(--fs-micro)' };

/** A label that would be cut off at the end is aligned with it. */
function drawMoments(ticks: ReturnType<typeof timeTicks>, end: number, y: number) {
  return ({ x, index }: XAxisTickContentProps) => {
    const isLast = Number(x) > end - 16;
    return (
      <text
        className={styles.tick}
        x={isLast ? end + margin.right : x}
        y={y}
        textAnchor={isLast ? 'end' : 'middle'}
      >
        {ticks[index]?.label}
      </text>
    );
  };
}

function drawLine({ id, tone, values }: TimeLine, place: number) {
  // A line of one point would be invisible, so it becomes a dot.
  const alone = new Set(
    measuredStretches(values).flatMap(({ first, last }) => (first === last ? [first] : [])),
  );
  return (
    <Line
      key={id}
      dataKey={({ period }: Datum) => values[period] ?? null}
      type="linear"
      stroke={toneColour(tone)}
      strokeWidth={1.5}
      strokeLinejoin="round"
      strokeDasharray={findDash(place) ?? 'none'}
      dot={
        alone.size > 0 &&
        (({ index, cx, cy }: DotItemDotProps) =>
          alone.has(index) ? <circle key={index} cx={cx} cy={cy} r={1.6} fill={toneColour(tone)} /> : null)
      }
      activeDot={false}
      isAnimationActive={false}
    />
  );
}

function drawBar({ id, values }: TimeLine, fill: string, slot: number) {
  return (
    <Bar
      key={id}
      dataKey={({ period }: Datum) => values[period] ?? null}
      stackId="all"
      fill={fill}
      barSize={Math.max(1, slot > 4 ? slot - 1 : slot * 0.82)}
      minPointSize={(_, period) => ((values[period] ?? 0) > 0 ? 1 : 0)}
      isAnimationActive={false}
    />
  );
}

interface Datum {
  readonly period: number;
}

interface CursorLayerProps extends Pick<TimePlotProps, 'kind' | 'lines'> {
  readonly count: number;
}

function CursorLayer({ kind, lines, count }: CursorLayerProps) {
  const cursor = use(Cursor);
  const plot = usePlotArea();
  const scale = useYAxisScale();
  if (cursor === null || plot === undefined) return null;
  const x = plot.x + ((cursor + 0.5) / count) * plot.width;
  return (
    <ZIndexLayer zIndex={DefaultZIndexes.cursorLine}>
      <line className={styles.cursor} x1={x} x2={x} y1={plot.y} y2={plot.y + plot.height} />
      {lines.map(({ id, tone, values }) => {
        const y = kind === 'bars' ? undefined : scale?.(values[cursor] ?? null);
        return y === undefined ? null : (
          <circle key={id} className={styles.point} fill={toneColour(tone)} cx={x} cy={y} r={2.6} />
        );
      })}
    </ZIndexLayer>
  );
}
