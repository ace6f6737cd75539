import type { Place } from '#shared/contract/monitor/alarms.ts';
import type { QueueDepth } from '#shared/contract/monitor/poller.ts';
import { ageByNow } from '#shared/domain/monitor/age-by-now.ts';
import type { MetricPoint } from '#shared/domain/monitor/gap-filled.ts';
import { ofQueue } from '#shared/domain/monitor/metric-names.ts';
import type { MetricsAsked, MetricsRead } from '../../aws/alarms.ts';

/** A dead-letter queue, and the desk for what is in it. */
export interface LettersQueue {
  readonly name: string;
  readonly place: Place;
}

const minute = 60_000;
/** Figures of SQS may come so much later. */
const overlapMs = 10 * minute;
/** "Lately": what is older says nothing of now. */
const latelyMs = 15 * minute;
const longestMs = 24 * 60 * minute;

/**
 * Depth and age of each dead-letter queue since the last look, in one call. What is hidden counts as being there: a
 * queue that somebody samples is not empty, and does not fill again when it is given back.
 */
export function depthsAsked(
  queues: readonly string[],
  { asOf, last }: { readonly asOf: number; readonly last: number | null },
): MetricsAsked {
  const since = last === null ? asOf - latelyMs : Math.max(asOf - longestMs, last - overlapMs);
  return {
    from: Math.floor(since / minute) * minute,
    to: asOf,
    periodSeconds: minute / 1_000,
    queries: queues.flatMap((queue) =>
      metrics.map((name) => ({ id: idOf(queue, name), metric: ofQueue(name, queue), statistic: 'Maximum' })),
    ),
  };
}

const metrics = [
  'ApproximateNumberOfMessagesVisible',
  'ApproximateNumberOfMessagesNotVisible',
  'ApproximateAgeOfOldestMessage',
] as const;

export const metricsOfAQueue = metrics.length;

function idOf(queue: string, name: (typeof metrics)[number]): string {
  return `${queue}/${name}`;
}

/** How many there were, minute by minute. What is hidden is reported by itself, and not where there is none. */
export function depthsIn({ series }: MetricsRead, queue: string): MetricPoint[] {
  const of = (name: (typeof metrics)[number]) => series.get(idOf(queue, name))?.points ?? [];
  const hidden = new Map(of('ApproximateNumberOfMessagesNotVisible'));
  return of('ApproximateNumberOfMessagesVisible').map(([at, ready]) => [at, ready + (hidden.get(at) ?? 0)]);
}

export function depthNow(
  { series }: MetricsRead,
  {
    queue: { name: queue, place },
    newest,
    asOf,
  }: { readonly queue: LettersQueue; readonly newest: MetricPoint | undefined; readonly asOf: number },
): QueueDepth {
  if (newest === undefined || newest[0] < asOf - latelyMs) {
    return { queue, place, depth: null, oldestSeconds: null, at: null };
  }
  const [at, depth] = newest;
  const age = series.get(idOf(queue, 'ApproximateAgeOfOldestMessage'))?.points.at(-1);
  const oldestSeconds = depth === 0 || age === undefined ? null : ageByNow(age, asOf);
  return { queue, place, depth, oldestSeconds, at: new Date(at).toISOString() };
}
