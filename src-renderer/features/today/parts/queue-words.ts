import type { DeadLetterQueue, Queues } from '#shared/contract/dead-letters/queues.ts';
import { spanWords } from '#renderer/ui/relative-time/relative-words.ts';

/** Everything in it, whoever may receive it now; null where the endpoint does not report what waits. */
export function depthOf({ depth }: Pick<DeadLetterQueue, 'depth'>): number | null {
  return depth.waiting === null ? null : depth.waiting + (depth.inFlight ?? 0) + (depth.delayed ?? 0);
}

/** "oldest 3 d 2 h", "oldest at least 3 d 2 h"; nothing is invented where nobody has told. */
export function oldestWords({ oldest }: Pick<DeadLetterQueue, 'oldest'>, now: number): string {
  if (oldest === null) return 'oldest unknown';
  const age = spanWords(Math.max(0, now - Date.parse(oldest.sentAt)));
  return `oldest ${oldest.isExact ? '' : 'at least '}${age}`;
}

export interface Expiry {
  /** Of the time that messages are kept, from 1 to 0. */
  readonly left: number;
  readonly words: string;
  readonly tone: 'quiet' | 'soon' | 'urgent';
}

/** Where the oldest is not known exactly, this is a bound: it goes no later. */
export function expiryOf(
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
      queue !== null && depthOf(queue) !== 0 && queue.nextExpiry !== null ? queue : [],
    )
    .toSorted((a, b) => Date.parse(a.nextExpiry ?? '') - Date.parse(b.nextExpiry ?? ''))[0];
}

const dayMs = 86_400_000;
/** Over a weekend. */
const urgentMs = 3 * dayMs;
const soonMs = 7 * dayMs;
