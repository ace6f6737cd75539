import { downloadTables } from '../../catalogue/systems/downloads-system.ts';
import { extractionTables } from '../../catalogue/systems/extraction-system.ts';
import type { ChartGroup, ChartRange, Metric, Series } from '../../contract/monitor.ts';
import { chartsOfGroups, type ChartId } from './charts-of-group.ts';
import {
  documentOutcomes,
  documentsEnded,
  ofFunction,
  ofQueue,
  ofStateMachine,
  ofTable,
  listWatchedQueues,
  type WatchedNames,
} from './place-of-alarm.ts';

/** A line of a chart before its values are read. */
export interface SeriesWanted extends Pick<
  Series,
  'id' | 'group' | 'chart' | 'label' | 'metric' | 'statistic' | 'unit'
> {
  /** CloudWatch's figure for a period is divided by this. */
  readonly per: 'period' | 'second' | 'busy millisecond';
}

/** Lists the metrics for the charts of a group, by the names of a deployment. Their ids are always the same. */
export function seriesOfGroup(group: ChartGroup, names: WatchedNames): readonly SeriesWanted[] {
  return linesOf[group](names).map(({ chart, label, metric, statistic, ...line }) => ({
    id: `${chart}/${label}`,
    group,
    chart,
    label,
    metric,
    statistic,
    unit: findUnit(chart),
    per: line.per ?? 'period',
  }));
}

/** Converts CloudWatch's figure to the unit of its chart. */
export function shownValue({ per }: SeriesWanted, value: number, periodSeconds: number): number {
  if (per === 'second') return value / periodSeconds;
  return per === 'busy millisecond' ? value / (periodSeconds * 1_000) : value;
}

interface Line {
  readonly chart: ChartId;
  readonly label: string;
  readonly metric: Metric;
  readonly statistic: 'Maximum' | 'Sum' | 'Average' | 'p95';
  readonly per?: SeriesWanted['per'];
}

const linesOf: Readonly<Record<ChartGroup, (names: WatchedNames) => readonly Line[]>> = {
  queues: (names) =>
    listWatchedQueues(names).flatMap(({ name, label, isDeadLetters }): Line[] => [
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

function findUnit(chart: ChartId): Series['unit'] {
  return units.get(chart) ?? 'count';
}

const units: ReadonlyMap<string, Series['unit']> = new Map(chartsOfGroups.map(({ id, unit }) => [id, unit]));

/** CloudWatch counts throttles and consumed units separately for each table and each of its indexes. */
export function tableLines({ extraction, downloads }: WatchedNames): readonly Line[] {
  return [
    ...linesOfTable(
      { name: extraction.table, label: 'Table', indexes: Object.keys(extractionTables.main.indexes) },
      {
        writes: 'writes',
        reads: 'reads',
        writeThrottles: 'write-throttles',
        readThrottles: 'read-throttles',
      },
    ),
    ...linesOfTable(
      { name: downloads.jobsTable, label: 'Files', indexes: Object.keys(downloadTables.jobs.indexes) },
      chartsOfDownloads,
    ),
    ...linesOfTable(
      {
        name: downloads.batchesTable,
        label: 'Batches',
        indexes: Object.keys(downloadTables.batches.indexes),
      },
      chartsOfDownloads,
    ),
  ];
}

type TableCharts = Readonly<Record<'writes' | 'reads' | 'writeThrottles' | 'readThrottles', ChartId>>;

const chartsOfDownloads: TableCharts = {
  writes: 'download-writes',
  reads: 'download-reads',
  writeThrottles: 'download-write-throttles',
  readThrottles: 'download-read-throttles',
};

interface Table {
  readonly name: string;
  readonly label: string;
  readonly indexes: readonly string[];
}

function linesOfTable({ name, label, indexes }: Table, charts: TableCharts): Line[] {
  return [null, ...indexes].flatMap((index): Line[] => {
    const line = (chart: ChartId, metric: string): Line => ({
      chart,
      label: index ?? label,
      metric: ofTable(metric, name, index),
      statistic: 'Sum',
    });
    return [
      line(charts.writeThrottles, 'WriteThrottleEvents'),
      line(charts.readThrottles, 'ReadThrottleEvents'),
      { ...line(charts.writes, 'ConsumedWriteCapacityUnits'), per: 'second' },
      { ...line(charts.reads, 'ConsumedReadCapacityUnits'), per: 'second' },
    ];
  });
}

const minute = 60_000;
const hour = 60 * minute;

/** The length of each range, and of each of its periods. */
export const rangeOf: Readonly<Record<ChartRange, { readonly ms: number; readonly periodSeconds: number }>> =
  {
    '1h': { ms: hour, periodSeconds: 60 },
    '3h': { ms: 3 * hour, periodSeconds: 60 },
    '12h': { ms: 12 * hour, periodSeconds: 300 },
    '24h': { ms: 24 * hour, periodSeconds: 300 },
    '3d': { ms: 72 * hour, periodSeconds: 900 },
    '7d': { ms: 168 * hour, periodSeconds: 3_600 },
    '14d': { ms: 336 * hour, periodSeconds: 3_600 },
  };

/** The window ends with the last completed period and starts at a period's border. */
export function toWindow(range: ChartRange, now: number): { readonly from: number; readonly to: number } {
  const { ms, periodSeconds } = rangeOf[range];
  const period = periodSeconds * 1_000;
  const to = Math.floor(now / period) * period;
  return { from: to - ms, to };
}

/** The time of a point is the beginning of its period. */
export type MetricPoint = readonly [at: number, value: number];

interface Window {
  readonly from: number;
  readonly to: number;
  readonly periodSeconds: number;
}

/** Returns one value for each period of a window. It is null if nothing was reported, which is not the same as 0. */
export function gapFilled(
  points: readonly MetricPoint[],
  { from, to, periodSeconds }: Window,
): (number | null)[] {
  const period = periodSeconds * 1_000;
  const values = Array.from<number | null>({ length: Math.max(0, Math.round((to - from) / period)) }).fill(
    null,
  );
  for (const [at, value] of points) {
    const place = Math.floor((at - from) / period);
    if (place >= 0 && place < values.length) values[place] = value;
  }
  return values;
}

/**
 * Returns the least time in seconds that the oldest message of a queue has been there by now. The figure was taken at
 * some time within its minute, and the message has become older since.
 */
export function ageByNow([at, age]: MetricPoint, now: number): number {
  return age + Math.max(0, Math.floor((now - at - minute) / 1_000));
}
