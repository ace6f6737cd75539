import { spanWords } from '#renderer/ui/relative-time.tsx';
import type { DeadLetterQueue, Queues } from '#shared/contract/dead-letters.ts';
import type { Counted, Throughput, TodayReview } from '#shared/contract/today.ts';
import { grouped } from '#shared/domain/formatting.ts';

interface Totals {
  /** Null: of no hour anything was reported. */
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

/** All that ended; null where nothing is known. */
export function countEnded({ succeeded, review, failed }: Totals): number | null {
  return succeeded === null && review === null && failed === null
    ? null
    : (succeeded ?? 0) + (review ?? 0) + (failed ?? 0);
}

/** "197 of 8,412 in 24 h, 2.3 %"; of what is not all there is no share. */
export function failedShare(totals: Totals): string {
  const ended = countEnded(totals);
  if (ended === null) return 'of the last 24 h nothing is known';
  if (ended === 0) return 'no document ended in 24 h';
  const { failed, isAtLeast } = totals;
  if (failed === null) return `no failure reported in 24 h`;
  if (isAtLeast) return `at least ${grouped(failed)} of at least ${grouped(ended)} in 24 h`;
  return `${grouped(failed)} of ${grouped(ended)} in 24 h, ${((failed / ended) * 100).toFixed(1)} %`;
}

/** Everything in it, whoever may receive it now; null where the endpoint does not report what waits. */
export function readDepth({ depth }: Pick<DeadLetterQueue, 'depth'>): number | null {
  return depth.waiting === null ? null : depth.waiting + (depth.inFlight ?? 0) + (depth.delayed ?? 0);
}

/** "oldest 3 d 2 h", "oldest at least 3 d 2 h"; nothing is invented where nobody has told. */
export function describeOldest({ oldest }: Pick<DeadLetterQueue, 'oldest'>, now: number): string {
  if (oldest === null) return 'oldest unknown';
  const age = spanWords(Math.max(0, now - Date.parse(oldest.sentAt)));
  return `oldest ${oldest.isExact ? '' : 'at least '}${age}`;
}

interface Expiry {
  /** Of the time that messages are kept, from 1 to 0. */
  readonly left: number;
  readonly words: string;
  readonly tone: 'quiet' | 'soon' | 'urgent';
}

/** Where the oldest is not known exactly, this is a bound: it goes no later. */
export function describeExpiry(
  queue: Pick<DeadLetterQueue, 'nextExpiry' | 'oldest' | 'retentionSeconds'>,
  now: number,
): Expiry {
  const left = Date.parse(queue.nextExpiry ?? '') - now;
  if (Number.isNaN(left)) return { left: 0, words: 'next expiry unknown', tone: 'quiet' };
  if (left <= 0) return { left: 0, words: 'expires now', tone: 'urgent' };
  return {
    left: queue.retentionSeconds === null ? 0 : left / (queue.retentionSeconds * 1_000),
    words: `expires in ${queue.oldest?.isExact === true ? '' : 'at most '}${spanWords(left)}`,
    tone: left < urgentMs ? 'urgent' : left < soonMs ? 'soon' : 'quiet',
  };
}

/** Of which a message goes first. */
export function firstToExpire(queues: Queues['queues']): DeadLetterQueue | undefined {
  return queues
    .flatMap(({ queue }) =>
      queue !== null && readDepth(queue) !== 0 && queue.nextExpiry !== null ? queue : [],
    )
    .toSorted((a, b) => Date.parse(a.nextExpiry ?? '') - Date.parse(b.nextExpiry ?? ''))[0];
}

const dayMs = 86_400_000;
/** Over a weekend. */
const urgentMs = 3 * dayMs;
const soonMs = 7 * dayMs;

export interface BucketRow {
  readonly id: 'overdue' | keyof TodayReview['buckets'];
  readonly words: string;
  readonly counted: Counted;
  /** The queue can be narrowed to what has waited at least so long; null: all of it. */
  readonly fromMinutes: number | null;
}

/** All that wait, where every one of them was looked at: counts that a batch does not tell are no matter then. */
export function wholeQueue({ buckets }: Pick<TodayReview, 'buckets'>): Counted | undefined {
  const all = Object.values(buckets);
  if (all.some(({ isAtLeast }) => isAtLeast)) return undefined;
  return { count: all.reduce((sum, { count }) => sum + count, 0), isAtLeast: false };
}

/** What was not read may have waited longer. */
export function mayBeLonger(review: TodayReview): boolean {
  const { waiting, problems, oldestAt } = review;
  return oldestAt !== null && wholeQueue(review) === undefined && (waiting.isAtLeast || problems.length > 0);
}

/** "Longest wait, at least 3 h. Due after 8 h. 40 of 90 were looked at." */
export function describeQueueFoot(review: TodayReview, now: number): string {
  const { documentsRead, waiting, oldestAt, dueHours } = review;
  const at = Date.parse(oldestAt ?? '');
  const oldest = Number.isNaN(at)
    ? 'Longest wait unknown'
    : `Longest wait${mayBeLonger(review) ? ', at least' : ''} ${spanWords(Math.max(0, now - at))}`;
  const of = wholeQueue(review)
    ? ''
    : waiting.isAtLeast
      ? ` ${grouped(documentsRead)} were looked at; more may wait.`
      : documentsRead < waiting.count
        ? ` ${grouped(documentsRead)} of ${grouped(waiting.count)} were looked at.`
        : '';
  return `${oldest}. Due after ${grouped(dueHours)} h.${of}`;
}

/** What presses most first. What is overdue is among the others as well. */
export function bucketRows({ overdue, buckets, dueHours }: TodayReview): readonly BucketRow[] {
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
    // The same number twice would look like twice as many.
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
