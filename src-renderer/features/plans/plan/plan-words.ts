import type { JobKind, Plan, PlanTarget } from '#shared/contract/jobs/plans.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { subjectWords } from '#shared/domain/job-words.ts';
import { goingCount, rampFor, waitingForReason } from './going.ts';

/** While the plan is being made: what is read, so that nobody has to guess what takes so long. */
export function readingWords(target: PlanTarget): string {
  if ('messageIds' in target) return 'Looking at what is held, and what became of it before';
  switch (target.kind) {
    case 'reprocess':
      return readingItems('document', target.documentIds.length);
    case 'requeue-files':
      return readingItems('file', target.fileIds.length);
    case 'trigger-downloads':
      return 'Reading the batches of the day';
    case 'close-downloads':
      return 'Reading the download batch again by its key';
    default:
      return 'Reading the execution and its batch';
  }
}

function readingItems(noun: string, count: number): string {
  return count === 1
    ? `Reading the ${noun} again by its key`
    : `Reading ${grouped(count)} ${noun}s again by their keys, 100 a call`;
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
    case 'requeue-files':
      return 'Next step only when every file of the last one has completed: one that fails again stops it.';
    default:
      return 'Next step only when every document of the last one reached SUCCEEDED or REVIEW_REQUIRED.';
  }
}

/** The button that starts it says how it starts. */
export function startWords(plan: Pick<Plan, 'kind' | 'items' | 'counts'>, reason: string): string {
  if (plan.kind === 'redrive-execution') return 'Redrive the execution';
  if (plan.kind === 'stop-execution') return 'Stop the execution';
  if (plan.kind === 'trigger-downloads') return 'Run the day again';
  if (plan.kind === 'close-downloads') return 'Close the batch';
  if (plan.kind === 'discard-messages') {
    // Before its reason is given nothing goes, and the button says what it is for all the same.
    return `Discard ${subjectWords(plan.kind, goingCount(plan, reason) || waitingForReason(plan))}`;
  }
  const [first = 1] = rampFor(plan, reason);
  return `Start with ${subjectWords(plan.kind, first)}`;
}
