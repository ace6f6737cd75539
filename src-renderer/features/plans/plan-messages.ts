import type { Job } from '#shared/contract/jobs.ts';
import type { JobKind, Plan, PlanTarget } from '#shared/contract/plans.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { isOfMessages, describeSubjects } from '#shared/domain/job-words.ts';
import { whyReadOnly } from '#shared/domain/permissions.ts';
import { countGoing, isList, listRampSteps, countWaitingForReason } from './plan-rules.ts';
import { findPersonName, whyNotAct, type PlanningSession } from './planning-session.ts';

/** Says what is being read for the plan, which explains the wait. */
export function describeReading(target: PlanTarget): string {
  if ('messageIds' in target) return 'Looking at what is held, and what became of it before';
  switch (target.kind) {
    case 'reprocess':
      return describeReadingItems('document', target.documentIds.length);
    case 'requeue-files':
      return describeReadingItems('file', target.fileIds.length);
    case 'trigger-downloads':
      return 'Reading the batches of the day';
    case 'close-downloads':
      return 'Reading the download batch again by its key';
    default:
      return 'Reading the execution and its batch';
  }
}

function describeReadingItems(noun: string, count: number): string {
  return count === 1
    ? `Reading the ${noun} again by its key`
    : `Reading ${grouped(count)} ${noun}s again by their keys, 100 a call`;
}

/** Returns the fingerprint of the chosen failure group. */
export function findFingerprint(target: PlanTarget): string | null {
  return 'fingerprint' in target ? (target.fingerprint ?? null) : null;
}

