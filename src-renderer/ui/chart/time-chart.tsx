import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import plain from '../plain-table.module.css';
import { Popover } from '../popover.tsx';
import { exactLocal, exactUtc } from '../relative-time.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';
import { toneColour } from './chart-data.ts';
import styles from './time-chart.module.css';
import {
  findDash,
  formatMoment,
  findNewest,
  findPeriod,
  findStart,
  limitLine,
  oldNewest,
  sumLine,
  type TimeKind,
  type TimeLimit,
  type TimeLine,
  type TimeSpan,
} from './time-lines.ts';
import type { TimePlotProps } from './time-plot.tsx';

// Recharts loads with the first chart, as in chart.tsx.
const TimePlot = lazy(() => import('./time-plot.tsx').then((module) => ({ default: module.TimePlot })));

interface TimeChartProps extends Omit<TimePlotProps, 'height' | 'axisFormat'> {
  readonly title: string;
  /** The hint says what one figure is, as in "messages, most in the period". */
  readonly hint: string;
  readonly height?: number | undefined;
  readonly format: (value: number) => string;
  /** A shorter format is used for the three figures of the axis. */
  readonly axisFormat?: ((value: number) => string) | undefined;
  /** This note stands above the drawing in place of its own. */
  readonly note?: string | undefined;
}

/** Draws one of several charts over the same time, which share their cursor. */
export function TimeChart(props: TimeChartProps) {
  const { title, hint, height = 96, format, axisFormat = format, note, kind, lines, span, cursor } = props;
  const problems = [...new Set(lines.flatMap(({ problem }) => problem ?? []))];
  return (
    <figure className={styles.chart} aria-label={title}>
      <div className={styles.head}>
        <h4 className={styles.title}>{title}</h4>
        <span className={styles.hint} title={hint}>
          {hint}
        </span>
        <Figures title={title} lines={lines} span={span} format={format} />
      </div>
      <TimeLegend kind={kind} lines={lines} span={span} cursor={cursor} format={format} limit={props.limit} />
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
      {problems.map((problem) => (
        <p key={problem} className={styles.problem}>
          <Icon name="warning" size={12} /> {problem}
        </p>
      ))}
      <Suspense fallback={<div className={styles.plot} style={{ height: height + 20 }} />}>
        <TimePlot {...props} height={height} axisFormat={axisFormat} />
      </Suspense>
      <VisuallyHidden>
        <p>{describeLines(lines, format)}</p>
      </VisuallyHidden>
    </figure>
  );
}

type FiguresProps = Pick<TimeChartProps, 'title' | 'lines' | 'span' | 'format'>;

/**
 * Offers every figure as a table for people who cannot or would rather not read a drawing. It is built when
 * it opens.
 */
function Figures(props: FiguresProps) {
  const [open, setOpen] = useState(false);
  return (
    <span className={styles.tools}>
      <Popover
        title={props.title}
        align="end"
        open={open}
        onOpenChange={setOpen}
        className={styles.sheet}
        trigger={<IconButton icon="columns" size="sm" label={`Figures of ${props.title}`} />}
      >
        {open ? <TimeTable {...props} /> : null}
      </Popover>
    </span>
  );
}

interface TimeLegendProps {
  readonly kind: TimeKind;
  readonly lines: readonly TimeLine[];
  readonly span: TimeSpan;
  readonly cursor: number | null;
  readonly format: (value: number) => string;
  readonly limit: TimeLimit | undefined;
}

