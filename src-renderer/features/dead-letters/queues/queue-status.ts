import type { DeadLetterQueue, MoveTask, Queues } from '#shared/contract/dead-letters.ts';
import { counted, grouped } from '#shared/domain/formatting.ts';
import { formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import { messages } from '../messages.ts';

type Depth = DeadLetterQueue['depth'];

/**
 * Counts every message in the queue, even those that cannot be received now; null if the endpoint does not
 * report the waiting ones.
 */
export function sumDepth({ waiting, inFlight, delayed }: Depth): number | null {
  return waiting === null ? null : waiting + (inFlight ?? 0) + (delayed ?? 0);
}

/** "27 waiting, 26 in flight, 0 delayed" */
export function describeDepth({ waiting, inFlight, delayed }: Depth): string {
  return messages.queues.depth(formatCount(waiting), formatCount(inFlight), formatCount(delayed));
}

function formatCount(count: number | null): string {
  return count === null ? 'unknown' : grouped(count);
}

/**
 * "Depth not reported by this endpoint", "Move tasks not listed". Each is shown in place of the missing
 * value.
 */
export function describeLacks(
  lacks: DeadLetterQueue['lacks'],
): readonly { readonly what: string; readonly why: string }[] {
  return lacks.map(({ part, why }) => ({ what: lackedParts[part], why }));
}

const lackedParts: Readonly<Record<DeadLetterQueue['lacks'][number]['part'], string>> = messages.lacks;

/** "about 46 in 3 queues" */
export function summarizeQueues(rows: Queues['queues']): string {
  const known = rows.flatMap(({ queue }) => queue ?? []);
  const depths = known.flatMap(({ depth }) => sumDepth(depth) ?? []);
  const full = depths.filter((depth) => depth > 0);
  const total = full.reduce((sum, depth) => sum + depth, 0);
  const unread = rows.length - depths.length;
  const notRead = unread === 0 ? '' : `, ${grouped(unread)} not read`;
  if (total === 0)
    return depths.length === 0 ? messages.queues.unread(grouped(unread)) : messages.queues.allEmpty(notRead);
  return messages.queues.total(grouped(total), full.length, notRead);
}

/** "oldest 11 d 6 h", "oldest at least 11 d 6 h"; undefined if the age is unknown. */
export function describeOldest(
  { depth, oldest }: Pick<DeadLetterQueue, 'depth' | 'oldest'>,
  now: number,
): string {
  if (sumDepth(depth) === 0) return messages.queues.empty;
  if (oldest === null) return messages.queues.oldestUnknown;
  const age = formatDaysAndHours(Math.max(0, now - Date.parse(oldest.sentAt)));
  return oldest.isExact ? messages.queues.oldest(age) : messages.queues.oldestAtLeast(age);
}

interface Expiry {
  /** The share of the retention time that is left, from 1 to 0. */
  readonly left: number;
  /** "2 d 18 h", "at most 2 d 18 h" */
  readonly span: string;
  /** "first message expires in 2 d 18 h", "first message expires within 2 d 18 h" */
  readonly words: string;
  readonly tone: 'quiet' | 'soon' | 'urgent';
}

/**
 * Returns when the first message expires; undefined for an empty queue. If the age of the oldest message is
 * not known exactly, the result is an upper bound, because an older message may expire earlier.
 */
export function findExpiry(
  {
    depth,
    nextExpiry,
    oldest,
    retentionSeconds,
  }: Pick<DeadLetterQueue, 'depth' | 'nextExpiry' | 'oldest' | 'retentionSeconds'>,
  now: number,
): Expiry | undefined {
  if (sumDepth(depth) === 0) return undefined;
  const at = Date.parse(nextExpiry ?? '');
  if (Number.isNaN(at)) {
    return { left: 0, span: 'unknown', words: messages.queues.expiryUnknown, tone: 'quiet' };
  }
  const ms = at - now;
  if (ms <= 0) return { left: 0, span: 'now', words: messages.queues.expiresNow, tone: 'urgent' };
  const isExact = oldest?.isExact === true;
  const left = formatDaysAndHours(ms);
  const span = `${isExact ? '' : 'at most '}${left}`;
  return {
    left: retentionSeconds === null ? 0 : ms / (retentionSeconds * 1_000),
    span,
    words: messages.queues.expires(isExact, left),
    tone: pickExpiryTone(ms),
  };
}

export function pickExpiryTone(msLeft: number): Expiry['tone'] {
  if (msLeft < urgentMs) return 'urgent';
  return msLeft < soonMs ? 'soon' : 'quiet';
}

/** Returns the move that is running or being stopped. SQS allows one a queue. */
export function findRunningMove({ moves }: Pick<DeadLetterQueue, 'moves'>): MoveTask | undefined {
  return moves.find(({ state }) => state === 'RUNNING' || state === 'CANCELLING');
}

/** "Move task, 20 msg/s" */
export function describeMove({ state, perSecond }: MoveTask): string {
  const pace = perSecond === null ? messages.queues.speedOfSqs : `${grouped(perSecond)} msg/s`;
  return state === 'CANCELLING' ? messages.queues.moveStopping : messages.queues.move(pace);
}

/** "4 d 3 h", "11 d 6 h": the hours are shown beyond a week too, because they still matter. */
export function formatDaysAndHours(ms: number): string {
  const days = Math.floor(ms / dayMs);
  const hours = Math.floor((ms - days * dayMs) / hourMs);
  if (days < 7) return formatTimeSpan(ms);
  return hours === 0 ? `${String(days)} d` : `${String(days)} d ${String(hours)} h`;
}

/** "Messages are kept 14 days", if all queues agree. */
export function describeRetention(rows: Queues['queues']): string {
  const times = new Set(rows.flatMap(({ queue }) => queue?.retentionSeconds ?? []));
  const [only] = times;
  return times.size === 1 && only !== undefined
    ? messages.queues.kept(formatRetention(only))
    : messages.queues.keptUnknown;
}

function formatRetention(seconds: number): string {
  const days = seconds / 86_400;
  return Number.isInteger(days) ? counted(days, 'day') : formatTimeSpan(seconds * 1_000);
}

/** Queues are listed by what is lost first, by age, by depth or by name. */
export type QueueOrder = keyof typeof messages.queues.sortedBy;
export const queueOrders = Object.keys(messages.queues.sortedBy) as readonly QueueOrder[];

export function nextOrder(order: QueueOrder): QueueOrder {
  return queueOrders[(queueOrders.indexOf(order) + 1) % queueOrders.length] ?? 'expiry';
}

/**
 * Sorts the queues. One whose figure is unknown may be the worst, so it comes before those that are known to be empty
 * and after those whose figure is known.
 */
export function sortQueues(rows: Queues['queues'], order: QueueOrder): Queues['queues'] {
  const keyOf = ({ queue }: Queues['queues'][number]): number => {
    const depth = queue === null ? null : sumDepth(queue.depth);
    if (depth === 0) return Number.POSITIVE_INFINITY;
    if (order === 'depth') return depth === null ? unknownKey : -depth;
    const at = Date.parse((order === 'age' ? queue?.oldest?.sentAt : queue?.nextExpiry) ?? '');
    return Number.isNaN(at) ? unknownKey : at;
  };
  if (order === 'name') return rows.toSorted((one, other) => one.name.localeCompare(other.name));
  return rows.toSorted((one, other) => {
    const [mine, theirs] = [keyOf(one), keyOf(other)];
    return mine === theirs ? one.name.localeCompare(other.name) : mine - theirs;
  });
}

/** This is later than any time and smaller than infinity. */
const unknownKey = Number.MAX_SAFE_INTEGER;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The limit spans a weekend. */
const urgentMs = 3 * dayMs;
const soonMs = 7 * dayMs;
