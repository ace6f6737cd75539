import type { Counted, TodayReview } from '../../contract/today/today.ts';

export type WaitingBuckets = Pick<TodayReview, 'buckets' | 'overdue'>;

const hour = 3_600_000;

/** How long each of those has waited. `since`: of all that are known; what began to wait before `knownBefore` is. */
export function waitingBuckets(
  since: readonly number[],
  knownBefore: number,
  { dueHours, now }: { readonly dueHours: number; readonly now: number },
): WaitingBuckets {
  /** Of those that have waited so many hours, and less than so many. */
  const waited = (from: number, until: number): Counted => {
    const [oldest, youngest] = [now - until * hour, now - from * hour];
    return {
      count: since.filter((at) => at > oldest && at <= youngest).length,
      isAtLeast: knownBefore !== Number.POSITIVE_INFINITY && knownBefore <= youngest,
    };
  };
  const forever = Number.POSITIVE_INFINITY;
  return {
    buckets: {
      // A clock that is behind makes nobody wait for less than nothing.
      'under-1h': waited(-forever, 1),
      'under-4h': waited(1, 4),
      'under-24h': waited(4, 24),
      'over-24h': waited(24, forever),
    },
    overdue: waited(dueHours, forever),
  };
}
