import { memo, useId, useMemo, useState, type PointerEvent } from 'react';
import { roundTop, toneColour } from '../chart/chart-data.ts';
import { exactLocal, exactUtc } from '../relative-time.tsx';
import { useWidth } from '../use-width.ts';
import timeChartStyles from './time-chart.module.css';
import {
  findDash,
  measuredStretches,
  formatMoment,
  findMost,
  periodAt,
  findPeriod,
  silentStretches,
  findStart,
  timeTicks,
  type Stretch,
  type TimeKind,
  type TimeLine,
  type TimeSpan,
} from './time-lines.ts';
import { messages } from '../messages.ts';
import styles from './time-plot.module.css';

export interface TimeLimit {
  readonly value: number;
  readonly label: string;
}

/** A moment at which something happened, drawn as a line with a shape of its own at its foot. */
export interface TimeMark {
  readonly at: number;
  readonly label: string;
  readonly tone: 'good' | 'bad' | 'held' | 'changed' | 'now';
  /** The label stands beside the line, in place of a shape. */
  readonly isNamed?: boolean;
}

export interface TimePlotProps {
  readonly kind: TimeKind;
  readonly lines: readonly TimeLine[];
  readonly span: TimeSpan;
  readonly height: number;
  readonly axisFormat: (value: number) => string;
  /** Returns the round figure at which the axis ends, not below the given one; the default goes by tens. */
  readonly topFor?: ((most: number) => number) | undefined;
  readonly limit?: TimeLimit | undefined;
  readonly marks?: readonly TimeMark[] | undefined;
  /** The cursor marks the same period on this chart and on its neighbours. */
  readonly cursor: number | null;
  readonly onCursor: (period: number | null) => void;
}

/** Draws only the picture. The words beside it say the same, so screen readers skip it. */
export function TimePlot(props: TimePlotProps) {
  const { kind, lines, span, height, axisFormat, topFor = roundTop, limit, marks = [] } = props;
  const { cursor, onCursor } = props;
  const [measure, width] = useWidth();
  const hatchId = useId();
  const most = useMemo(() => findMost(lines, kind, span, limit?.value), [lines, kind, span, limit?.value]);
  const top = topFor(most);
  const silent = useMemo(() => silentStretches(lines, span), [lines, span]);
  const inner = Math.max(0, (width ?? 0) - axisRoom - endRoom);
  const x = (index: number) => ((index + 0.5) / span.count) * inner;

  function follow(event: PointerEvent<SVGSVGElement>): void {
    const { left } = event.currentTarget.getBoundingClientRect();
    onCursor(periodAt(event.clientX - left - axisRoom, inner, span));
  }

  return (
    <div ref={measure} className={timeChartStyles.plot} style={{ height: height + tickRoom }} aria-hidden>
      {inner === 0 ? null : (
        <svg
          className={timeChartStyles.drawing}
          width={width ?? 0}
          height={height + tickRoom}
          onPointerMove={follow}
          onPointerLeave={() => onCursor(null)}
        >
          <Hatches id={hatchId} />
          <g transform={`translate(${String(axisRoom)} ${String(headRoom)})`}>
            <Axis top={top} width={inner} height={height - headRoom} format={axisFormat} />
            {timeTicks(span, Math.max(2, Math.floor(inner / 56))).map(({ share, label }) => (
              <text
                key={share}
                className={timeChartStyles.tick}
                data-end={share * inner > inner - 16 || undefined}
                x={share * inner > inner - 16 ? inner + endRoom : share * inner}
                y={height - headRoom + 14}
              >
                {label}
              </text>
            ))}
            {silent.map((stretch) => (
              <Silence
                key={stretch.first}
                stretch={stretch}
                slot={inner / span.count}
                bottom={height - headRoom}
                id={hatchId}
              />
            ))}
            <TimeShapes
              kind={kind}
              lines={lines}
              span={span}
              width={inner}
              height={height - headRoom}
              top={top}
              hatchId={`${hatchId}-failed`}
            />
            {limit === undefined ? null : (
              <line
                className={timeChartStyles.limit}
                x1={0}
                x2={inner}
                y1={(1 - limit.value / top) * (height - headRoom)}
                y2={(1 - limit.value / top) * (height - headRoom)}
              />
            )}
            <Marks marks={marks} span={span} width={inner} height={height - headRoom} />
            {cursor === null ? null : (
              <g>
                <line
                  className={timeChartStyles.cursor}
                  x1={x(cursor)}
                  x2={x(cursor)}
                  y1={0}
                  y2={height - headRoom}
                />
                {kind === 'bars'
                  ? null
                  : lines.map(({ id, tone, values }) => {
                      const value = values[cursor] ?? null;
                      return value === null ? null : (
                        <circle
                          key={id}
                          className={timeChartStyles.point}
                          fill={toneColour(tone)}
                          cx={x(cursor)}
                          cy={(1 - value / top) * (height - headRoom)}
                          r={2.6}
                        />
                      );
                    })}
              </g>
            )}
          </g>
        </svg>
      )}
    </div>
  );
}

