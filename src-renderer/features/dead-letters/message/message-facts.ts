import type {
  DeadLetterQueue,
  MessageDetail,
  MessageLinks,
  MessageRow,
} from '#shared/contract/dead-letters.ts';
import { listed } from '#shared/domain/formatting.ts';
import type { KeyValueItem } from '#renderer/ui/key-value-list.tsx';
import { exactUtc } from '#renderer/ui/relative-time.tsx';
import { messages } from '../messages.ts';

/** Lists the facts of a message in the order in which people ask for them. Unknown facts are left out. */
export function listFacts(
  { row, system }: Pick<MessageDetail, 'row' | 'system'>,
  queue: Pick<DeadLetterQueue, 'sources'>,
): readonly KeyValueItem[] {
  const facts: readonly (KeyValueItem | null)[] = [
    { label: 'Message id', value: row.messageId, mono: true, copy: row.messageId },
    toFact('Sent', formatTime(row.sentAt)),
    toFact('First received', formatTime(row.firstReceivedAt)),
    toFact('Receive count', formatReceives(row.receives)),
    toFact('Expires', formatTime(row.expiresAt) ?? 'unknown'),
    toFact(messages.columns.source, findSource(row, queue) ?? 'unknown'),
    toFact('Max receives', describeMostReceives(row, queue)),
    row.groupId === null ? null : { label: 'Group', value: row.groupId, mono: true, copy: row.groupId },
    row.returns === 0 ? null : toFact('Came back', formatReturns(row)),
    toFact('Size', messages.message.bytes(row.bytes)),
  ];
  const known = facts.filter((one) => one !== null);
  const others = system.filter(({ name }) => !listedAttributes.has(name));
  return [...known, ...others.map(({ name, value }) => ({ label: name, value, mono: true }))];
}

/**
 * Returns the source queue that the message names, or else the only queue that sends its dead letters here;
 * null if neither is known.
 */
export function findSource(
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
  const most = queue.sources.find(({ name }) => name === findSource(row, queue))?.mostReceives ?? null;
  return most === null ? null : messages.message.maxReceives(most);
}

/** Sampling is a receive, so SQS counts it too. */
export function formatReceives(receives: number): string {
  return receives <= 1 ? String(receives) : messages.message.withThisSample(receives.toLocaleString('en'));
}

/** "twice since the redrive of 12 Nov 2026, 08:14:02 UTC" */
function formatReturns({ returns, redriven }: Pick<MessageRow, 'returns' | 'redriven'>): string {
  const times = formatTimes(returns);
  return redriven === null ? times : `${times} since the redrive of ${exactUtc(Date.parse(redriven.at))}`;
}

function formatTimes(times: number): string {
  return times === 1 ? 'once' : `${String(times)} times`;
}

function formatTime(at: string | null): string | null {
  const time = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(time) ? null : exactUtc(time);
}

function toFact(label: string, value: string | null): KeyValueItem | null {
  return value === null ? null : { label, value };
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html */
const listedAttributes = new Set([
  'SentTimestamp',
  'ApproximateFirstReceiveTimestamp',
  'ApproximateReceiveCount',
  'DeadLetterQueueSourceArn',
  'MessageGroupId',
]);

interface Link {
  readonly title: string;
  /** Null if the message does not contain the whole key. */
  readonly tenantId: string | null;
  readonly batchId: string | null;
  readonly documentId: string | null;
  /** The name of the link, or the reason why it cannot be opened. */
  readonly words: string;
}

/** Finds the target of a message: its document, or else its batch. */
export function findLink({ tenantId, batchId, documentId, fileName }: MessageRow['subject']): Link {
  if (tenantId !== null && batchId !== null) {
    const title = documentId === null ? messages.message.linkedBatch : messages.message.linkedDocument;
    const words = documentId === null ? batchId : (fileName ?? documentId);
    return { title, tenantId, batchId, documentId, words };
  }
  const named = documentId ?? fileName ?? batchId ?? tenantId;
  const words = named === null ? messages.message.noDocument : messages.message.notEnough(named);
  return { title: messages.message.linkedDocument, tenantId: null, batchId: null, documentId: null, words };
}

/** "Run 2, failed". For a batch this is the newest run, which may not be the run of the message. */
export function describeExecution({ run, outcome, by }: NonNullable<MessageLinks['execution']>): string {
  const which = by === 'batch' ? messages.message.newestRun(run) : messages.message.run(run);
  return outcome === null ? which : `${which}, ${outcome.toLowerCase().replaceAll('_', ' ')}`;
}

/** Says why there is no execution to open. */
export function describeNoExecution({ document }: Pick<MessageLinks, 'document'>): string {
  if (document?.is === 'unread') return messages.message.executionsNotRead;
  return messages.message.noExecutions;
}

/** "3 values masked" */
export function formatMaskedCount(count: number): string {
  return count === 0 ? messages.message.nothingMasked : messages.message.masked(count);
}

/** "/Message is a text that is JSON itself; what is in it is shown." */
export function describeOpened(pointers: readonly string[]): string {
  return messages.message.jsonAsText(listed(pointers), pointers.length === 1);
}

/** "6 Nov, 08:14", in UTC. */
export function formatDayAndTime(at: number): string {
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

/**
 * Returns the path that main uses for an attribute. Paths of a body begin with a dot or a bracket, or are
 * empty.
 */
export function getAttributePath(name: string): string {
  return `attribute:${name}`;
}
