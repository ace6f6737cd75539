import type { Metric } from './metric.ts';

/**
 * Holds one series for each metric and unit, by numbers as text, from 1. Points that the engines report
 * continue the same series.
 */
export const series = 'cloudwatch/series';

export interface StoredSeries extends Metric {
  readonly unit: string;
  /** The time of the last past point, so that the points need not be read to find it. */
  readonly toldUntil?: number;
}

/**
 * The collection holds the past of a series by steps in milliseconds (60000, 300000 or 3600000), as runs with
 * the oldest first. It is read when the metric is first queried and never changed. Its points are visible where
 * the period is a multiple of the step.
 */
export function namePastPointsCollection(seriesId: string): string {
  return `cloudwatch/told/${seriesId}`;
}

/** Start, how many equal steps in a row, count, sum, least, most and, where they differ, the values with their counts. */
export type PastRun = readonly [
  start: number,
  steps: number,
  count: number,
  sum: number,
  min: number,
  max: number,
  values?: readonly (readonly [value: number, times: number])[],
];

/** `Alarm`s by name: PutMetricAlarm leaves their state and its times as they are. */
export const alarms = 'cloudwatch/alarms';

/** `HistoryItem`s by twelve digits that grow, the oldest first. */
export const alarmHistory = 'cloudwatch/alarm-history';
