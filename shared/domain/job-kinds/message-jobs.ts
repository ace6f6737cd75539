import type { ItemState } from '../../contract/jobs.ts';
import { grouped } from '../formatting.ts';
import { countItems, listStates, type BackWith, type Counts, type JobKindRecords } from './job-kind.ts';
import type { JobKind } from './targets.ts';

const noun = { one: 'message', many: 'messages' };

const nextSteps: Readonly<Partial<Record<ItemState, string>>> = {
  'failed-again':
    'The cause is not fixed. Open the message in its queue, check the cause, and redrive it once that is fixed. From the third return on, a reason is required.',
  uncertain:
    'The connection or the console failed while it was being sent, so it may be in both queues. It is never sent again automatically. Open its document: if it was received since, discard the dead letter. If not, redrive it with a reason.',
  refused: 'SQS refused it. It is still in the queue. See the reason on its line.',
  skipped: 'It was no longer in the queue, or another reader held it. Sample the queue again to check.',
  unconfirmed:
    'It was sent, but the pipeline recorded no outcome. It is not sent again. Check its document and the queue it went to, and sample this queue to see whether it came back.',
};

export const messageJobs: JobKindRecords<'redrive-messages' | 'discard-messages' | 'resend-messages'> = {
  'redrive-messages': {
    family: 'messages',
    noun,
    verb: { verb: 'Redrive', doing: 'Redriving', did: 'Redrove' },
    stateNames: {
      running: 'Not confirmed yet',
      fixed: 'Processed',
      'failed-again': 'Back in the queue',
    },
    isList: true,
    isDestructive: false,
    isAlwaysTyped: false,
    reason: null,
    nextSteps,
    planTitle: ({ messageIds, editedBody }) =>
      editedBody === undefined ? `Redrive ${countItems(messageIds, noun)}` : 'Edit and redrive 1 message',
    findPlace: ({ queue }) => ({ queue }),
    summarise({ total, counts, failedDownloads = 0 }, { back }) {
      const sent = counts.fixed + counts['failed-again'] + counts.unconfirmed + counts.running;
      return summariseMessages(`${grouped(sent)} of ${grouped(total)} sent`, counts, [
        ['fixed', 'processed'],
        ['failed-again', describeFailed(counts['failed-again'], { failedDownloads, back })],
        ['running', 'not confirmed yet'],
        ['unconfirmed', 'sent, not confirmed'],
      ]);
    },
  },
  'discard-messages': {
    family: 'messages',
    noun,
    verb: { verb: 'Discard', doing: 'Discarding', did: 'Discarded' },
    stateNames: { running: 'Discarded', fixed: 'Discarded' },
    isList: true,
    isDestructive: true,
    // A discarded message is gone for everyone, wherever it was.
    isAlwaysTyped: true,
    reason: { why: 'Discarding messages requires a reason', say: 'Enter one.' },
    nextSteps,
    planTitle: ({ messageIds }) => `Discard ${countItems(messageIds, noun)}`,
    findPlace: ({ queue }) => ({ queue }),
    summarise({ total, counts }) {
      const gone = counts.fixed + counts.running;
      return summariseMessages(
        `${grouped(gone)} of ${grouped(total)} saved to a file and deleted`,
        counts,
        [],
      );
    },
  },
  'resend-messages': {
    family: 'messages',
    noun: { one: 'discarded message', many: 'discarded messages' },
    verb: { verb: 'Send', doing: 'Sending', did: 'Sent' },
    afterSubject: ' again',
    stateNames: {
      running: 'Not confirmed yet',
      fixed: 'Processed',
      'failed-again': 'Back in the queue',
    },
    isList: true,
    isDestructive: false,
    isAlwaysTyped: false,
    reason: null,
    nextSteps: {
      ...nextSteps,
      uncertain:
        'The connection or the console failed while it was being sent, so it may have been sent. It is never sent again automatically. Open its document: if it was received since, leave it. If not, send it again with a reason.',
      refused: 'SQS refused it. It is still in its file. See the reason on its line.',
      skipped: 'It was sent by another job, or its file does not have it. See the reason on its line.',
    },
    planTitle: ({ messageIds }) =>
      `Send ${countItems(messageIds, { one: 'discarded message', many: 'discarded messages' })} again`,
    findPlace: ({ queue }) => ({ queue }),
    summarise: (job, readBack) => messageJobs['redrive-messages'].summarise(job, readBack),
  },
};

/** Tells whether the items of a job are messages that it sends. */
export function sendsMessages(kind: JobKind): boolean {
  return kind === 'redrive-messages' || kind === 'resend-messages';
}

interface Failed {
  readonly failedDownloads: number;
  readonly back: BackWith | undefined;
}

/** A download that failed again has used its message up, so only the others are back. */
function describeFailed(failedAgain: number, { failedDownloads, back }: Failed): string {
  if (failedDownloads === 0) return `back in the queue${describeCause(failedAgain, back)}`;
  return failedDownloads >= failedAgain
    ? 'failed again (messages used up)'
    : `failed again (${grouped(failedDownloads)} used up)`;
}

function describeCause(failedAgain: number, back: BackWith | undefined): string {
  if (back === undefined || failedAgain === 0) return '';
  if (back.sameCause === failedAgain) return ' with the same cause';
  if (back.otherCause === failedAgain) return ' with another cause';
  return back.sameCause === 0 ? '' : ` (${grouped(back.sameCause)} with the same cause)`;
}

function summariseMessages(
  first: string,
  counts: Counts,
  more: readonly (readonly [ItemState, string])[],
): string {
  return `${[first, ...listStates(counts, [...more, ...notDoneStates])].join(', ')}.`;
}

const notDoneStates: readonly (readonly [ItemState, string])[] = [
  ['refused', 'refused by SQS'],
  ['uncertain', 'uncertain'],
  ['skipped', 'skipped'],
  ['sending', 'being sent'],
  ['waiting', 'not sent'],
];
