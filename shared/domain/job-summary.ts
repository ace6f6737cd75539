import type { ItemReceipt, ItemState, Job } from '../contract/jobs/jobs.ts';
import { grouped } from './grouped-number.ts';
import { listed } from './listed-words.ts';

/** What those that are fixed have become, where their receipts are all at hand. */
export interface FixedAs {
  readonly succeeded: number;
  readonly review: number;
}

/** "28 of 28 fixed: 27 SUCCEEDED, 1 to review. Read back by key." */
export function jobSummary({ kind, total, counts }: Pick<Job, 'kind' | 'total' | 'counts'>, as?: FixedAs) {
  if (kind !== 'reprocess') return executionSummary(kind, counts);
  const fixed = `${grouped(counts.fixed)} of ${grouped(total)} fixed`;
  const others = otherStates
    .filter(([state]) => counts[state] > 0)
    .map(([state, words]) => `${grouped(counts[state])} ${words}`);
  const rest = others.length === 0 ? '' : ` ${listed(others)}.`;
  return `${fixed}${fixedWords(counts.fixed, as)}.${rest} Read back by key.`;
}

/** Nothing where the receipts are not all of those that were fixed: no count is made of a part. */
export function fixedAs(receipts: readonly ItemReceipt[], fixed: number): FixedAs | undefined {
  const of = (status: string) =>
    receipts.filter((one) => one.state === 'fixed' && one.status === status).length;
  const as = { succeeded: of('SUCCEEDED'), review: of('REVIEW_REQUIRED') };
  return as.succeeded + as.review === fixed ? as : undefined;
}

function fixedWords(fixed: number, as: FixedAs | undefined): string {
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
  ['still-running', 'still running'],
  ['running', 'running'],
  ['sending', 'being sent'],
  ['waiting', 'not sent'],
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

/** What to do about a state that a person has to look at; null where there is nothing to do. */
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
