import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Job } from '#shared/contract/jobs.ts';
import { writeBatchNames } from '#shared/domain/many-batches.ts';
import { readAuditLine } from '#shared/audit/verify-chain.ts';
import type { Log } from '../log/open-log.ts';
import type { LaterOutcome } from './audit-log.ts';
import { sha256 } from './chain-actions.ts';

interface JobEnds {
  /** Writes that a job has come to rest, once for each time, also where an earlier process could not. */
  changed(job: Job): void;
  /** Nothing is written before, because the audit log is opened after the jobs. */
  open(): void;
}

interface Options {
  readonly home: string;
  readonly write: (outcome: LaterOutcome) => void;
  readonly now: () => number;
  readonly log: Pick<Log, 'error'>;
}

/** An end from before that was not written by then is of a console that knew nothing of ends. */
const caughtUpWithin = 86_400_000;

/** Audits the end of each job, with its counts by state, as what came of the plan that a person started. */
export function openJobEnds({ home, write, now, log }: Options): JobEnds {
  let written: Map<string, string> | undefined;
  /** These have run since their last end, so that the next one is written although it may be alike. */
  const haveRun = new Set<string>();
  let isOpen = false;

  return {
    changed(job) {
      const { jobId, state, endedAt } = job;
      const since = now() - caughtUpWithin;
      if (state === 'running') haveRun.add(jobId);
      const isAtRest = state === 'done' || state === 'braked' || state === 'stopped';
      if (!isOpen || !isAtRest || endedAt === null || Date.parse(endedAt) < since) return;
      written ??= readWritten(join(home, 'audit'), since);
      if (written.get(jobId) === state && !haveRun.has(jobId)) return;
      try {
        write(describeEnd(job));
        written.set(jobId, state);
        haveRun.delete(jobId);
      } catch (error) {
        log.error({ err: error, jobId }, 'the end of a job was not audited');
      }
    },
    open() {
      isOpen = true;
    },
  };
}

function describeEnd(job: Job): LaterOutcome {
  const { jobId, kind, connection, tenantId, batchId, queue, downloads, many, fingerprint, by } = job;
  const counts = Object.entries(job.counts).filter(([, count]) => count > 0);
  return {
    operation: 'jobs.ended',
    reference: jobId,
    code: 'ok',
    connection: connection.id,
    person: by,
    ids: {
      jobId,
      kind,
      state: job.state,
      total: String(job.total),
      ...(tenantId !== null && { tenantId }),
      ...(batchId !== null && { batchId }),
      ...(queue !== null && { queue }),
      ...(fingerprint !== null && { fingerprint }),
      ...(downloads !== undefined && downloads.date !== null && { date: downloads.date }),
      ...(downloads !== undefined && downloads.batchId !== null && { downloadBatchId: downloads.batchId }),
      ...(many !== undefined && { tenants: String(many.tenants), batches: String(many.batches) }),
      ...writeBatchNames(many?.listed ?? []),
      ...Object.fromEntries(counts.map(([state, count]) => [state, String(count)])),
      ...(job.failedDownloads !== undefined && { failedDownloads: String(job.failedDownloads) }),
      ...(job.usd !== null && { usd: job.usd }),
    },
  };
}

/** Reads the last written end of each job from the chains that were written lately. */
function readWritten(folder: string, since: number): Map<string, string> {
  const written = new Map<string, string>();
  for (const file of listFiles(folder).toSorted()) {
    for (const line of readLately(join(folder, file), since)) {
      if (!line.includes('"jobs.ended"')) continue;
      const { operation, ids } = readAuditLine(line, sha256)?.body ?? {};
      const { jobId, state } = (ids ?? {}) as Readonly<Record<string, unknown>>;
      if (operation === 'jobs.ended' && typeof jobId === 'string') written.set(jobId, String(state));
    }
  }
  return written;
}

function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((file) => file.endsWith('.jsonl'));
  } catch {
    // There is no folder before the first entry of the first chain.
    return [];
  }
}

function readLately(file: string, since: number): readonly string[] {
  try {
    return statSync(file).mtimeMs < since ? [] : readFileSync(file, 'utf8').split('\n');
  } catch {
    // The verification of the chains says what is wrong with a file.
    return [];
  }
}
