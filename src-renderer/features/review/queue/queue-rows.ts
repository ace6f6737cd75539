import { documentKey, mayReplace } from '#renderer/contract/changes-provider.tsx';
import { spanWords } from '#renderer/ui/relative-time.tsx';
import type { GlyphName } from '#renderer/ui/status.tsx';
import type { Desk } from '#shared/contract/review-document.ts';
import type { QueuePage, QueueRow } from '#shared/contract/review.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import type { DeskRow } from '../desk/flow/flow-state.ts';
import type { ReviewQueue } from './use-review-queue.ts';

/** What this person was done with in this window, by `documentKey`. */
export interface Done {
  /** What it became; null where nobody said. */
  readonly version: number | null;
  /** When, in milliseconds. */
  readonly at: number;
}

export interface NewerThanList {
  /** By `documentKey`: what actions have made of documents. */
  readonly changed: ReadonlyMap<string, DocumentRow>;
  readonly done: ReadonlyMap<string, Done>;
  /** Kept on this machine, and so never behind. */
  readonly desk: Pick<Desk, 'drafts' | 'postponed'> | undefined;
}

interface LaidQueue {
  readonly rows: readonly QueueRow[];
  /** Listed, and known to wait no longer. */
  readonly gone: readonly QueueRow[];
}

/** The queue as it is after what was done here, though its index may not know yet. */
export function laidQueue(listed: readonly QueueRow[], newer: NewerThanList): LaidQueue {
  const drafts = newer.desk && new Set(newer.desk.drafts.map(({ key }) => documentKey(key)));
  const postponed =
    newer.desk && new Map(newer.desk.postponed.map(({ key, until }) => [documentKey(key), until]));
  const rows: QueueRow[] = [];
  const gone: QueueRow[] = [];
  for (const [key, row] of newestOfEach(listed)) {
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

function isDone(row: QueueRow, done: Done | undefined): boolean {
  if (done === undefined) return false;
  return done.version === null || row.version === null || row.version <= done.version;
}

/** One that moved while the queue was paged may be in two of its pages. */
function newestOfEach(rows: readonly QueueRow[]): ReadonlyMap<string, QueueRow> {
  const byKey = new Map<string, QueueRow>();
  for (const row of rows) {
    const key = documentKey(row);
    if (mayReplace(byKey.get(key), row)) byKey.set(key, row);
  }
  return byKey;
}

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

/** Whose turn a document is, as this person sees it. */
export type Turn =
  | { readonly kind: 'open' }
  /** Somebody has handed it to this person. */
  | { readonly kind: 'mine'; readonly by: string; readonly note: string | null }
  | { readonly kind: 'held'; readonly by: string; readonly until: number | null }
  | { readonly kind: 'handed'; readonly to: string; readonly by: string; readonly note: string | null }
  | { readonly kind: 'set aside'; readonly until: number }
  | { readonly kind: 'not for me'; readonly why: string };

/** Of those that are named with it. */
export function idsOf(turn: Turn): readonly string[] {
  if (turn.kind === 'mine' || turn.kind === 'held') return [turn.by];
  return turn.kind === 'handed' ? [turn.by, turn.to] : [];
}

type Whose = Pick<QueueRow, 'assigned' | 'claimedBy' | 'claimExpiresAt' | 'postponedUntil' | 'whyNot'>;

export function turnOf(row: Whose, me: string | null, now: number): Turn {
  const { assigned, claimedBy, whyNot } = row;
  if (whyNot !== null) return { kind: 'not for me', why: whyNot };
  const until = momentOf(row.claimExpiresAt);
  // A claim that never ends by itself is one all the same.
  if (claimedBy !== null && claimedBy !== me && (until === null || until > now)) {
    return { kind: 'held', by: claimedBy, until };
  }
  const aside = momentOf(row.postponedUntil);
  if (aside !== null && aside > now) return { kind: 'set aside', until: aside };
  if (assigned === null) return { kind: 'open' };
  const { to, by, note } = assigned;
  return to === me ? { kind: 'mine', by, note } : { kind: 'handed', to, by, note };
}

/** Those handed to this person first, what they have set aside last, and the rest by how long it waits. */
export function inOrder(rows: readonly QueueRow[], me: string | null, now: number): readonly QueueRow[] {
  return rows
    .map((row) => ({ row, place: places[turnOf(row, me, now).kind], since: sinceOf(row) }))
    .toSorted((left, right) => left.place - right.place || compare(left.since, right.since))
    .map(({ row }) => row);
}

/** What is worked off, one after the other: nothing that is somebody else's or set aside. */
export function deskRows(rows: readonly QueueRow[], me: string | null, now: number): readonly DeskRow[] {
  return inOrder(rows, me, now)
    .filter((row) => isToDo(turnOf(row, me, now)))
    .map(({ tenantId, projectId, batchId, documentId, fileName, tenantName, waitingSince }) => ({
      tenantId,
      projectId,
      batchId,
      documentId,
      fileName,
      tenantName,
      waitingSince,
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
  'set aside': 2,
};

/** Since when nobody knows comes after whatever has a time. */
function sinceOf({ waitingSince }: QueueRow): number {
  return momentOf(waitingSince) ?? Number.POSITIVE_INFINITY;
}

function compare(left: number, right: number): number {
  return left === right ? 0 : left - right;
}

export type BucketName = keyof QueuePage['buckets'];

interface BucketLook {
  readonly name: BucketName;
  readonly words: string;
  /** Aloud: what "< 1 h" means. */
  readonly aloud: string;
  readonly glyph: GlyphName;
  /** In hours, what is left is less than this. */
  readonly under: number;
}

const later: BucketLook = {
  name: 'later',
  words: 'Later',
  aloud: 'due later',
  glyph: 'skip',
  under: Number.POSITIVE_INFINITY,
};

/** By the time that is left, the most pressing first; each with a shape of its own. */
export const bucketLooks: readonly BucketLook[] = [
  { name: 'overdue', words: 'Overdue', aloud: 'overdue', glyph: 'failed', under: 0 },
  { name: 'under1h', words: '< 1 h', aloud: 'due within an hour', glyph: 'review', under: 1 },
  { name: 'under4h', words: '< 4 h', aloud: 'due within 4 hours', glyph: 'processing', under: 4 },
  { name: 'under24h', words: '< 24 h', aloud: 'due within 24 hours', glyph: 'queued', under: 24 },
  later,
];

export function bucketOf(since: number, dueHours: number, now: number): BucketName {
  return lookOf(since, dueHours, now).name;
}

export interface Due {
  readonly words: string;
  readonly glyph: GlyphName;
  readonly at: number;
}

/** "in 3 h 10 min", "2 h over". */
export function dueOf(since: number, dueHours: number, now: number): Due {
  const at = since + dueHours * hourMs;
  const words = at > now ? `in ${spanWords(at - now)}` : `${spanWords(now - at)} over`;
  return { words, glyph: lookOf(since, dueHours, now).glyph, at };
}

/** Of a moment as it was read; null where there is none. */
export function momentOf(text: string | null | undefined): number | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
}

function lookOf(since: number, dueHours: number, now: number): BucketLook {
  const left = since + dueHours * hourMs - now;
  return bucketLooks.find(({ under }) => left < under * hourMs) ?? later;
}

const hourMs = 3_600_000;
