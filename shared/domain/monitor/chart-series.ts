import type { Metric } from '../../contract/monitor/alarms.ts';
import type { ChartGroup, Series } from '../../contract/monitor/charts.ts';
import { chartsOfGroups, type ChartId } from './charts-of-group.ts';
import { documentOutcomes, documentsEnded, ofFunction, ofQueue, ofStateMachine } from './metric-names.ts';
import { tableLines } from './table-series.ts';
import { queuesOf, type WatchedNames } from './watched-names.ts';

/** A line of a chart before anything was read of it. */
export interface SeriesWanted extends Pick<
  Series,
  'id' | 'group' | 'chart' | 'label' | 'metric' | 'statistic' | 'unit'
> {
  /** What CloudWatch's figure of a period is divided by. */
  readonly per: 'period' | 'second' | 'busy millisecond';
}

/** Which metrics make the charts of a group, by the names of a deployment. The same ids each time. */
export function seriesOfGroup(group: ChartGroup, names: WatchedNames): readonly SeriesWanted[] {
  return linesOf[group](names).map(({ chart, label, metric, statistic, ...line }) => ({
    id: `${chart}/${label}`,
    group,
    chart,
    label,
    metric,
    statistic,
    unit: unitOf(chart),
    per: line.per ?? 'period',
  }));
}

/** What a figure of CloudWatch means on its chart. */
export function shownValue({ per }: SeriesWanted, value: number, periodSeconds: number): number {
  if (per === 'second') return value / periodSeconds;
  return per === 'busy millisecond' ? value / (periodSeconds * 1_000) : value;
}

export interface Line {
  readonly chart: ChartId;
  readonly label: string;
  readonly metric: Metric;
  readonly statistic: 'Maximum' | 'Sum' | 'Average' | 'p95';
  readonly per?: SeriesWanted['per'];
}

const linesOf: Readonly<Record<ChartGroup, (names: WatchedNames) => readonly Line[]>> = {
  queues: (names) =>
    queuesOf(names).flatMap(({ name, label, isDeadLetters }): Line[] => [
      {
        chart: isDeadLetters ? 'dead-letters' : 'waiting',
        label,
        metric: ofQueue('ApproximateNumberOfMessagesVisible', name),
        statistic: 'Maximum',
      },
      {
        chart: isDeadLetters ? 'dead-age' : 'age',
        label,
        metric: ofQueue('ApproximateAgeOfOldestMessage', name),
        statistic: 'Maximum',
      },
    ]),
  executions: ({ stateMachineArn }) =>
    executionEvents.map(([name, label]) => ({
      chart: 'executions',
      label,
      metric: ofStateMachine(name, stateMachineArn),
      statistic: 'Sum',
    })),
  functions: ({ extractionFunctions: functions }) =>
    [
      ['Document processor', functions.processDocument],
      ['List documents', functions.listDocuments],
      ['Mark document failed', functions.markDocumentFailed],
      ['Finalise batch', functions.finaliseBatch],
    ].flatMap(([label = '', name = '']): Line[] => [
      { chart: 'errors', label, metric: ofFunction('Errors', name), statistic: 'Sum' },
      { chart: 'throttles', label, metric: ofFunction('Throttles', name), statistic: 'Sum' },
      { chart: 'duration-p95', label, metric: ofFunction('Duration', name), statistic: 'p95' },
      { chart: 'duration-mean', label, metric: ofFunction('Duration', name), statistic: 'Average' },
    ]),
  tables: tableLines,
  throughput: ({ extractionFunctions }) => [
    ...documentOutcomes.map((outcome): Line => ({
      chart: 'documents',
      label: outcomeLabels[outcome],
      metric: documentsEnded(outcome),
      statistic: 'Sum',
    })),
    {
      chart: 'workers',
      label: 'Busy workers',
      metric: ofFunction('Duration', extractionFunctions.processDocument),
      statistic: 'Sum',
      per: 'busy millisecond',
    },
  ],
};

const executionEvents = [
  ['ExecutionsStarted', 'Started'],
  ['ExecutionsSucceeded', 'Succeeded'],
  ['ExecutionsFailed', 'Failed'],
  ['ExecutionsTimedOut', 'Timed out'],
  ['ExecutionsAborted', 'Stopped'],
] as const;

const outcomeLabels = {
  SUCCEEDED: 'Succeeded',
  REVIEW_REQUIRED: 'For review',
  FAILED: 'Failed',
} as const;

function unitOf(chart: ChartId): Series['unit'] {
  return units.get(chart) ?? 'count';
}

const units: ReadonlyMap<string, Series['unit']> = new Map(chartsOfGroups.map(({ id, unit }) => [id, unit]));
