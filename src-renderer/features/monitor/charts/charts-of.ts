import type { ChartGroup, Charts, Series } from '#shared/contract/monitor/charts.ts';
import { chartsOfGroups } from '#shared/domain/monitor/charts-of-group.ts';
import type { SeriesTone } from '#renderer/ui/chart/chart-data.ts';
import type { TimeKind, TimeLine, TimeSpan } from '#renderer/ui/time-chart/time-lines.ts';

export interface DrawnChart {
  readonly id: string;
  readonly title: string;
  readonly says: string;
  readonly unit: Series['unit'];
  readonly kind: TimeKind;
  readonly lines: readonly TimeLine[];
}

export function spanOf({ from, periodSeconds, series }: Charts): TimeSpan {
  return {
    from: Date.parse(from),
    periodMs: periodSeconds * 1_000,
    count: Math.max(0, ...series.map(({ values }) => values.length)),
  };
}

/** The charts of a group in their order; what the list does not name yet comes after the others. */
export function chartsOf(group: ChartGroup, { series }: Pick<Charts, 'series'>): readonly DrawnChart[] {
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
      : startedApart({ ...chart, kind: kindOf(chart), lines: lines.map(lineOf) });
  });
}

/** What has started ends as something else: on one pile it would be counted twice. */
function startedApart(chart: DrawnChart): readonly DrawnChart[] {
  const started = chart.lines.filter(({ title }) => title === 'Started');
  if (chart.id !== 'executions' || started.length === 0) return [chart];
  const ended = chart.lines.filter((line) => !started.includes(line));
  return [
    { ...chart, title: 'Executions that ended', lines: ended },
    { ...chart, id: 'executions-started', title: 'Executions that began', lines: started },
  ];
}

function lineOf({ id, label, values, problem }: Series, place: number): TimeLine {
  return {
    id,
    title: label,
    tone: meaning[label] ?? palette[place % palette.length] ?? 'data-1',
    values,
    problem: problem ?? undefined,
  };
}

function kindOf({ id }: { readonly id: string }): TimeKind {
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
