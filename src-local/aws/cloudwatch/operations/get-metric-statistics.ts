import { integer, list, required, string, structure, timestamp } from '../../protocol/shapes.ts';
import { operation } from '../cloud-watch-engine.ts';
import { invalidCombination, invalidValue } from '../cloud-watch-errors.ts';
import { statisticOf, type Aggregate } from '../metrics/aggregate.ts';
import { dimensionsShape, metricNameShape, namespaceShape, unitShape } from '../metrics/metric.ts';
import { checkStatistic, statistics } from '../metrics/statistic-name.ts';
import { checkPeriod, firstBucket, timeRange } from '../metrics/time-range.ts';
import { secondsOf } from '../timestamps.ts';

const mostDatapoints = 1_440;

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricStatistics.html */
export const getMetricStatistics = operation({
  name: 'GetMetricStatistics',
  input: structure({
    Namespace: required(namespaceShape),
    MetricName: required(metricNameShape),
    Dimensions: dimensionsShape,
    StartTime: required(timestamp()),
    EndTime: required(timestamp()),
    Period: required(integer({ min: 1 })),
    Statistics: list(string({ oneOf: statistics }), { min: 1, max: 5 }),
    ExtendedStatistics: list(string(), { min: 1, max: 10 }),
    Unit: unitShape,
  }),
  run({ world, metrics, tick }, input) {
    const { Namespace, MetricName, Dimensions = [], Statistics, ExtendedStatistics, Period, Unit } = input;
    checkAsked(Statistics, ExtendedStatistics);
    checkPeriod(Period, 'Period');
    const now = world.clock.now();
    const range = timeRange(input.StartTime, input.EndTime, now);
    if (!range) throw invalidValue('The parameter StartTime must be less than the parameter EndTime.');
    const period = Period * 1_000;
    checkCount(Math.ceil((range.end - range.start) / period));
    metrics.age(now);
    tick.makeUp();
    const datapoints = metrics.find({ Namespace, MetricName, Dimensions }, Unit).flatMap((series) => {
      const buckets = new Map<number, Aggregate>();
      series.collect(firstBucket(range, period), range.end, period, buckets);
      return [...buckets].map(([time, data]) => ({
        Timestamp: secondsOf(time),
        ...plainStatistics(data, Statistics ?? []),
        ...extendedStatistics(data, ExtendedStatistics ?? []),
        Unit: series.unit,
      }));
    });
    return { Label: MetricName, Datapoints: datapoints };
  },
});

function checkAsked(plain: readonly string[] | undefined, extended: readonly string[] | undefined): void {
  if (!plain && !extended) {
    throw invalidCombination('Must specify either Statistics or ExtendedStatistics');
  }
  if (plain && extended) {
    throw invalidCombination(
      'The parameters Statistics and ExtendedStatistics are mutually exclusive and you have specified both.',
    );
  }
  extended?.forEach((name, index) => checkStatistic(name, `ExtendedStatistics.member.${index + 1}`));
}

function checkCount(count: number): void {
  if (count <= mostDatapoints) return;
  const asked = `You have requested up to ${count.toLocaleString('en-US')} datapoints, which exceeds the limit of 1,440.`;
  const advice =
    'You may reduce the datapoints requested by increasing Period, or decreasing the time range.';
  throw invalidCombination(`${asked} ${advice}`);
}

function plainStatistics(data: Aggregate, names: readonly string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, statisticOf(data, name) ?? 0]));
}

function extendedStatistics(data: Aggregate, names: readonly string[]): object {
  const known = names.flatMap((name): [string, number][] => {
    const value = statisticOf(data, name);
    return value === undefined ? [] : [[name, value]];
  });
  return known.length > 0 ? { ExtendedStatistics: Object.fromEntries(known) } : {};
}
