import type { ItemReceipt, ItemState, Job } from '../contract/jobs.ts';
import { grouped, listed } from './formatting.ts';
import { isOfDownloads } from './job-words.ts';

/** The statuses of the fixed items, if all their receipts are available. */
interface FixedAs {
  readonly succeeded: number;
  readonly review: number;
}

/** The causes of the returned messages, if all their receipts are available. */
interface BackWith {
  readonly sameCause: number;
  readonly otherCause: number;
}

/** Counts that only receipts provide. */
interface ReadBack {
  readonly as?: FixedAs | undefined;
  readonly back?: BackWith | undefined;
}

/** Summarises a job: "28 of 28 fixed: 27 SUCCEEDED, 1 to review. Read back by key." */
export function jobSummary(
  { kind, total, counts }: Pick<Job, 'kind' | 'total' | 'counts'>,
  { as, back }: ReadBack = {},
): string {
  if (kind === 'redrive-messages') return redriveSummary(total, counts, back);
  if (kind === 'discard-messages') return discardSummary(total, counts);
  if (isOfDownloads(kind)) return downloadSummary({ kind, total, counts });
  if (kind !== 'reprocess') return executionSummary(kind, counts);
  const fixed = `${grouped(counts.fixed)} of ${grouped(total)} fixed`;
  const others = otherStates
    .filter(([state]) => counts[state] > 0)
    .map(([state, words]) => `${grouped(counts[state])} ${words}`);
  const rest = others.length === 0 ? '' : ` ${listed(others)}.`;
  return `${fixed}${describeFixed(counts.fixed, as)}.${rest} Read back by key.`;
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
  return note.replace(/^Back in the queue(?: with (?:the same|another) cause)?: /, '');
}

/** `redriveOutcome` begins its notes with these words. */
const backWords = {
  same: 'Back in the queue with the same cause',
  other: 'Back in the queue with another cause',
} as const;

function describeFixed(fixed: number, as: FixedAs | undefined): string {
  if (as === undefined || fixed === 0) return '';
  const parts = [
    ...(as.succeeded > 0 ? [`${grouped(as.succeeded)} SUCCEEDED`] : []),
    ...(as.review > 0 ? [`${grouped(as.review)} to review`] : []),
  ];
  return `: ${listed(parts)}`.replace(' and ', ', ');
}

const otherStates: readonly (readonly [ItemState, string])[] = [
  ['failed-again', 'failed again'],
  ['refused', 'refused by the pipeline'],
  ['uncertain', 'uncertain'],
  ['skipped', 'left alone'],
  ['overtaken', 'overtaken by a later run'],
  ['unconfirmed', 'sent, not confirmed'],
  ['still-running', 'still running'],
  ['running', 'running'],
  ['sending', 'being sent'],
  ['waiting', 'not sent'],
];

/** Summarises a redrive: "12 of 12 sent, 11 processed, 1 back in the queue with the same cause." */
function redriveSummary(total: number, counts: Job['counts'], back: BackWith | undefined): string {
  const sent = counts.fixed + counts['failed-again'] + counts.unconfirmed + counts.running;
  return messageSummary(`${grouped(sent)} of ${grouped(total)} sent`, counts, [
    ['fixed', 'processed'],
    ['failed-again', `back in the queue${describeCause(counts['failed-again'], back)}`],
    ['running', 'not confirmed yet'],
    ['unconfirmed', 'sent, not confirmed'],
  ]);
}

function describeCause(failedAgain: number, back: BackWith | undefined): string {
  if (back === undefined || failedAgain === 0) return '';
  if (back.sameCause === failedAgain) return ' with the same cause';
  if (back.otherCause === failedAgain) return ' with another cause';
  return back.sameCause === 0 ? '' : ` (${grouped(back.sameCause)} with the same cause)`;
}

function discardSummary(total: number, counts: Job['counts']): string {
  const gone = counts.fixed + counts.running;
  return messageSummary(`${grouped(gone)} of ${grouped(total)} kept as a file and deleted`, counts, []);
}

function messageSummary(
  first: string,
  counts: Job['counts'],
  more: readonly (readonly [ItemState, string])[],
): string {
  const parts = [...more, ...notDoneStates]
    .filter(([state]) => counts[state] > 0)
    .map(([state, words]) => `${grouped(counts[state])} ${words}`);
  return `${[first, ...parts].join(', ')}.`;
}

const notDoneStates: readonly (readonly [ItemState, string])[] = [
  ['refused', 'refused by SQS'],
  ['uncertain', 'uncertain'],
  ['skipped', 'left alone'],
  ['sending', 'in work'],
  ['waiting', 'not begun'],
];

function executionSummary(kind: Job['kind'], counts: Job['counts']): string {
  const verb = kind === 'redrive-execution' ? 'redriven' : 'stopped';
  if (counts.fixed > 0) {
    return kind === 'redrive-execution'
      ? 'The execution was redriven and has succeeded.'
      : 'The execution was stopped.';
  }
  if (counts['failed-again'] > 0) return 'The execution was redriven and has failed again.';
  if (counts.uncertain > 0) return `The execution may have been ${verb}, or not: no answer came.`;
  if (counts.refused > 0) return `The execution was not ${verb}: AWS refused.`;
  if (counts.skipped > 0) return `The execution was left alone: it has changed since the plan.`;
  if (counts.overtaken > 0) {
    return kind === 'redrive-execution'
      ? 'The execution was redriven, and by somebody else once more since.'
      : 'The execution ended by itself before it was stopped.';
  }
  if (counts['still-running'] + counts.running > 0) return `The execution was ${verb} and still runs.`;
  return `The execution was not ${verb}.`;
}

