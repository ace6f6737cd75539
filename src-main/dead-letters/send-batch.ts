import { createHash } from 'node:crypto';
import {
  bytesOfMessage,
  readFirstReceipt,
  countReturns,
  withProvenance,
  type WithProvenance,
} from '#shared/domain/dead-letters/queue-messages.ts';
import { idsOfBody, type MessageSubject } from '#shared/domain/dead-letters/message-subject.ts';
import type { SubjectBefore } from '#shared/domain/redrive-outcome.ts';
import type { EntryOutcome, MessageToSend, Queues, ReceivedMessage } from '../aws/queues.ts';
import { inChunks, inLanes } from '../reads/in-lanes.ts';
import type { HeldMessages } from './held-messages.ts';
import type { RedriveLedger } from './redrive-ledger.ts';

interface Batch {
  readonly ledger: RedriveLedger;
  readonly queues: Queues;
  /** `queue` is the dead-letter queue, and `to` is where its messages go. */
  readonly queue: string;
  readonly to: string;
  /** Limits the bytes of one message there. */
  readonly largest: number;
  readonly messages: readonly ReceivedMessage[];
  /** Replaces the body, only when a single message is sent. */
  readonly editedBody?: string | undefined;
  /** Covers only messages whose documents were read just before sending. */
  readonly before: ReadonlyMap<string, SubjectBefore>;
  /** Null where the messages come from a file and are in no queue, so nothing is deleted. */
  readonly deleteFrom: Pick<Deleting, 'held' | 'connectionId' | 'now'> | null;
  readonly sleep: (ms: number) => Promise<void>;
}

/** A deletion is judged by the holds of the console that received the messages. */
export interface Deleting extends Pick<Batch, 'ledger' | 'queues' | 'queue' | 'sleep'> {
  readonly held: Pick<HeldMessages, 'get' | 'hasReceived'>;
  readonly connectionId: string;
  readonly now: () => number;
}

export interface NotTaken {
  /** SQS has certainly not taken these, so they wait again. */
  readonly again: readonly string[];
  readonly standstill: Standstill | null;
}

/** Nothing is accepted at the moment, or looking again would not help. */
export interface Standstill {
  readonly why: string;
  /** It may be over in a moment, as without a network. Any other one lasts until a person has acted. */
  readonly isPassing: boolean;
}

/**
 * Records the intent, sends once, records the answer, deletes, and records the deletion. This order never loses a
 * message; only one with an unknown outcome may arrive twice, and it is listed as uncertain.
 */
export async function sendBatch(parts: Batch): Promise<NotTaken> {
  const { ledger, queues, to, largest, messages, editedBody, before, deleteFrom } = parts;
  const batch = ledger.nextBatch();
  const marked = messages.map((received) => {
    const message = editedBody === undefined ? received : { ...received, body: editedBody };
    return {
      message,
      about: aboutMessage(received, editedBody),
      provenance: markedMessage(message, largest),
    };
  });
  await ledger.append({
    event: 'intent',
    batch,
    to,
    messages: marked.map(({ message: { messageId, receiptHandle }, about, provenance }) => ({
      id: messageId,
      handle: receiptHandle,
      about,
      ...(provenance.isLeftOut
        ? { unmarked: true as const }
        : buildRedriveMark(messageId, provenance.attributes)),
      ...subjectBefore(before.get(messageId)),
    })),
  });
  const isFifo = to.endsWith('.fifo');
  const outcomes = await queues.send(
    to,
    marked.map(({ message, provenance }) =>
      messageToSend(
        { ...message, attributes: provenance.attributes },
        isFifo ? buildDeduplicationId(message.messageId, editedBody) : undefined,
      ),
    ),
  );
  const pairs = messages.map(({ messageId: id, receiptHandle: handle }, at) => ({
    id,
    handle,
    outcome: outcomes[at] ?? unheard,
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
      outcome.kind === 'unclear' ? [{ id, why: `It may have been sent: ${outcome.why}` }] : [],
    ),
  });
  const taken = pairs.filter(({ outcome }) => outcome.kind === 'done');
  if (deleteFrom !== null) await deleteAccounted({ ...parts, ...deleteFrom }, taken);
  return { again, standstill: findStandstill(outcomes) };
}

/**
 * Deletes messages whose deletion the ledger allows. One that cannot be deleted now is deleted when it is received
 * again, and is never sent again.
 */
export async function deleteAccounted(
  where: Deleting,
  accounted: readonly { readonly id: string; readonly handle: string }[],
): Promise<readonly EntryOutcome[]> {
  const { ledger, queues, queue, sleep } = where;
  const outcomes = await repeatEntries(
    accounted.map(({ handle }) => handle),
    { sleep, attempt: (handles) => queues.delete(queue, handles) },
  );
  const ids = accounted.flatMap(({ id }, at) => (outcomes[at]?.kind === 'done' ? [id] : []));
  const exposed = ids.filter((id) => wasExposed(where, id));
  if (ids.length > 0) {
    await ledger.append({ event: 'deleted', ids, ...(exposed.length > 0 && { exposed }) });
  }
  return outcomes;
}

/**
 * Tells whether others may have received the message after it was sent: a machine that slept, or a console that was
 * started again, deletes it after its hold was over. Then another console may have sent it as well, and a person is told.
 */
