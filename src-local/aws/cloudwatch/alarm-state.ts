import {
  getPeriodMs,
  getMissingDataTreatment,
  type AlarmSettings,
  type AlarmState,
  type ComparisonOperator,
  type StateValue,
  type TreatMissingData,
} from './alarm.ts';
import { longTime, shortTime } from './time-range.ts';

export interface AlarmDatapoint {
  readonly time: number;
  readonly value: number;
  readonly sampleCount?: number;
}

interface Criteria {
  readonly evaluationPeriods: number;
  readonly datapointsToAlarm: number;
  readonly treatMissingData: TreatMissingData;
  readonly breaches: (value: number) => boolean;
}

interface Verdict {
  /** Undefined means that the alarm keeps its state. */
  readonly state: StateValue | undefined;
  /** The data points that decided, newest first. */
  readonly used: readonly AlarmDatapoint[];
  /** The number of data points that are missing. */
  readonly missing: number;
}

/**
 * Decides the state from the data points of an evaluation range: newest first, undefined where one is missing.
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

const comparisons = {
  GreaterThanOrEqualToThreshold: 'greater than or equal to',
  GreaterThanThreshold: 'greater than',
  LessThanThreshold: 'less than',
  LessThanOrEqualToThreshold: 'less than or equal to',
} as const;

const treatments = new Map([
  ['breaching', 'Breaching'],
  ['notBreaching', 'NonBreaching'],
]);

/** Up to this many data points are named one by one; of more, the newest are. */
const mostNamed = 5;

/** A state with its reason, worded as CloudWatch words it. `end` is where the newest period ends. */
export function stateWithReason(
  value: StateValue,
  verdict: Verdict,
  settings: AlarmSettings,
  now: number,
  end: number,
): AlarmState {
  return {
    StateValue: value,
    StateReason: reasonFor(value, verdict, settings),
    StateReasonData: reasonData(verdict, settings, now, end),
  };
}

function reasonFor(value: StateValue, { used, missing }: Verdict, settings: AlarmSettings): string {
  const { EvaluationPeriods: periods, Threshold, ComparisonOperator } = settings;
  if (value === 'INSUFFICIENT_DATA')
    return `Insufficient Data: ${countWithVerb(formatCount(periods, 'datapoint'), periods)} unknown.`;
  const breaches = comparisonWith(ComparisonOperator, Threshold);
  const telling = used.filter((point) => breaches(point.value) === (value === 'ALARM'));
  const treatment = missingPart(missing, settings);
  if (telling.length === 0) {
    const received = used.length === 0 ? 'no datapoints' : formatCount(used.length, 'datapoint');
    const verb = countWithVerb(received, used.length === 0 ? 2 : used.length);
    return `Threshold Crossed: ${verb} received for ${formatCount(periods, 'period')}${treatment}.`;
  }
  const isNot = value === 'ALARM' ? '' : 'not ';
  const threshold = `${isNot}${comparisons[ComparisonOperator]} the threshold (${double(Threshold)})`;
  const isMany = telling.length >= mostNamed;
  const named = `[${telling.slice(0, mostNamed).map(describePoint).join(', ')}]`;
  const subject = `${share(telling.length, settings)}${isMany ? '' : ` ${named}`}`;
  const crossed = value === 'ALARM' ? ' which crossed the threshold' : '';
  const recent = isMany ? `. The most recent datapoints${crossed}: ${named}` : '';
  return `Threshold Crossed: ${countWithVerb(subject, telling.length)} ${threshold}${treatment}${recent}${minimum(value, settings)}.`;
}

function share(count: number, { DatapointsToAlarm, EvaluationPeriods }: AlarmSettings): string {
  if (DatapointsToAlarm === undefined) return formatCount(count, 'datapoint');
  return `${count} out of the last ${EvaluationPeriods} datapoints`;
}

function minimum(value: StateValue, { DatapointsToAlarm, EvaluationPeriods }: AlarmSettings): string {
  if (DatapointsToAlarm === undefined) return '';
  if (value === 'ALARM')
    return ` (minimum ${formatCount(DatapointsToAlarm, 'datapoint')} for OK -> ALARM transition)`;
  const least = EvaluationPeriods - DatapointsToAlarm + 1;
  return ` (minimum ${formatCount(least, 'datapoint')} for ALARM -> OK transition)`;
}

function missingPart(missing: number, settings: AlarmSettings): string {
  const treatment = treatments.get(getMissingDataTreatment(settings));
  if (missing === 0 || treatment === undefined) return '';
  return ` and ${countWithVerb(formatCount(missing, 'missing datapoint'), missing)} treated as [${treatment}]`;
}

function formatCount(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

function countWithVerb(subject: string, count: number): string {
  return `${subject} ${count === 1 ? 'was' : 'were'}`;
}

function describePoint({ time, value }: AlarmDatapoint): string {
  return `${double(value)} (${shortTime(time)})`;
}

/** The text is put together by hand because its numbers are formatted as in Java: `6.0`. */
function reasonData({ used }: Verdict, settings: AlarmSettings, now: number, end: number): string {
  const period = getPeriodMs(settings);
  const statistic = settings.Statistic ?? settings.ExtendedStatistic;
  const start = used.at(-1)?.time ?? end - settings.EvaluationPeriods * period;
  const evaluated = used.map(
    ({ time, value, sampleCount }) =>
      `{"timestamp":"${longTime(time)}",` +
      `${sampleCount === undefined ? '' : `"sampleCount":${double(sampleCount)},`}"value":${double(value)}}`,
  );
  const members = [
    `"version":"1.0"`,
    `"queryDate":"${longTime(now)}"`,
    `"startDate":"${longTime(start)}"`,
    ...(settings.Unit === undefined ? [] : [`"unit":"${settings.Unit}"`]),
    ...(statistic === undefined ? [] : [`"statistic":"${statistic}"`]),
    `"period":${period / 1_000}`,
    `"recentDatapoints":[${used
      .toReversed()
      .map(({ value }) => double(value))
      .join(',')}]`,
    `"threshold":${double(settings.Threshold)}`,
    ...(evaluated.length > 0 ? [`"evaluatedDatapoints":[${evaluated.join(',')}]`] : []),
  ];
  return `{${members.join(',')}}`;
}

/** Formats a number as Java formats a double. */
export function double(value: number): string {
  const size = Math.abs(value);
  if (value !== 0 && (size < 1e-3 || size >= 1e7)) {
    const [digits = '', exponent = ''] = value.toExponential().split('e');
    return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
  }
  return Number.isInteger(value) ? `${value}.0` : String(value);
}
