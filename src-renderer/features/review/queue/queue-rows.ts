import { documentKey, mayReplace } from '#renderer/contract/changes-provider.tsx';
import { filterRows } from '#renderer/ui/data-table/use-shown-rows.ts';
import { formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import type { GlyphName } from '#renderer/ui/status.tsx';
import type { Desk } from '#shared/contract/review-document.ts';
import type { QueuePage, QueueRow } from '#shared/contract/review.ts';
import type { TableSort } from '#renderer/ui/data-table/data-column.ts';
import { sortColumns, type QueueSort } from '#shared/domain/review/review-order.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import type { DeskRow } from '../desk/flow/flow-state.ts';
import { messages } from '../messages.ts';
import type { ReviewQueue } from './use-review-queue.ts';

/** A document that this user finished in this window, by `documentKey`. */
export interface FinishedDocument {
  /** The new version; null where it is unknown. */
  readonly version: number | null;
  /** The time in milliseconds. */
  readonly at: number;
}

export interface NewerThanList {
  /** Documents as user actions have changed them, by `documentKey`. */
  readonly changed: ReadonlyMap<string, DocumentRow>;
  readonly done: ReadonlyMap<string, FinishedDocument>;
  /** Stored on this machine, so it is never behind. */
  readonly desk: Pick<Desk, 'drafts' | 'postponed'> | undefined;
}

interface MergedQueue {
  readonly rows: readonly QueueRow[];
  /** Rows that are listed but known to wait no longer. */
  readonly gone: readonly QueueRow[];
}

/** Merges the listed queue with the user's own actions, which its index may not show yet. */
export function mergeQueue(listed: readonly QueueRow[], newer: NewerThanList): MergedQueue {
  const drafts = newer.desk && new Set(newer.desk.drafts.map(({ key }) => documentKey(key)));
  const postponed =
    newer.desk && new Map(newer.desk.postponed.map(({ key, until }) => [documentKey(key), until]));
  const rows: QueueRow[] = [];
  const gone: QueueRow[] = [];
  for (const [key, row] of keepNewest(listed)) {
    const changed = newer.changed.get(key);
    const isNewer = changed !== undefined && mayReplace(row, changed);
    const left = isNewer && changed.status !== 'REVIEW_REQUIRED';
    if (left || isDone(row, newer.done.get(key))) {
      gone.push(row);
      continue;
    }
    rows.push({
      ...row,
      ...(isNewer && {
        version: changed.version,
        claimedBy: changed.claimedBy,
        claimExpiresAt: changed.claimExpiresAt,
        catchingUp: changed.catchingUp,
      }),
      ...(drafts && { hasDraft: drafts.has(key) }),
      ...(postponed && { postponedUntil: postponed.get(key) ?? null }),
    });
  }
  return { rows, gone };
}

function isDone(row: QueueRow, done: FinishedDocument | undefined): boolean {
  if (done === undefined) return false;
  return done.version === null || row.version === null || row.version <= done.version;
}

/** A document that moved while the queue was read may be on two pages. */
function keepNewest(rows: readonly QueueRow[]): ReadonlyMap<string, QueueRow> {
  const byKey = new Map<string, QueueRow>();
  for (const row of rows) {
    const key = documentKey(row);
    if (mayReplace(byKey.get(key), row)) byKey.set(key, row);
  }
  return byKey;
}

type QueueTotals = NonNullable<ReviewQueue['said']>;

/** Subtracts the documents that were finished since the count, so that the figure is right before the next read. */
export function subtractDone(said: QueueTotals, doneSince: readonly QueueRow[], readAt: number): QueueTotals {
  const buckets = { ...said.buckets };
  for (const row of doneSince) {
    const since = parseMoment(row.waitingSince);
    if (since === null) continue;
    const name = findBucket(since, row.dueHours, readAt);
    buckets[name] = { ...buckets[name], count: Math.max(0, buckets[name].count - 1) };
  }
  return { ...said, buckets, waiting: Math.max(0, said.waiting - doneSince.length) };
}

/** Whose turn a document is, from this user's view. */
export type Turn =
  | { readonly kind: 'open' }
  /** A colleague has handed the document to this user. */
  | { readonly kind: 'mine'; readonly by: string; readonly note: string | null }
  | { readonly kind: 'held'; readonly by: string; readonly until: number | null }
  | { readonly kind: 'handed'; readonly to: string; readonly by: string; readonly note: string | null }
  | { readonly kind: 'postponed'; readonly until: number }
  | { readonly kind: 'not for me'; readonly why: string };

/** Lists the ids of the users that a turn names. */
export function listTurnIds(turn: Turn): readonly string[] {
  if (turn.kind === 'mine' || turn.kind === 'held') return [turn.by];
  return turn.kind === 'handed' ? [turn.by, turn.to] : [];
}

type TurnColumns = Pick<QueueRow, 'assigned' | 'claimedBy' | 'claimExpiresAt' | 'postponedUntil' | 'whyNot'>;

export function findTurn(row: TurnColumns, me: string | null, now: number): Turn {
  const { assigned, claimedBy, whyNot } = row;
  if (whyNot !== null) return { kind: 'not for me', why: whyNot };
  const until = parseMoment(row.claimExpiresAt);
  // A claim that never expires counts as well.
  if (claimedBy !== null && claimedBy !== me && (until === null || until > now)) {
    return { kind: 'held', by: claimedBy, until };
  }
  const aside = parseMoment(row.postponedUntil);
  if (aside !== null && aside > now) return { kind: 'postponed', until: aside };
  if (assigned === null) return { kind: 'open' };
  const { to, by, note } = assigned;
  return to === me ? { kind: 'mine', by, note } : { kind: 'handed', to, by, note };
}

/**
 * Puts documents handed to this user first and documents they postponed last. The rest stay in the order in which the
 * queue was read.
 */
export function sortQueue(rows: readonly QueueRow[], me: string | null, now: number): readonly QueueRow[] {
  return rows
    .map((row) => ({ row, place: places[findTurn(row, me, now).kind] }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ row }) => row);
}

