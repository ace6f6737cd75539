import type { Names } from '#renderer/contract/names.tsx';
import type { Job } from '#shared/contract/jobs.ts';
import type { Plan } from '#shared/contract/plans.ts';
import type { PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { isOfMessages } from '#shared/domain/job-words.ts';
import { whyNotRunJobs, whyReadOnly } from '#shared/permissions.ts';
import { countGoing, isList, listRampSteps, countWaitingForReason } from './plan-rules.ts';
import { messages } from './messages.ts';
import { findKindMessages } from './kind-messages.ts';
import type { PlanningSession } from './planning-session.ts';

/** Returns the fingerprint of the chosen failure group. */
export function findFingerprint(target: PlanTarget): string | null {
  return 'fingerprint' in target ? (target.fingerprint ?? null) : null;
}

/** Labels the start button with how the plan starts. */
export function describeStart(
  plan: Pick<Plan, 'kind' | 'items' | 'many' | 'counts' | 'pace'>,
  reason: string,
): string {
  const [first = 1] = listRampSteps(plan, reason);
  const all = countGoing(plan, reason) || countWaitingForReason(plan);
  if (all === 0 && isList(plan.kind)) return messages.plan.nothingToStart;
  return findKindMessages(plan.kind).describeStart({ first, all });
}

/** Says what braking does before it is pressed. */
export function describeBrake({ kind, counts }: Pick<Job, 'kind' | 'counts'>): string {
  const { steps } = findKindMessages(kind);
  if (steps === null) return "The call was sent and can't be undone. Only watching it stops.";
  if (steps.working === null) {
    return 'After the current call, nothing more is sent or deleted. You can resume.';
  }
  const working = counts.running + counts.sending;
  if (working === 0) return 'Nothing new starts. You can resume.';
  const [one, more] = steps.working;
  const which =
    working === 1
      ? `1 ${one} finishes and keeps its receipt.`
      : `${grouped(working)} ${more} finish and keep their receipts.`;
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
  const unclear = forGood <= 0 ? '' : ` ${grouped(forGood)} uncertain, not sent again.`;
  if (counts.waiting === 0 && unanswered > 0) {
    return `Checks ${grouped(unanswered)} that may have been sent. Nothing is done twice.${unclear}`;
  }
  if (counts.waiting === 0) {
    return `All were sent. Continues watching ${grouped(counts.running)}.${unclear}`;
  }
  const left = counts.waiting === 1 ? 'the 1 unsent' : `the ${grouped(counts.waiting)} unsent`;
  if (confirmation !== undefined) {
    return `Sends ${left} at once without waiting for confirmation. The first message that comes back brakes the job.${unclear}`;
  }
  const again = isOfMessages(kind)
    ? 'Messages no longer held are received again. Messages not found are skipped.'
    : 'Each is read again by key before sending. Changed ones are skipped.';
  const counters =
    state === 'braked'
      ? ' The brake counters and the ramp start again, beginning with 1. If the cause is not fixed, the rest will fail too.'
      : ' The ramp starts again with 1.';
  return `Resumes with ${left}. ${again}${counters}${unclear}`;
}

/** Says what happens to the unsent items when the job is ended. */
export function describeEnd({
  kind,
  counts: { waiting },
  unanswered = 0,
}: Pick<Job, 'kind' | 'counts' | 'unanswered'>): string {
  const open = unanswered === 0 ? '' : ` ${grouped(unanswered)} that may have been sent will stay uncertain.`;
  if (waiting === 0) return `Or end the job.${open}`;
  const which = waiting === 1 ? 'the 1 unsent' : `the ${grouped(waiting)} unsent`;
  const stay = waiting === 1 ? 'stays' : 'stay';
  const where = isOfMessages(kind) ? 'in the queue' : 'as they are';
  return `Or end the job: ${which} ${stay} ${waiting === 1 && !isOfMessages(kind) ? 'as it is' : where}.${open}`;
}

/** Stopping and slowing a job needs a role of its kind, but not its starter and not an unlocked connection. */
export function whyNotBrake(
  { kind }: Pick<Job, 'kind'>,
  { who }: Pick<PlanningSession, 'who'>,
): string | null {
  return whyNotRunJobs(who, kind);
}

/** A job acts as the person who started it, so no one else can resume it. */
export function whyNotResume(
  { by, kind }: Pick<Job, 'by' | 'kind'>,
  session: PlanningSession,
  { person }: Pick<Names, 'person'>,
): string | null {
  const role = whyNotRunJobs(session.who, kind);
  if (role !== null) return role;
  const locked = whyReadOnly(session.connection);
  if (locked !== null) return locked;
  if (session.who?.id === by) return null;
  return `Only ${person(by)} can resume this job, because they started it.`;
}
