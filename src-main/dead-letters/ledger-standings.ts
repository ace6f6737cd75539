import type { MessageSubject } from '#shared/domain/dead-letters/message-subject.ts';
import type { SubjectBefore } from '#shared/domain/redrive-outcome.ts';
import type { GroupPlace } from './group-order.ts';
import type { SentMark } from './held-messages.ts';
import type { LedgerEvent } from './redrive-ledger.ts';

/** Describes where a message stands; a message without an entry is untouched or waits again. */
export type LedgerStanding =
  | {
      readonly state: 'intended';
      readonly batch: number;
      readonly handle: string;
      readonly sending: MessageSending;
    }
  /** SQS has accepted it, and it is not known to be deleted here. */
  | ({ readonly state: 'sent'; readonly handle: string } & SentMessage)
  /** `wasExposed` means that others could receive it after it was sent and before it was deleted here. */
  | ({ readonly state: 'done'; readonly wasExposed: boolean } & SentMessage)
  | { readonly state: 'refused'; readonly why: string }
  | { readonly state: 'uncertain'; readonly why: string; readonly handle: string | null }
  /** The message is in the file of a discard. */
  | { readonly state: 'kept'; readonly handle: string }
  | { readonly state: 'discarded' };

interface MessageSending {
  readonly to: string;
  readonly about: MessageSubject;
  readonly unmarked: boolean;
  readonly mark: SentMark['mark'];
  /** Null means that it was not read. */
  readonly before: SubjectBefore | null;
}

interface SentMessage {
  readonly sending: MessageSending;
  readonly newId: string | null;
  readonly sentAt: string;
}

export type SentItem = SentMessage & { readonly id: string };

/** Selects the messages that the other queue has accepted. */
export function listSent(
  standings: ReadonlyMap<string, LedgerStanding>,
  ids: Iterable<string> = standings.keys(),
): readonly SentItem[] {
  return [...ids].flatMap((id): SentItem[] => {
    const standing = standings.get(id);
    const isSent = standing?.state === 'sent' || standing?.state === 'done';
    return isSent ? [{ id, ...standing }] : [];
  });
}

export interface LedgerHold {
  readonly handle: string;
  readonly until: number;
  /** The time of this machine's clock when it was noted. */
  readonly notedAt: number;
  /** This is null in a standard queue. */
  readonly place: GroupPlace | null;
}

/** Contains everything that a ledger records, and nothing else. */
export interface LedgerFold {
  readonly standings: Map<string, LedgerStanding>;
  /** Maps the plan's messages to the holds that were recorded last. */
  readonly holds: Map<string, LedgerHold>;
  place: { readonly connectionId: string; readonly queue: string; readonly kind: string | null } | null;
  begunAt: string | null;
  batches: number;
  isVoid: boolean;
}

export function emptyFold(): LedgerFold {
  return { standings: new Map(), holds: new Map(), place: null, begunAt: null, batches: 0, isVoid: false };
}

export function applyLedgerEvent(fold: LedgerFold, event: LedgerEvent): void {
  const { standings, holds } = fold;
  if ('batch' in event) fold.batches = Math.max(fold.batches, event.batch);
  switch (event.event) {
    case 'begun':
      fold.place = { connectionId: event.connectionId, queue: event.queue, kind: event.kind };
      fold.begunAt = event.at;
      return;
    case 'held':
      for (const { id, handle, until, place = null } of event.messages) {
        holds.set(id, { handle, until, notedAt: Date.parse(event.at), place });
      }
      return;
    case 'intent':
      intend(fold, event);
      return;
    case 'sent':
      settle(standings, event);
      return;
    case 'kept':
      for (const { id, handle } of event.messages) standings.set(id, { state: 'kept', handle });
      return;
    case 'deleted':
      for (const id of event.ids) deleted(standings, id, event.exposed?.includes(id) === true);
      return;
    case 'voided':
      fold.isVoid = true;
      return;
    default:
      event satisfies never;
  }
}

function intend({ standings }: LedgerFold, event: LedgerEvent & { event: 'intent' }): void {
  const { batch, to, messages } = event;
  for (const { id, handle, about, unmarked = false, times, first = id, before = null } of messages) {
    const mark = times === undefined ? null : { first, times };
    standings.set(id, { state: 'intended', batch, handle, sending: { to, about, unmarked, mark, before } });
  }
}

function settle(standings: Map<string, LedgerStanding>, event: LedgerEvent & { event: 'sent' }): void {
  for (const { id, newId } of event.taken) {
    const before = standings.get(id);
    if (before?.state !== 'intended') continue;
    const { handle, sending } = before;
    standings.set(id, { state: 'sent', handle, sending, newId, sentAt: event.at });
  }
  for (const { id, why } of event.refused) standings.set(id, { state: 'refused', why });
  for (const { id, why } of event.uncertain) {
    const before = standings.get(id);
    standings.set(id, {
      state: 'uncertain',
      why,
      handle: before && 'handle' in before ? before.handle : null,
    });
  }
  for (const id of event.again) standings.delete(id);
}

function deleted(standings: Map<string, LedgerStanding>, id: string, wasExposed: boolean): void {
  const before = standings.get(id);
  if (before?.state === 'kept') standings.set(id, { state: 'discarded' });
  if (before?.state !== 'sent') return;
  const { sending, newId, sentAt } = before;
  standings.set(id, { state: 'done', wasExposed, sending, newId, sentAt });
}
