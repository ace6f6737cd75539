import { useState } from 'react';
import { IconButton } from '../button.tsx';
import { toneColour } from '../chart/chart-data.ts';
import { Icon } from '../icon.tsx';
import inline from '../inline.module.css';
import plain from '../plain-table.module.css';
import { Popover } from '../popover.tsx';
import { exactUtc } from '../relative-time.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';
import timeChartStyles from './time-chart.module.css';
import {
  findDash,
  formatMoment,
  findNewest,
  oldNewest,
  findStart,
  sumLine,
  type TimeKind,
  type TimeLine,
  type TimeSpan,
} from './time-lines.ts';
import { TimePlot, type TimeLimit, type TimePlotProps } from './time-plot.tsx';
import { messages } from '../messages.ts';

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
    <figure className={timeChartStyles.chart} aria-label={title}>
      <div className={timeChartStyles.head}>
        <h4 className={timeChartStyles.title}>{title}</h4>
        <span className={inline.hint} title={hint}>
          {hint}
        </span>
        <Figures title={title} lines={lines} span={span} format={format} />
      </div>
      <TimeLegend kind={kind} lines={lines} span={span} cursor={cursor} format={format} limit={props.limit} />
      {note === undefined ? null : <p className={timeChartStyles.note}>{note}</p>}
      {problems.map((problem) => (
        <p key={problem} className={timeChartStyles.problem}>
          <Icon name="warning" size={12} /> {problem}
        </p>
      ))}
      <TimePlot {...props} height={height} axisFormat={axisFormat} />
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
    <span className={timeChartStyles.tools}>
      <Popover
        title={props.title}
        align="end"
        open={open}
        onOpenChange={setOpen}
        className={timeChartStyles.sheet}
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
    <ul className={timeChartStyles.legend}>
      {lines.map((line, place) => {
        const value =
          cursor === null
            ? kind === 'lines'
              ? findNewest(line)
              : sumLine(line)
            : (line.values[cursor] ?? null);
        const old = cursor === null && kind === 'lines' ? oldNewest(line, span) : null;
        return (
          <li key={line.id} className={timeChartStyles.entry}>
            <Swatch line={line} kind={kind} place={place} />
            <span className={timeChartStyles.name} title={line.title}>
              {line.title}
            </span>
            <b className={timeChartStyles.number} data-none={value === null || undefined}>
              {value === null ? messages.parts.noData : format(value)}
            </b>
            {old === null ? null : (
              <span
                className={timeChartStyles.when}
              >{`at ${formatMoment(findStart(span, old), { ...span, count: span.count - old })}`}</span>
            )}
          </li>
        );
      })}
      {limit === undefined ? null : (
        <li className={timeChartStyles.entry}>
          <svg width="14" height="8" aria-hidden className={timeChartStyles.swatch}>
            <line className={timeChartStyles.limit} x1="0" x2="14" y1="4" y2="4" />
          </svg>
          <span className={timeChartStyles.name}>{limit.label}</span>
          <b className={timeChartStyles.number}>{format(limit.value)}</b>
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
    <svg width="14" height="8" aria-hidden className={timeChartStyles.swatch}>
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
    <section className={timeChartStyles.scroll} aria-label={`Figures of ${title}`} tabIndex={0}>
      <table className={plain.table}>
        <thead>
          <tr>
            <th scope="col">{messages.parts.periodFrom}</th>
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
                return <td key={id}>{value === null ? messages.parts.noData : format(value)}</td>;
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
    <div className={timeChartStyles.skeleton}>
      <VisuallyHidden>
        <output>{label}</output>
      </VisuallyHidden>
    </div>
  );
}
