import type { Desk } from '#shared/contract/review/decisions.ts';
import type { QueueRow } from '#shared/contract/review/queue.ts';
import type { DocumentRow } from '#shared/contract/triage/documents.ts';
import { documentKey, mayReplace } from '#renderer/contract/lay-changes.ts';

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

export interface LaidQueue {
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
