import type { MetricDataQuery } from './metric-data-queries.ts';
import type { Dimension } from './metric.ts';

export type StateValue = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';

export const stateValues = ['OK', 'ALARM', 'INSUFFICIENT_DATA'] as const;

export const comparisonOperators = [
  'GreaterThanOrEqualToThreshold',
  'GreaterThanThreshold',
  'LessThanThreshold',
  'LessThanOrEqualToThreshold',
] as const;

export type ComparisonOperator = (typeof comparisonOperators)[number];

export type TreatMissingData = 'breaching' | 'notBreaching' | 'ignore' | 'missing';

/** PutMetricAlarm sets these; CloudWatch itself sets the other members of an alarm. */
export interface AlarmSettings {
  readonly AlarmName: string;
  readonly AlarmDescription?: string;
  readonly ActionsEnabled: boolean;
  readonly OKActions: readonly string[];
  readonly AlarmActions: readonly string[];
  readonly InsufficientDataActions: readonly string[];
  readonly MetricName?: string;
  readonly Namespace?: string;
  readonly Statistic?: string;
  readonly ExtendedStatistic?: string;
  readonly Dimensions: readonly Dimension[];
  readonly Period?: number;
  readonly Unit?: string;
  readonly EvaluationPeriods: number;
  readonly DatapointsToAlarm?: number;
  readonly Threshold: number;
  readonly ComparisonOperator: ComparisonOperator;
  readonly TreatMissingData?: TreatMissingData;
  readonly EvaluateLowSampleCountPercentile?: string;
  readonly Metrics?: readonly MetricDataQuery[];
}

export interface AlarmState {
  readonly StateValue: StateValue;
  readonly StateReason: string;
  readonly StateReasonData?: string;
}

/** Times in milliseconds. https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_MetricAlarm.html */
export interface Alarm {
  readonly arn: string;
  readonly settings: AlarmSettings;
  readonly state: AlarmState;
  readonly configuredAt: number;
  readonly stateUpdatedAt: number;
  readonly stateChangedAt: number;
  readonly tags: readonly (readonly [string, string])[];
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** In milliseconds; of metric math, the longest of its metrics. */
export function getPeriodMs({ Period, Metrics = [] }: AlarmSettings): number {
  const periods = Metrics.map((query) => query.MetricStat?.Period ?? query.Period ?? 0);
  return (Period ?? (Math.max(0, ...periods) || 60)) * second;
}

/**
 * How often an alarm is evaluated: every minute; one of less than a minute every ten seconds; one that looks back
 * over more than a day every hour, and then at nothing younger than the hour.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation.html
 */
export function getEvaluationInterval(settings: AlarmSettings): number {
  const period = getPeriodMs(settings);
  if (period < minute) return 10 * second;
  return period * settings.EvaluationPeriods > day ? hour : minute;
}

/** "Alarms that evaluate metrics in the AWS/DynamoDB namespace always ignore missing data." */
export function getMissingDataTreatment({
  Namespace,
  TreatMissingData = 'missing',
}: AlarmSettings): TreatMissingData {
  return Namespace === 'AWS/DynamoDB' ? 'ignore' : TreatMissingData;
}

export function describeAlarm(alarm: Alarm): object {
  const { settings, state } = alarm;
  return {
    AlarmArn: alarm.arn,
    ...settings,
    ...state,
    AlarmConfigurationUpdatedTimestamp: alarm.configuredAt / 1_000,
    StateUpdatedTimestamp: alarm.stateUpdatedAt / 1_000,
    StateTransitionedTimestamp: alarm.stateChangedAt / 1_000,
  };
}