interface AxisProps {
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly format: (value: number) => string;
}

function Axis({ top, width, height, format }: AxisProps) {
  return [0, 0.5, 1].map((share) => (
    <g key={share}>
      <line
        className={share === 0 ? timeChartStyles.base : timeChartStyles.grid}
        x1={0}
        x2={width}
        y1={(1 - share) * height}
        y2={(1 - share) * height}
      />
      <text className={timeChartStyles.figureTick} x={-6} y={(1 - share) * height + 3.5}>
        {format(top * share)}
      </text>
    </g>
  ));
}

interface MarksProps {
  readonly marks: readonly TimeMark[];
  readonly span: TimeSpan;
  readonly width: number;
  readonly height: number;
}

function Marks({ marks, span: { from, periodMs, count }, width, height }: MarksProps) {
  return marks.map(({ at, label, tone, isNamed = false }) => {
    const x = ((at - from) / (periodMs * count)) * width;
    if (!(x >= 0 && x <= width)) return null;
    const isRight = x > width / 2;
    return (
      <g key={`${at} ${label}`} className={styles.mark} data-tone={tone}>
        <line x1={x} x2={x} y1={0} y2={height} />
        {isNamed ? (
          <text className={styles.name} x={isRight ? x - 5 : x + 5} y={9} data-end={isRight || undefined}>
            {label}
          </text>
        ) : null}
        {tone === 'now' || isNamed ? null : <path d={markShapes[tone]} transform={`translate(${x} 4)`} />}
        <title>{label}</title>
      </g>
    );
  });
}

/** A square stops, bars hold, a triangle goes on and a diamond changes, so that no mark is told by its colour alone. */
const markShapes: Readonly<Record<Exclude<TimeMark['tone'], 'now'>, string>> = {
  bad: 'M-3.5-3.5h7v7h-7z',
  held: 'M-3.5-3.5h2.5v7h-2.5zM1-3.5h2.5v7h-2.5z',
  good: 'M-3-4L4 0L-3 4z',
  changed: 'M0-4.5L4.5 0L0 4.5L-4.5 0z',
};

interface SilenceProps {
  readonly stretch: Stretch;
  readonly slot: number;
  readonly bottom: number;
  readonly id: string;
}

/** Draws a strip along the foot for a time without reports, which must not look like a line at zero. */
function Silence({ stretch: { first, last }, slot, bottom, id }: SilenceProps) {
  return (
    <rect x={first * slot} y={bottom - 4} width={(last - first + 1) * slot} height={4} fill={`url(#${id})`} />
  );
}

function Hatches({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern id={id} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="1" height="4" fill="var(--line-3)" />
      </pattern>
      <pattern
        id={`${id}-failed`}
        width="4"
        height="4"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="4" height="4" fill="var(--st-failed-solid)" />
        <rect width="1.5" height="4" fill="var(--hatch)" />
      </pattern>
    </defs>
  );
}

const axisRoom = 46;
const endRoom = 10;
const headRoom = 6;
const tickRoom = 20;

interface TimeShapesProps {
  readonly kind: TimeKind;
  readonly lines: readonly TimeLine[];
  readonly span: TimeSpan;
  readonly width: number;
  readonly height: number;
  readonly top: number;
  /** This id names the stripes of bars that mean a failure. */
  readonly hatchId: string;
}

