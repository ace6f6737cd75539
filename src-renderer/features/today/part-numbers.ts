import { formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import type { DeadLetterQueue, Queues } from '#shared/contract/dead-letters.ts';
import type { Counted, Throughput, TodayReview } from '#shared/contract/today.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { messages } from './messages.ts';

interface Totals {
  /** Null if no hour has a report. */
  readonly succeeded: number | null;
  readonly review: number | null;
  readonly failed: number | null;
  readonly isAtLeast: boolean;
}

export function addUpHours({ hours, isAtLeast }: Pick<Throughput, 'hours' | 'isAtLeast'>): Totals {
  const sum = (outcome: 'succeeded' | 'review' | 'failed'): number | null => {
    const known = hours.flatMap((hour) => hour[outcome] ?? []);
    return known.length === 0 ? null : known.reduce((all, one) => all + one, 0);
  };
  return { succeeded: sum('succeeded'), review: sum('review'), failed: sum('failed'), isAtLeast };
}

/** Adds up every outcome; null if nothing is known. */
export function countEnded({ succeeded, review, failed }: Totals): number | null {
  return succeeded === null && review === null && failed === null
    ? null
    : (succeeded ?? 0) + (review ?? 0) + (failed ?? 0);
}

/** "197 of 8,412 in 24 h, 2.3 %". An incomplete total has no share. */
export function formatFailedShare(totals: Totals): string {
  const ended = countEnded(totals);
  if (ended === null) return messages.figures.noThroughput;
  if (ended === 0) return messages.figures.noneEnded;
  const { failed, isAtLeast } = totals;
  if (failed === null) return messages.figures.noneFailed;
  if (isAtLeast) return `at least ${grouped(failed)} of at least ${grouped(ended)} in 24 h`;
  return `${grouped(failed)} of ${grouped(ended)} in 24 h, ${((failed / ended) * 100).toFixed(1)} %`;
}

/**
 * Counts every message in the queue, even those that cannot be received now; null if the endpoint does not
 * report the waiting ones.
 */
export function readDepth({ depth }: Pick<DeadLetterQueue, 'depth'>): number | null {
  return depth.waiting === null ? null : depth.waiting + (depth.inFlight ?? 0) + (depth.delayed ?? 0);
}

/** "oldest 3 d 2 h", "oldest at least 3 d 2 h"; empty if the age is unknown. */
export function describeOldest({ oldest }: Pick<DeadLetterQueue, 'oldest'>, now: number): string {
  if (oldest === null) return 'oldest unknown';
  const age = formatTimeSpan(Math.max(0, now - Date.parse(oldest.sentAt)));
  return `oldest ${oldest.isExact ? '' : 'at least '}${age}`;
}

interface Expiry {
  /** The share of the retention time that is left, from 1 to 0. */
  readonly left: number;
  readonly words: string;
  readonly tone: 'quiet' | 'soon' | 'urgent';
}

/** If the age of the oldest message is not known exactly, the result is an upper bound. */
export function describeExpiry(
  queue: Pick<DeadLetterQueue, 'nextExpiry' | 'oldest' | 'retentionSeconds'>,
  now: number,
): Expiry {
  const left = Date.parse(queue.nextExpiry ?? '') - now;
  if (Number.isNaN(left)) return { left: 0, words: 'next expiry unknown', tone: 'quiet' };
  if (left <= 0) return { left: 0, words: 'expires now', tone: 'urgent' };
  return {
    left: queue.retentionSeconds === null ? 0 : left / (queue.retentionSeconds * 1_000),
    words: messages.figures.expires(queue.oldest?.isExact === true, formatTimeSpan(left)),
    tone: left < urgentMs ? 'urgent' : left < soonMs ? 'soon' : 'quiet',
  };
}

/** Returns the queue whose first message expires soonest. */
export function findFirstToExpire(queues: Queues['queues']): DeadLetterQueue | undefined {
  return queues
    .flatMap(({ queue }) =>
      queue !== null && readDepth(queue) !== 0 && queue.nextExpiry !== null ? queue : [],
    )
    .toSorted((a, b) => Date.parse(a.nextExpiry ?? '') - Date.parse(b.nextExpiry ?? ''))[0];
}

const dayMs = 86_400_000;
/** The limit spans a weekend. */
const urgentMs = 3 * dayMs;
const soonMs = 7 * dayMs;

export interface BucketRow {
  readonly id: 'overdue' | keyof TodayReview['buckets'];
  readonly words: string;
  readonly counted: Counted;
  /** The shortest wait to filter the queue by; null for the whole queue. */
  readonly fromMinutes: number | null;
}

/**
 * Counts all waiting documents if every one was looked at, because then missing counts of batches do not
 * matter.
 */
export function countWholeQueue({ buckets }: Pick<TodayReview, 'buckets'>): Counted | undefined {
  const all = Object.values(buckets);
  if (all.some(({ isAtLeast }) => isAtLeast)) return undefined;
  return { count: all.reduce((sum, { count }) => sum + count, 0), isAtLeast: false };
}

/** A document that was not read may have waited longer. */
export function mayBeLonger(review: TodayReview): boolean {
  const { waiting, problems, oldestAt } = review;
  return (
    oldestAt !== null && countWholeQueue(review) === undefined && (waiting.isAtLeast || problems.length > 0)
  );
}

/** "Longest wait, at least 3 h. Due after 8 h. 40 of 90 were looked at." */
export function describeQueueFoot(review: TodayReview, now: number): string {
  const { documentsRead, waiting, oldestAt, dueHours } = review;
  const at = Date.parse(oldestAt ?? '');
  const oldest = Number.isNaN(at)
    ? 'Longest wait unknown'
    : `Longest wait${mayBeLonger(review) ? ', at least' : ''} ${formatTimeSpan(Math.max(0, now - at))}`;
  const of = countWholeQueue(review)
    ? ''
    : waiting.isAtLeast
      ? messages.figures.waitingBeyond(grouped(documentsRead))
      : documentsRead < waiting.count
        ? messages.figures.readOf(grouped(documentsRead), grouped(waiting.count))
        : '';
  return `${oldest}. Due after ${grouped(dueHours)} h.${of}`;
}

/** Sorts the most urgent first. Overdue documents are counted in the other rows too. */
export function listBucketRows({ overdue, buckets, dueHours }: TodayReview): readonly BucketRow[] {
  const overADay: BucketRow = {
    id: 'over-24h',
    words: 'Over 24 h',
    counted: buckets['over-24h'],
    fromMinutes: 1_440,
  };
  return [
    {
      id: 'overdue',
      words: 'Overdue',
      counted: overdue,
      fromMinutes: dueHours * 60,
    },
    // Showing the same number twice would suggest twice as many documents.
    ...(dueHours === 24 ? [] : [overADay]),
    {
      id: 'under-24h',
      words: '4 to 24 h',
      counted: buckets['under-24h'],
      fromMinutes: 240,
    },
    {
      id: 'under-4h',
      words: '1 to 4 h',
      counted: buckets['under-4h'],
      fromMinutes: 60,
    },
    {
      id: 'under-1h',
      words: 'Under 1 h',
      counted: buckets['under-1h'],
      fromMinutes: null,
    },
  ];
}
