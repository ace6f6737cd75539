import type { MessageGroup, MessageRow, Sample } from '#shared/contract/dead-letters.ts';
import { expiresAt, poisonReturns, countReturns } from '#shared/domain/dead-letters/queue-messages.ts';
import { shownName } from '#shared/domain/dead-letters/message-cause.ts';
import type { ReceivedMessage } from '../../aws/queues.ts';
import type { HeldMessage } from '../../dead-letters/held-messages.ts';
import type { FindRedrives } from '../../dead-letters/later-returns.ts';
import { movesSince } from '../../dead-letters/moves-since.ts';
import type { SentRecord } from '../../dead-letters/open-ledgers.ts';
import type { DeadLetterParts, QueueHere, SampleState } from './dead-letter-parts.ts';
import type { MessageFacts } from './message-facts.ts';

type Parts = Pick<DeadLetterParts, 'held' | 'facts' | 'sentBefore' | 'returns' | 'now'>;
type Place = Pick<QueueHere, 'connectionId' | 'queue'>;

/** Lists everything that is held of a queue: the largest group first, and the oldest message first. */
export function shownSample(parts: Parts, place: Place, state: SampleState): Sample {
  const { held, now } = parts;
  const messages = held.of(place.connectionId, place.queue);
  const find = parts.returns.findIn(place.connectionId, place.queue);
  const rows = messages
    .map((one) => ({
      row: toMessageRow({ ...parts, find }, place, one, state),
      facts: parts.facts.of(one.message),
      redrivenAt: find(one.message).at(-1)?.sentAt ?? null,
    }))
    .toSorted((one, other) => byTime(one.row, other.row));
  const until = messages.reduce((first, one) => Math.min(first, one.hiddenUntil), Infinity);
  return {
    queue: place.queue,
    groups: groupMessages(rows),
    rows: rows.map(({ row }) => row),
    sampledAt: new Date(state.sampledAt).toISOString(),
    until: new Date(until === Infinity ? now() : until).toISOString(),
    isWhole: state.isWhole,
    calls: state.calls,
  };
}

export function toMessageRow(
  {
    facts,
    sentBefore,
    find,
  }: Pick<DeadLetterParts, 'facts' | 'sentBefore'> & { readonly find: FindRedrives },
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
    redrives: find(message),
  });
}

/** Counts by the message's own mark, and by the moves of SQS that it must have been part of. */
export function returnsSaid(message: ReceivedMessage, state: Pick<SampleState, 'moves'> | undefined): number {
  const { moves = [] } = state ?? {};
  const byMoves = moves.length === 0 ? null : movesSince(message, moves);
  return countReturns(message.attributes) + (byMoves ?? 0);
}

function groupMessages(
  rows: readonly {
    readonly row: MessageRow;
    readonly facts: MessageFacts;
    readonly redrivenAt: string | null;
  }[],
): MessageGroup[] {
  const groups = new Map<string, MessageGroup>();
  for (const { row, facts, redrivenAt } of rows) {
    const { pattern, from, code } = facts.print;
    const group = groups.get(row.fingerprint);
    groups.set(row.fingerprint, {
      fingerprint: row.fingerprint,
      pattern,
      from,
      code,
      messages: (group?.messages ?? 0) + 1,
      cameBack: (group?.cameBack ?? 0) + (hasComeBack(row) ? 1 : 0),
      lastRedriveAt: latest(group?.lastRedriveAt ?? null, redrivenAt),
      oldestSentAt: earliest(group?.oldestSentAt, row.sentAt),
      nextExpiry: earliest(group?.nextExpiry, row.expiresAt),
    });
  }
  return [...groups.values()].toSorted(
    (one, other) => other.messages - one.messages || compare(one.fingerprint, other.fingerprint),
  );
}

/** A message has come back if it says so, or if the ledgers of this machine know it under its new id. */
export function hasComeBack({ returns, redriven }: Pick<MessageRow, 'returns' | 'redriven'>): boolean {
  return returns > 0 || redriven !== null;
}

function latest(one: string | null, other: string | null): string | null {
  return other !== null && (one === null || other > one) ? other : one;
}

function earliest(one: string | null | undefined, other: string | null): string | null {
  if (one === null || one === undefined) return other;
  return other !== null && other < one ? other : one;
}

/** Puts messages without a time last. */
function byTime(one: MessageRow, other: MessageRow): number {
  return compare(one.sentAt ?? '~', other.sentAt ?? '~') || compare(one.messageId, other.messageId);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

interface RowFacts {
  readonly facts: MessageFacts;
  /** This is the queue's retention; null where it has not been read. */
  readonly retentionSeconds: number | null;
  readonly isFifo: boolean;
  readonly sentBefore: MessageRow['sentBefore'];
  /** Counts returns from every source. */
  readonly returns: number;
  /** Lists the redrives of this machine that it came back from. */
  readonly redrives: readonly SentRecord[];
}

/** Builds the list row of a message: what it is about, and nothing of its contents. */
export function messageRow(message: ReceivedMessage, known: RowFacts): MessageRow {
  const { messageId, system } = message;
  const groupId = system['MessageGroupId'];
  const { facts, retentionSeconds, isFifo, sentBefore, redrives } = known;
  const returns = Math.max(known.returns, redrives.length);
  const [first] = redrives;
  const sentAt = sentTime(message);
  const expiry = retentionSeconds === null ? null : expiresAt({ isFifo, retentionSeconds, sentAt });
  return {
    messageId,
    fingerprint: facts.print.id,
    subject: { ...facts.subject },
    receives: count(system['ApproximateReceiveCount']) ?? 0,
    sentAt: formatTime(sentAt),
    firstReceivedAt: formatTime(count(system['ApproximateFirstReceiveTimestamp'])),
    expiresAt: formatTime(expiry),
    source: readSource(message),
    bytes: facts.bytes,
    groupId: groupId === undefined ? null : shownName(groupId),
    returns,
    redriven: first === undefined ? null : { at: first.sentAt, jobId: first.jobId },
    isPoison: returns >= poisonReturns,
    sentBefore,
  };
}

/** This is in milliseconds; null where SQS gave none. */
export function sentTime({ system }: Pick<ReceivedMessage, 'system'>): number | null {
  return count(system['SentTimestamp']);
}

/** Some tools that fill queues write no source. */
export function readSource({ system }: Pick<ReceivedMessage, 'system'>): string | null {
  const name = system['DeadLetterQueueSourceArn']?.split(':').at(-1);
  return name === undefined ? null : shownName(name);
}

export function formatTime(ms: number | null): string | null {
  const isTime = ms !== null && Math.abs(ms) <= longestTime;
  return isTime ? new Date(ms).toISOString() : null;
}

/** https://tc39.es/ecma262/#sec-time-values-and-time-range */
const longestTime = 8.64e15;

function count(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : null;
}
