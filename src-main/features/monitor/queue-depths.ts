import type { Place, QueueDepth } from '#shared/contract/monitor.ts';
import { ageByNow, type MetricPoint } from '#shared/domain/monitor/chart-series.ts';
import { ofQueue } from '#shared/domain/monitor/place-of-alarm.ts';
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

/** How many there were, minute by minute. What is hidden is reported by itself, and not where there is none. */
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

/** A time in which a queue was not empty, from the first figure that says so to the last. */
export interface Spell {
  readonly from: number;
  readonly to: number;
  /** What was there at its last figure. */
  readonly depth: number;
  /** Nothing is known of before. */
  readonly isOpenBefore: boolean;
}

/** What was reported of a dead-letter queue lately, and in which of its spells somebody was told. */
export interface QueueSpells {
  /** Figures by the minute, in any order; a later one of the same minute stands. */
  add(points: readonly MetricPoint[]): void;
  newest(): MetricPoint | undefined;
  all(): readonly Spell[];
  isKnown(spell: Spell): boolean;
  know(spell: Spell): void;
}

/** As far back as a figure may still come, and as two looks may lie apart. */
const spellsKeptMs = 24 * 3_600_000;

export function queueSpells(): QueueSpells {
  let points: readonly MetricPoint[] = [];
  /** The last figure that is no longer kept: a spell may go on from it. */
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
      // Any of its minutes would do; late figures may yet move its beginning.
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
