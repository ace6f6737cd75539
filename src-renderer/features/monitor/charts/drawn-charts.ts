import { roundTop, type SeriesTone } from '#renderer/ui/chart/chart-data.ts';
import { formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import type { TimeKind, TimeLine, TimeSpan } from '#renderer/ui/time-chart/time-lines.ts';
import type { TimeLimit } from '#renderer/ui/time-chart/time-plot.tsx';
import type { ChartGroup, Charts, Series } from '#shared/contract/monitor.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { chartsOfGroups } from '#shared/domain/monitor/charts-of-group.ts';
import { messages } from '../messages.ts';

export interface DrawnChart {
  readonly id: string;
  readonly title: string;
  readonly says: string;
  readonly unit: Series['unit'];
  readonly kind: TimeKind;
  readonly lines: readonly TimeLine[];
}

export function readSpan({ from, periodSeconds, series }: Charts): TimeSpan {
  return {
    from: Date.parse(from),
    periodMs: periodSeconds * 1_000,
    count: Math.max(0, ...series.map(({ values }) => values.length)),
  };
}

/** Returns the charts of a group in order. Charts that the list does not know come last. */
export function toCharts(group: ChartGroup, { series }: Pick<Charts, 'series'>): readonly DrawnChart[] {
  const ofGroup = series.filter((one) => one.group === group);
  const known = chartsOfGroups.filter((chart) => chart.group === group);
  const unknown = [...new Set(ofGroup.map(({ chart }) => chart))]
    .filter((id) => known.every((chart) => chart.id !== id))
    .map((id) => ({
      id,
      title: id,
      says: '',
      unit: ofGroup.find(({ chart }) => chart === id)?.unit ?? 'count',
    }));
  return [...known, ...unknown].flatMap((chart) => {
    const lines = ofGroup.filter((one) => one.chart === chart.id);
    return lines.length === 0
      ? []
      : separateStarted({ ...chart, kind: chooseKind(chart), lines: lines.map(toLine) });
  });
}

/** A started execution ends as one of the other counts, so stacking it would count it twice. */
function separateStarted(chart: DrawnChart): readonly DrawnChart[] {
  const started = chart.lines.filter(({ title }) => title === 'Started');
  if (chart.id !== 'executions' || started.length === 0) return [chart];
  const ended = chart.lines.filter((line) => !started.includes(line));
  return [
    { ...chart, title: messages.charts.executionsEnded, lines: ended },
    { ...chart, id: 'executions-started', title: messages.charts.executionsStarted, lines: started },
  ];
}

function toLine({ id, label, values, problem }: Series, place: number): TimeLine {
  return {
    id,
    title: label,
    tone: meaning[label] ?? palette[place % palette.length] ?? 'data-1',
    values,
    problem: problem ?? undefined,
  };
}

function chooseKind({ id }: { readonly id: string }): TimeKind {
  return piled.has(id) || id.endsWith('throttles') ? 'bars' : 'lines';
}

const piled: ReadonlySet<string> = new Set(['executions', 'documents', 'errors']);

const meaning: Readonly<Record<string, SeriesTone>> = {
  Succeeded: 'succeeded',
  Failed: 'failed',
  'For review': 'review',
  'Timed out': 'timeout',
  Stopped: 'queued',
  Started: 'data-2',
};
const palette: readonly SeriesTone[] = ['data-1', 'data-2', 'data-3', 'data-4', 'data-5', 'data-6'];

interface WorkersLimit {
  readonly limit: TimeLimit | undefined;
  readonly note: string;
}

/** Estimates how many workers can be busy now: the concurrency of each running batch, added up. */
export function estimateWorkersLimit({
  maxConcurrency,
  running,
  isAtLeast,
}: Charts['throughput']): WorkersLimit {
  const each = `${grouped(maxConcurrency)} documents at once planned per batch`;
  if (running === null)
    return { limit: undefined, note: `At most ${each}. The number of running batches is unknown.` };
  const batches = running === 1 ? '1 batch running' : `${grouped(running)} batches running`;
  const note = `${isAtLeast ? 'At least ' : ''}${batches} now, ${each}.`;
  // A line at 0 would say that every worker is one too many.
  if (running === 0) return { limit: undefined, note };
  return {
    limit: {
      value: running * maxConcurrency,
      label: isAtLeast ? messages.charts.couldBeBusyAtLeast : messages.charts.couldBeBusy,
    },
    note,
  };
}

type Unit = Series['unit'];

/** "1,204", "3 min", "1.2 s", "0.42 a second", "3.1" */
export function formatFigure(unit: Unit, value: number): string {
  switch (unit) {
    case 'count':
      return value < 10 ? twoPlaces.format(value) : whole.format(value);
    case 'seconds':
      return formatTimeSpan(value * 1_000);
    case 'milliseconds':
      return formatDuration(value);
    case 'units':
      // A small value is not shown as zero.
      return `${(value < 1 ? twoDigits : twoPlaces).format(value)} a second`;
    default:
      return onePlace.format(value);
  }
}

/** The axis label is shorter, because the title says the rest. */
export function formatAxis(unit: Unit, value: number): string {
  switch (unit) {
    case 'seconds':
      return formatAgeTick(value);
    case 'milliseconds':
      return value === 0 ? '0' : formatDuration(value);
    default:
      return compact.format(value);
  }
}

function formatDuration(ms: number): string {
  if (ms < 1_000) return `${whole.format(ms)} ms`;
  return ms < 60_000 ? `${onePlace.format(ms / 1_000)} s` : `${onePlace.format(ms / 60_000)} min`;
}

function formatAgeTick(seconds: number): string {
  if (seconds === 0) return '0';
  if (seconds < 120) return `${onePlace.format(seconds)} s`;
  if (seconds < 7_200) return `${onePlace.format(seconds / 60)} min`;
  return seconds < 172_800
    ? `${onePlace.format(seconds / 3_600)} h`
    : `${onePlace.format(seconds / 86_400)} d`;
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const onePlace = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const twoPlaces = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const twoDigits = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** Rounds the end of an axis so that half of it is a round number too. */
export function computeAxisTop(unit: Series['unit'], most: number): number {
  if (unit === 'seconds') return spans.find((span) => span >= most) ?? Math.ceil(most / (4 * day)) * 4 * day;
  // Half a message does not exist.
  if (unit === 'count' && most < 10) return Math.max(2, 2 * Math.ceil(most / 2));
  return roundTop(most);
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const spans = [
  2,
  10,
  20,
  minute,
  ...[2, 4, 10, 20, 40, 60].map((each) => each * minute),
  ...[2, 4, 6, 8, 12, 16, 24].map((each) => each * hour),
  ...[2, 4, 6, 8, 10, 12, 14, 16].map((each) => each * day),
];

/** Scrolls without animation. The heading of the group then has the focus. */
export function showGroup(group: ChartGroup): void {
  const section = document.querySelector<HTMLElement>(`[data-group="${group}"]`);
  section?.scrollIntoView({ block: 'start' });
  section?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
}
