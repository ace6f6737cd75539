import type { Job } from '#shared/contract/jobs.ts';
import type { Plan } from '#shared/contract/plans.ts';
import type { PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { isOfMessages } from '#shared/domain/job-words.ts';
import { whyReadOnly } from '#shared/domain/permissions.ts';
import { countGoing, listRampSteps, countWaitingForReason } from './plan-rules.ts';
import { findKindMessages } from './kind-messages.ts';
import { findPersonName, whyNotAct, type PlanningSession } from './planning-session.ts';

/** Returns the fingerprint of the chosen failure group. */
export function findFingerprint(target: PlanTarget): string | null {
  return 'fingerprint' in target ? (target.fingerprint ?? null) : null;
}

/** Labels the start button with how the plan starts. */
export function describeStart(plan: Pick<Plan, 'kind' | 'items' | 'counts'>, reason: string): string {
  const [first = 1] = listRampSteps(plan, reason);
  const all = countGoing(plan, reason) || countWaitingForReason(plan);
  return findKindMessages(plan.kind).describeStart({ first, all });
}

/** Says what braking does before it is pressed. */
export function describeBrake({ kind, counts }: Pick<Job, 'kind' | 'counts'>): string {
  const { steps } = findKindMessages(kind);
  if (steps === null) return 'The call has gone out and is not taken back; only looking at it ends.';
  if (steps.working === null) {
    return 'Nothing new is sent or deleted, once the batch that is on its way is answered. It can be resumed.';
  }
  const working = counts.running + counts.sending;
  if (working === 0) return 'Nothing new starts. It can be resumed.';
  const [one, more] = steps.working;
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
