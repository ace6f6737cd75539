import type { Metric } from './metric.ts';

/** One for each metric and unit, by numbers as text, from 1. What the engines report goes on in the same series. */
export const series = 'cloudwatch/series';

export interface StoredSeries extends Metric {
  readonly unit: string;
  /** Of one that was told: when its last told point lies. Asked for without reading them. */
  readonly toldUntil?: number;
}

/**
 * What was told of a series, by steps in milliseconds (60000, 300000 or 3600000): runs, the oldest first. Read when
 * somebody first asks for the metric, never changed, and seen where the period is a multiple of the step.
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
