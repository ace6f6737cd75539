import { longTime, shortTime } from '../timestamps.ts';
import { periodOf, treatmentOf, type AlarmSettings, type AlarmState, type StateValue } from './alarm.ts';
import { comparisonWith, type AlarmDatapoint, type Verdict } from './decide-state.ts';

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

/** So many data points are named one by one; of more, the newest. */
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
    return `Insufficient Data: ${were(counted(periods, 'datapoint'), periods)} unknown.`;
  const breaches = comparisonWith(ComparisonOperator, Threshold);
  const telling = used.filter((point) => breaches(point.value) === (value === 'ALARM'));
  const treatment = missingPart(missing, settings);
  if (telling.length === 0) {
    const received = used.length === 0 ? 'no datapoints' : counted(used.length, 'datapoint');
    const verb = were(received, used.length === 0 ? 2 : used.length);
    return `Threshold Crossed: ${verb} received for ${counted(periods, 'period')}${treatment}.`;
  }
  const isNot = value === 'ALARM' ? '' : 'not ';
  const threshold = `${isNot}${comparisons[ComparisonOperator]} the threshold (${double(Threshold)})`;
  const isMany = telling.length >= mostNamed;
  const named = `[${telling.slice(0, mostNamed).map(namedPoint).join(', ')}]`;
  const subject = `${share(telling.length, settings)}${isMany ? '' : ` ${named}`}`;
  const crossed = value === 'ALARM' ? ' which crossed the threshold' : '';
  const recent = isMany ? `. The most recent datapoints${crossed}: ${named}` : '';
  return `Threshold Crossed: ${were(subject, telling.length)} ${threshold}${treatment}${recent}${minimum(value, settings)}.`;
}

function share(count: number, { DatapointsToAlarm, EvaluationPeriods }: AlarmSettings): string {
  if (DatapointsToAlarm === undefined) return counted(count, 'datapoint');
  return `${count} out of the last ${EvaluationPeriods} datapoints`;
}

function minimum(value: StateValue, { DatapointsToAlarm, EvaluationPeriods }: AlarmSettings): string {
  if (DatapointsToAlarm === undefined) return '';
  if (value === 'ALARM')
    return ` (minimum ${counted(DatapointsToAlarm, 'datapoint')} for OK -> ALARM transition)`;
  const least = EvaluationPeriods - DatapointsToAlarm + 1;
  return ` (minimum ${counted(least, 'datapoint')} for ALARM -> OK transition)`;
}

function missingPart(missing: number, settings: AlarmSettings): string {
  const treatment = treatments.get(treatmentOf(settings));
  if (missing === 0 || treatment === undefined) return '';
  return ` and ${were(counted(missing, 'missing datapoint'), missing)} treated as [${treatment}]`;
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

function were(subject: string, count: number): string {
  return `${subject} ${count === 1 ? 'was' : 'were'}`;
}

function namedPoint({ time, value }: AlarmDatapoint): string {
  return `${double(value)} (${shortTime(time)})`;
}

/** Written by hand, for the numbers in it are spelled as Java spells them: `6.0`. */
function reasonData({ used }: Verdict, settings: AlarmSettings, now: number, end: number): string {
  const period = periodOf(settings);
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

/** As Java writes a double. */
export function double(value: number): string {
  const size = Math.abs(value);
  if (value !== 0 && (size < 1e-3 || size >= 1e7)) {
    const [digits = '', exponent = ''] = value.toExponential().split('e');
    return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
  }
  return Number.isInteger(value) ? `${value}.0` : String(value);
}
