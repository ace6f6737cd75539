import { checkQueries, type MetricDataQuery } from '../math/metric-data-query.ts';
import type { Expression } from '../math/expression.ts';
import { runQueries } from '../math/run-queries.ts';
import { statisticOf } from '../metrics/aggregate.ts';
import type { MetricStore } from '../metrics/metric-store.ts';
import {
  evaluatedEvery,
  periodOf,
  treatmentOf,
  type Alarm,
  type AlarmSettings,
  type AlarmState,
} from './alarm.ts';
import { comparisonWith, decideState, type AlarmDatapoint } from './decide-state.ts';
import { stateWithReason } from './state-reason.ts';

/** CloudWatch looks back further than it needs, to bridge gaps; how far it does not say. In its examples two periods. */
const furtherBack = 2;

/**
 * The state that an alarm should be in; undefined where that is the one it is in.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation.html
 */
export function evaluateAlarm(
  { settings, state }: Pick<Alarm, 'settings' | 'state'>,
  metrics: MetricStore,
  now: number,
): AlarmState | undefined {
  const period = periodOf(settings);
  const { EvaluationPeriods: evaluationPeriods } = settings;
  const step = Math.min(period, evaluatedEvery(settings));
  const end = Math.floor(now / step) * step;
  const start = end - (evaluationPeriods + furtherBack) * period;
  const points = settings.Metrics
    ? mathPoints(settings.Metrics, metrics, start, end)
    : metricPoints(settings, metrics, start, end, period);
  const range: (AlarmDatapoint | undefined)[] = [];
  for (let time = end - period; time >= start; time -= period) range.push(points.get(time));
  const verdict = decideState(range, {
    evaluationPeriods,
    datapointsToAlarm: settings.DatapointsToAlarm ?? evaluationPeriods,
    treatMissingData: treatmentOf(settings),
    breaches: comparisonWith(settings.ComparisonOperator, settings.Threshold),
  });
  if (verdict.state === undefined || verdict.state === state.StateValue) return undefined;
  return stateWithReason(verdict.state, verdict, settings, now, end);
}

function metricPoints(
  settings: AlarmSettings,
  metrics: MetricStore,
  start: number,
  end: number,
  period: number,
): ReadonlyMap<number, AlarmDatapoint> {
  const { Namespace = '', MetricName = '', Dimensions, Unit } = settings;
  const metric = { Namespace, MetricName, Dimensions };
  const points = new Map<number, AlarmDatapoint>();
  for (const [time, data] of metrics.collect(metric, Unit, { start, end }, period)) {
    const value = statisticOf(data, settings.Statistic ?? settings.ExtendedStatistic ?? '');
    if (value !== undefined) points.set(time, { time, value, sampleCount: data.count });
  }
  return points;
}

/** Read once for each alarm that is set, not once a minute. */
const readExpressions = new WeakMap<readonly MetricDataQuery[], ReadonlyMap<string, Expression>>();

function mathPoints(
  queries: readonly MetricDataQuery[],
  metrics: MetricStore,
  start: number,
  end: number,
): ReadonlyMap<number, AlarmDatapoint> {
  const expressions = readExpressions.get(queries) ?? checkQueries(queries, 'Metrics');
  readExpressions.set(queries, expressions);
  const watched = runQueries(queries, expressions, metrics, { start, end }).find(
    ({ query }) => query.ReturnData ?? true,
  );
  const points = watched?.series[0]?.points ?? new Map<number, number>();
  return new Map([...points].map(([time, value]) => [time, { time, value }]));
}
