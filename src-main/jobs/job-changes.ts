import type { Job } from '#shared/contract/jobs.ts';
import type { Pace } from '#shared/contract/pace.ts';
import type { Plan } from '#shared/contract/plans.ts';
import type { Result } from '#shared/contract/result.ts';
import { describePaceChange } from '#shared/domain/pace-rules.ts';
import type { JobAtWork } from './job-at-work.ts';
import { findConfirmation, type JobRecord, type NewEvent } from './job-record.ts';
import type { ShelvedJob } from './job-shelf.ts';
import { NotWritten, type Journal } from './journal.ts';
import { pace as times } from './pace.ts';
import { notNow, notStored, type EngineParts, type WorkingJobs } from './working-jobs.ts';

interface Parts {
  readonly parts: EngineParts;
  readonly working: WorkingJobs;
  readonly answer: (shelved: ShelvedJob) => Result<Job>;
  readonly changed: (connectionId: string, jobId: string) => void;
}

/** Says why the person who started a job may no longer run it; null where they may. */
export type WhyNotResumed = (plan: Pick<Plan, 'kind' | 'tenantId' | 'many'>) => string | null;

type StoppingEvent = NewEvent & { readonly event: 'braked' | 'stopped' };

/** Changes a job; each change is on disk before it takes effect. */
interface JobChanges {
  resume(shelved: ShelvedJob, by: string): Result<Job>;
  /**
   * Resumes the job without a person if it was interrupted for a short while only, or brakes it if its person may no
   * longer run it.
   */
  resumeIfShort(shelved: ShelvedJob, person: string | null | undefined, whyNot?: WhyNotResumed): void;
  /** Brakes the job at work of a person who may no longer run it, if it has something left to send. */
  brakeWithoutRight(shelved: ShelvedJob, person: string, whyNot: WhyNotResumed): void;
  stop(shelved: ShelvedJob, why: string): Result<Job>;
  /** Takes effect before the next call, or when the job is resumed. */
  setPace(shelved: ShelvedJob, pace: Pace, by: string): Result<Job>;
  /** Writes the last line, because a person does not want the rest of the job. */
  end(shelved: ShelvedJob, by: string): Result<Job>;
  /** Writes the last line, because the world it worked on no longer exists. */
  abandon(shelved: ShelvedJob, why: string): void;
}

