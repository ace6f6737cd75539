import { existsSync } from 'node:fs';
import type { BatchReceipts, ItemReceipt, Job, JobDetail, LostJournal } from '#shared/contract/jobs.ts';
import type { Pace } from '#shared/contract/pace.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { refused, type Result } from '#shared/contract/result.ts';
import type { Log } from '../log/open-log.ts';
import { openJobChanges, type WhyNotResumed } from './job-changes.ts';
import type { JobAtWork } from './job-at-work.ts';
import { readLockHolder } from './job-lock.ts';
import { listGoing, type JobRecord } from './job-record.ts';
import { openJobShelf, type ShelvedJob } from './job-shelf.ts';
import {
  countReceiptsByBatch,
  listReceipts,
  pageOfReceipts,
  toJob,
  toOpenJob,
  toJobDetail,
  type JobToShow,
  type WhichReceipts,
} from './job-view.ts';
import { beginJournal, NotWritten, type Journal } from './journal.ts';
import { toPaceNow, type PaceNow } from './pace-view.ts';
import type { OpenJob } from './plans/other-jobs.ts';
import { getLockPath, notNow, notStored, openWorkingJobs, type EngineParts } from './working-jobs.ts';

export interface JobEngine {
  /** Starts a job; its journal is on disk before this returns. A plan that was started before is refused. */
  start(plan: Plan, how: HowToStart): Result<Job>;
  /** Lists the jobs that still have items, with these. */
  open(connectionId: string): readonly OpenJob[];
  /** Lists the newest first. */
  jobs(connectionId: string): readonly Job[];
  /** Lists the journals whose plan cannot be read. */
  lost(connectionId: string): readonly LostJournal[];
  job(connectionId: string, jobId: string): Job | null;
  detail(connectionId: string, jobId: string): JobDetail | null;
  receipts(connectionId: string, jobId: string): readonly ItemReceipt[] | null;
  /** Returns some of the receipts, and how many there are of these. */
  receiptsPage(
    connectionId: string,
    jobId: string,
    which: WhichReceipts & { readonly pageSize: number },
  ): { readonly receipts: ItemReceipt[]; readonly total: number } | null;
  /** Counts the receipts by batch, for a job about many. */
  batches(connectionId: string, jobId: string): BatchReceipts[] | null;
  brake(connectionId: string, jobId: string, by?: string): Result<Job>;
  resume(connectionId: string, jobId: string, by?: string): Result<Job>;
  /** Changes the pace of a job that has not ended. */
  setPace(connectionId: string, jobId: string, pace: Pace, by: string): Result<Job>;
  /** Returns how a job goes, for a change of its pace; null if there is no such job. */
  paceOf(connectionId: string, jobId: string): PaceNow | null;
  /** Ends a job that is at rest; its remaining items are never sent. */
  end(connectionId: string, jobId: string, by?: string): Result<Job>;
  /**
   * Resumes this person's jobs that were interrupted a short while ago; other jobs wait until they are resumed by hand.
   * Items that were sent are followed up in any case. A job that this person may no longer run is braked with the reason.
   */
  resumeInterrupted(connectionId: string, person?: string | null, whyNot?: WhyNotResumed): void;
  /**
   * Brakes jobs at work of this person that `whyNot` gives a reason against. Jobs of others, and those that have only
   * items to follow up, go on.
   */
  brakeWithoutRight(connectionId: string, person: string, whyNot: WhyNotResumed): void;
  /** Ends all jobs of a world that no longer exists. */
  voidAll(connectionId: string, why: string): void;
  onChange(listener: (connectionId: string, jobId: string) => void): () => void;
  /** Starts nothing more, and waits for pending writes. */
  close(): Promise<void>;
}

interface HowToStart {
  readonly by: string;
  readonly reason: string | undefined;
  /** The job waits until then. */
  readonly beginsAt?: string | undefined;
}

const mostListed = 200;

/**
 * Opens the engine that turns a plan into a journal; everything a job does is in the journal before it is done
 * (decision 004).
 */
