import type { RunTraffic } from './weeks.ts';
import { going, happening, type Moment, type Spell, type MetricSeries } from './metric-series.ts';
import type { Sent } from './queue-series.ts';

type Units = Spell['values'];

/** DynamoDB reports these series for the table and its indexes. */
export function tableSeries(
  TableName: string,
  runs: () => readonly RunTraffic[],
  files: () => readonly Sent[],
): MetricSeries[] {
  const consumed = (kind: 'Write' | 'Read', of: Dimensions, document: Units, perFile: number) =>
    going(nameTableMetric(TableName, `Consumed${kind}CapacityUnits`, of), () => [
      ...processed(runs(), document),
      ...arrived(files(), perFile),
    ]);
  const throttled = (name: string, of: Dimensions, times: number) =>
    happening(nameTableMetric(TableName, name, of), () => runs().flatMap((run) => storm(run, times)));
  return [
    consumed('Write', {}, unitsPerDocument.table, 6),
    consumed('Write', index('GSI2'), unitsPerDocument.GSI2, 0),
    consumed('Write', index('GSI3'), unitsPerDocument.GSI3, 1),
    consumed('Read', {}, unitsPerDocument.read, 2),
    happening(nameTableMetric(TableName, 'ConsumedReadCapacityUnits', index('GSI3')), () =>
      runs().map(({ startedAt }) => [startedAt, 0.5]),
    ),
    throttled('WriteThrottleEvents', {}, 1),
    throttled('WriteThrottleEvents', index('GSI2'), 3),
    throttled('ThrottledRequests', { Operation: 'TransactWriteItems' }, 1),
  ];
}

type Dimensions = Readonly<Record<string, string>>;

/** `more`: the dimensions besides the table. */
export function nameTableMetric(TableName: string, name: string, more: Dimensions = {}) {
  return { namespace: 'AWS/DynamoDB', name, dimensions: { TableName, ...more }, unit: 'Count' };
}

function* processed(runs: readonly RunTraffic[], values: Units): Generator<Spell> {
  for (const { passages } of runs) {
    for (const { begunAt, endedAt } of passages) yield { from: begunAt, until: endedAt + 1, values };
  }
}

function arrived(files: readonly Sent[], perFile: number): readonly Spell[] {
  if (perFile === 0) return [];
  return files.map(({ at, withinMs, count }) => ({
    from: at,
    until: at + withinMs,
    values: [[perFile, count]],
  }));
}

export function index(name: string): Dimensions {
  return { GlobalSecondaryIndexName: name };
}

/**
 * A document's writes and reads: two begin a stage after the first; its first and its last write are transactions with
 * the batch and, at its end, a line of its passport.
 */
const unitsPerDocument = {
  table: [
    [4, 1],
    [2, 2],
    [12, 1],
  ],
  GSI2: [
    [2, 2],
    [1, 2],
  ],
  GSI3: [[1, 2]],
  read: [[1, 7]],
} as const satisfies Record<string, Units>;

/** With so many throttled readers in one run, the table must have been throttled, too. */
const manyThrottled = 20;

/** Everybody sent at once, and each document moves between few keys of the sparse index. */
function storm({ passages }: RunTraffic, times: number): Moment[] {
  const throttled = passages.filter(
    ({ reading }) => !reading.ok && reading.error.code === 'ThrottlingException',
  );
  if (throttled.length < manyThrottled) return [];
  return throttled.flatMap(({ begunAt }): Moment[] => Array.from({ length: times }, () => [begunAt, 1]));
}
