import { useId, useMemo } from 'react';
import type { PointerEvent } from 'react';
import { roundTop, toneColour } from '../chart/chart-data.ts';
import { useWidth } from '../use-width.ts';
import {
  periodAt,
  silentStretches,
  mostOf,
  type Stretch,
  type TimeKind,
  type TimeLine,
  type TimeSpan,
} from './time-lines.ts';
import { TimeShapes } from './time-shapes.tsx';
import { timeTicks } from './time-ticks.ts';
import styles from './time-chart.module.css';

export interface TimeLimit {
  readonly value: number;
  readonly label: string;
}

export interface TimePlotProps {
  readonly kind: TimeKind;
  readonly lines: readonly TimeLine[];
  readonly span: TimeSpan;
  readonly height: number;
  readonly axisFormat: (value: number) => string;
  /** The round figure the axis ends at, not below this one; by tens where left out. */
  readonly topFor?: ((most: number) => number) | undefined;
  readonly limit?: TimeLimit | undefined;
  /** The period that is read, on this chart and on its neighbours. */
  readonly cursor: number | null;
  readonly onCursor: (period: number | null) => void;
}

/** The drawing alone. What it says is said in words beside it, so it is nothing to a screen reader. */
export function TimePlot(props: TimePlotProps) {
  const { kind, lines, span, height, axisFormat, topFor = roundTop, limit, cursor, onCursor } = props;
  const [measure, width] = useWidth();
  const hatchId = useId();
  const most = useMemo(() => mostOf(lines, kind, span, limit?.value), [lines, kind, span, limit?.value]);
  const top = topFor(most);
  const silent = useMemo(() => silentStretches(lines, span), [lines, span]);
  const inner = Math.max(0, (width ?? 0) - axisRoom - endRoom);
  const x = (index: number) => ((index + 0.5) / span.count) * inner;

  function follow(event: PointerEvent<SVGSVGElement>): void {
    const { left } = event.currentTarget.getBoundingClientRect();
    onCursor(periodAt(event.clientX - left - axisRoom, inner, span));
  }

  return (
    <div ref={measure} className={styles.plot} style={{ height: height + tickRoom }} aria-hidden>
      {inner === 0 ? null : (
        <svg
          className={styles.drawing}
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
                className={styles.tick}
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
                className={styles.limit}
                x1={0}
                x2={inner}
                y1={(1 - limit.value / top) * (height - headRoom)}
                y2={(1 - limit.value / top) * (height - headRoom)}
              />
            )}
            {cursor === null ? null : (
              <g>
                <line className={styles.cursor} x1={x(cursor)} x2={x(cursor)} y1={0} y2={height - headRoom} />
                {kind === 'bars'
                  ? null
                  : lines.map(({ id, tone, values }) => {
                      const value = values[cursor] ?? null;
                      return value === null ? null : (
                        <circle
                          key={id}
                          className={styles.point}
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
        className={share === 0 ? styles.base : styles.grid}
        x1={0}
        x2={width}
        y1={(1 - share) * height}
        y2={(1 - share) * height}
      />
      <text className={styles.figureTick} x={-6} y={(1 - share) * height + 3.5}>
        {format(top * share)}
      </text>
    </g>
  ));
}

interface SilenceProps {
  readonly stretch: Stretch;
  readonly slot: number;
  readonly bottom: number;
  readonly id: string;
}

/** A strip along the foot where nothing was reported: not a line at zero. */
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
