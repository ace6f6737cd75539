import type { AlarmSettings } from '../../../aws/cloudwatch/alarms/alarm.ts';
import type { AlarmDatapoint } from '../../../aws/cloudwatch/alarms/decide-state.ts';
import type { ToldSeries } from '../told-metrics/told-series.ts';

export const minuteMs = 60_000;

/** Minutes in a row that say the same, in order of time. */
export type Minutes = readonly {
  readonly start: number;
  readonly end: number;
  readonly count: number;
  readonly sum: number;
  readonly most: number;
}[];

export function minutesOf(series: ToldSeries | undefined, from: number, until: number): Minutes {
  const runs = series?.runs(minuteMs, from, until) ?? [];
  return runs.map(([start, steps, count, sum, _least, most]) => ({
    start,
    end: start + steps * minuteMs,
    count,
    sum,
    most,
  }));
}

/** The data point of a period, of the statistics that the pipeline's alarms ask for. */
export function pointOf(
  minutes: Minutes,
  { Statistic }: AlarmSettings,
  start: number,
  period: number,
): AlarmDatapoint | undefined {
  let [count, sum, most] = [0, 0, -Infinity];
  for (let at = firstAfter(minutes, start); at < minutes.length; at += 1) {
    const run = minutes[at];
    if (!run || run.start >= start + period) break;
    const here = (Math.min(run.end, start + period) - Math.max(run.start, start)) / minuteMs;
    count += run.count * here;
    sum += run.sum * here;
    most = Math.max(most, run.most);
  }
  if (count === 0) return undefined;
  return { time: start, value: Statistic === 'Maximum' ? most : sum, sampleCount: count };
}

/** The first that ends after a time. */
function firstAfter(minutes: Minutes, time: number): number {
  let [low, high] = [0, minutes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((minutes[middle]?.end ?? Infinity) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