/**
 * Returns the row on which the keys of the list act: the one that the user moved to, or else the first one to do. Null
 * where the filter hides it, because no key may change a row that is not shown.
 */
export function findActiveRow(
  list: Parameters<typeof filterRows<QueueRow>>[0],
  moved: string | null,
  first: string | null,
): QueueRow | null {
  const shown = filterRows(list);
  const find = (key: string | null) => shown.find((row) => documentKey(row) === key);
  return find(moved) ?? find(first) ?? null;
}

/** Returns the rows for the desk, without those that belong to others or are postponed. */
export function listDeskRows(rows: readonly QueueRow[], me: string | null, now: number): readonly DeskRow[] {
  return sortQueue(rows, me, now)
    .filter((row) => isToDo(findTurn(row, me, now)))
    .map(({ tenantId, projectId, batchId, documentId, fileName, tenantName, waitingSince, dueHours }) => ({
      tenantId,
      projectId,
      batchId,
      documentId,
      fileName,
      tenantName,
      waitingSince,
      dueHours,
    }));
}

function isToDo({ kind }: Turn): boolean {
  return kind === 'open' || kind === 'mine';
}

const places: Readonly<Record<Turn['kind'], number>> = {
  mine: 0,
  open: 1,
  held: 1,
  handed: 1,
  'not for me': 1,
  postponed: 2,
};

export type BucketName = keyof QueuePage['buckets'];

interface BucketLook {
  readonly name: BucketName;
  readonly words: string;
  /** The text for screen readers, who cannot read "< 1 h". */
  readonly aloud: string;
  readonly glyph: GlyphName;
  /** Upper limit of the remaining hours. */
  readonly under: number;
}

const later: BucketLook = {
  name: 'later',
  words: messages.queue.later,
  aloud: messages.queue.dueLater,
  glyph: 'skip',
  under: Number.POSITIVE_INFINITY,
};

/** The most urgent bucket comes first, and each has a shape of its own. */
export const bucketLooks: readonly BucketLook[] = [
  { name: 'overdue', words: messages.queue.overdue, aloud: 'overdue', glyph: 'failed', under: 0 },
  { name: 'under1h', words: '< 1 h', aloud: messages.queue.inAnHour, glyph: 'review', under: 1 },
  { name: 'under4h', words: '< 4 h', aloud: messages.queue.in4Hours, glyph: 'processing', under: 4 },
  { name: 'under24h', words: '< 24 h', aloud: messages.queue.in24Hours, glyph: 'queued', under: 24 },
  later,
];

export function findBucket(since: number, dueHours: number, now: number): BucketName {
  return findBucketLook(since, dueHours, now).name;
}

export interface Due {
  readonly words: string;
  readonly glyph: GlyphName;
  readonly at: number;
}

/** Formats "in 3 h 10 min" and "2 h overdue". */
export function describeDue(since: number, dueHours: number, now: number): Due {
  const at = since + dueHours * hourMs;
  const words =
    at > now
      ? messages.queue.dueIn(formatTimeSpan(at - now))
      : messages.queue.overdueBy(formatTimeSpan(now - at));
  return { words, glyph: findBucketLook(since, dueHours, now).glyph, at };
}

/** Parses a timestamp, and returns null where there is none. */
export function parseMoment(text: string | null | undefined): number | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
}

function findBucketLook(since: number, dueHours: number, now: number): BucketLook {
  const left = since + dueHours * hourMs - now;
  return bucketLooks.find(({ under }) => left < under * hourMs) ?? later;
}

const hourMs = 3_600_000;

export const usualSort = { column: 'waiting', direction: 'asc' } as const;

/** The table's third click takes the sort away; the queue is then in its usual order. */
export function toQueueSort(sort: TableSort | null): QueueSort | null {
  const by = sortColumns.find((one) => one === sort?.column);
  if (sort === null || by === undefined) return null;
  return by === 'waiting' && sort.direction === 'asc' ? null : { by, direction: sort.direction };
}