export function openJobChanges({ parts: { now, log }, working, answer, changed }: Parts): JobChanges {
  function goOn(shelved: ShelvedJob, by: string | null): Result<Job> {
    const taken = working.take(shelved, by);
    if (!taken.ok) return taken;
    const { journal } = taken.value;
    try {
      catchUp(shelved, journal);
      journal.append(resumedBy(by, journal.record));
    } catch (error) {
      working.leave(shelved, taken.value);
      if (!(error instanceof NotWritten)) throw error;
      return notStored(shelved.file, error);
    }
    working.begin(shelved, taken.value);
    return answer(shelved);
  }

  function stopAtWork(shelved: ShelvedJob, work: JobAtWork, event: StoppingEvent): Result<Job> {
    try {
      work.write(event);
      working.wake();
    } catch (error) {
      if (!(error instanceof NotWritten)) throw error;
      // The job has to stop even though that could not be written.
      work.passing.halted = `${event.why} Storage: that could not be saved (${error.message}).`;
      working.abort(shelved.jobId);
    }
    return answer(shelved);
  }

  /** Ends the running phase of a job that this console does not work on. */
  function haltAtRest(shelved: ShelvedJob, event: StoppingEvent) {
    const taken = working.take(shelved, null);
    if (!taken.ok) return taken;
    const { journal } = taken.value;
    try {
      catchUp(shelved, journal);
      journal.append(event);
      shelved.halted = null;
    } catch (error) {
      working.leave(shelved, taken.value);
      if (!(error instanceof NotWritten)) throw error;
      return notStored(shelved.file, error);
    }
    // Sent items go on to their end, and the job has to follow them.
    if (journal.record.counts.running > 0) working.begin(shelved, taken.value);
    else working.leave(shelved, taken.value);
    changed(shelved.connectionId, shelved.jobId);
    return answer(shelved);
  }

  return {
    resume(shelved, by) {
      const work = working.of(shelved.jobId);
      if (!work) return goOn(shelved, by);
      const next = findNextEvent(work.record, by);
      if (next === null) return notNow('running', 'Already running.');
      try {
        work.write(next);
        working.wake();
      } catch (error) {
        if (!(error instanceof NotWritten)) throw error;
        return notStored(shelved.file, error);
      }
      return answer(shelved);
    },

    resumeIfShort(shelved, person, whyNot = () => null) {
      const { record, damage, ending, halted } = shelved;
      if (!record || ending || damage !== null || working.of(shelved.jobId)) return;
      if (record.phase !== 'running') {
        // Nothing is started; sent items are followed up to their end.
        const taken = record.counts.running > 0 ? working.take(shelved, null) : undefined;
        if (taken?.ok === true) working.begin(shelved, taken.value);
        return;
      }
      const isSame = person === undefined || person === record.by;
      // A job that begins later may wait for many hours, and is late only after its time.
      const { hasBegun, beginsAt, lastAt } = record;
      const isAhead = !hasBegun && now() < Date.parse(beginsAt ?? '') + times.shortAbsence;
      const isShort = isAhead || Math.abs(now() - Date.parse(lastAt)) < times.shortAbsence;
      if (!isSame || !isShort || halted !== null) return;
      const why = whyNot(record.plan);
      if (why === null) goOn(shelved, null);
      else haltAtRest(shelved, { event: 'braked', why });
    },

    brakeWithoutRight(shelved, person, whyNot) {
      const work = working.of(shelved.jobId);
      if (work === undefined) return;
      const { by, phase, counts, plan } = work.record;
      // Sent items are only followed up, and that needs no right.
      if (by !== person || phase !== 'running' || counts.waiting + counts.sending === 0) return;
      const why = whyNot(plan);
      if (why !== null) stopAtWork(shelved, work, { event: 'braked', why });
    },

    stop(shelved, why) {
      const work = working.of(shelved.jobId);
      if (work) return stopAtWork(shelved, work, { event: 'stopped', why });
      return haltAtRest(shelved, { event: 'stopped', why });
    },

    setPace(shelved, pace, by) {
      const work = working.of(shelved.jobId);
      const taken = work ? undefined : working.take(shelved, by);
      if (taken?.ok === false) return taken;
      const record = work?.record ?? taken?.value.journal.record;
      if (record === undefined) return answer(shelved);
      const event = { event: 'paced', by, pace, says: describePaceChange(record.pace, pace) } as const;
      try {
        if (taken) catchUp(shelved, taken.value.journal);
        if (work) work.write(event);
        else taken?.value.journal.append(event);
        working.wake();
      } catch (error) {
        if (!(error instanceof NotWritten)) throw error;
        return notStored(shelved.file, error);
      } finally {
        if (taken) working.leave(shelved, taken.value);
      }
      changed(shelved.connectionId, shelved.jobId);
      return answer(shelved);
    },

    end(shelved, by) {
      const work = working.of(shelved.jobId);
      // Nothing was sent by a job that has not begun, so it need not be stopped first.
      if (work?.record.hasBegun === false) working.abort(shelved.jobId);
      else if (work) return notNow('running', stillAtWork);
      const taken = working.take(shelved, by);
      if (!taken.ok) return taken;
      const { journal } = taken.value;
      try {
        catchUp(shelved, journal);
        const { calls, counts, items, phase } = journal.record;
        if (counts.running > 0) return notNow(phase, stillOpen);
        // Open calls are not repeated, because one that is never answered must not keep a job open forever.
        for (const { number, state } of calls) {
          if (state === 'open') journal.append({ event: 'uncertain', call: number, why: unanswered(by) });
        }
        const why = `${by} ended the job before it was sent.`;
        const left = [...items.values()].flatMap(({ id, state }) =>
          state === 'waiting' ? [{ id, why }] : [],
        );
        if (left.length > 0) journal.append({ event: 'skipped', items: left });
        journal.append({ event: 'stopped', why: `Ended by ${by}.` });
        working.end(shelved, taken.value, 'stopped');
      } catch (error) {
        if (!(error instanceof NotWritten)) throw error;
        return notStored(shelved.file, error);
      } finally {
        working.leave(shelved, taken.value);
      }
      changed(shelved.connectionId, shelved.jobId);
      return answer(shelved);
    },

    abandon(shelved, why) {
      working.abort(shelved.jobId);
      const taken = working.take(shelved, 'Sluice');
      if (!taken.ok) {
        log.warn({ jobId: shelved.jobId }, taken.failure.message);
        return;
      }
      try {
        taken.value.journal.append({ event: 'voided', why });
        working.end(shelved, taken.value, 'stopped');
      } catch (error) {
        log.error({ err: error, jobId: shelved.jobId }, 'the end of a job could not be written');
      } finally {
        working.leave(shelved, taken.value);
      }
      changed(shelved.connectionId, shelved.jobId);
    },
  };
}

/** Returns the event that lets a job at work go on for a person, or null if it is running. */
function findNextEvent(record: JobRecord, by: string): NewEvent | null {
  const { phase, hasBegun, waitsForQuiet, held } = record;
  if (phase !== 'running') return resumedBy(by, record);
  if (!hasBegun || waitsForQuiet) return { event: 'begun', by };
  return held === null ? null : { event: 'released', by };
}

/** Only a person can decide to send the rest although nothing is confirmed. */
function resumedBy(by: string | null, record: JobRecord): NewEvent {
  const isWaived = by !== null && findConfirmation(record) === 'lacking';
  return isWaived ? { event: 'resumed', by, withoutConfirmation: true } : { event: 'resumed', by };
}

function unanswered(by: string): string {
  return `It may have been sent: ${by} ended the job before it had a clear answer.`;
}

const stillAtWork =
  'Not ended: sent items are still being tracked. Brake the job if it is still sending, and wait until nothing is running.';

const stillOpen =
  'Not ended: sent items have no outcome yet, and they are not tracked until the job is resumed. Resume it, brake it if nothing more should be sent, and wait until nothing is running.';

/**
 * Writes the outcome of a call that could not be written when the disk was full. Another console may have recorded it
 * meanwhile, and a second line about it would spoil the journal.
 */
function catchUp(shelved: ShelvedJob, journal: Journal): void {
  const { unwritten } = shelved;
  const call =
    unwritten !== null && 'call' in unwritten ? journal.record.calls[unwritten.call - 1] : undefined;
  if (unwritten !== null && call?.state === 'open') journal.append(unwritten);
  shelved.unwritten = null;
}
