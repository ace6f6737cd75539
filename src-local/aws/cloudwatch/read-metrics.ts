import { integer, list, required, string, structure, timestamp } from '../protocol/shapes.ts';
import { computeStatistic, type Aggregate } from './aggregate.ts';
import { operation } from './cloud-watch-engine.ts';
import { invalidCombination, invalidNextToken, invalidValue, validationError } from './cloud-watch-errors.ts';
import { checkQueries, metricDataQueryShape, runQueries } from './metric-data-queries.ts';
import {
  checkStatistic,
  dimensionsShape,
  formatMetricKey,
  metricNameShape,
  namespaceShape,
  statistics,
  unitShape,
  type Metric,
} from './metric.ts';
import { checkPeriod, firstBucket, toSeconds, timeRange } from './time-range.ts';

interface Result {
  readonly id: string;
  readonly label: string;
  /** In the order asked for. */
  readonly points: readonly (readonly [number, number])[];
}

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html */
export const getMetricData = operation({
  name: 'GetMetricData',
  input: structure({
    MetricDataQueries: required(list(metricDataQueryShape, { max: 500 })),
    StartTime: required(timestamp()),
    EndTime: required(timestamp()),
    ScanBy: string({ oneOf: ['TimestampDescending', 'TimestampAscending'] }),
    MaxDatapoints: integer({ min: 1, max: 100_800 }),
    NextToken: string(),
  }),
  run({ world, metrics, tick }, input) {
    const { MetricDataQueries: queries, ScanBy, MaxDatapoints = 100_800, NextToken } = input;
    const expressions = checkQueries(queries, 'MetricDataQueries');
    const now = world.clock.now();
    const range = timeRange(input.StartTime, input.EndTime, now);
    if (!range) throw validationError('The parameter EndTime must be greater than StartTime.');
    metrics.age(now);
    tick.makeUp();
    const isAscending = ScanBy === 'TimestampAscending';
    const results = runQueries(queries, expressions, metrics, range)
      .filter(({ query }) => query.ReturnData ?? true)
      .map(({ query, series: { label, points } }) => ({
        id: query.Id,
        label,
        points: sortPoints(points, isAscending),
      }));
    return pageResults(results, MaxDatapoints, NextToken, isAscending);
  },
});

function sortPoints(points: ReadonlyMap<number, number>, isAscending: boolean): [number, number][] {
  const sign = isAscending ? 1 : -1;
  return [...points].toSorted(([one], [other]) => sign * (one - other));
}

/** Results one after the other, each in its order; a page ends at a result and a time, so new data moves nothing. */
function pageResults(
  results: readonly Result[],
  size: number,
  token: string | undefined,
  isAscending: boolean,
): object {
  const [first = 0, after] = token === undefined ? [] : decodePageToken(token).map(numberOrRefuse);
  let left = size;
  let next: string | undefined;
  const page = results.map(({ id, label, points }, index) => {
    const isBehind = ([time]: readonly [number, number]): boolean =>
      index > first || after === undefined || (isAscending ? time > after : time < after);
    const rest = index < first ? [] : points.filter(isBehind);
    const shown = rest.slice(0, left);
    left -= shown.length;
    const isPartial = shown.length < rest.length;
    const before = shown.at(-1)?.[0] ?? (index === first ? after : undefined);
    if (isPartial) next ??= encodePageToken(before === undefined ? [index] : [index, before]);
    return {
      Id: id,
      Label: label,
      Timestamps: shown.map(([time]) => toSeconds(time)),
      Values: shown.map(([, value]) => value),
      StatusCode: isPartial ? 'PartialData' : 'Complete',
    };
  });
  return { MetricDataResults: page, Messages: [], ...(next === undefined ? {} : { NextToken: next }) };
}

function numberOrRefuse(part: string | number): number {
  if (typeof part === 'number') return part;
  throw invalidNextToken();
}

const mostDatapoints = 1_440;

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricStatistics.html */
export const getMetricStatistics = operation({
  name: 'GetMetricStatistics',
  input: structure({
    Namespace: required(namespaceShape),
    MetricName: required(metricNameShape),
    Dimensions: dimensionsShape,
    StartTime: required(timestamp()),
    EndTime: required(timestamp()),
    Period: required(integer({ min: 1 })),
    Statistics: list(string({ oneOf: statistics }), { min: 1, max: 5 }),
    ExtendedStatistics: list(string(), { min: 1, max: 10 }),
    Unit: unitShape,
  }),
  run({ world, metrics, tick }, input) {
    const { Namespace, MetricName, Dimensions = [], Statistics, ExtendedStatistics, Period, Unit } = input;
    checkStatistics(Statistics, ExtendedStatistics);
    checkPeriod(Period, 'Period');
    const now = world.clock.now();
    const range = timeRange(input.StartTime, input.EndTime, now);
    if (!range) throw invalidValue('The parameter StartTime must be less than the parameter EndTime.');
    const period = Period * 1_000;
    checkCount(Math.ceil((range.end - range.start) / period));
    metrics.age(now);
    tick.makeUp();
    const datapoints = metrics.find({ Namespace, MetricName, Dimensions }, Unit).flatMap((series) => {
      const buckets = new Map<number, Aggregate>();
      series.collect(firstBucket(range, period), range.end, period, buckets);
      return [...buckets].map(([time, data]) => ({
        Timestamp: toSeconds(time),
        ...plainStatistics(data, Statistics ?? []),
        ...readExtendedStatistics(data, ExtendedStatistics ?? []),
        Unit: series.unit,
      }));
    });
    return { Label: MetricName, Datapoints: datapoints };
  },
});

