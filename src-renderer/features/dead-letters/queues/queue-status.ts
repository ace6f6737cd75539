import type { DeadLetterQueue, MoveTask, Queues } from '#shared/contract/dead-letters.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { formatTimeSpan } from '#renderer/ui/relative-time.tsx';

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
  return `${formatCount(waiting)} waiting, ${formatCount(inFlight)} in flight, ${formatCount(delayed)} delayed, as SQS estimates`;
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

const lackedParts: Readonly<Record<DeadLetterQueue['lacks'][number]['part'], string>> = {
  depth: 'Depth not reported by this endpoint',
  retention: 'Retention not reported by this endpoint. Expiry unknown',
  sources: 'Sources not listed',
  moves: 'Move tasks not listed. Moving the whole queue is off',
  alarm: 'Alarm unknown',
  age: 'Age of the oldest message unknown',
};

/** "about 46 in 3 queues" */
export function summarizeQueues(rows: Queues['queues']): string {
  const known = rows.flatMap(({ queue }) => queue ?? []);
  const depths = known.flatMap(({ depth }) => sumDepth(depth) ?? []);
  const full = depths.filter((depth) => depth > 0);
  const total = full.reduce((sum, depth) => sum + depth, 0);
  const unread = rows.length - depths.length;
  const notRead = unread === 0 ? '' : `, ${grouped(unread)} not read`;
  if (total === 0) return depths.length === 0 ? `${grouped(unread)} not read` : `all empty${notRead}`;
  return `about ${grouped(total)} in ${full.length === 1 ? '1 queue' : `${grouped(full.length)} queues`}${notRead}`;
}

/** "oldest 11 d 6 h", "oldest at least 11 d 6 h"; undefined if the age is unknown. */
export function describeOldest(
  { depth, oldest }: Pick<DeadLetterQueue, 'depth' | 'oldest'>,
  now: number,
): string {
  if (sumDepth(depth) === 0) return 'empty';
  if (oldest === null) return 'oldest unknown';
  const age = formatDaysAndHours(Math.max(0, now - Date.parse(oldest.sentAt)));
  return oldest.isExact ? `oldest ${age}` : `oldest at least ${age}`;
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
    return { left: 0, span: 'unknown', words: 'next expiry unknown', tone: 'quiet' };
  }
  const ms = at - now;
  if (ms <= 0) return { left: 0, span: 'now', words: 'first message expires now', tone: 'urgent' };
  const isExact = oldest?.isExact === true;
  const left = formatDaysAndHours(ms);
  const span = `${isExact ? '' : 'at most '}${left}`;
  return {
    left: retentionSeconds === null ? 0 : ms / (retentionSeconds * 1_000),
    span,
    words: `first message expires ${isExact ? 'in' : 'within'} ${left}`,
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
  const pace = perSecond === null ? 'speed chosen by SQS' : `${grouped(perSecond)} msg/s`;
  return state === 'CANCELLING' ? 'Move task, stopping' : `Move task, ${pace}`;
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
  const kept =
    times.size === 1 && only !== undefined
      ? ` Messages are kept ${formatRetention(only)}, then`
      : ' Messages are';
  return `Depths are SQS estimates.${kept} deleted without notice.`;
}

function formatRetention(seconds: number): string {
  const days = seconds / 86_400;
  return Number.isInteger(days)
    ? days === 1
      ? '1 day'
      : `${String(days)} days`
    : formatTimeSpan(seconds * 1_000);
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The limit spans a weekend. */
const urgentMs = 3 * dayMs;
const soonMs = 7 * dayMs;
