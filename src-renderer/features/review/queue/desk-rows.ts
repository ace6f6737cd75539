import type { QueueRow } from '#shared/contract/review/queue.ts';
import type { DeskRow } from '../desk/desk-row.ts';
import { momentOf } from './due.ts';

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

export function isToDo({ kind }: Turn): boolean {
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