/** Says what a step of the ramp waits for. */
export function describeNextStep(kind: JobKind): string {
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

/** Labels the start button with how the plan starts. */
export function describeStart(plan: Pick<Plan, 'kind' | 'items' | 'counts'>, reason: string): string {
  if (plan.kind === 'redrive-execution') return 'Redrive the execution';
  if (plan.kind === 'stop-execution') return 'Stop the execution';
  if (plan.kind === 'trigger-downloads') return 'Run the day again';
  if (plan.kind === 'close-downloads') return 'Close the batch';
  if (plan.kind === 'discard-messages') {
    // Nothing is discarded before a reason is given, but the button still says what it does.
    return `Discard ${describeSubjects(plan.kind, countGoing(plan, reason) || countWaitingForReason(plan))}`;
  }
  const [first = 1] = listRampSteps(plan, reason);
  return `Start with ${describeSubjects(plan.kind, first)}`;
}

interface ActionText {
  readonly does: readonly string[];
  readonly doesNot: readonly string[];
}

/** Describes an action on a single thing, and how it differs from what people expect. */
export function describeAction(kind: JobKind): ActionText {
  return deeds[kind] ?? nothing;
}

const redrive: ActionText = {
  does: [
    'Continues the same execution from the states that failed; what has succeeded in it is not done again.',
    'Runs the definition that the execution was started with, even if a newer one is deployed by now.',
    'Takes up again the documents that were in line or in work when it ended.',
  ],
  doesNot: [
    'It begins no new run and does not take up documents that failed by themselves. For those, reprocess: that is a new run, by the present definition.',
  ],
};

const stop: ActionText = {
  does: [
    'Ends the execution now. Its status becomes ABORTED, and no further document is begun in this run.',
    'Documents in work become FAILED with the code ExecutionStopped. What Textract and Bedrock have done for them by then is paid for.',
    'Documents in line stay QUEUED until the execution is redriven or they are reprocessed.',
  ],
  doesNot: ['It takes nothing back: documents that have ended in this run stay as they are.'],
};

const runAgain: ActionText = {
  does: [
    'Begins a batch of its own for this day; the earlier ones stay as they are.',
    'Asks the provider what it has of the day. Files that failed or stand still get a fresh address and are fetched again; the new batch takes them over.',
    'Files that still move become the new batch’s, and go on.',
  ],
  doesNot: [
    'It fetches no file again that has completed, and the new batch does not expect it.',
    'It changes no counts of earlier batches. The day stands as its newest batch does.',
  ],
};

const close: ActionText = {
  does: [
    'Ends the batch now as failed. What has completed and what has failed by then is counted, and it is kept who closed it and why.',
  ],
  doesNot: [
    'It stops no file: one that is being fetched is fetched, and each can be requeued.',
    'It fetches nothing again. For that, run the day again: that is a new batch.',
    'It cannot be undone.',
  ],
};

const nothing: ActionText = { does: [], doesNot: [] };

const deeds: Readonly<Partial<Record<JobKind, ActionText>>> = {
  'redrive-execution': redrive,
  'stop-execution': stop,
  'trigger-downloads': runAgain,
  'close-downloads': close,
};

/** Says what braking does before it is pressed. */
export function describeBrake({ kind, counts }: Pick<Job, 'kind' | 'counts'>): string {
  if (isOfMessages(kind)) {
    return 'Nothing new is sent or deleted, once the batch that is on its way is answered. It can be resumed.';
  }
  if (!isList(kind)) return 'The call has gone out and is not taken back; only looking at it ends.';
  const working = counts.running + counts.sending;
  if (working === 0) return 'Nothing new starts. It can be resumed.';
  const [one, more] =
    kind === 'reprocess' ? ['running document', 'running documents'] : ['requeued file', 'requeued files'];
  const which =
    working === 1
      ? `The 1 ${one} finishes and keeps its receipt.`
      : `The ${grouped(working)} ${more} finish and keep their receipts.`;
  return `Nothing new starts. ${which}`;
}

/** Says what resuming does after a brake, a stop or an interruption. */
export function describeResume({
  kind,
  state,
  counts,
  unanswered = 0,
  confirmation,
}: Pick<Job, 'kind' | 'state' | 'counts' | 'unanswered' | 'confirmation'>): string {
  const forGood = counts.uncertain - unanswered;
  const unclear = forGood <= 0 ? '' : ` ${grouped(forGood)} uncertain stay so: they are not sent again.`;
  if (counts.waiting === 0 && unanswered > 0) {
    return `Finds out what became of ${grouped(unanswered)} that may have been sent. Nothing is done twice.${unclear}`;
  }
  if (counts.waiting === 0) {
    return `All were sent before. It goes on looking what becomes of ${grouped(counts.running)}.${unclear}`;
  }
  const left = counts.waiting === 1 ? 'the 1 that was not sent' : `the ${grouped(counts.waiting)} not sent`;
  if (confirmation !== undefined) {
    return `Sends ${left} at once and waits for no confirmation. The first message that comes back brakes it.${unclear}`;
  }
  const again = isOfMessages(kind)
    ? 'What is no longer held is received from the queue again, and what is not found there is left out.'
    : 'Each is read again by its key before it goes, and one that has changed is left alone.';
  const counters =
    state === 'braked'
      ? ' The counters of the brake begin anew, and so does the ramp: one first. If nothing was changed meanwhile, the rest will fail as well.'
      : ' The ramp begins anew: one first.';
  return `Goes on with ${left}. ${again}${counters}${unclear}`;
}

/** Says what happens to the unsent items when the job is ended. */
export function describeEnd({
  kind,
  counts: { waiting },
  unanswered = 0,
}: Pick<Job, 'kind' | 'counts' | 'unanswered'>): string {
  const open = unanswered === 0 ? '' : ` ${grouped(unanswered)} that may have been sent will stay uncertain.`;
  if (waiting === 0) return `Or ends the job.${open}`;
  const which = waiting === 1 ? 'the 1 that was not sent' : `the ${grouped(waiting)} not sent`;
  const stay = waiting === 1 ? 'stays' : 'stay';
  const where = isOfMessages(kind) ? 'in the queue' : 'as they are';
  return `Or ends the job: ${which} ${stay} ${waiting === 1 && !isOfMessages(kind) ? 'as it is' : where}.${open}`;
}

/** A job acts as the person who started it, so no one else can resume it. */
export function whyNotResume({ by }: Pick<Job, 'by'>, session: PlanningSession): string | null {
  const role = whyNotAct(session);
  if (role !== null) return role;
  const locked = whyReadOnly(session.connection);
  if (locked !== null) return locked;
  if (session.who?.id === by) return null;
  return `This job acts as ${findPersonName(by, session)}, who started it: only they can resume it.`;
}
