import { createHash } from 'node:crypto';
import { firstOf, returnsOf } from '#shared/domain/dead-letters/provenance.ts';
import type { DocumentBefore } from '#shared/domain/redrive-outcome.ts';
import type { EntryOutcome, MessageToSend, Queues, ReceivedMessage } from '../aws/queues.ts';
import { aboutMessage } from './about-message.ts';
import { markedMessage } from './marked-message.ts';
import type { RedriveLedger } from './redrive-ledger.ts';
import { repeatEntries, standstillOf } from './repeat-entries.ts';

interface Batch {
  readonly ledger: RedriveLedger;
  readonly queues: Queues;
  /** The dead-letter queue, and where it goes. */
  readonly queue: string;
  readonly to: string;
  readonly messages: readonly ReceivedMessage[];
  /** In place of its body, of one message alone. */
  readonly editedBody?: string | undefined;
  /** Only for messages whose documents were read just before sending. */
  readonly before: ReadonlyMap<string, DocumentBefore>;
  readonly sleep: (ms: number) => Promise<void>;
}

export interface NotTaken {
  /** They wait again: SQS has not taken them, for certain. */
  readonly again: readonly string[];
  /** Why nothing at all is taken at the moment. */
  readonly standstill: string | null;
}

/**
 * Written down, sent once, written down, deleted, written down. In that order nothing is ever lost; what may come twice
 * is what nobody knows of, and that is listed.
 */
export async function sendBatch(parts: Batch): Promise<NotTaken> {
  const { ledger, queues, to, messages, editedBody, before } = parts;
  const batch = ledger.nextBatch();
  const marked = messages.map((received) => {
    const message = editedBody === undefined ? received : { ...received, body: editedBody };
    return { message, about: aboutMessage(received, editedBody), provenance: markedMessage(message) };
  });
  await ledger.append({
    event: 'intent',
    batch,
    to,
    messages: marked.map(({ message: { messageId, receiptHandle }, about, provenance }) => ({
      id: messageId,
      handle: receiptHandle,
      about,
      ...(provenance.isLeftOut ? { unmarked: true as const } : markOf(messageId, provenance.attributes)),
      ...documentBefore(before.get(messageId)),
    })),
  });
  const isFifo = to.endsWith('.fifo');
  const outcomes = await queues.send(
    to,
    marked.map(({ message, provenance }) =>
      messageToSend(
        { ...message, attributes: provenance.attributes },
        isFifo ? deduplicationIdOf(message.messageId, editedBody) : undefined,
      ),
    ),
  );
  const pairs = messages.map(({ messageId: id, receiptHandle: handle }, at) => ({
    id,
    handle,
    outcome: outcomes[at] ?? notSaid,
  }));
  const again = pairs.flatMap(({ id, outcome }) =>
    outcome.kind === 'refused' && waitsAgain(outcome) ? [id] : [],
  );
  await ledger.append({
    event: 'sent',
    batch,
    taken: pairs.flatMap(({ id, outcome }) =>
      outcome.kind === 'done' ? [{ id, newId: outcome.messageId }] : [],
    ),
    again,
    refused: pairs.flatMap(({ id, outcome }) =>
      outcome.kind === 'refused' && !waitsAgain(outcome) ? [{ id, why: outcome.why }] : [],
    ),
    uncertain: pairs.flatMap(({ id, outcome }) =>
      outcome.kind === 'unclear' ? [{ id, why: `It may have been sent, or not: ${outcome.why}` }] : [],
    ),
  });
  await deleteAccounted(
    parts,
    pairs.filter(({ outcome }) => outcome.kind === 'done'),
  );
  return { again, standstill: standstillOf(outcomes) };
}

/** What the ledger says may be deleted. What cannot be now is when it is received again, and is never sent again. */
export async function deleteAccounted(
  { ledger, queues, queue, sleep }: Pick<Batch, 'ledger' | 'queues' | 'queue' | 'sleep'>,
  accounted: readonly { readonly id: string; readonly handle: string }[],
): Promise<readonly EntryOutcome[]> {
  const outcomes = await repeatEntries(
    accounted.map(({ handle }) => handle),
    { sleep, attempt: (handles) => queues.delete(queue, handles) },
  );
  const ids = accounted.flatMap(({ id }, at) => (outcomes[at]?.kind === 'done' ? [id] : []));
  if (ids.length > 0) await ledger.append({ event: 'deleted', ids });
  return outcomes;
}

function documentBefore(before: DocumentBefore | undefined) {
  return before === undefined ? {} : { before };
}

function markOf(messageId: string, attributes: ReceivedMessage['attributes']) {
  const first = firstOf(attributes) ?? messageId;
  const times = returnsOf(attributes);
  // An attribute may say anything, and this goes to disk.
  if (times === 0 || (first !== messageId && !messageIdShape.test(first))) return {};
  return { times, ...(first !== messageId && { first }) };
}

const messageIdShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function waitsAgain({ mayTryAgain, isForNow }: EntryOutcome & { kind: 'refused' }): boolean {
  return mayTryAgain || isForNow === true;
}

const notSaid: EntryOutcome = { kind: 'unclear', why: 'SQS did not say what became of it.' };

/** With all that it had. */
function messageToSend(
  { body, attributes, system }: ReceivedMessage,
  deduplicationId: string | undefined,
): MessageToSend {
  const traceHeader = system['AWSTraceHeader'];
  const groupId = system['MessageGroupId'];
  return {
    body,
    attributes,
    ...(traceHeader !== undefined && { traceHeader }),
    ...(groupId !== undefined && { groupId }),
    ...(deduplicationId !== undefined && { deduplicationId }),
  };
}

/**
 * Sent twice within five minutes, SQS takes it once. An edited one is another message than the one that may have been
 * sent before: taken for the same, it would be swallowed and called sent.
 */
function deduplicationIdOf(messageId: string, editedBody: string | undefined): string {
  const hash = createHash('sha256').update(messageId);
  if (editedBody !== undefined) hash.update('\n').update(editedBody);
  return hash.digest('hex');
}
