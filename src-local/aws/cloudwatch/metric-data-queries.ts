import { boolean, integer, required, string, structure, type Infer } from '../protocol/shapes.ts';
import { computeStatistic } from './aggregate.ts';
import { validationError } from './cloud-watch-errors.ts';
import {
  ExpressionProblem,
  evaluateExpression,
  listIds,
  parseExpression,
  type Expression,
  type TimeSeries,
} from './metric-math.ts';
import type { MetricStore } from './metric-store.ts';
import { checkStatistic, dimensionsShape, metricNameShape, namespaceShape, unitShape } from './metric.ts';
import { checkPeriod, firstBucket, type TimeRange } from './time-range.ts';

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_MetricDataQuery.html */
export const metricDataQueryShape = structure({
  Id: required(string({ min: 1, max: 255 })),
  MetricStat: structure({
    Metric: required(
      structure({
        Namespace: required(namespaceShape),
        MetricName: required(metricNameShape),
        Dimensions: dimensionsShape,
      }),
    ),
    Period: required(integer({ min: 1 })),
    Stat: required(string()),
    Unit: unitShape,
  }),
  Expression: string({ min: 1, max: 2_048 }),
  Label: string(),
  ReturnData: boolean(),
  Period: integer({ min: 1 }),
});

export type MetricDataQuery = Infer<typeof metricDataQueryShape>;

/** Refuses queries that cannot be answered. Returns the parsed expressions by id. */
export function checkQueries(
  queries: readonly MetricDataQuery[],
  at: string,
): ReadonlyMap<string, Expression> {
  const ids = new Set(queries.map(({ Id }) => Id));
  if (ids.size < queries.length) {
    throw validationError(`The values for parameter id in ${at} are not unique.`);
  }
  const expressions = new Map<string, Expression>();
  for (const [index, query] of queries.entries()) {
    const expression = checkQuery(query, `${at}.member.${index + 1}`);
    if (expression) expressions.set(query.Id, expression);
  }
  const straight = new Set<string>();
  for (const [id, expression] of expressions) {
    for (const word of listIds(expression)) {
      if (!ids.has(word)) throw badExpression(id, `The id '${word}' is not defined`);
    }
    refuseCircle(id, expressions, new Set(), straight);
  }
  return expressions;
}

function checkQuery(query: MetricDataQuery, at: string): Expression | undefined {
  if (!/^[a-z]\w*$/.test(query.Id)) {
    throw validationError(
      `The value ${query.Id} for parameter ${at}.Id is not matching the expected pattern ^[a-z][a-zA-Z0-9_]*$.`,
    );
  }
  if (query.Label?.includes('${')) throw validationError(`Dynamic labels are not supported: ${at}.Label`);
  if ((query.MetricStat === undefined) === (query.Expression === undefined)) {
    throw validationError(
      `Exactly one of the parameters ${at}.MetricStat and ${at}.Expression must be specified.`,
    );
  }
  if (query.Period !== undefined) checkPeriod(query.Period, `${at}.Period`);
  if (query.MetricStat) {
    checkPeriod(query.MetricStat.Period, `${at}.MetricStat.Period`);
    checkStatistic(query.MetricStat.Stat, `${at}.MetricStat.Stat`);
    return undefined;
  }
  return readExpression(query.Id, query.Expression ?? '');
}

function readExpression(id: string, text: string): Expression {
  if (/^\s*SELECT\b/i.test(text)) throw badExpression(id, 'Metrics Insights queries are not supported');
  try {
    return parseExpression(text);
  } catch (error) {
    if (error instanceof ExpressionProblem) throw badExpression(id, error.message);
    throw error;
  }
}

/** `straight` holds ids that are known not to be part of a circle. */
function refuseCircle(
  id: string,
  expressions: ReadonlyMap<string, Expression>,
  above: Set<string>,
  straight: Set<string>,
): void {
  if (above.has(id)) throw badExpression(id, 'The expression refers to itself');
  const expression = expressions.get(id);
  if (!expression || straight.has(id)) return;
  above.add(id);
  for (const word of listIds(expression)) refuseCircle(word, expressions, above, straight);
  above.delete(id);
  straight.add(id);
}

function badExpression(id: string, problem: string) {
  return validationError(`Error in expression '${id}': ${problem}`);
}

interface QueryResult {
  readonly query: MetricDataQuery;
  readonly series: TimeSeries;
}

/** Answers each query in order. A metric is read once, however often it is used. */
export function runQueries(
  queries: readonly MetricDataQuery[],
  expressions: ReadonlyMap<string, Expression>,
  metrics: MetricStore,
  range: TimeRange,
): QueryResult[] {
  const known = new Map<string, TimeSeries>();
  const byId = new Map(queries.map((query) => [query.Id, query]));
  const read = (id: string): TimeSeries => {
    const query = byId.get(id);
    const series = known.get(id) ?? (query ? answer(query) : none);
    known.set(id, series);
    return series;
  };
  const answer = (query: MetricDataQuery): TimeSeries => {
    if (query.MetricStat) return metricSeries(query, query.MetricStat, metrics, range);
    const expression = expressions.get(query.Id);
    const value = expression ? evaluateExpression(expression, read) : none;
    if (typeof value === 'number') throw badExpression(query.Id, 'The expression uses no metric');
    return { ...value, label: query.Label ?? query.Id };
  };
  return queries.map((query) => ({ query, series: read(query.Id) }));
}

const none: TimeSeries = { label: '', period: 60, points: new Map() };

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
    const value = computeStatistic(data, Stat);
    if (value !== undefined) points.set(time, value);
  }
  return { label: query.Label ?? MetricName, period: Period, points };
}
