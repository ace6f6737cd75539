import { useCallback, useId, useMemo, type CSSProperties } from 'react';
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  Tooltip,
  XAxis,
  YAxis,
  type TooltipContentProps,
} from 'recharts';
import { classNames } from '../class-names.ts';
import {
  axisTop,
  findHatch,
  toneColour,
  readValue,
  type ChartKind,
  type ChartPoint,
  type ChartSeries,
} from './chart-data.ts';
import { messages } from '../messages.ts';
import styles from './chart.module.css';

export interface ChartPlotProps {
  readonly label: string;
  readonly kind: ChartKind;
  readonly series: readonly ChartSeries[];
  readonly points: readonly ChartPoint[];
  readonly format: (value: number) => string;
  readonly axisFormat: (value: number) => string;
  readonly height: number;
  readonly onOpen?: ((point: ChartPoint) => void) | undefined;
}

const tick = { fill: 'var(--text-3)', fontSize: 'var(--fs-micro)' };

/**
 * This is the only module that imports recharts. It has no animation, because figures that grow into place
 * cannot be read.
 */
export function ChartPlot(props: ChartPlotProps) {
  const { label, kind, series, points, format, axisFormat, height, onOpen } = props;
  const hatchId = useId();
  const top = useMemo(() => axisTop(points, series, kind), [points, series, kind]);
  const ticks = [0, top / 2, top];
  const data = useMemo(() => points.map((point) => toDatum(point, series)), [points, series]);
  const showTip = useCallback(
    ({ active, activeIndex }: TooltipContentProps) => (
      <ChartTip
        point={active && activeIndex !== null ? points[Number(activeIndex)] : undefined}
        series={series}
        format={format}
      />
    ),
    [points, series, format],
  );
  const partial = points.filter((point) => point.partial).map((point) => point.label);
  return (
    <ComposedChart
      className={classNames(styles['plot'], onOpen !== undefined && styles['opens'])}
      responsive
      style={{ width: '100%', height }}
      data={data}
      margin={{ top: 4, right: 14, bottom: 0, left: 0 }}
      barCategoryGap={2}
      maxBarSize={56}
      onClick={({ activeIndex }) => {
        const point = points[Number(activeIndex ?? Number.NaN)];
        if (point !== undefined) onOpen?.(point);
      }}
      aria-label={`${label}. Use the left and right arrows to read each point.`}
    >
      <ChartHatches id={hatchId} series={series} />
      <CartesianGrid vertical={false} stroke="var(--line-1)" />
      <XAxis
        dataKey="label"
        tick={tick}
        tickLine={false}
        axisLine={{ stroke: 'var(--line-2)' }}
        height={22}
        minTickGap={18}
        interval="preserveStartEnd"
      />
      <YAxis
        tick={tick}
        tickLine={false}
        axisLine={false}
        width={axisWidth(ticks.map(axisFormat))}
        domain={[0, top]}
        ticks={ticks}
        tickFormatter={axisFormat}
      />
      {partial.map((each) => (
        <ReferenceArea
          key={each}
          x1={each}
          x2={each}
          fill="none"
          stroke="var(--line-3)"
          strokeDasharray="2 2"
        />
      ))}
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: 'var(--wash)', stroke: kind === 'lines' ? 'var(--line-3)' : 'none' }}
        content={showTip}
      />
      {series.map((each) =>
        kind === 'lines' ? (
          <Line
            key={each.id}
            dataKey={each.id}
            type="linear"
            stroke={toneColour(each.tone)}
            strokeWidth={1.5}
            dot={false}
            activeDot={{ r: 3, strokeWidth: 0 }}
            connectNulls={false}
            isAnimationActive={false}
          />
        ) : (
          <Bar
            key={each.id}
            dataKey={each.id}
            stackId="all"
            fill={findHatch(each) === undefined ? toneColour(each.tone) : hatchFill(hatchId, each)}
            stroke={each.estimated ? toneColour(each.tone) : 'var(--bg)'}
            strokeWidth={0.5}
            isAnimationActive={false}
          />
        ),
      )}
    </ComposedChart>
  );
}

/** Leaves room for the longest label; digits of the smallest size are at most 6.5 px wide. */
function axisWidth(labels: readonly string[]): number {
  return Math.max(40, 10 + Math.ceil(6.5 * Math.max(...labels.map(({ length }) => length))));
}

type Datum = Readonly<Record<string, string | number | null>>;

function toDatum(point: ChartPoint, series: readonly ChartSeries[]): Datum {
  return Object.fromEntries([
    ...series.map((each) => [each.id, readValue(point, each)] as const),
    ['label', point.label] as const,
  ]);
}

export interface ChartTipProps {
  readonly point: ChartPoint | undefined;
  readonly series: readonly ChartSeries[];
  readonly format: (value: number) => string;
}

export function ChartTip({ point, series, format }: ChartTipProps) {
  if (point === undefined) return null;
  return (
    <div className={styles.tip}>
      <div className={styles.tipTitle}>
        {point.title ?? point.label}
        {point.partial ? messages.parts.notOverYet : ''}
      </div>
      {series.map((each) => {
        const value = readValue(point, each);
        return (
          <div key={each.id} className={styles.tipRow}>
            <span
              className={styles.swatch}
              data-hatched={findHatch(each)}
              style={{ '--tone': toneColour(each.tone) } as CSSProperties}
            />
            <span>{each.title}</span>
            <b className={styles.tipNumber}>{value === null ? messages.parts.noData : format(value)}</b>
          </div>
        );
      })}
    </div>
  );
}

interface ChartHatchesProps {
  readonly id: string;
  readonly series: readonly ChartSeries[];
}

/** Defines the stripes of the series that have some; a drawing refers to them by name. */
export function ChartHatches({ id, series }: ChartHatchesProps) {
  return (
    <defs>
      {series.map((each) => {
        const hatch = findHatch(each);
        if (hatch === undefined) return null;
        const colour = toneColour(each.tone);
        const isEstimated = hatch === 'estimated';
        return (
          <pattern
            key={each.id}
            id={`${id}-${each.id}`}
            width="4"
            height="4"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="4" height="4" fill={isEstimated ? 'var(--bg)' : colour} />
            <rect width="1.5" height="4" fill={isEstimated ? colour : 'var(--hatch)'} />
          </pattern>
        );
      })}
    </defs>
  );
}

export function hatchFill(id: string, { id: seriesId }: ChartSeries): string {
  return `url(#${id}-${seriesId})`;
}
