import { statisticOf } from '../metrics/aggregate.ts';
import type { MetricStore } from '../metrics/metric-store.ts';
import { firstBucket, type TimeRange } from '../metrics/time-range.ts';
import { asResults, evaluateExpression, type MathScope } from './evaluate-expression.ts';
import { ExpressionProblem, type Expression, type MathValue, type TimeSeries } from './expression.ts';
import { badExpression, type MetricDataQuery } from './metric-data-query.ts';

export interface QueryResult {
  readonly query: MetricDataQuery;
  readonly value: MathValue;
  readonly series: readonly TimeSeries[];
}

/** The answer to each query, in their order; a metric is looked up once however often it is spoken of. */
export function runQueries(
  queries: readonly MetricDataQuery[],
  expressions: ReadonlyMap<string, Expression>,
  metrics: MetricStore,
  range: TimeRange,
): QueryResult[] {
  const known = new Map<string, MathValue>();
  const byId = new Map(queries.map((query) => [query.Id, query]));
  const scope: MathScope = {
    start: range.start,
    end: range.end,
    read(id) {
      const query = byId.get(id);
      if (!query) return undefined;
      const value = known.get(id) ?? answer(query);
      known.set(id, value);
      return value;
    },
    metrics: (text) =>
      queries
        .filter(({ Id, MetricStat }) => MetricStat && Id.includes(text))
        .map(({ Id }) => scope.read(Id))
        .filter((value): value is TimeSeries => typeof value === 'object' && 'points' in value),
  };
  const answer = (query: MetricDataQuery): MathValue => {
    if (query.MetricStat) return metricSeries(query, query.MetricStat, metrics, range);
    const expression = expressions.get(query.Id);
    try {
      return expression ? evaluateExpression(expression, scope) : [];
    } catch (error) {
      if (error instanceof ExpressionProblem) throw badExpression(query.Id, error.message);
      throw error;
    }
  };
  return queries.map((query) => {
    const value = scope.read(query.Id) ?? [];
    const times = typeof value === 'number' ? timesOf(queries, scope) : [];
    const label = query.Label ?? query.MetricStat?.Metric.MetricName ?? query.Id;
    return { query, value, series: asResults(value, label, times, query.Period ?? 60) };
  });
}

function metricSeries(
  query: MetricDataQuery,
  { Metric, Period, Stat, Unit }: NonNullable<MetricDataQuery['MetricStat']>,
  metrics: MetricStore,
  range: TimeRange,
): TimeSeries {
  const { Namespace, MetricName, Dimensions = [] } = Metric;
  const period = Period * 1_000;
  const from = firstBucket(range, period);
  const metric = { Namespace, MetricName, Dimensions };
  const points = new Map<number, number>();
  for (const [time, data] of metrics.collect(metric, Unit, { start: from, end: range.end }, period)) {
    const value = statisticOf(data, Stat);
    if (value !== undefined) points.set(time, value);
  }
  return { label: query.Label ?? MetricName, period: Period, points };
}

function timesOf(queries: readonly MetricDataQuery[], scope: MathScope): number[] {
  const times = new Set<number>();
  for (const { Id, MetricStat } of queries) {
    const value = MetricStat ? scope.read(Id) : undefined;
    if (typeof value === 'object' && 'points' in value)
      for (const time of value.points.keys()) times.add(time);
  }
  return [...times].toSorted((one, other) => one - other);
}
