import { createHash } from 'node:crypto';
import {
  bytesOfMessage,
  firstOf,
  mostBytes,
  returnsOf,
  withProvenance,
  type WithProvenance,
} from '#shared/domain/dead-letters/queue-messages.ts';
import { idsOfBody, type MessageSubject } from '#shared/domain/dead-letters/message-subject.ts';
import type { DocumentBefore } from '#shared/domain/redrive-outcome.ts';
import type { EntryOutcome, MessageToSend, Queues, ReceivedMessage } from '../aws/queues.ts';
import { inChunks, inLanes } from '../reads/in-lanes.ts';
import type { RedriveLedger } from './redrive-ledger.ts';

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

interface Repeating {
  /** Ten at most. */
  readonly attempt: (handles: readonly string[]) => Promise<readonly EntryOutcome[]>;
  readonly sleep: (ms: number) => Promise<void>;
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_DeleteMessageBatch.html */
export const atOnce = 10;
export const lanesAtOnce = 8;
const mostTries = 5;
const firstPause = 100;

/**
 * For what is the same done twice: holding, letting go, deleting. An answer that was lost is asked for again. Of each
 * handle, in their order: what came of it in the end.
 */
export async function repeatEntries(
  handles: readonly string[],
  { attempt, sleep }: Repeating,
): Promise<readonly EntryOutcome[]> {
  const outcomes: EntryOutcome[] = handles.map(() => untried);
  await inLanes(inChunks([...handles.keys()], atOnce), lanesAtOnce, async (chunk) => {
    let left = chunk;
    for (let tries = 1; left.length > 0 && tries <= mostTries; tries += 1) {
      if (tries > 1) await sleep(firstPause * 2 ** tries);
      const answers = await attempt(left.map((at) => handles[at] ?? ''));
      for (const [index, at] of left.entries()) outcomes[at] = answers[index] ?? untried;
      left = left.filter((at) => mayGoAgain(outcomes[at] ?? untried));
    }
  });
  return outcomes;
}

/** Why SQS took none of these whatever they are; null where it says something of each. */
export function standstillOf(outcomes: readonly EntryOutcome[]): string | null {
  const standing = outcomes.find((one) => one.kind === 'refused' && one.isForNow === true);
  return standing?.kind === 'refused' ? standing.why : null;
}

function mayGoAgain(outcome: EntryOutcome): boolean {
  return outcome.kind === 'unclear' || (outcome.kind === 'refused' && outcome.mayTryAgain);
}

const untried: EntryOutcome = { kind: 'unclear', why: 'SQS did not say what became of it.' };

/** By the message: it is asked how large it will be, and then sent. */
const known = new WeakMap<ReceivedMessage, WithProvenance>();

/** That it was sent from here goes with it where there is room: among ten attributes, and within SQS's largest message. */
export function markedMessage(message: ReceivedMessage): WithProvenance {
  const before = known.get(message);
  if (before !== undefined) return before;
  const { messageId, body, attributes } = message;
  const marked = withProvenance(attributes, messageId);
  const isTooLarge = bytesOfMessage({ body, attributes: marked.attributes }) > mostBytes;
  const answer = isTooLarge ? { attributes, isLeftOut: true } : marked;
  known.set(message, answer);
  return answer;
}

/** As long as the message is held: its body is asked before it is sent, and when it is. */
const knownSubjects = new WeakMap<ReceivedMessage, MessageSubject>();

/** What a message is about, as it may be kept on a disk. An edited body stands in place of its own. */
export function aboutMessage(message: ReceivedMessage, editedBody?: string): MessageSubject {
  if (editedBody !== undefined) return idsOfBody(editedBody);
  const before = knownSubjects.get(message);
  if (before !== undefined) return before;
  const about = idsOfBody(message.body);
  knownSubjects.set(message, about);
  return about;
}
