import type { MetricPoint } from './gap-filled.ts';

const minute = 60_000;

/**
 * How long the oldest message of a queue has been there by now, at least, in seconds. A figure is of some time in its
 * minute, and what was there then has been there for longer since.
 */
export function ageByNow([at, age]: MetricPoint, now: number): number {
  return age + Math.max(0, Math.floor((now - at - minute) / 1_000));
}