function checkStatistics(
  plain: readonly string[] | undefined,
  extended: readonly string[] | undefined,
): void {
  if (!plain && !extended) {
    throw invalidCombination('Must specify either Statistics or ExtendedStatistics');
  }
  if (plain && extended) {
    throw invalidCombination(
      'The parameters Statistics and ExtendedStatistics are mutually exclusive and you have specified both.',
    );
  }
  extended?.forEach((name, index) => checkStatistic(name, `ExtendedStatistics.member.${index + 1}`));
}

function checkCount(count: number): void {
  if (count <= mostDatapoints) return;
  const asked = `You have requested up to ${count.toLocaleString('en-US')} datapoints, which exceeds the limit of 1,440.`;
  const advice =
    'You may reduce the datapoints requested by increasing Period, or decreasing the time range.';
  throw invalidCombination(`${asked} ${advice}`);
}

function plainStatistics(data: Aggregate, names: readonly string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, computeStatistic(data, name) ?? 0]));
}

function readExtendedStatistics(data: Aggregate, names: readonly string[]): object {
  const known = names.flatMap((name): [string, number][] => {
    const value = computeStatistic(data, name);
    return value === undefined ? [] : [[name, value]];
  });
  return known.length > 0 ? { ExtendedStatistics: Object.fromEntries(known) } : {};
}

const hour = 3_600_000;
const pageSize = 500;

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_ListMetrics.html */
export const listMetrics = operation({
  name: 'ListMetrics',
  input: structure({
    Namespace: namespaceShape,
    MetricName: metricNameShape,
    Dimensions: list(
      structure({ Name: required(string({ min: 1, max: 255 })), Value: string({ min: 1, max: 1_024 }) }),
      { max: 10 },
    ),
    RecentlyActive: string({ oneOf: ['PT3H'] }),
    NextToken: string(),
  }),
  run({ world, metrics }, { Namespace, MetricName, Dimensions = [], RecentlyActive, NextToken }) {
    const now = world.clock.now();
    metrics.age(now);
    // "Metrics that have not had any new data points in the past two weeks do not appear."
    const since = now - (RecentlyActive ? 3 : 14 * 24) * hour;
    const found: Metric[] = [];
    for (const [series, ...others] of metrics.all()) {
      if (!series || ![series, ...others].some(({ lastTime = 0 }) => lastTime >= since)) continue;
      const { metric } = series;
      if (Namespace !== undefined && metric.Namespace !== Namespace) continue;
      if (MetricName !== undefined && metric.MetricName !== MetricName) continue;
      if (Dimensions.every((filter) => hasDimension(metric, filter))) found.push(metric);
    }
    found.sort((one, other) => (formatMetricKey(one) < formatMetricKey(other) ? -1 : 1));
    const { page, ...more } = takePage(found, formatMetricKey, pageSize, NextToken);
    return { Metrics: page, ...more };
  },
});

function hasDimension(metric: Metric, { Name, Value }: { Name: string; Value?: string }): boolean {
  return metric.Dimensions.some(
    (dimension) => dimension.Name === Name && (Value === undefined || dimension.Value === Value),
  );
}

/** Encodes where an answer continues. The token is opaque to clients, and the same for the same place. */
export function encodePageToken(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

export function decodePageToken(token: string): readonly (string | number)[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
    if (Array.isArray(place) && place.every((part) => ['string', 'number'].includes(typeof part)))
      return place;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw invalidNextToken();
}

/** Returns a page of a list in the order of its keys, from the key after the one in the token. */
export function takePage<T>(
  all: readonly T[],
  keyOf: (item: T) => string,
  size: number,
  token: string | undefined,
): { readonly page: readonly T[]; readonly NextToken?: string } {
  const after = token === undefined ? '' : String(decodePageToken(token)[0]);
  const start = token === undefined ? 0 : all.findIndex((item) => keyOf(item) > after);
  const page = start === -1 ? [] : all.slice(start, start + size);
  const last = page.at(-1);
  const isEnd = start === -1 || start + size >= all.length || last === undefined;
  return isEnd ? { page } : { page, NextToken: encodePageToken([keyOf(last)]) };
}
