import type { ItemReceipt, Job } from '../contract/jobs.ts';
import type { BackWith, FixedAs, ReadBack } from './job-kinds/job-kind.ts';
import { findJobKind } from './job-kinds/job-kinds.ts';

/** Summarises a job: "28 of 28 fixed: 27 SUCCEEDED, 1 to review. Read back by key." */
export function jobSummary(
  { kind, total, counts, failedDownloads }: Pick<Job, 'kind' | 'total' | 'counts' | 'failedDownloads'>,
  readBack: ReadBack = {},
): string {
  return findJobKind(kind).summarise({ total, counts, failedDownloads }, readBack);
}

/** Returns undefined unless all fixed items have receipts, because a partial count would mislead. */
export function fixedAs(receipts: readonly ItemReceipt[], fixed: number): FixedAs | undefined {
  const of = (status: string) =>
    receipts.filter((one) => one.state === 'fixed' && one.status === status).length;
  const as = { succeeded: of('SUCCEEDED'), review: of('REVIEW_REQUIRED') };
  return as.succeeded + as.review === fixed ? as : undefined;
}

/** Returns the same counts for messages that are in their queue again. */
export function backWith(receipts: readonly ItemReceipt[], failedAgain: number): BackWith | undefined {
  const notes = receipts.filter(({ state }) => state === 'failed-again').map(({ note }) => note ?? '');
  if (notes.length !== failedAgain) return undefined;
  const sameCause = notes.filter((note) => note.startsWith(backWords.same)).length;
  const otherCause = notes.filter((note) => note.startsWith(backWords.other)).length;
  return { sameCause, otherCause };
}

/** Shortens a note to fit a line. The line already says that the message is back, and if it has the same cause. */
export function briefNote(note: string): string {
  const cause = causeOfReturn(note);
  return note.startsWith(backWords.other) ? `Another cause: ${cause}` : cause;
}

/** Extracts the cause from the note of a message that is back in its queue: "WebhookRefused: … answered 503". */
export function causeOfReturn(note: string): string {
  return note.replace(
    /^(?:Back in the queue(?: with (?:the same|another) cause)?|The download failed again): /,
    '',
  );
}

/** Tells whether it is a download whose message is used up, so that it is not back in the queue. */
export function isFailedDownload({ state, note }: Pick<ItemReceipt, 'state' | 'note'>): boolean {
  return state === 'failed-again' && note?.startsWith(downloadFailedAgain) === true;
}

/** `redriveOutcome` begins its notes with these words. */
export const downloadFailedAgain = 'The download failed again';
const backWords = {
  same: 'Back in the queue with the same cause',
  other: 'Back in the queue with another cause',
} as const;
