import { shownCause } from './dead-letters/shown-cause.ts';
import { fingerprintOf, type Failing } from './fingerprint.ts';

/** All that can be read of a message that was sent back, and of what it is about. Times in milliseconds. */
export interface RedrivenMessage {
  readonly sentAt: number;
  readonly now: number;
  /** Why it could not be used, under its new id, as the pipeline has written down. */
  readonly failure: (Failing & { readonly attempts: number | null; readonly at: number | null }) | null;
  /** The same of the dead letter that it was. */
  readonly causeBefore: Failing | null;
  /** After so many it is a dead letter again. */
  readonly mostReceives: number;
  /** Null: it names none, or there is none of its name. `receivedAt`: of its file. */
  readonly document: { readonly receivedAt: number | null } | null;
  /** Null: it names none, or none was written down under its id yet. */
  readonly delivery: { readonly isDelivered: boolean; readonly at: number | null } | null;
  /** What it says it is about. */
  readonly names: 'document' | 'delivery' | 'nothing';
}

export interface RedriveOutcome {
  readonly state: 'running' | 'fixed' | 'failed-again';
  readonly note: string | null;
  readonly endedAt: number | null;
}

/** What became of it: what the pipeline has written down decides, and silence only where it would have spoken. */
export function redriveOutcome(message: RedrivenMessage): RedriveOutcome {
  const { failure, document, delivery, sentAt, mostReceives } = message;
  if (failure !== null && (failure.attempts ?? 0) >= mostReceives) {
    return { state: 'failed-again', note: backWords(failure, message.causeBefore), endedAt: failure.at };
  }
  if (delivery?.isDelivered === true) return { state: 'fixed', note: null, endedAt: delivery.at };
  const receivedAt = document?.receivedAt ?? null;
  if (receivedAt !== null && receivedAt >= sentAt - twoClocksMs) {
    return { state: 'fixed', note: null, endedAt: receivedAt };
  }
  if (failure !== null) {
    const attempts = `${failure.attempts ?? 'Some'} of ${mostReceives} attempts`;
    return { state: 'running', note: `${attempts} failed: ${causeWords(failure)}`, endedAt: null };
  }
  return bySilence(message, receivedAt);
}

function bySilence(
  { sentAt, now, mostReceives, names }: RedrivenMessage,
  receivedAt: number | null,
): RedriveOutcome {
  const waits: RedriveOutcome = { state: 'running', note: null, endedAt: null };
  // Of these the pipeline writes down what it has done, so that nothing is nothing.
  if (names === 'delivery' || (names === 'document' && receivedAt === null)) return waits;
  const heardBy = sentAt + mostReceives * visibilityMs;
  if (now < heardBy) return waits;
  const note =
    receivedAt === null
      ? 'It names no document: no failure was written down for as long as its attempts take.'
      : 'Its document had been received before. No failure was written down for as long as its attempts take.';
  return { state: 'fixed', note, endedAt: heardBy };
}

/** Between two attempts of the pipelines' queues. */
const visibilityMs = 60_000;
/** The pipeline's and ours. */
const twoClocksMs = 30_000;

function backWords(failure: Failing, before: Failing | null): string {
  const cause = causeWords(failure);
  if (before === null) return `Back in the queue: ${cause}`;
  const isSame = fingerprintOf(failure).id === fingerprintOf(before).id;
  return `Back in the queue with ${isSame ? 'the same' : 'another'} cause: ${cause}`;
}

function causeWords({ code, message }: Failing): string {
  const words = [code, message].flatMap((part) => (part === null || part === '' ? [] : [shownCause(part)]));
  return (words.length === 0 ? 'no reason was given' : words.join(': ')).slice(0, longestNote);
}

const longestNote = 500;