function wasExposed({ ledger, held, connectionId, queue, now }: Deleting, id: string): boolean {
  const standing = ledger.standings.get(id);
  if (standing?.state !== 'sent') return false;
  const own = held.get(connectionId, queue, id);
  if (own?.message.receiptHandle === standing.handle) return own.hiddenUntil <= now();
  // A hold of this run that is forgotten by now may be over, whatever a clock says that was set meanwhile.
  if (held.hasReceived(connectionId, queue, id)) return true;
  const noted = ledger.holds.get(id);
  return noted?.handle !== standing.handle || now() < noted.notedAt || now() >= noted.until;
}

function subjectBefore(before: SubjectBefore | undefined) {
  return before === undefined ? {} : { before };
}

function buildRedriveMark(messageId: string, attributes: ReceivedMessage['attributes']) {
  const first = readFirstReceipt(attributes) ?? messageId;
  const times = countReturns(attributes);
  // An attribute may contain anything, and this is written to disk.
  if (times === 0 || (first !== messageId && !messageIdShape.test(first))) return {};
  return { times, ...(first !== messageId && { first }) };
}

const messageIdShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function waitsAgain({ mayTryAgain, isForNow }: EntryOutcome & { kind: 'refused' }): boolean {
  return mayTryAgain || isForNow === true;
}

/** Keeps the trace header and message group of the original. */
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
 * SQS accepts a message that is sent twice within five minutes only once. An edited message gets an id of its own:
 * otherwise SQS could take it for the original, drop it and still report it as sent.
 */
function buildDeduplicationId(messageId: string, editedBody: string | undefined): string {
  const hash = createHash('sha256').update(messageId);
  if (editedBody !== undefined) hash.update('\n').update(editedBody);
  return hash.digest('hex');
}

interface Repeating {
  /** Takes at most ten handles. */
  readonly attempt: (handles: readonly string[]) => Promise<readonly EntryOutcome[]>;
  readonly sleep: (ms: number) => Promise<void>;
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_DeleteMessageBatch.html */
export const atOnce = 10;
export const lanesAtOnce = 8;
const mostTries = 5;
const firstPause = 100;

/**
 * Repeats operations that are idempotent: hiding, releasing and deleting. A lost answer is asked for again. Returns the
 * final outcome of each handle, in their order.
 */
export async function repeatEntries(
  handles: readonly string[],
  { attempt, sleep }: Repeating,
): Promise<readonly EntryOutcome[]> {
  const outcomes: EntryOutcome[] = handles.map(() => unheard);
  await inLanes(inChunks([...handles.keys()], atOnce), lanesAtOnce, async (chunk) => {
    let left = chunk;
    for (let tries = 1; left.length > 0 && tries <= mostTries; tries += 1) {
      if (tries > 1) await sleep(firstPause * 2 ** tries);
      const answers = await attempt(left.map((at) => handles[at] ?? ''));
      for (const [index, at] of left.entries()) outcomes[at] = answers[index] ?? unheard;
      left = left.filter((at) => mayGoAgain(outcomes[at] ?? unheard));
    }
  });
  return outcomes;
}

/** Returns why SQS took none of these messages, or null when it answered for each of them. */
export function findStandstill(outcomes: readonly EntryOutcome[]): Standstill | null {
  const standing = outcomes.find((one) => one.kind === 'refused' && one.isForNow === true);
  return standing?.kind === 'refused' ? { why: standing.why, isPassing: standing.mayTryAgain } : null;
}

function mayGoAgain(outcome: EntryOutcome): boolean {
  return outcome.kind === 'unclear' || (outcome.kind === 'refused' && outcome.mayTryAgain);
}

/** The outcome of an entry that no answer has named. */
export const unheard: EntryOutcome = { kind: 'unclear', why: 'SQS returned no result for it.' };

/** Caches by message, because its size is asked for before it is sent. */
const known = new WeakMap<ReceivedMessage, WithProvenance & { readonly bytes: number }>();

/**
 * Adds a mark that it was sent from here, if there is room within ten attributes and the largest message of the queue
 * that it goes to.
 */
export function markedMessage(message: ReceivedMessage, largest: number): WithProvenance {
  const { messageId, body, attributes } = message;
  let marked = known.get(message);
  if (marked === undefined) {
    const added = withProvenance(attributes, messageId);
    marked = { ...added, bytes: bytesOfMessage({ body, attributes: added.attributes }) };
    known.set(message, marked);
  }
  return marked.bytes > largest ? { attributes, isLeftOut: true } : marked;
}

/**
 * Caches for as long as the message is held, because the body is parsed both before it is sent and when it is sent.
 */
const knownSubjects = new WeakMap<ReceivedMessage, MessageSubject>();

/** Returns the ids that a message is about, in a form that may be stored on disk. An edited body replaces its own. */
export function aboutMessage(message: ReceivedMessage, editedBody?: string): MessageSubject {
  if (editedBody !== undefined) return idsOfBody(editedBody);
  const before = knownSubjects.get(message);
  if (before !== undefined) return before;
  const about = idsOfBody(message.body);
  knownSubjects.set(message, about);
  return about;
}
