import { ageByNow } from '#shared/domain/monitor/chart-series.ts';
import { ofQueue } from '#shared/domain/monitor/place-of-alarm.ts';
import type { MetricsAsked, MetricsRead } from './alarms.ts';

const minute = 60_000;

/** Of the last quarter of an hour. */
export function agesAsked(queues: readonly string[], now: number): MetricsAsked {
  return {
    from: now - 15 * minute,
    to: now,
    periodSeconds: minute / 1_000,
    queries: queues.map((queue) => ({
      id: queue,
      metric: ofQueue('ApproximateAgeOfOldestMessage', queue),
      statistic: 'Maximum',
    })),
  };
}

export function newestAges({ series }: MetricsRead, now: number): ReadonlyMap<string, number> {
  const ages = new Map<string, number>();
  for (const [queue, { points }] of series) {
    const newest = points.at(-1);
    if (newest !== undefined) ages.set(queue, ageByNow(newest, now));
  }
  return ages;
}