export function openJobEngine(parts: EngineParts): JobEngine {
  const { now, log } = parts;
  const teller = openChangeTeller(parts);
  const working = openWorkingJobs(parts, teller.changed);
  const shelf = openJobShelf(parts);

  function shown(shelved: ShelvedJob): JobToShow | null {
    const { file, damage, halted, jobId } = shelved;
    const record = shelf.recordOf(shelved);
    if (!record) return null;
    const work = working.of(jobId);
    const passing = work?.passing;
    return {
      record,
      file,
      damage,
      beside: findBeside(record),
      halted: halted ?? passing?.halted ?? null,
      isAtWork:
        work !== undefined || (shelved.ending === null && readLockHolder(getLockPath(file)) !== undefined),
      looks: passing?.looks ?? new Map(),
      watched: passing?.watched ?? [],
      now: now(),
      waitsFor: whyWaiting(record, passing),
    };
  }

  /** The action is asked once, with the first receipt that is shown. */
  function findBeside({ plan }: JobRecord): JobToShow['beside'] {
    if (plan.kind !== 'redrive-messages') return undefined;
    let besides: ((id: string) => string | null) | undefined;
    return (id) => {
      besides ??= parts.action(plan.kind, plan.connection.id).besides?.(plan) ?? (() => null);
      return besides(id);
    };
  }

  function current(connectionId: string, jobId: string): ShelvedJob | undefined {
    const shelved = shelf.find(connectionId, jobId);
    if (shelved && !working.of(jobId)) shelf.refresh(shelved);
    return shelved;
  }

  function showing<T>(connectionId: string, jobId: string, show: (job: JobToShow) => T): T | null {
    const shelved = current(connectionId, jobId);
    const job = shelved && shown(shelved);
    return job ? show(job) : null;
  }

  function jobNow(shelved: ShelvedJob): Job | null {
    if (shelved.ending) return shelved.ending;
    const show = shown(shelved);
    return show && toJob(show);
  }

  function answer(shelved: ShelvedJob): Result<Job> {
    const job = jobNow(shelved);
    return job ? { ok: true, value: job } : noSuchJob;
  }

  /** Returns a job that may still be changed, or the reason why it may not. A person may resume or end a damaged one. */
  function changeable(connectionId: string, jobId: string): Result<ShelvedJob> {
    const shelved = current(connectionId, jobId);
    if (!shelved) return noSuchJob;
    const job = jobNow(shelved);
    if (shelved.ending) {
      return notNow(job?.state ?? 'interrupted', job?.because ?? 'This job has ended. Nothing was done.');
    }
    return { ok: true, value: shelved };
  }

  const change = openJobChanges({ parts, working, answer, changed: teller.changed });

  /**
   * Applies a change to every job of a connection. A failure is only logged, because it was not requested by a person
   * and must not stop the other jobs or the console.
   */
  function each(connectionId: string, act: (shelved: ShelvedJob) => void): void {
    for (const shelved of shelf.of(connectionId)) {
      try {
        // Another console may have stopped it meanwhile, or brought it to its end.
        if (!working.of(shelved.jobId)) shelf.refresh(shelved);
        act(shelved);
      } catch (error) {
        log.error({ err: error, jobId: shelved.jobId }, 'a job could not be changed');
      }
    }
  }

  return {
    start(plan, { by, reason = null, beginsAt }) {
      const file = shelf.fileOf(plan.planId);
      if (listGoing(plan, reason).length === 0) {
        return refused({
          code: 'plan-refused',
          message: 'No items can be sent. Nothing was started.',
          why: 'nothing-to-do',
        });
      }
      if (existsSync(file)) return startedBefore;
      const lock = working.lock({ file });
      if (!lock.ok) return lock;
      const line = {
        event: 'plan',
        at: new Date(now()).toISOString(),
        format: 1,
        by,
        reason,
        ...(beginsAt !== undefined && { beginsAt }),
        plan,
      } as const;
      let journal: Journal | null;
      try {
        journal = beginJournal(file, line, parts);
      } catch (error) {
        lock.value.release();
        if (!(error instanceof NotWritten)) throw error;
        return notStored(file, error);
      }
      if (!journal) {
        lock.value.release();
        return startedBefore;
      }
      const shelved = toShelvedJob(file, journal);
      shelf.add(shelved);
      working.begin(shelved, { journal, lock: lock.value });
      return answer(shelved);
    },
    open(connectionId) {
      return shelf.of(connectionId).flatMap((shelved) => {
        if (shelved.ending) return [];
        if (!working.of(shelved.jobId)) shelf.refresh(shelved);
        const show = shelved.ending === null ? shown(shelved) : null;
        return show === null ? [] : toOpenJob(show);
      });
    },
    jobs(connectionId) {
      const newest = shelf
        .of(connectionId)
        .toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
        .slice(0, mostListed);
      return newest.flatMap((shelved) => {
        if (!working.of(shelved.jobId)) shelf.refresh(shelved);
        return jobNow(shelved) ?? [];
      });
    },
    lost: (connectionId) => shelf.lost(connectionId),
    job(connectionId, jobId) {
      const shelved = current(connectionId, jobId);
      return shelved ? jobNow(shelved) : null;
    },
    detail(connectionId, jobId) {
      const shelved = current(connectionId, jobId);
      const show = shelved && shown(shelved);
      if (!show) return null;
      return shelved.ending ? { ...toJobDetail(show), job: shelved.ending } : toJobDetail(show);
    },
    receipts: (connectionId, jobId) => showing(connectionId, jobId, listReceipts),
    receiptsPage: (connectionId, jobId, { pageSize, ...which }) =>
      showing(connectionId, jobId, (show) => pageOfReceipts(show, which, pageSize)),
    batches: (connectionId, jobId) => showing(connectionId, jobId, countReceiptsByBatch),
    brake(connectionId, jobId, by) {
      const found = changeable(connectionId, jobId);
      if (!found.ok) return found;
      const { record } = found.value;
      if (found.value.damage !== null) return notNow('interrupted', 'It is not running. Nothing was done.');
      if (record?.phase !== 'running') return notNow(record?.phase ?? 'done', 'It is already stopping.');
      return change.stop(found.value, by === undefined ? 'Stopped by a person.' : `Stopped by ${by}.`);
    },
    resume(connectionId, jobId, by = 'a person') {
      const found = changeable(connectionId, jobId);
      if (!found.ok) return found;
      return change.resume(found.value, by);
    },
    setPace(connectionId, jobId, pace, by) {
      const found = changeable(connectionId, jobId);
      return found.ok ? change.setPace(found.value, pace, by) : found;
    },
    paceOf(connectionId, jobId) {
      const shelved = current(connectionId, jobId);
      const record = shelved && shelf.recordOf(shelved);
      return record ? toPaceNow(record) : null;
    },
    end(connectionId, jobId, by = 'a person') {
      const found = changeable(connectionId, jobId);
      return found.ok ? change.end(found.value, by) : found;
    },
    resumeInterrupted(connectionId, person, whyNot) {
      each(connectionId, (shelved) => change.resumeIfShort(shelved, person, whyNot));
    },
    brakeWithoutRight(connectionId, person, whyNot) {
      each(connectionId, (shelved) => change.brakeWithoutRight(shelved, person, whyNot));
    },
    voidAll(connectionId, why) {
      each(connectionId, (shelved) => {
        if (!shelved.ending) change.abandon(shelved, why);
      });
    },
    onChange: (listener) => teller.listen(listener),
    async close() {
      await working.close();
      teller.close();
    },
  };
}

