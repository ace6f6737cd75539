import { list, required, string, structure } from '../protocol/shapes.ts';
import { validationError } from './cloud-watch-errors.ts';

export interface Dimension {
  readonly Name: string;
  readonly Value: string;
}

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_Metric.html */
export interface Metric {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions: readonly Dimension[];
}

const printable = /^[\x20-\x7E]*$/;

export const namespaceShape = string({ min: 1, max: 255, pattern: /^[^:\p{Cc}]\P{Cc}*$/u });
export const metricNameShape = string({ min: 1, max: 255, pattern: /^\P{Cc}*$/u });
export const dimensionsShape = list(
  structure({
    Name: required(string({ min: 1, max: 255, pattern: printable })),
    Value: required(string({ min: 1, max: 1_024, pattern: printable })),
  }),
  { max: 30 },
);

/** The order of dimensions does not matter, and no part can contain a NUL. */
export function formatMetricKey(metric: Metric): string {
  const parts = metric.Dimensions.map(({ Name, Value }) => `${Name}\0${Value}`);
  if (parts.length > 1) parts.sort();
  return [metric.Namespace, metric.MetricName, ...parts].join('\0');
}

const standardUnits = [
  'Seconds',
  'Microseconds',
  'Milliseconds',
  'Bytes',
  'Kilobytes',
  'Megabytes',
  'Gigabytes',
  'Terabytes',
  'Bits',
  'Kilobits',
  'Megabits',
  'Gigabits',
  'Terabits',
  'Percent',
  'Count',
  'Bytes/Second',
  'Kilobytes/Second',
  'Megabytes/Second',
  'Gigabytes/Second',
  'Terabytes/Second',
  'Bits/Second',
  'Kilobits/Second',
  'Megabits/Second',
  'Gigabits/Second',
  'Terabits/Second',
  'Count/Second',
  'None',
] as const;

export const unitShape = string({ oneOf: standardUnits });

export const statistics = ['SampleCount', 'Average', 'Sum', 'Minimum', 'Maximum'] as const;

/** p0.0 to p100. */
export function isPercentile(name: string): boolean {
  const found = /^p(\d{1,3}(?:\.\d{1,10})?)$/.exec(name);
  return found !== null && Number(found[1]) <= 100;
}

/** Trimmed means and their like (tm, tc, ts, wm, IQM, PR) exist on AWS and not here. */
export function checkStatistic(name: string, at: string): void {
  if (isPercentile(name) || statistics.some((known) => known === name)) return;
  throw validationError(`The value ${name} for parameter ${at} is not supported.`);
}
