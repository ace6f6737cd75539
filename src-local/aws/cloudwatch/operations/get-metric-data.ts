import { integer, list, required, string, structure, timestamp } from '../../protocol/shapes.ts';
import { operation } from '../cloud-watch-engine.ts';
import { invalidNextToken, validationError } from '../cloud-watch-errors.ts';
import { checkQueries, metricDataQueryShape } from '../math/metric-data-query.ts';
import { runQueries } from '../math/run-queries.ts';
import { timeRange } from '../metrics/time-range.ts';
import { placeOf, tokenOf } from '../page-token.ts';
import { secondsOf } from '../timestamps.ts';

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
      .flatMap(({ query, series }) =>
        series.map(({ label, points }) => ({ id: query.Id, label, points: ordered(points, isAscending) })),
      );
    return pageOf(results, MaxDatapoints, NextToken, isAscending);
  },
});

function ordered(points: ReadonlyMap<number, number>, isAscending: boolean): [number, number][] {
  const sign = isAscending ? 1 : -1;
  return [...points].toSorted(([one], [other]) => sign * (one - other));
}

/** Results one after the other, each in its order; a page ends at a result and a time, so new data moves nothing. */
function pageOf(
  results: readonly Result[],
  size: number,
  token: string | undefined,
  isAscending: boolean,
): object {
  const [first = 0, after] = token === undefined ? [] : placeOf(token).map(numberOrRefuse);
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
    if (isPartial) next ??= tokenOf(before === undefined ? [index] : [index, before]);
    return {
      Id: id,
      Label: label,
      Timestamps: shown.map(([time]) => secondsOf(time)),
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