const startedBefore = refused({
  code: 'plan-refused',
  message: 'This plan was already started. Nothing was done.',
  why: 'already-started',
});
const noSuchJob = refused({
  code: 'not-found',
  message: 'Job not found on this connection.',
  what: 'job',
});

function toShelvedJob(file: string, { record }: Journal): ShelvedJob {
  const { planId: jobId, connection } = record.plan;
  const nothing = { ending: null, damage: null, bytes: -1, halted: null, unwritten: null };
  return { ...nothing, jobId, connectionId: connection.id, startedAt: record.startedAt, file, record };
}

function whyWaiting({ held }: JobRecord, passing: JobAtWork['passing'] | undefined): string | null {
  if (held !== null) return `Holding: ${held}`;
  if (passing?.waitsForTurn === true) return 'Waiting: two jobs are already running here.';
  return passing?.trouble ?? null;
}

type Listener = (connectionId: string, jobId: string) => void;

interface ChangeTeller {
  readonly changed: Listener;
  listen(listener: Listener): () => void;
  /** Sends all pending changes at once. */
  close(): void;
}

/** Limits changes to four a second for each job; the last state is always sent. */
const gapMs = 250;

function openChangeTeller({
  sleep,
  log,
}: {
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: Log;
}): ChangeTeller {
  const listeners = new Set<Listener>();
  /** Holds jobs that were reported a moment ago, and whether they have changed since. */
  const resting = new Map<string, { connectionId: string; hasChanged: boolean }>();
  const closing = new AbortController();

  const tell: Listener = (connectionId, jobId) => {
    for (const listener of listeners) {
      try {
        listener(connectionId, jobId);
      } catch (error) {
        // A failing listener is no reason to end a job or the console.
        log.error({ err: error, jobId }, 'a job update could not be delivered');
      }
    }
  };

  async function rest(connectionId: string, jobId: string): Promise<void> {
    const state = { connectionId, hasChanged: false };
    resting.set(jobId, state);
    do {
      state.hasChanged = false;
      tell(connectionId, jobId);
      try {
        await sleep(gapMs, closing.signal);
      } catch (error) {
        if (!closing.signal.aborted) throw error;
      }
    } while (state.hasChanged && !closing.signal.aborted);
    resting.delete(jobId);
  }

  return {
    changed(connectionId, jobId) {
      const state = resting.get(jobId);
      if (state) state.hasChanged = true;
      else if (closing.signal.aborted) tell(connectionId, jobId);
      else void rest(connectionId, jobId);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closing.abort();
      for (const [jobId, { connectionId, hasChanged }] of resting) if (hasChanged) tell(connectionId, jobId);
      listeners.clear();
    },
  };
}
