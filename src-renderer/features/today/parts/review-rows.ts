import type { Counted, TodayReview } from '#shared/contract/today/today.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { spanWords } from '#renderer/ui/relative-time/relative-words.ts';

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
export function footWords(review: TodayReview, now: number): string {
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
