import { integer, list, number, required, structure, timestamp, type Infer } from '../protocol/shapes.ts';
import { operation } from './cloud-watch-engine.ts';
import { invalidCombination, invalidValue, missingParameter } from './cloud-watch-errors.ts';
import { toAggregate, aggregateValues, type Aggregate } from './aggregate.ts';
import { dimensionsShape, metricNameShape, namespaceShape, unitShape } from './metric.ts';
import { toMilliseconds } from './time-range.ts';

const datumShape = structure({
  MetricName: required(metricNameShape),
  Dimensions: dimensionsShape,
  Timestamp: timestamp(),
  Value: number(),
  Values: list(number(), { max: 150 }),
  Counts: list(number(), { max: 150 }),
  StatisticValues: structure({
    SampleCount: required(number()),
    Sum: required(number()),
    Minimum: required(number()),
    Maximum: required(number()),
  }),
  Unit: unitShape,
  StorageResolution: integer({ min: 1 }),
});

type Datum = Infer<typeof datumShape>;

const hour = 3_600_000;

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricData.html */
export const putMetricData = operation({
  name: 'PutMetricData',
  input: structure({
    Namespace: required(namespaceShape),
    MetricData: list(datumShape, { max: 1_000 }),
  }),
  run({ world, metrics }, { Namespace, MetricData }) {
    if (Namespace.startsWith('AWS/')) {
      throw invalidValue(`The value ${Namespace} for parameter Namespace is invalid.`);
    }
    if (!MetricData) throw missingParameter('The parameter MetricData is required.');
    const now = world.clock.now();
    const checked = MetricData.map((datum, index) => {
      const at = `MetricData.member.${index + 1}`;
      checkDimensions(datum, at);
      checkResolution(datum, at);
      return { datum, time: readTimestamp(datum, at, now), data: readAggregate(datum, at) };
    });
    for (const { datum, time, data } of checked) {
      const metric = { Namespace, MetricName: datum.MetricName, Dimensions: datum.Dimensions ?? [] };
      metrics.put(metric, datum.Unit ?? 'None', time, data, datum.StorageResolution === 1);
    }
  },
});

function checkDimensions({ Dimensions = [] }: Datum, at: string): void {
  const names = new Set(Dimensions.map(({ Name }) => Name));
  if (names.size === Dimensions.length) return;
  throw invalidValue(`The parameter ${at}.Dimensions must not name a dimension twice.`);
}

function checkResolution({ StorageResolution = 60 }: Datum, at: string): void {
  if (StorageResolution === 1 || StorageResolution === 60) return;
  throw invalidValue(`The value ${StorageResolution} for parameter ${at}.StorageResolution is invalid.`);
}

function readTimestamp({ Timestamp }: Datum, at: string, now: number): number {
  if (Timestamp === undefined) return now;
  const time = toMilliseconds(Timestamp);
  if (time > now + 2 * hour) {
    throw invalidValue(
      `The parameter ${at}.Timestamp must specify a time no more than two hours in the future.`,
    );
  }
  if (time < now - 14 * 24 * hour) {
    throw invalidValue(`The parameter ${at}.Timestamp must specify a time within the past two weeks.`);
  }
  return time;
}

function readAggregate({ Value, Values, Counts, StatisticValues }: Datum, at: string): Aggregate {
  const forms = Object.entries({ Value, StatisticValues, Values }).filter(([, form]) => form !== undefined);
  const [first, second] = forms.map(([name]) => `${at}.${name}`);
  if (first === undefined) throw missingParameter(`The parameter ${at}.Value is required.`);
  if (second !== undefined) {
    throw invalidCombination(
      `The parameters ${first} and ${second} are mutually exclusive and you have specified both.`,
    );
  }
  if (Counts && !Values) throw missingParameter(`The parameter ${at}.Values is required.`);
  if (Value !== undefined) return toAggregate(inRange(Value, `${at}.Value`));
  if (StatisticValues) return statisticSet(StatisticValues, `${at}.StatisticValues`);
  return distribution(Values ?? [], Counts, at);
}

function distribution(
  values: readonly number[],
  counts: readonly number[] | undefined,
  at: string,
): Aggregate {
  if (values.length === 0) throw missingParameter(`The parameter ${at}.Values is required.`);
  if (counts && counts.length !== values.length) {
    throw invalidValue(`The parameters ${at}.Values and ${at}.Counts must be of the same size.`);
  }
  values.forEach((value, index) => inRange(value, `${at}.Values.member.${index + 1}`));
  counts?.forEach((count, index) => {
    inRange(count, `${at}.Counts.member.${index + 1}`);
    if (count <= 0)
      throw invalidValue(`The value ${count} for parameter ${at}.Counts.member.${index + 1} is invalid.`);
  });
  return aggregateValues(values, counts ?? []);
}

function statisticSet(set: NonNullable<Datum['StatisticValues']>, at: string): Aggregate {
  for (const [name, value] of Object.entries(set)) inRange(value, `${at}.${name}`);
  const { SampleCount: count, Sum: sum, Minimum: min, Maximum: max } = set;
  if (count <= 0) throw invalidValue(`The value ${count} for parameter ${at}.SampleCount is invalid.`);
  if (min > max) throw invalidValue(`The parameter ${at}.Minimum must be no more than ${at}.Maximum.`);
  return { count, sum, min, max };
}

/** "Values must be in the range of -2^360 to 2^360." */
function inRange(value: number, at: string): number {
  if (Math.abs(value) <= 2 ** 360) return value;
  throw invalidValue(`The value ${value} for parameter ${at} is invalid.`);
}
