import { poisonTimes } from './failure-groups.ts';
import { explainSameAgain } from './remedies.ts';
import type { DocumentStatus, RunStatus } from './statuses.ts';

export interface Verdict {
  readonly verdict: 'go' | 'skip' | 'blocked';
  readonly why: string;
  /** The item is blocked until a reason is given. */
  readonly needsReason: boolean;
}

/** A document as it was read for a plan. Missing attributes are null. */
export interface DocumentStanding {
  readonly status: DocumentStatus | null;
  readonly statusSince: string | null;
  readonly updatedAt: string | null;
  readonly version: number | null;
  readonly run: number | null;
  readonly error: {
    readonly stage: string | null;
    readonly code: string | null;
    readonly message?: string | null;
  } | null;
  readonly expired: boolean;
}

interface Circumstances {
  /** The status of the batch's runs, by number. */
  readonly runs: Readonly<Record<string, RunStatus>>;
  /** How often its passport has the present failure. It is 0 if the passport did not have to be read. */
  readonly timesFailedTheSame: number;
  readonly now: number;
}

/** Decides whether a document goes into a new run, and explains why not (decision 004). */
export function reprocessVerdict(document: DocumentStanding | null, circumstances: Circumstances): Verdict {
  if (document === null) return blocked('No such document in this batch');
  const { status, version, expired } = document;
  if (expired) return blocked('Expired, awaiting deletion');
  if (status === null) return blocked('Unknown status');
  if (version === null) return blocked("No version, so changes can't be detected");
  switch (status) {
    case 'SUCCEEDED':
      return skip(`Already SUCCEEDED${sinceText(document, circumstances.now)}`);
    case 'REVIEW_REQUIRED':
      return skip('Waiting for review');
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

/** Only the passport shows if a document is poison. Before its third run there is no need to read it. */
export function mayBePoison({ status, run }: Pick<DocumentStanding, 'status' | 'run'>): boolean {
  return status === 'FAILED' && run !== null && run >= poisonTimes;
}

function failed({ error, run }: DocumentStanding, { timesFailedTheSame }: Circumstances): Verdict {
  const same = error === null ? null : explainSameAgain({ code: error.code, sample: error.message ?? null });
  if (timesFailedTheSame >= poisonTimes) {
    const why = `Failed the same way ${timesFailedTheSame} times${same === null ? '' : ` (${same})`}. Reason required`;
    return { verdict: 'blocked', why, needsReason: true };
  }
  if (same !== null) {
    const why = `The same failure is expected: ${same}. Reason required`;
    return { verdict: 'blocked', why, needsReason: true };
  }
  const where = typeof error?.stage === 'string' ? ` in ${error.stage}` : '';
  const how = typeof error?.code === 'string' ? `: ${error.code}` : '';
  return go(`FAILED${where}${run === null ? '' : `, run ${run}`}${how}`);
}

/** The pipeline accepts a document that its ended run has left QUEUED, but not one that is PROCESSING. */
function unfinished(
  status: 'PROCESSING' | 'QUEUED',
  run: number | null,
  runs: Circumstances['runs'],
): Verdict {
  const how = run === null ? undefined : runs[String(run)];
  if (how === undefined || how === 'RUNNING') {
    return skip(how === undefined && status === 'QUEUED' ? 'Waiting for its run' : 'Already in progress');
  }
  if (status === 'QUEUED') return go(`Left QUEUED by run ${run}, which ended ${how}`);
  return blocked(`Still PROCESSING, but run ${run} ended ${how}. Redrive the execution to resume it`);
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

/** Formats the time, " at 14:21:40 UTC", with the date if it was another day. */
function sinceText({ statusSince, updatedAt }: DocumentStanding, now: number): string {
  const at = Date.parse(statusSince ?? updatedAt ?? '');
  if (Number.isNaN(at)) return '';
  const [day = '', time = ''] = new Date(at).toISOString().split('T');
  const isToday = day === new Date(now).toISOString().slice(0, 10);
  return isToday ? ` at ${time.slice(0, 8)} UTC` : ` on ${day} at ${time.slice(0, 5)} UTC`;
}

interface Standing {
  readonly status: DocumentStatus | null;
  readonly run: number | null;
  readonly version?: number | null;
  readonly error: { readonly code: string | null; readonly message: string | null } | null;
}

interface Outcome {
  readonly state: 'running' | 'fixed' | 'failed-again' | 'overtaken';
  readonly note: string | null;
}

/**
 * Determines from the document how the run that it was sent into ended for it. `runs` has to be read before the
 * document: a run that had already ended by then can no longer change the document. `plannedVersion` is the document's
 * version before it was sent.
 */
export function reprocessOutcome(
  document: Standing | null,
  run: number | null,
  runs: Readonly<Record<string, RunStatus>>,
  plannedVersion: number | null = null,
): Outcome {
  if (document === null) return { state: 'overtaken', note: 'Document not found.' };
  const { status, run: latest } = document;
  if (run !== null && latest !== null && latest > run) {
    return { state: 'overtaken', note: `Run ${latest} has it now.` };
  }
  // The run has not begun with it yet, so its status is still that of the previous run.
  const hasBegun =
    run === null
      ? mayHaveBegun(document, plannedVersion)
      : latest === null
        ? wasProcessedSince(document, plannedVersion)
        : latest >= run;
  if (!hasBegun) return { state: 'running', note: null };
  switch (status) {
    case 'SUCCEEDED':
    case 'REVIEW_REQUIRED':
      return { state: 'fixed', note: null };
    case 'REJECTED':
      return { state: 'fixed', note: 'Reviewed and rejected since.' };
    case 'FAILED':
      return { state: 'failed-again', note: errorText(document) };
    case 'QUEUED':
    case 'PROCESSING':
      return leftBehind(status, latest, runs);
    default:
      status satisfies null;
      return { state: 'running', note: 'Its status is unknown.' };
  }
}

/**
 * Pipelines need not number the runs of their documents. Each change raises the version, and a run makes two: the
 * document starts processing, and ends.
 */
function wasProcessedSince({ version = null }: Standing, plannedVersion: number | null): boolean {
  return version !== null && plannedVersion !== null && version >= plannedVersion + 2;
}

/**
 * The pipeline did not say which run has the document. As long as its version shows no other, its status is the
 * previous one.
 */
function mayHaveBegun(document: Standing, plannedVersion: number | null): boolean {
  const { status, version = null } = document;
  if (version === null || plannedVersion === null) return true;
  const isInWork = status === 'QUEUED' || status === 'PROCESSING';
  return isInWork ? version > plannedVersion : wasProcessedSince(document, plannedVersion);
}

function leftBehind(
  status: DocumentStatus,
  run: number | null,
  runs: Readonly<Record<string, RunStatus>>,
): Outcome {
  const how = run === null ? undefined : runs[String(run)];
  if (how === undefined || how === 'RUNNING' || how === 'SUCCEEDED') return { state: 'running', note: null };
  // A document in progress is marked as failed a moment later, with the reason.
  if (status === 'PROCESSING') return { state: 'running', note: null };
  return { state: 'failed-again', note: `Run ${run} ended ${how} without it.` };
}

function errorText({ error }: Standing): string {
  const parts = [error?.code, error?.message].filter(
    (part) => part !== null && part !== undefined && part !== '',
  );
  return parts.length === 0 ? 'No reason given.' : parts.join(': ');
}
