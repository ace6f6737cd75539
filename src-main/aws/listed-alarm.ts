import type { MetricAlarm } from '@aws-sdk/client-cloudwatch';
import type { Metric } from '#shared/contract/monitor.ts';
import type { ListedAlarm } from './alarms.ts';

/** An alarm as CloudWatch describes it, in the console's words. */
export function listedAlarm(alarm: MetricAlarm): ListedAlarm {
  const since = alarm.StateTransitionedTimestamp ?? alarm.StateUpdatedTimestamp;
  return {
    name: alarm.AlarmName ?? '',
    description: alarm.AlarmDescription ?? null,
    state: stateOf(alarm),
    reason: alarm.StateReason ?? null,
    since: since?.toISOString() ?? null,
    metric: metricOf(alarm),
    rule: ruleOf(alarm),
    hasActions: alarm.ActionsEnabled === true && actionsOf(alarm).length > 0,
    onFirst: isOnFirst(alarm),
  };
}

export function stateOf({ StateValue }: MetricAlarm): ListedAlarm['state'] {
  return StateValue === 'OK' || StateValue === 'ALARM' ? StateValue : 'INSUFFICIENT_DATA';
}

/** One over an expression has none of its own. */
export function metricOf({ Namespace, MetricName, Dimensions = [] }: MetricAlarm): Metric | null {
  if (Namespace === undefined || MetricName === undefined) return null;
  const dimensions = Dimensions.map(({ Name = '', Value = '' }) => [Name, Value] as const);
  return { namespace: Namespace, name: MetricName, dimensions: Object.fromEntries(dimensions) };
}

function ruleOf(alarm: MetricAlarm): string | null {
  const { ComparisonOperator = '', Threshold, EvaluationPeriods: periods = 1, Period } = alarm;
  const comparison = comparisons.get(ComparisonOperator);
  if (comparison === undefined || Threshold === undefined) return null;
  const points = alarm.DatapointsToAlarm ?? periods;
  const statistic = alarm.ExtendedStatistic ?? alarm.Statistic;
  const what = statistic === undefined ? comparison : `${statistic} ${comparison}`;
  const each = Period === undefined ? '' : ` of ${Period} s`;
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} ${Threshold}, in ${points} of ${periods} ${periods === 1 ? 'period' : 'periods'}${each}`;
}

const comparisons: ReadonlyMap<string, string> = new Map([
  ['GreaterThanOrEqualToThreshold', 'at least'],
  ['GreaterThanThreshold', 'greater than'],
  ['LessThanThreshold', 'less than'],
  ['LessThanOrEqualToThreshold', 'at most'],
]);

function actionsOf({ AlarmActions = [], OKActions = [], InsufficientDataActions = [] }: MetricAlarm) {
  return [...AlarmActions, ...OKActions, ...InsufficientDataActions];
}

function isOnFirst({ ComparisonOperator, Threshold = Infinity }: MetricAlarm): boolean {
  if (ComparisonOperator === 'GreaterThanThreshold') return Threshold < 1;
  return ComparisonOperator === 'GreaterThanOrEqualToThreshold' && Threshold <= 1;
}