/** The shapes are memoised, so that they are drawn when the figures change and not on every pointer move. */
const TimeShapes = memo(function TimeShapes(props: TimeShapesProps) {
  return props.kind === 'lines' ? <Lines {...props} /> : <Bars {...props} />;
});

function Lines({ lines, span, width, height, top }: TimeShapesProps) {
  const x = (index: number) => ((index + 0.5) / span.count) * width;
  const y = (value: number) => height - (value / top) * height;
  return lines.map((line, place) => (
    <g key={line.id} stroke={toneColour(line.tone)} fill={toneColour(line.tone)}>
      {measuredStretches(line.values).map(({ first, last }) =>
        first === last ? (
          // A line of one point would be invisible, so it becomes a dot.
          <circle key={first} cx={x(first)} cy={y(line.values[first] ?? 0)} r={1.6} stroke="none" />
        ) : (
          <path
            key={first}
            d={drawPath(line.values, first, last, x, y)}
            fill="none"
            strokeWidth={1.5}
            strokeLinejoin="round"
            strokeDasharray={findDash(place)}
          />
        ),
      )}
    </g>
  ));
}

function drawPath(
  values: readonly (number | null)[],
  first: number,
  last: number,
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  const points: string[] = [];
  for (let index = first; index <= last; index += 1) {
    points.push(`${x(index).toFixed(1)} ${y(values[index] ?? 0).toFixed(1)}`);
  }
  return `M${points.join('L')}`;
}

function Bars({ lines, span, width, height, top, hatchId }: TimeShapesProps) {
  const slot = width / span.count;
  const wide = Math.max(1, slot > 4 ? slot - 1 : slot * 0.82);
  const stacked = Array.from({ length: span.count }, () => 0);
  return lines.map((line) => (
    <g key={line.id} fill={line.tone === 'failed' ? `url(#${hatchId})` : toneColour(line.tone)}>
      {line.values.map((value, index) => {
        if (value === null || value <= 0) return null;
        const below = stacked[index] ?? 0;
        stacked[index] = below + value;
        const tall = Math.max(1, (value / top) * height);
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- a bar is its period
            key={index}
            x={index * slot + (slot - wide) / 2}
            y={height - (below / top) * height - tall}
            width={wide}
            height={tall}
          />
        );
      })}
    </g>
  ));
}

interface TimeRulerProps {
  readonly span: TimeSpan;
  readonly cursor: number | null;
  readonly onCursor: (period: number | null) => void;
}

/** Moves the cursor shared by all charts, by keys or by the pointer over any of them. */
export function TimeRuler({ span, cursor, onCursor }: TimeRulerProps) {
  const last = Math.max(0, span.count - 1);
  const at = findStart(span, cursor ?? last);
  return (
    <div className={styles.ruler}>
      <span className={styles.end}>{formatMoment(span.from, span)}</span>
      <input
        type="range"
        className={styles.range}
        aria-label={messages.parts.periodRead}
        aria-valuetext={cursor === null ? messages.parts.noneNewest : `From ${exactUtc(at)}`}
        min={0}
        max={last}
        value={cursor ?? last}
        data-resting={cursor === null || undefined}
        onChange={(event) => onCursor(Number(event.currentTarget.value))}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || cursor === null) return;
          event.preventDefault();
          onCursor(null);
        }}
        onBlur={() => onCursor(null)}
      />
      <span className={styles.end}>{formatMoment(findStart(span, span.count), span)} UTC</span>
      <output className={styles.moment} title={cursor === null ? undefined : exactLocal(at)}>
        {cursor === null ? messages.parts.newest : `${formatMoment(at, span)} UTC`}
      </output>
    </div>
  );
}

/**
 * Returns the period at the cursor. It is stored as a time, because after the next read the same index would
 * be another time.
 */
export function useTimeCursor(
  span: TimeSpan | undefined,
): readonly [cursor: number | null, onCursor: (period: number | null) => void] {
  const [at, setAt] = useState<number | null>(null);
  return [
    at === null || span === undefined ? null : findPeriod(at, span),
    (period) => setAt(period === null || span === undefined ? null : findStart(span, period)),
  ];
}