/** The next steps for dead letters. */
export const nextStepsOfMessages: Readonly<Partial<Record<ItemState, string>>> = {
  'failed-again':
    'Nothing has changed for it: open the message in its queue, see its cause, and redrive it when that has passed. From the third return on it goes only with a reason.',
  uncertain:
    'It was being sent when the connection or the console broke, so it may be in both queues. It is never sent again by itself. Open its document: if that was received since, discard the dead letter; if not, redrive it with a reason.',
  refused: 'SQS would not have it, and it is where it was. The reason is on its line.',
  skipped: 'It was not in the queue any more, or somebody else held it. Sample the queue again to see.',
  unconfirmed:
    'It was sent, and the pipeline wrote nothing that says what became of it. It is not sent again. Check its document and the queue that it went to; sample this queue to see whether it came back.',
};

/** The next step for each state that needs a person's attention. */
export const nextSteps: Readonly<Partial<Record<ItemState, string>>> = {
  'failed-again':
    'The same way a second time: look at the document. What fails for its own sake fails again, and the customer has to send another file.',
  uncertain:
    'The call went out and no answer came back before the console ended, so it may have been done or not. It is never sent again by itself. Open the document: a run of this time in its passport means that it was done; if there is none, plan it anew.',
  refused:
    'The pipeline would not have it, and nothing was done. The reason is on its line; plan it anew once that has passed.',
  skipped: 'Changed after the plan was frozen, so it was left alone. Plan it anew if it still has to go.',
  overtaken: 'A later run of somebody else has it now. Its outcome is that run’s.',
  'still-running':
    'The job has ended before it did. It goes on to its end by itself; look at the batch later.',
};

type Summed = Pick<Job, 'kind' | 'total' | 'counts'>;

/** Summarises a job on downloads: "3 of 4 completed, 1 failed again. Read back by key." */
export function downloadSummary({ kind, total, counts }: Summed): string {
  if (kind === 'trigger-downloads') return runAgainSummary(counts);
  if (kind === 'close-downloads') return closeSummary(counts);
  const parts = requeueStates
    .filter(([state]) => counts[state] > 0)
    .map(([state, words]) => `${grouped(counts[state])} ${words}`);
  return `${[`${grouped(counts.fixed)} of ${grouped(total)} completed`, ...parts].join(', ')}. Read back by key.`;
}

const requeueStates: readonly (readonly [ItemState, string])[] = [
  ['failed-again', 'failed again'],
  ['refused', 'refused by the pipeline'],
  ['uncertain', 'uncertain'],
  ['skipped', 'left alone'],
  ['overtaken', 'taken over by a later batch'],
  ['still-running', 'not ended yet'],
  ['running', 'requeued'],
  ['sending', 'being sent'],
  ['waiting', 'not sent'],
];

function runAgainSummary(counts: Job['counts']): string {
  if (counts.fixed > 0) return 'The day was run again, and its new batch has completed.';
  if (counts['failed-again'] > 0) return 'The day was run again, and its new batch has not completed.';
  if (counts.uncertain > 0) return 'The day may have been run again, or not: no answer came.';
  if (counts.refused > 0) return 'The day was not run again: the pipeline refused.';
  if (counts.skipped > 0) return 'The day was left alone: it has changed since the plan.';
  if (counts.running + counts['still-running'] > 0)
    return 'The day was run again; its new batch has not ended.';
  return 'The day was not run again.';
}

function closeSummary(counts: Job['counts']): string {
  if (counts.fixed > 0) return 'The batch was closed.';
  if (counts.uncertain > 0) return 'The batch may have been closed, or not: no answer came.';
  if (counts.refused > 0) return 'The batch was not closed: the pipeline refused.';
  if (counts.skipped > 0) return 'The batch was left alone: it has changed since the plan.';
  if (counts.running + counts['still-running'] > 0)
    return 'The batch was closed, and cannot be read as ended yet.';
  return 'The batch was not closed.';
}

/** The next step for each state of a download that needs a person's attention. */
export const nextStepsOfDownloads: Readonly<Partial<Record<ItemState, string>>> = {
  'failed-again':
    'The same way a second time: read what the provider or the key says beside it. A key that was wrapped for another certificate fails again, and so does a provider that is still down.',
  uncertain:
    'The call went out and no clear answer came back, so it may have been done or not. It is never sent again by itself. Read it on Downloads: its last event says whether it was done; if it was not, plan it anew.',
  refused: 'The pipeline would not have it, and nothing was done. The reason is on its line.',
  skipped: 'Changed after the plan was frozen, so it was left alone. Plan it anew if it still has to go.',
  overtaken: 'A later batch of its day has it now. What becomes of it stands there.',
  'still-running': 'Nobody looks after it any more. Read its day on Downloads later.',
};
