import type { JobKind, Plan, PlanTarget } from '#shared/contract/jobs/plans.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { subjectWords } from '#shared/domain/job-words.ts';
import { goingCount, rampFor, waitingForReason } from './going.ts';

/** While the plan is being made: what is read, so that nobody has to guess what takes so long. */
export function readingWords(target: PlanTarget): string {
  if ('messageIds' in target) return 'Looking at what is held, and what became of it before';
  if (target.kind !== 'reprocess') return 'Reading the execution and its batch';
  const count = target.documentIds.length;
  return count === 1
    ? 'Reading the document again by its key'
    : `Reading ${grouped(count)} documents again by their keys, 100 a call`;
}

/** Of the failure group that was chosen. */
export function fingerprintOf(target: PlanTarget): string | null {
  return 'fingerprint' in target ? (target.fingerprint ?? null) : null;
}

/** What a step of the ramp waits for. */
export function nextStepWords(kind: JobKind): string {
  switch (kind) {
    case 'redrive-messages':
      return 'Next step only when what the last one sent was processed: one that comes back stops it. Where no answer comes it may have been sent; that is listed, and never sent again by itself.';
    case 'discard-messages':
      return 'Next step only when the last one is in the file and deleted.';
    default:
      return 'Next step only when every document of the last one reached SUCCEEDED or REVIEW_REQUIRED.';
  }
}

/** The button that starts it says how it starts. */
export function startWords(plan: Pick<Plan, 'kind' | 'items' | 'counts'>, reason: string): string {
  if (plan.kind === 'redrive-execution') return 'Redrive the execution';
  if (plan.kind === 'stop-execution') return 'Stop the execution';
  if (plan.kind === 'discard-messages') {
    // Before its reason is given nothing goes, and the button says what it is for all the same.
    return `Discard ${subjectWords(plan.kind, goingCount(plan, reason) || waitingForReason(plan))}`;
  }
  const [first = 1] = rampFor(plan, reason);
  return `Start with ${subjectWords(plan.kind, first)}`;
}

export interface ExecutionWords {
  readonly does: readonly string[];
  readonly doesNot: readonly string[];
}

/** Redrive, reprocess and stop are three things: what each does, and what people take it for. */
export function executionWords(kind: JobKind): ExecutionWords {
  return kind === 'redrive-execution' ? redrive : stop;
}

const redrive: ExecutionWords = {
  does: [
    'Continues the same execution from the states that failed; what has succeeded in it is not done again.',
    'Runs the definition that the execution was started with, even if a newer one is deployed by now.',
    'Takes up again the documents that were in line or in work when it ended.',
  ],
  doesNot: [
    'It begins no new run and does not take up documents that failed by themselves. For those, reprocess: that is a new run, by the present definition.',
  ],
};

const stop: ExecutionWords = {
  does: [
    'Ends the execution now. Its status becomes ABORTED, and no further document is begun in this run.',
    'Documents in work become FAILED with the code ExecutionStopped. What Textract and Bedrock have done for them by then is paid for.',
    'Documents in line stay QUEUED until the execution is redriven or they are reprocessed.',
  ],
  doesNot: ['It takes nothing back: documents that have ended in this run stay as they are.'],
};
