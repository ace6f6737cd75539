import type { Place, QueueDepth } from '#shared/contract/monitor.ts';
import { ageByNow, type MetricPoint } from '#shared/domain/monitor/chart-series.ts';
import { ofQueue } from '#shared/domain/monitor/place-of-alarm.ts';
import type { MetricsAsked, MetricsRead } from '../../aws/alarms.ts';

/** Describes a dead-letter queue and the page for its messages. */
export interface LettersQueue {
  readonly name: string;
  readonly place: Place;
}

const minute = 60_000;
/** Figures of SQS may arrive this late. */
const overlapMs = 10 * minute;
/** Older figures say nothing about the present. */
const latelyMs = 15 * minute;
const longestMs = 24 * 60 * minute;

/**
 * Asks in one call for depth and age of each dead-letter queue since the last look. Hidden messages count as present,
 * so a queue that is being sampled is not empty, and does not seem to fill again when the sample is given back.
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
      metrics.map((name) => ({
        id: nameMetric(queue, name),
        metric: ofQueue(name, queue),
        statistic: 'Maximum',
      })),
    ),
  };
}

const metrics = [
  'ApproximateNumberOfMessagesVisible',
  'ApproximateNumberOfMessagesNotVisible',
  'ApproximateAgeOfOldestMessage',
] as const;

export const metricsOfAQueue = metrics.length;

function nameMetric(queue: string, name: (typeof metrics)[number]): string {
  return `${queue}/${name}`;
}

/**
 * Returns the depth minute by minute. Hidden messages are a metric of their own, which is missing where there are none.
 */
export function depthsIn({ series }: MetricsRead, queue: string): MetricPoint[] {
  const of = (name: (typeof metrics)[number]) => series.get(nameMetric(queue, name))?.points ?? [];
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
  const age = series.get(nameMetric(queue, 'ApproximateAgeOfOldestMessage'))?.points.at(-1);
  const oldestSeconds = depth === 0 || age === undefined ? null : ageByNow(age, asOf);
  return { queue, place, depth, oldestSeconds, at: new Date(at).toISOString() };
}

/** This is a time in which a queue was not empty, from the first figure that shows it to the last. */
export interface Spell {
  readonly from: number;
  readonly to: number;
  /** This is the depth at its last figure. */
  readonly depth: number;
  /** Nothing is known of the time before. */
  readonly isOpenBefore: boolean;
}

/** Holds the recent figures of a dead-letter queue, and which of its spells were already reported. */
export interface QueueSpells {
  /** Adds figures by the minute, in any order; a later figure for the same minute replaces the earlier one. */
  add(points: readonly MetricPoint[]): void;
  newest(): MetricPoint | undefined;
  all(): readonly Spell[];
  isKnown(spell: Spell): boolean;
  know(spell: Spell): void;
}

/** Covers the longest delay of a figure and the longest time between two looks. */
const spellsKeptMs = 24 * 3_600_000;

export function queueSpells(): QueueSpells {
  let points: readonly MetricPoint[] = [];
  /** This is the last figure that is no longer kept, because a spell may continue from it. */
  let before: MetricPoint | undefined;
  const known = new Set<number>();

  return {
    add(more) {
      const merged = new Map([...points, ...more]);
      const sorted = [...merged].toSorted(([one], [other]) => one - other);
      const since = (sorted.at(-1)?.[0] ?? 0) - spellsKeptMs;
      before = sorted.findLast(([at]) => at < since) ?? before;
      points = sorted.filter(([at]) => at >= since);
    },
    newest: () => points.at(-1),
    all: () => findSpells(points, before),
    isKnown: (spell) =>
      (spell.isOpenBefore && before !== undefined) || [...known].some((at) => isWithin(spell, at)),
    know(spell) {
      // Any of its minutes would do; late figures may still move its beginning.
      known.add(spell.to);
      known.add(spell.from);
      for (const at of known) if (at < spell.to - spellsKeptMs) known.delete(at);
    },
  };
}

function findSpells(points: readonly MetricPoint[], before: MetricPoint | undefined): Spell[] {
  const spells: Spell[] = [];
  let open: Spell | undefined;
  let isEmpty = before === undefined ? undefined : before[1] === 0;
  for (const [at, depth] of points) {
    if (depth > 0)
      open = { from: open?.from ?? at, to: at, depth, isOpenBefore: open?.isOpenBefore ?? isEmpty !== true };
    else if (open !== undefined) {
      spells.push(open);
      open = undefined;
    }
    isEmpty = depth === 0;
  }
  return open === undefined ? spells : [...spells, open];
}

function isWithin({ from, to }: Spell, at: number): boolean {
  return at >= from && at <= to;
}
