import type { Job } from '#shared/contract/jobs/jobs.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { whyReadOnly } from '#shared/domain/why-read-only.ts';
import type { PlanningSession } from '../planning-session.ts';
import { isOfMessages } from '#shared/domain/job-place.ts';
import { isList } from '../plan-kind.ts';
import { nameOf, whyNotAct } from '../planning-session.ts';

/** What braking means, before anybody does. */
export function brakeWords({ kind, counts }: Pick<Job, 'kind' | 'counts'>): string {
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

/** What resuming means after a brake, a stop or an interruption. */
export function resumeWords({
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

/** What ending means for what was not sent. */
export function endWords({
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

/** A job acts as the person who started it, and as nobody else. */
export function whyNotResume({ by }: Pick<Job, 'by'>, session: PlanningSession): string | null {
  const role = whyNotAct(session);
  if (role !== null) return role;
  const locked = whyReadOnly(session.connection);
  if (locked !== null) return locked;
  if (session.who?.id === by) return null;
  return `This job acts as ${nameOf(by, session)}, who started it: only they can resume it.`;
}
