import type { ItemState, Job } from '../contract/jobs/jobs.ts';
import { grouped } from './grouped-number.ts';

type Summed = Pick<Job, 'kind' | 'total' | 'counts'>;

/** "3 of 4 completed, 1 failed again. Read back by key." */
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

/** What to do about a state that a person has to look at. */
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
