import type { ComparisonOperator, StateValue, TreatMissingData } from './alarm.ts';

export interface AlarmDatapoint {
  readonly time: number;
  readonly value: number;
  readonly sampleCount?: number;
}

export interface Criteria {
  readonly evaluationPeriods: number;
  readonly datapointsToAlarm: number;
  readonly treatMissingData: TreatMissingData;
  readonly breaches: (value: number) => boolean;
}

export interface Verdict {
  /** Undefined: the alarm keeps its state. */
  readonly state: StateValue | undefined;
  /** The data points that decided, newest first. */
  readonly used: readonly AlarmDatapoint[];
  /** How many more there should have been. */
  readonly missing: number;
}

/**
 * What the data points of an evaluation range (newest first, undefined where one is missing) say.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html
 */
export function decideState(range: readonly (AlarmDatapoint | undefined)[], criteria: Criteria): Verdict {
  const { evaluationPeriods, datapointsToAlarm, treatMissingData, breaches } = criteria;
  const real = range.filter((point) => point !== undefined);
  const used = real.slice(0, evaluationPeriods);
  const missing = evaluationPeriods - used.length;
  const breaching = used.filter(({ value }) => breaches(value)).length;
  const verdict = (state: StateValue | undefined): Verdict => ({ state, used, missing });

  const counted = treatMissingData === 'breaching' ? breaching + missing : breaching;
  if (counted >= datapointsToAlarm) return verdict('ALARM');
  const isKnown = missing === 0 || treatMissingData === 'breaching' || treatMissingData === 'notBreaching';
  // A data point within the threshold is enough to be sure of, whatever the others would have been.
  if (isKnown || breaching < used.length) return verdict('OK');
  if (treatMissingData === 'ignore') return verdict(undefined);
  if (used.length === 0) return verdict('INSUFFICIENT_DATA');
  // All that is there breaches: an alarm, once the oldest of it is as old as the alarm wants data points.
  const oldest = range.lastIndexOf(used.at(-1));
  return verdict(oldest + 1 >= datapointsToAlarm ? 'ALARM' : undefined);
}

export function comparisonWith(operator: ComparisonOperator, threshold: number): (value: number) => boolean {
  switch (operator) {
    case 'GreaterThanOrEqualToThreshold':
      return (value) => value >= threshold;
    case 'GreaterThanThreshold':
      return (value) => value > threshold;
    case 'LessThanThreshold':
      return (value) => value < threshold;
    default:
      return (value) => value <= threshold;
  }
}