/** The figure beside each name belongs to the period at the cursor, or else is the newest, or for bars the sum. */
function TimeLegend({ kind, lines, span, cursor, format, limit }: TimeLegendProps) {
  return (
    <ul className={styles.legend}>
      {lines.map((line, place) => {
        const value =
          cursor === null
            ? kind === 'lines'
              ? findNewest(line)
              : sumLine(line)
            : (line.values[cursor] ?? null);
        const old = cursor === null && kind === 'lines' ? oldNewest(line, span) : null;
        return (
          <li key={line.id} className={styles.entry}>
            <Swatch line={line} kind={kind} place={place} />
            <span className={styles.name} title={line.title}>
              {line.title}
            </span>
            <b className={styles.number} data-none={value === null || undefined}>
              {value === null ? 'no data' : format(value)}
            </b>
            {old === null ? null : (
              <span
                className={styles.when}
              >{`at ${formatMoment(findStart(span, old), { ...span, count: span.count - old })}`}</span>
            )}
          </li>
        );
      })}
      {limit === undefined ? null : (
        <li className={styles.entry}>
          <svg width="14" height="8" aria-hidden className={styles.swatch}>
            <line {...limitLine} x1="0" x2="14" y1="4" y2="4" />
          </svg>
          <span className={styles.name}>{limit.label}</span>
          <b className={styles.number}>{format(limit.value)}</b>
        </li>
      )}
    </ul>
  );
}

interface SwatchProps {
  readonly line: TimeLine;
  readonly kind: TimeKind;
  readonly place: number;
}

function Swatch({ line: { tone }, kind, place }: SwatchProps) {
  return (
    <svg width="14" height="8" aria-hidden className={styles.swatch}>
      {kind === 'bars' ? (
        <>
          <rect x="3" width="8" height="8" rx="2" fill={toneColour(tone)} />
          {tone === 'failed' ? <path d="M3 6 9 0M6 8l5-5" stroke="var(--hatch)" strokeWidth="1.5" /> : null}
        </>
      ) : (
        <line
          x1="0"
          x2="14"
          y1="4"
          y2="4"
          stroke={toneColour(tone)}
          strokeWidth="2"
          strokeDasharray={findDash(place)}
        />
      )}
    </svg>
  );
}

interface TimeTableProps {
  readonly title: string;
  readonly lines: readonly TimeLine[];
  readonly span: TimeSpan;
  readonly format: (value: number) => string;
}

/** Lists the newest period first, since people usually look for that. */
function TimeTable({ title, lines, span, format }: TimeTableProps) {
  const periods = Array.from({ length: span.count }, (_, index) => span.count - 1 - index);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <section className={styles.scroll} aria-label={`Figures of ${title}`} tabIndex={0}>
      <table className={plain.table}>
        <thead>
          <tr>
            <th scope="col">Period from</th>
            {lines.map(({ id, title: name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {periods.map((index) => (
            <tr key={index}>
              <th scope="row">{exactUtc(findStart(span, index))}</th>
              {lines.map(({ id, values }) => {
                const value = values[index] ?? null;
                return <td key={id}>{value === null ? 'no data' : format(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Describes the drawing line by line, as in "northwind-dlq: newest 3, highest 12, no data in 4 of 180 periods." */
export function describeLines(lines: readonly TimeLine[], format: (value: number) => string): string {
  if (lines.length === 0) return 'No data.';
  return lines.map((line) => describeLine(line, format)).join(' ');
}

function describeLine(line: TimeLine, format: (value: number) => string): string {
  const known = line.values.filter((value) => value !== null);
  const newest = findNewest(line);
  if (newest === null) return `${line.title}: no data.`;
  const silent = line.values.length - known.length;
  const gaps =
    silent === 0
      ? ''
      : `, no data in ${String(silent)} of ${line.values.length === 1 ? '1 period' : `${String(line.values.length)} periods`}`;
  return `${line.title}: newest ${format(newest)}, highest ${format(Math.max(...known))}${gaps}.`;
}

/** The skeleton is as high as the chart, so that nothing jumps. */
export function TimeChartSkeleton({ label }: { readonly label: string }) {
  return (
    <div className={styles.skeleton}>
      <VisuallyHidden>
        <output>{label}</output>
      </VisuallyHidden>
    </div>
  );
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
        aria-label="The period that is read on all charts"
        aria-valuetext={cursor === null ? 'None; the newest figures are shown' : `From ${exactUtc(at)}`}
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
        {cursor === null ? 'newest figures' : `${formatMoment(at, span)} UTC`}
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
