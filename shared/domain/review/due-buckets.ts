import type { QueuePage } from '../../contract/review/queue.ts';

type Buckets = QueuePage['buckets'];

const hour = 3_600_000;
/** The first that fits, by the time that is left. */
const ends = [
  ['overdue', 0],
  ['under1h', hour],
  ['under4h', 4 * hour],
  ['under24h', 24 * hour],
  ['later', Number.POSITIVE_INFINITY],
] as const satisfies readonly (readonly [keyof Buckets, number])[];

/**
 * How many of those that wait are due when. `since`: of all that are known. A bucket is counted whole once nothing
 * unknown can fall into it or before it.
 */
export function dueBuckets(
  since: readonly number[],
  knownBefore: number,
  { dueHours, now }: { readonly dueHours: number; readonly now: number },
): Buckets {
  const leftOf = (at: number): number => at + dueHours * hour - now;
  const counts = new Map<keyof Buckets, number>();
  for (const at of since) {
    const left = leftOf(at);
    const [name] = ends.find(([, end]) => left < end) ?? ['later'];
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const known = leftOf(knownBefore);
  const [overdue, under1h, under4h, under24h, later] = ends.map(([name, end]) => ({
    count: counts.get(name) ?? 0,
    exact: known >= end,
  }));
  const none = { count: 0, exact: false };
  return {
    overdue: overdue ?? none,
    under1h: under1h ?? none,
    under4h: under4h ?? none,
    under24h: under24h ?? none,
    later: later ?? none,
  };
}
