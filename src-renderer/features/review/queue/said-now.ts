import type { QueueRow } from '#shared/contract/review/queue.ts';
import { bucketOf, momentOf } from './due.ts';
import type { ReviewQueue } from './review-queue.ts';

type Said = NonNullable<ReviewQueue['said']>;

/** What was counted, less what this person has done since: a figure must not wait for the next reading. */
export function saidNow(
  said: Said,
  doneSince: readonly QueueRow[],
  { readAt, dueHours }: { readonly readAt: number; readonly dueHours: number },
): Said {
  const buckets = { ...said.buckets };
  for (const row of doneSince) {
    const since = momentOf(row.waitingSince);
    if (since === null) continue;
    const name = bucketOf(since, dueHours, readAt);
    buckets[name] = { ...buckets[name], count: Math.max(0, buckets[name].count - 1) };
  }
  return { ...said, buckets, waiting: Math.max(0, said.waiting - doneSince.length) };
}
