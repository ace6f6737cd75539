import type { RunStatus } from './batch-status.ts';
import type { DocumentStatus } from './document-status.ts';
import { poisonTimes } from './poison.ts';

export interface Verdict {
  readonly verdict: 'go' | 'skip' | 'blocked';
  readonly why: string;
  /** Blocked until somebody says why it should go all the same. */
  readonly needsReason: boolean;
}

/** A document as it was read for a plan; what it lacks is null. */
export interface DocumentStanding {
  readonly status: DocumentStatus | null;
  readonly statusSince: string | null;
  readonly updatedAt: string | null;
  readonly version: number | null;
  readonly run: number | null;
  readonly error: { readonly stage: string | null; readonly code: string | null } | null;
  readonly expired: boolean;
}

interface Circumstances {
  /** How the batch's runs went, by number. */
  readonly runs: Readonly<Record<string, RunStatus>>;
  /** By its passport, how often it has failed the way it has failed now; 0 where nobody had to look. */
  readonly timesFailedTheSame: number;
  readonly now: number;
}

/** Whether a document goes into a new run, and why not (decision 004). */
export function reprocessVerdict(document: DocumentStanding | null, circumstances: Circumstances): Verdict {
  if (document === null) return blocked('No such document in this batch');
  const { status, version, expired } = document;
  if (expired) return blocked('Past its time to live: it is about to be deleted');
  if (status === null) return blocked('It says no status that is known');
  if (version === null)
    return blocked('It has no version, so nobody could tell whether it changes meanwhile');
  switch (status) {
    case 'SUCCEEDED':
      return skip(`Already SUCCEEDED${sinceText(document, circumstances.now)}`);
    case 'REVIEW_REQUIRED':
      return skip('Waits for review');
    case 'PROCESSING':
    case 'QUEUED':
      return unfinished(status, document.run, circumstances.runs);
    case 'REJECTED':
      return go(`REJECTED in review${sinceText(document, circumstances.now)}`);
    default:
      status satisfies 'FAILED';
      return failed(document, circumstances);
  }
}

/** Its passport tells whether it is poison. Before its third run nobody need look. */
export function mayBePoison({ status, run }: Pick<DocumentStanding, 'status' | 'run'>): boolean {
  return status === 'FAILED' && run !== null && run >= poisonTimes;
}

function failed({ error, run }: DocumentStanding, { timesFailedTheSame }: Circumstances): Verdict {
  if (timesFailedTheSame >= poisonTimes) {
    const why = `Failed the same way ${timesFailedTheSame} times: it goes only with a reason`;
    return { verdict: 'blocked', why, needsReason: true };
  }
  const where = typeof error?.stage === 'string' ? ` in ${error.stage}` : '';
  const how = typeof error?.code === 'string' ? `: ${error.code}` : '';
  return go(`FAILED${where}${run === null ? '' : `, run ${run}`}${how}`);
}

/** The pipeline takes up what its ended run has left in line, but nothing that says it is in work. */
function unfinished(
  status: 'PROCESSING' | 'QUEUED',
  run: number | null,
  runs: Circumstances['runs'],
): Verdict {
  const how = run === null ? undefined : runs[String(run)];
  if (how === undefined || how === 'RUNNING') {
    return skip(how === undefined && status === 'QUEUED' ? 'Waits for its run' : 'Already in work');
  }
  if (status === 'QUEUED') return go(`Left QUEUED by run ${run}, which has ended ${how}`);
  return blocked(`Still PROCESSING, though run ${run} has ended ${how}: only a redrive takes it up again`);
}

function go(why: string): Verdict {
  return { verdict: 'go', why, needsReason: false };
}
function skip(why: string): Verdict {
  return { verdict: 'skip', why, needsReason: false };
}
function blocked(why: string): Verdict {
  return { verdict: 'blocked', why, needsReason: false };
}

/** " at 14:21:40 UTC"; of another day with the day. */
function sinceText({ statusSince, updatedAt }: DocumentStanding, now: number): string {
  const at = Date.parse(statusSince ?? updatedAt ?? '');
  if (Number.isNaN(at)) return '';
  const [day = '', time = ''] = new Date(at).toISOString().split('T');
  const isToday = day === new Date(now).toISOString().slice(0, 10);
  return isToday ? ` at ${time.slice(0, 8)} UTC` : ` on ${day} at ${time.slice(0, 5)} UTC`;
}
