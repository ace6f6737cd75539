import { randomUUID } from 'node:crypto';
import type { JobKind } from '#shared/domain/job-kinds/job-kinds.ts';
import { refused, type Failure, type Result } from '#shared/contract/result.ts';
import type { Log } from '../log/open-log.ts';
import type { JobAction, SeenItems } from './job-action.ts';
import { jobAtWork, type JobAtWork } from './job-at-work.ts';
import { mendJournal } from './damaged-journal.ts';
import { lockJob, type HeldLock } from './job-lock.ts';
import type { ShelvedJob } from './job-shelf.ts';
import type { JobRecord } from './job-record.ts';
import { describeInterruption, toJob, type JobToShow } from './job-view.ts';
import { continueJournal, NotWritten, readJournal, type Journal, type OpenLines } from './journal.ts';
import { openTurns, pace } from './pace.ts';
import { unreadConditions, type ConditionReader } from './pace-conditions.ts';
import { runJob } from './run-job.ts';

/** Contains a job that no other console can write to now. */
interface TakenJob {
  readonly journal: Journal;
  readonly lock: HeldLock;
}

/** Holds the jobs that this console runs or follows up. */
export interface WorkingJobs {
  of(jobId: string): JobAtWork | undefined;
  /**
   * Takes the lock, and reads the journal as it is on disk now. A damaged journal is mended for a person, who is named in
   * it; without one it is refused.
   */
  take(shelved: ShelvedJob, by: string | null): Result<TakenJob>;
  lock(shelved: Pick<ShelvedJob, 'file'>): Result<HeldLock>;
  begin(shelved: ShelvedJob, taken: TakenJob): JobAtWork;
  leave(shelved: ShelvedJob, taken: TakenJob): void;
  /** Writes the last line; nothing follows it. */
  end(shelved: ShelvedJob, taken: Pick<TakenJob, 'journal'>, state: 'done' | 'stopped'): void;
  /** Stops the job from beginning anything more; work that is under way is not waited for. */
  abort(jobId: string): void;
  /** Makes jobs that wait for a turn check again. */
  wake(): void;
  close(): Promise<void>;
}

interface Working {
  readonly work: JobAtWork;
  readonly abort: () => void;
  readonly leave: () => void;
  readonly loop: Promise<void>;
}

export function getLockPath(file: string): string {
  return file.replace(/\.jsonl$/, '.lock');
}

export function openWorkingJobs(
  parts: EngineParts,
  changed: (connectionId: string, jobId: string) => void,
): WorkingJobs {
  const { now, log } = parts;
  const working = new Map<string, Working>();
  const turns = openTurns();
  const leaving = new AbortController();

  function begin(shelved: ShelvedJob, { journal, lock }: TakenJob): JobAtWork {
    const { connectionId, jobId } = shelved;
    const abort = new AbortController();
    let isClosed = false;
    const tell = (): void => changed(connectionId, jobId);
    const work = jobAtWork({
      journal,
      lock,
      turns,
      conditions: parts.conditions?.(connectionId) ?? unreadConditions,
      log,
      now,
      action: parts.action(journal.record.plan.kind, connectionId),
      newKey: parts.newKey,
      sleep: parts.sleep,
      signal: AbortSignal.any([leaving.signal, abort.signal]),
      seen: (items) => tellLists(connectionId, items),
      changed: tell,
      isClosed: () => isClosed,
    });
    const leaveOnce = (): void => {
      if (isClosed) return;
      isClosed = true;
      working.delete(jobId);
      const { halted, unwritten } = work.passing;
      leave(shelved, { journal, lock });
      Object.assign(shelved, { halted, unwritten });
      tell();
    };
    const ended = (): void => {
      end(shelved, { journal }, 'done');
      leaveOnce();
    };
    Object.assign(shelved, { record: journal.record, halted: null, unwritten: null });
    const loop = Promise.resolve()
      .then(() => runJob(work, { ended, left: leaveOnce }))
      .catch((error: unknown) => log.error({ err: error, jobId }, 'a job could not be left as it should be'));
    working.set(jobId, { work, abort: () => abort.abort(), leave: leaveOnce, loop });
    tell();
    return work;
  }

  function readMended(shelved: ShelvedJob, by: string): ReturnType<typeof readJournal> {
    const { file } = shelved;
    const read = readJournal(file);
    if (read === null || read.damage === null || read.record.endedAt !== null) return read;
    const { plan, damage } = read;
    const record = brakeInterrupted(read.record);
    const { kept } = mendJournal(file, { plan, record, by, why: damage, at: new Date(now()).toISOString() });
    log.warn({ file, kept, damage }, 'a damaged journal was mended for a person');
    Object.assign(shelved, { damage: null });
    return readJournal(file);
  }

  /** A failure to update lists is no reason for a job to halt. */
  function tellLists(connectionId: string, items: SeenItems): void {
    try {
      parts.seen(connectionId, items);
    } catch (error) {
      log.error({ err: error }, 'lists could not be told what was read');
    }
  }

  return {
    of: (jobId) => working.get(jobId)?.work,
    take(shelved, by) {
      const lock = lockedOr(shelved);
      if (!lock.ok) return lock;
      try {
        const read = by === null ? readJournal(shelved.file) : readMended(shelved, by);
        if (read === null || read.damage !== null || read.record.endedAt !== null) {
          lock.value.release();
          return notNow(
            read?.record.phase ?? 'interrupted',
            'Its journal says that it cannot continue. Nothing was done.',
          );
        }
        const journal = continueJournal(shelved.file, read, { now, open: parts.open });
        return { ok: true, value: { journal, lock: lock.value } };
      } catch (error) {
        lock.value.release();
        return notStored(shelved.file, error);
      }
    },
    lock: lockedOr,
    begin,
    leave,
    end,
    abort(jobId) {
      working.get(jobId)?.abort();
      working.get(jobId)?.leave();
      turns.wake();
    },
    wake: () => turns.wake(),
    async close() {
      leaving.abort();
      turns.wake();
      const loops = [...working.values()].map(({ loop }) => loop);
      if (loops.length > 0) {
        const late = new AbortController();
        await Promise.race([Promise.all(loops), parts.sleep(pace.farewell, late.signal)]);
      }
      for (const { leave: leaveNow } of working.values()) leaveNow();
    },
  };

  function end(shelved: ShelvedJob, { journal }: Pick<TakenJob, 'journal'>, state: 'done' | 'stopped'): void {
    const because = state === 'done' ? null : journal.record.because;
    const endedAt = new Date(now()).toISOString();
    const job = { ...toJob(plainly(shelved.file, journal)), state, because, endedAt, secondsLeft: null };
    journal.append({ event: 'ended', job });
    shelved.ending = job;
  }
}

