import type { MessageRow } from '#shared/contract/dead-letters/messages.ts';
import { expiresAt } from '#shared/domain/dead-letters/message-expiry.ts';
import { poisonReturns } from '#shared/domain/dead-letters/provenance.ts';
import { shownName } from '#shared/domain/dead-letters/shown-cause.ts';
import type { ReceivedMessage } from '../../aws/queues.ts';
import type { MessageFacts } from './message-facts.ts';

interface RowFacts {
  readonly facts: MessageFacts;
  /** Of the queue; null where it has not been read. */
  readonly retentionSeconds: number | null;
  readonly isFifo: boolean;
  readonly sentBefore: MessageRow['sentBefore'];
  /** By all that tells of it. */
  readonly returns: number;
}

/** A message as a list may know it: what it is about, and nothing of what it says. */
export function messageRow(message: ReceivedMessage, known: RowFacts): MessageRow {
  const { messageId, system } = message;
  const groupId = system['MessageGroupId'];
  const { facts, retentionSeconds, isFifo, sentBefore, returns } = known;
  const sentAt = sentTime(message);
  const expiry = retentionSeconds === null ? null : expiresAt({ isFifo, retentionSeconds, sentAt });
  return {
    messageId,
    fingerprint: facts.print.id,
    subject: { ...facts.subject },
    receives: count(system['ApproximateReceiveCount']) ?? 0,
    sentAt: isoOf(sentAt),
    firstReceivedAt: isoOf(count(system['ApproximateFirstReceiveTimestamp'])),
    expiresAt: isoOf(expiry),
    source: sourceOf(message),
    bytes: facts.bytes,
    groupId: groupId === undefined ? null : shownName(groupId),
    returns,
    isPoison: returns >= poisonReturns,
    sentBefore,
  };
}

/** In milliseconds; null where SQS did not say. */
export function sentTime({ system }: Pick<ReceivedMessage, 'system'>): number | null {
  return count(system['SentTimestamp']);
}

/** Some tools that fill queues write no source. */
export function sourceOf({ system }: Pick<ReceivedMessage, 'system'>): string | null {
  const name = system['DeadLetterQueueSourceArn']?.split(':').at(-1);
  return name === undefined ? null : shownName(name);
}

export function isoOf(ms: number | null): string | null {
  const isTime = ms !== null && Math.abs(ms) <= longestTime;
  return isTime ? new Date(ms).toISOString() : null;
}

/** https://tc39.es/ecma262/#sec-time-values-and-time-range */
const longestTime = 8.64e15;

function count(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : null;
}
