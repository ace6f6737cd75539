import type { MetricDataQuery } from '@aws-sdk/client-cloudwatch';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';

export const minute = 60_000;
export const day = 24 * 60 * minute;

/** Returns the time this many minutes after the clock's start. */
export function at(minutes: number): Date {
  return new Date(startOfTime + minutes * minute);
}

export function metricQuery(
  Id: string,
  Namespace: string,
  MetricName: string,
  Stat: string,
  Period: number,
  Dimensions: { Name: string; Value: string }[] = [],
): MetricDataQuery {
  return { Id, MetricStat: { Metric: { Namespace, MetricName, Dimensions }, Period, Stat } };
}