/** Mending hides that the journal was damaged, so that its job could go on without the person who has to resume it. */
function brakeInterrupted(record: JobRecord): JobRecord {
  if (record.phase !== 'running') return record;
  return { ...record, phase: 'braked', because: describeInterruption(record) };
}

/** From now on the state on disk is used. */
function leave(shelved: ShelvedJob, { journal, lock }: TakenJob): void {
  try {
    journal.close();
  } finally {
    lock.release();
    // For an ended job the last line is enough; its record may hold 10,000 items.
    Object.assign(shelved, { record: shelved.ending === null ? journal.record : null, bytes: -1 });
  }
}

function lockedOr({ file }: Pick<ShelvedJob, 'file'>): Result<HeldLock> {
  try {
    const lock = lockJob(getLockPath(file), randomUUID());
    if (!('heldBy' in lock)) return { ok: true, value: lock };
    return notNow(
      'running',
      `Another console runs this job (process ${lock.heldBy}). Nothing was done; use that one.`,
    );
  } catch (error) {
    return notStored(file, error);
  }
}

export function notStored(file: string, error: unknown): { ok: false; failure: Failure } {
  const why = error instanceof Error ? error.message : String(error);
  const what =
    error instanceof NotWritten
      ? `written (${why}). Free some space and try again.`
      : `opened (${why}). Check that it exists and its folder can be written, then try again.`;
  return refused({
    code: 'storage-failed',
    message: `Nothing was done: the job's journal cannot be ${what}`,
    file,
  });
}

export function notNow(state: string, message: string): { ok: false; failure: Failure } {
  return refused({ code: 'job-refused', message, state });
}

function plainly(file: string, { record }: Journal): JobToShow {
  return {
    record,
    file,
    isAtWork: false,
    looks: new Map(),
    watched: [],
    now: 0,
    waitsFor: null,
    halted: null,
    damage: null,
  };
}

export interface EngineParts {
  /** Journals are in `jobs/` below this folder. */
  readonly home: string;
  /** Works on the connection that the plan was made for. */
  readonly action: (kind: JobKind, connectionId: string) => JobAction;
  /** Reads what the pace of a job may be bound to. */
  readonly conditions?: (connectionId: string) => ConditionReader;
  /** Updates lists directly, so that they need not wait for an index. */
  readonly seen: (connectionId: string, items: SeenItems) => void;
  readonly log: Log;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly newKey: () => string;
  /** A test may pass a disk that is full. */
  readonly open?: OpenLines;
}
