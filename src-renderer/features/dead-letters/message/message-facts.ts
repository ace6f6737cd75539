import type { MessageDetail, MessageRow } from '#shared/contract/dead-letters/messages.ts';
import type { DeadLetterQueue } from '#shared/contract/dead-letters/queues.ts';
import type { KeyValueItem } from '#renderer/ui/key-value-list/key-value-list.tsx';
import { exactUtc } from '#renderer/ui/relative-time/relative-words.ts';

/** What is known of every message, in the order in which people ask; nothing of what is not known. */
export function factsOf(
  { row, system }: Pick<MessageDetail, 'row' | 'system'>,
  queue: Pick<DeadLetterQueue, 'sources'>,
): readonly KeyValueItem[] {
  const facts: readonly (KeyValueItem | null)[] = [
    { label: 'Message id', value: row.messageId, mono: true, copy: row.messageId },
    fact('Sent', timeWords(row.sentAt)),
    fact('First received', timeWords(row.firstReceivedAt)),
    fact('Receive count', receivesWords(row.receives)),
    fact('Expires', timeWords(row.expiresAt) ?? 'unknown'),
    fact('Came from', cameFrom(row, queue) ?? 'unknown'),
    fact('Given up after', givenUpWords(row, queue)),
    row.groupId === null ? null : { label: 'Group', value: row.groupId, mono: true, copy: row.groupId },
    row.returns === 0 ? null : fact('Sent back before', timesWords(row.returns)),
    fact('Size', `${row.bytes.toLocaleString('en')} bytes`),
  ];
  const known = facts.filter((one) => one !== null);
  const others = system.filter(({ name }) => !told.has(name));
  return [...known, ...others.map(({ name, value }) => ({ label: name, value, mono: true }))];
}

/** As the message says; else the one queue that sends its dead letters here. Null: nobody knows. */
export function cameFrom(
  { source }: Pick<MessageRow, 'source'>,
  { sources }: Pick<DeadLetterQueue, 'sources'>,
): string | null {
  return source ?? (sources.length === 1 ? (sources[0]?.name ?? null) : null);
}

/** "3 receives": how often its queue lets a message be tried. */
function givenUpWords(
  row: Pick<MessageRow, 'source'>,
  queue: Pick<DeadLetterQueue, 'sources'>,
): string | null {
  const most = queue.sources.find(({ name }) => name === cameFrom(row, queue))?.mostReceives ?? null;
  return most === null ? null : `${String(most)} ${most === 1 ? 'receive' : 'receives'}`;
}

/** Sampling is a receive, so it stands in the count. */
export function receivesWords(receives: number): string {
  return receives <= 1 ? String(receives) : `${receives.toLocaleString('en')}, this sample among them`;
}

function timesWords(times: number): string {
  return times === 1 ? 'once' : `${String(times)} times`;
}

function timeWords(at: string | null): string | null {
  const time = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(time) ? null : exactUtc(time);
}

function fact(label: string, value: string | null): KeyValueItem | null {
  return value === null ? null : { label, value };
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html */
const told = new Set([
  'SentTimestamp',
  'ApproximateFirstReceiveTimestamp',
  'ApproximateReceiveCount',
  'DeadLetterQueueSourceArn',
  'MessageGroupId',
]);
