import type { MessageGroup, MessageRow, Sample } from '#shared/contract/dead-letters/messages.ts';
import { returnsOf } from '#shared/domain/dead-letters/provenance.ts';
import type { ReceivedMessage } from '../../aws/queues.ts';
import type { HeldMessage } from '../../dead-letters/held-messages.ts';
import { movesSince } from '../../dead-letters/moves-since.ts';
import type { DeadLetterParts, QueueHere } from './dead-letter-parts.ts';
import type { MessageFacts } from './message-facts.ts';
import { messageRow } from './message-row.ts';
import type { SampleState } from './sample-shelf.ts';

type Parts = Pick<DeadLetterParts, 'held' | 'facts' | 'sentBefore' | 'now'>;
type Place = Pick<QueueHere, 'connectionId' | 'queue'>;

/** Everything that is held of a queue: the largest group first, the oldest message first. */
export function shownSample(parts: Parts, place: Place, state: SampleState): Sample {
  const { held, now } = parts;
  const messages = held.of(place.connectionId, place.queue);
  const rows = messages
    .map((one) => ({ row: rowOf(parts, place, one, state), facts: parts.facts.of(one.message) }))
    .toSorted((one, other) => byTime(one.row, other.row));
  const until = messages.reduce((first, one) => Math.min(first, one.hiddenUntil), Infinity);
  return {
    queue: place.queue,
    groups: groupsOf(rows),
    rows: rows.map(({ row }) => row),
    sampledAt: new Date(state.sampledAt).toISOString(),
    until: new Date(until === Infinity ? now() : until).toISOString(),
    isWhole: state.isWhole,
    calls: state.calls,
  };
}

export function rowOf(
  { facts, sentBefore }: Pick<DeadLetterParts, 'facts' | 'sentBefore'>,
  { connectionId, queue }: Place,
  { message }: HeldMessage,
  state: Pick<SampleState, 'retentionSeconds' | 'moves'> | undefined,
): MessageRow {
  return messageRow(message, {
    facts: facts.of(message),
    retentionSeconds: state?.retentionSeconds ?? null,
    isFifo: queue.endsWith('.fifo'),
    sentBefore: sentBefore.of(connectionId, queue, message.messageId),
    returns: returnsSaid(message, state),
  });
}

/** By its own mark, and by the moves of SQS that it must have been a part of. */
export function returnsSaid(message: ReceivedMessage, state: Pick<SampleState, 'moves'> | undefined): number {
  const { moves = [] } = state ?? {};
  const byMoves = moves.length === 0 ? null : movesSince(message, moves);
  return returnsOf(message.attributes) + (byMoves ?? 0);
}

function groupsOf(
  rows: readonly { readonly row: MessageRow; readonly facts: MessageFacts }[],
): MessageGroup[] {
  const groups = new Map<string, MessageGroup>();
  for (const { row, facts } of rows) {
    const { pattern, from, code } = facts.print;
    const group = groups.get(row.fingerprint);
    groups.set(row.fingerprint, {
      fingerprint: row.fingerprint,
      pattern,
      from,
      code,
      messages: (group?.messages ?? 0) + 1,
      oldestSentAt: earliest(group?.oldestSentAt, row.sentAt),
      nextExpiry: earliest(group?.nextExpiry, row.expiresAt),
    });
  }
  return [...groups.values()].toSorted(
    (one, other) => other.messages - one.messages || compare(one.fingerprint, other.fingerprint),
  );
}

function earliest(one: string | null | undefined, other: string | null): string | null {
  if (one === null || one === undefined) return other;
  return other !== null && other < one ? other : one;
}

/** What says no time comes last. */
function byTime(one: MessageRow, other: MessageRow): number {
  return compare(one.sentAt ?? '~', other.sentAt ?? '~') || compare(one.messageId, other.messageId);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
