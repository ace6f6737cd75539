import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Job, LostJournal } from '#shared/contract/jobs.ts';
import type { Log } from '../log/open-log.ts';
import type { JobRecord, NewEvent } from './job-record.ts';
import { readLostJournal } from './damaged-journal.ts';
import { readEnding, readJournal } from './journal.ts';

export interface ShelvedJob {
  readonly jobId: string;
  readonly connectionId: string;
  readonly startedAt: string;
  readonly file: string;
  /** Holds the content of its last line once the job has ended. */
  ending: Job | null;
  /** This is null where only its last line was read. */
  record: JobRecord | null;
  damage: string | null;
  /** This is the size of the file as it was read. */
  bytes: number;
  halted: string | null;
  unwritten: NewEvent | null;
}

/**
 * Gives access to the journals of a home folder. They are read on first use, and only the end of those that have ended.
 */
interface JobShelf {
  /** Lists the journals that were found on first use and those added since. */
  of(connectionId: string): ShelvedJob[];
  find(connectionId: string, jobId: string): ShelvedJob | undefined;
  /** Lists the journals whose plan cannot be read, of this connection or of an unknown one. */
  lost(connectionId: string): LostJournal[];
  add(job: ShelvedJob): void;
  fileOf(jobId: string): string;
  /** Returns the whole record, even for a job that has ended. */
  recordOf(job: ShelvedJob): JobRecord | null;
  /** Reads the journal again if its size has changed. */
  refresh(job: ShelvedJob): void;
}

/** Only the most recently written journals are read. */
const mostJournals = 1_000;
const mostOpened = 8;
/** A ledger beside the journal records what a job does to messages (src-main/dead-letters). */
export const ledgerEnding = '.messages.jsonl';

export function openJobShelf({ home, log }: { readonly home: string; readonly log: Log }): JobShelf {
  const folder = join(home, 'jobs');
  let jobs: Map<string, ShelvedJob> | undefined;
  const lost: { readonly connectionId: string | null; readonly journal: LostJournal }[] = [];
  /** Caches the last few ended jobs that were looked at. */
  const opened = new Map<string, JobRecord>();

  function all(): Map<string, ShelvedJob> {
    if (jobs) return jobs;
    jobs = new Map();
    for (const file of filesIn(folder)) {
      const job = read(file);
      if (job) jobs.set(job.jobId, job);
    }
    return jobs;
  }

  function filesIn(of: string): string[] {
    try {
      return newestIn(of);
    } catch (error) {
      log.error({ err: error, folder: of }, 'the journals cannot be listed, so there are none');
      return [];
    }
  }

  function recordIn(file: string): JobRecord | null {
    try {
      return readJournal(file)?.record ?? null;
    } catch (error) {
      log.error({ err: error, file }, 'this journal can no longer be read');
      return null;
    }
  }

  function read(file: string): ShelvedJob | undefined {
    try {
      const shelved = shelvedFrom(file);
      if (shelved) return shelved;
      lost.push(readLostJournal(file));
      log.error({ file }, 'the plan of this journal cannot be read');
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      lost.push({ connectionId: null, journal: unreadable(file, why) });
      log.error({ err: error, file }, 'this journal cannot be read, so it is left alone');
    }
    return undefined;
  }

  function readAgain(file: string): ShelvedJob | undefined {
    try {
      return shelvedFrom(file);
    } catch (error) {
      log.error({ err: error, file }, 'this journal can no longer be read');
      return undefined;
    }
  }

  function refresh(job: ShelvedJob): void {
    if (job.ending !== null || statSync(job.file, { throwIfNoEntry: false })?.size === job.bytes) return;
    const now = readAgain(job.file);
    if (!now) return;
    const { ending, record, damage, bytes } = now;
    Object.assign(job, { ending, record, damage, bytes });
  }

  return {
    of: (connectionId) => [...all().values()].filter((job) => job.connectionId === connectionId),
    find(connectionId, jobId) {
      const job = all().get(jobId);
      return job?.connectionId === connectionId ? job : undefined;
    },
    lost(connectionId) {
      all();
      return lost.flatMap((one) =>
        one.connectionId === null || one.connectionId === connectionId ? [one.journal] : [],
      );
    },
    add: (job) => void all().set(job.jobId, job),
    // The main process makes the ids; even so, no id should ever name a folder.
    fileOf: (jobId) => join(folder, `${encodeURIComponent(jobId)}.jsonl`),
    recordOf(job) {
      if (job.record) return job.record;
      const record = opened.get(job.jobId) ?? recordIn(job.file);
      if (record) opened.set(job.jobId, record);
      const [oldest] = opened.keys();
      if (opened.size > mostOpened && oldest !== undefined) opened.delete(oldest);
      return record;
    },
    refresh,
  };
}

function shelvedFrom(file: string): ShelvedJob | undefined {
  const bytes = statSync(file).size;
  const nothing = { file, bytes, record: null, damage: null, halted: null, unwritten: null };
  const ending = readEnding(file);
  if (ending) {
    const { jobId, startedAt, connection } = ending;
    return { ...nothing, jobId, startedAt, connectionId: connection.id, ending };
  }
  const journal = readJournal(file);
  if (!journal) return undefined;
  const { record, damage } = journal;
  const { planId: jobId, connection } = record.plan;
  return {
    ...nothing,
    jobId,
    startedAt: record.startedAt,
    connectionId: connection.id,
    ending: null,
    record,
    damage,
  };
}

function unreadable(file: string, why: string): LostJournal {
  const jobId = decodeURIComponent(basename(file, '.jsonl'));
  return { jobId, file, why: `It cannot be read (${why}).`, at: null, ids: [], idsTotal: 0 };
}

function newestIn(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.jsonl') && !name.endsWith(ledgerEnding));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  return names
    .flatMap((name) => {
      const file = join(folder, name);
      const found = statSync(file, { throwIfNoEntry: false });
      return found?.isFile() === true ? [{ file, at: found.mtimeMs }] : [];
    })
    .toSorted((a, b) => b.at - a.at)
    .slice(0, mostJournals)
    .map(({ file }) => file);
}
