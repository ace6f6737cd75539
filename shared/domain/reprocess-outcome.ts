import type { RunStatus } from './batch-status.ts';
import type { DocumentStatus } from './document-status.ts';

interface Standing {
  readonly status: DocumentStatus | null;
  readonly run: number | null;
  readonly error: { readonly code: string | null; readonly message: string | null } | null;
}

export interface Outcome {
  readonly state: 'running' | 'fixed' | 'failed-again' | 'overtaken';
  readonly note: string | null;
}

/**
 * What a document says of the run that it was sent into. `runs` has to be older than the document: a run that had
 * ended before the document was read will not end it any more.
 */
export function reprocessOutcome(
  document: Standing | null,
  run: number | null,
  runs: Readonly<Record<string, RunStatus>>,
): Outcome {
  if (document === null) return { state: 'overtaken', note: 'The document is no longer there.' };
  const { status, run: latest } = document;
  if (run !== null && latest !== null && latest > run) {
    return { state: 'overtaken', note: `Run ${latest} has it now.` };
  }
  // Not taken up yet; what it says is still of the run before.
  if (run !== null && (latest === null || latest < run)) return { state: 'running', note: null };
  switch (status) {
    case 'SUCCEEDED':
    case 'REVIEW_REQUIRED':
      return { state: 'fixed', note: null };
    case 'REJECTED':
      return { state: 'fixed', note: 'Somebody has reviewed and rejected it since.' };
    case 'FAILED':
      return { state: 'failed-again', note: errorText(document) };
    case 'QUEUED':
    case 'PROCESSING':
      return leftBehind(status, latest, runs);
    default:
      status satisfies null;
      return { state: 'running', note: 'It says no status that is known.' };
  }
}

function leftBehind(
  status: DocumentStatus,
  run: number | null,
  runs: Readonly<Record<string, RunStatus>>,
): Outcome {
  const how = run === null ? undefined : runs[String(run)];
  if (how === undefined || how === 'RUNNING' || how === 'SUCCEEDED') return { state: 'running', note: null };
  // What was in work is marked as failed a moment later, with the reason.
  if (status === 'PROCESSING') return { state: 'running', note: null };
  return { state: 'failed-again', note: `Run ${run} has ended ${how} without it.` };
}

function errorText({ error }: Standing): string {
  const parts = [error?.code, error?.message].filter(
    (part) => part !== null && part !== undefined && part !== '',
  );
  return parts.length === 0 ? 'It gave no reason.' : parts.join(': ');
}
