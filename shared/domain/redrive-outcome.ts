import { shownCause } from './dead-letters/message-cause.ts';
import { computeFingerprint, type Failing } from './fingerprint.ts';
import { grouped } from './formatting.ts';
import { downloadFailedAgain } from './job-summary.ts';
import type { DocumentStatus } from './statuses.ts';

/** Everything that can be read about a message that was sent back, and about its subject. Times are in milliseconds. */
export interface RedrivenMessage {
  readonly now: number;
  readonly sentAt: number;
  /** How long its attempts take. If nothing has confirmed it by then, the job stops waiting for it. */
  readonly waitMs: number;
  /** After this many receives SQS moves it to the dead-letter queue. It is null if the source queue does not say. */
  readonly mostReceives: number | null;
  /** The time at which it was found in the dead-letter queue again, by its new id or by its mark. */
  readonly foundBackAt: number | null;
  /** The reason for the failure that the pipeline recorded under the new id. */
  readonly failure: (Failing & { readonly attempts: number | null; readonly at: number | null }) | null;
  /** The same for the previous dead letter. */
  readonly causeBefore: Failing | null;
  /** Null if the message names no delivery, or if none is written under its new id yet. */
  readonly delivery: { readonly isDelivered: boolean; readonly at: number | null } | null;
  /** Null if the message names no document, or if there is no such document. */
  readonly document: DocumentNow | null;
  /** The same document as read just before the message was sent; null if it was not read. */
  readonly before: DocumentBefore | null;
  /** Its download was attempted after it was sent, and failed. */
  readonly failedFile?: { readonly why: string | null; readonly at: number | null } | null;
  /** The job has sent another message about this document, and either of them may have changed it. */
  readonly isDocumentShared: boolean;
  /** Counts from SQS that are shown in the note. They never decide the outcome. */
  readonly hints: readonly string[];
}

export interface DocumentNow {
  readonly status: DocumentStatus | null;
  readonly createdAt: number | null;
  /** The time at which its file arrived. Most pipelines never write it. */
  readonly receivedAt: number | null;
}

export type DocumentBefore = 'missing' | Pick<DocumentNow, 'status' | 'receivedAt'>;

/** The file of a download as it was read just before its message was sent. A status of null: there was none. */
export interface FileBefore {
  readonly file: string;
  readonly status: string | null;
  readonly movedAt: number | null;
}

export type SubjectBefore = DocumentBefore | FileBefore;

export function isFileBefore(before: SubjectBefore | null | undefined): before is FileBefore {
  return typeof before === 'object' && before !== null && 'file' in before;
}

export interface FileNow {
  readonly status: string | null;
  readonly movedAt: number | null;
  readonly error: string | null;
}

/**
 * Proves a download by its file: it waited when the message was sent, and is completed or failed since. The pipeline
 * ignores a message for a file that does not wait, and records nothing of that, so any other change proves nothing.
 */
export function proofInFile(
  before: FileBefore,
  file: FileNow | null,
): Required<Pick<RedrivenMessage, 'delivery' | 'failedFile' | 'hints'>> {
  const nothing = { delivery: null, failedFile: null };
  if (before.status !== 'available') {
    const was = before.status === null ? 'did not exist' : `was ${before.status}`;
    return { ...nothing, hints: [`Its file ${was} when it was sent, so the pipeline may have ignored it.`] };
  }
  const hasMoved = file !== null && file.movedAt !== null && file.movedAt > (before.movedAt ?? -1);
  if (!hasMoved) return { ...nothing, hints: [] };
  if (file.status === 'completed') {
    return { ...nothing, delivery: { isDelivered: true, at: file.movedAt }, hints: [] };
  }
  if (file.status === 'failed' || file.status === 'error') {
    return { ...nothing, failedFile: { why: file.error, at: file.movedAt }, hints: [] };
  }
  return { ...nothing, hints: file.status === null ? [] : [`Its file is ${file.status}.`] };
}

interface RedriveOutcome {
  readonly state: 'running' | 'fixed' | 'failed-again' | 'unconfirmed';
  readonly note: string | null;
  readonly endedAt: number | null;
}

/**
 * Decides only by proof: the message found in the dead-letter queue again, a failure item or a delivery item under its
 * new id, or the document's own item. Silence, age and the depth of a queue prove nothing.
 */
