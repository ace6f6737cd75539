import type { Series } from '#shared/contract/monitor/charts.ts';
import { roundTop } from '#renderer/ui/chart/chart-data.ts';

/** Where an axis ends, so that its half is a figure that people would write. */
export function topOfUnit(unit: Series['unit'], most: number): number {
  if (unit === 'seconds') return spans.find((span) => span >= most) ?? Math.ceil(most / (4 * day)) * 4 * day;
  // Half of a message is nothing.
  if (unit === 'count' && most < 10) return Math.max(2, 2 * Math.ceil(most / 2));
  return roundTop(most);
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const spans = [
  2,
  10,
  20,
  minute,
  ...[2, 4, 10, 20, 40, 60].map((each) => each * minute),
  ...[2, 4, 6, 8, 12, 16, 24].map((each) => each * hour),
  ...[2, 4, 6, 8, 10, 12, 14, 16].map((each) => each * day),
];
