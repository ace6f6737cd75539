import type {
  DeadLetterQueue,
  MessageDetail,
  MessageLinks,
  MessageRow,
} from '#shared/contract/dead-letters.ts';
import { grouped, listed } from '#shared/domain/formatting.ts';
import type { KeyValueItem } from '#renderer/ui/key-value-list.tsx';
import { exactUtc } from '#renderer/ui/relative-time.tsx';

/** What is known of every message, in the order in which people ask; nothing of what is not known. */
export function listFacts(
  { row, system }: Pick<MessageDetail, 'row' | 'system'>,
  queue: Pick<DeadLetterQueue, 'sources'>,
): readonly KeyValueItem[] {
  const facts: readonly (KeyValueItem | null)[] = [
    { label: 'Message id', value: row.messageId, mono: true, copy: row.messageId },
    fact('Sent', formatTime(row.sentAt)),
    fact('First received', formatTime(row.firstReceivedAt)),
    fact('Receive count', formatReceives(row.receives)),
    fact('Expires', formatTime(row.expiresAt) ?? 'unknown'),
    fact('Came from', cameFrom(row, queue) ?? 'unknown'),
    fact('Given up after', describeMostReceives(row, queue)),
    row.groupId === null ? null : { label: 'Group', value: row.groupId, mono: true, copy: row.groupId },
    row.returns === 0 ? null : fact('Sent back before', formatTimes(row.returns)),
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
function describeMostReceives(
  row: Pick<MessageRow, 'source'>,
  queue: Pick<DeadLetterQueue, 'sources'>,
): string | null {
  const most = queue.sources.find(({ name }) => name === cameFrom(row, queue))?.mostReceives ?? null;
  return most === null ? null : `${String(most)} ${most === 1 ? 'receive' : 'receives'}`;
}

/** Sampling is a receive, so it stands in the count. */
export function formatReceives(receives: number): string {
  return receives <= 1 ? String(receives) : `${receives.toLocaleString('en')}, this sample among them`;
}

function formatTimes(times: number): string {
  return times === 1 ? 'once' : `${String(times)} times`;
}

function formatTime(at: string | null): string | null {
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

interface Link {
  readonly title: string;
  /** Null where the message does not say enough for a key. */
  readonly tenantId: string | null;
  readonly batchId: string | null;
  readonly documentId: string | null;
  /** What it is called, or why it cannot be opened. */
  readonly words: string;
}

/** What a message leads to: its document, else its batch, else nothing. */
export function findLink({ tenantId, batchId, documentId, fileName }: MessageRow['subject']): Link {
  if (tenantId !== null && batchId !== null) {
    const title = documentId === null ? 'Linked batch' : 'Linked document';
    const words = documentId === null ? batchId : (fileName ?? documentId);
    return { title, tenantId, batchId, documentId, words };
  }
  const named = documentId ?? fileName ?? batchId ?? tenantId;
  const words =
    named === null
      ? 'The message names no document.'
      : `The message names ${named}, and not enough to find the document by its key.`;
  return { title: 'Linked document', tenantId: null, batchId: null, documentId: null, words };
}

/** "Run 2, failed"; of a batch it is the newest, and whether the message is of that one is not known. */
export function describeExecution({ run, outcome, by }: NonNullable<MessageLinks['execution']>): string {
  const which = by === 'batch' ? `Newest run, ${run}` : `Run ${run}`;
  return outcome === null ? which : `${which}, ${outcome.toLowerCase().replaceAll('_', ' ')}`;
}

/** Why there is none to open. */
export function describeNoExecution({ document }: Pick<MessageLinks, 'document'>): string {
  if (document?.is === 'unread') return 'Whether an execution worked on it could not be read.';
  return 'No execution is known to have worked on it.';
}

/** "3 values masked" */
export function formatMaskedCount(count: number): string {
  if (count === 0) return 'nothing masked';
  return count === 1 ? '1 value masked' : `${grouped(count)} values masked`;
}

/** "/Message is a text that is JSON itself; what is in it is shown." */
export function describeOpened(pointers: readonly string[]): string {
  return pointers.length === 1
    ? `${pointers.join('')} is a text that is JSON itself; what is in it is shown.`
    : `${listed(pointers)} are texts that are JSON themselves; what is in them is shown.`;
}

/** "6 Nov, 08:14", by UTC. */
export function dayAndTime(at: number): string {
  return formatter.format(at);
}

const formatter = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** As main names an attribute; the paths of a body begin with a dot or a bracket, or are empty. */
export function attributePath(name: string): string {
  return `attribute:${name}`;
}