export function redriveOutcome(message: RedrivenMessage): RedriveOutcome {
  const { now, sentAt, waitMs, mostReceives, failure, delivery, foundBackAt, causeBefore } = message;
  if (foundBackAt !== null) {
    const note = failure === null ? backWithoutCause : describeReturn(failure, causeBefore);
    return { state: 'failed-again', note, endedAt: failure?.at ?? foundBackAt };
  }
  if (failure !== null && mostReceives !== null && (failure.attempts ?? 0) >= mostReceives) {
    return { state: 'failed-again', note: describeReturn(failure, causeBefore), endedAt: failure.at };
  }
  if (message.failedFile) {
    const why = shownCause(message.failedFile.why ?? 'no reason given').slice(0, longestNote);
    return {
      state: 'failed-again',
      note: `${downloadFailedAgain}: ${why}`,
      endedAt: message.failedFile.at,
    };
  }
  if (delivery?.isDelivered === true) return { state: 'fixed', note: null, endedAt: delivery.at };
  const proof = findProofInDocument(message);
  if (proof !== null) return { state: 'fixed', note: null, endedAt: proof.at };
  const attempts = failure === null ? null : describeAttempts(failure, mostReceives);
  if (now < sentAt + waitMs) return { state: 'running', note: attempts, endedAt: null };
  const parts = [attempts, `Nothing confirmed it within ${formatMinutes(waitMs)}.`, ...message.hints];
  return { state: 'unconfirmed', note: parts.filter((part) => part !== null).join(' '), endedAt: null };
}

/**
 * Finds proof in the document: it was created, its file was received, or it left QUEUED after the message was sent. If
 * it was read just before sending, clocks do not matter. Otherwise only times beyond the tolerance between two clocks
 * count. FAILED proves nothing, because a consumer may write it and the message may still die. A change from any status
 * other than QUEUED proves nothing either, because only a new run makes it (domain, 1.2), and this message does not
 * start one. If several messages are about the document, only one of them caused the change, and the others may still
 * wait or fail.
 */
function findProofInDocument({
  document,
  before,
  sentAt,
  isDocumentShared,
}: RedrivenMessage): { readonly at: number | null } | null {
  if (document === null || isDocumentShared) return null;
  const { status, createdAt, receivedAt } = document;
  const isSurelyLater = (time: number | null): boolean => time !== null && time >= sentAt + twoClocksMs;
  const isNew = before === null ? isSurelyLater(createdAt) : before === 'missing';
  if (isNew && status !== 'FAILED') return { at: createdAt };
  const receivedBefore = before === null || before === 'missing' ? null : before.receivedAt;
  const isReceived =
    before === null ? isSurelyLater(receivedAt) : receivedAt !== null && receivedAt > (receivedBefore ?? -1);
  if (isReceived) return { at: receivedAt };
  const wasQueued = before !== null && before !== 'missing' && before.status === 'QUEUED';
  return wasQueued && status !== null && pastQueued.has(status) ? { at: null } : null;
}

const pastQueued: ReadonlySet<DocumentStatus> = new Set([
  'PROCESSING',
  'SUCCEEDED',
  'REVIEW_REQUIRED',
  'REJECTED',
]);

/** The largest expected difference between the pipeline's clock and this one. */
const twoClocksMs = 30_000;

/** The settings by which a queue repeats a message, as far as SQS reports them. */
interface Attempts {
  readonly mostReceives: number | null;
  readonly visibilitySeconds: number | null;
  readonly delaySeconds: number | null;
}

/** Returns the time that all attempts at a message take, plus some for the consumer to poll again. */
export function attemptsMs({ mostReceives, visibilitySeconds, delaySeconds }: Attempts): number {
  if (mostReceives === null || visibilitySeconds === null) return assumedAttemptsMs;
  const seconds = (delaySeconds ?? 0) + mostReceives * visibilitySeconds;
  return Math.min(longestAttemptsMs, seconds * 1_000 + pollingMs);
}

/** Used if the source queue cannot be read: three attempts of a minute each, plus half as long again. */
const assumedAttemptsMs = 270_000;
const longestAttemptsMs = 3_600_000;
/** A consumer waits up to 20 s in one receive. */
const pollingMs = 30_000;

/** Describes the queue: "640 messages still waiting in document-queue." */
export function describeWaiting(queue: string, waiting: number | null): string | null {
  if (waiting === null || waiting === 0) return null;
  return waiting === 1
    ? `1 message still waiting in ${queue}.`
    : `${grouped(waiting)} messages still waiting in ${queue}.`;
}

function formatMinutes(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes === 0) return `${rest} s`;
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

const backWithoutCause = 'Back in the queue: no cause is written under its id';

function describeReturn(failure: Failing, before: Failing | null): string {
  const cause = describeCause(failure);
  if (before === null) return `Back in the queue: ${cause}`;
  const isSame = computeFingerprint(failure).id === computeFingerprint(before).id;
  return `Back in the queue with ${isSame ? 'the same' : 'another'} cause: ${cause}`;
}

function describeAttempts(
  failure: Failing & { attempts: number | null },
  mostReceives: number | null,
): string {
  const of = mostReceives === null ? 'attempts' : `of ${mostReceives} attempts`;
  return `${failure.attempts ?? 'Some'} ${of} failed: ${describeCause(failure)}`;
}

function describeCause({ code, message }: Failing): string {
  const words = [code, message].flatMap((part) => (part === null || part === '' ? [] : [shownCause(part)]));
  return (words.length === 0 ? 'no reason given' : words.join(': ')).slice(0, longestNote);
}

const longestNote = 500;
