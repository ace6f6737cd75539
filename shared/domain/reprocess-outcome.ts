import type { RunStatus } from './batch-status.ts';
import type { DocumentStatus } from './document-status.ts';

interface Standing {
  readonly status: DocumentStatus | null;
  readonly run: number | null;
  readonly version?: number | null;
  readonly error: { readonly code: string | null; readonly message: string | null } | null;
}

export interface Outcome {
  readonly state: 'running' | 'fixed' | 'failed-again' | 'overtaken';
  readonly note: string | null;
}

/**
 * Decides from the document what became of it in the run that it was sent into. `runs` has to be older than the
 * document: a run that had ended before the document was read will not end it any more. `plannedVersion` is the
 * document's version before it was sent.
 */
export function reprocessOutcome(
  document: Standing | null,
  run: number | null,
  runs: Readonly<Record<string, RunStatus>>,
  plannedVersion: number | null = null,
): Outcome {
  if (document === null) return { state: 'overtaken', note: 'The document is no longer there.' };
  const { status, run: latest } = document;
  if (run !== null && latest !== null && latest > run) {
    return { state: 'overtaken', note: `Run ${latest} has it now.` };
  }
  // The run has not begun it yet: its status is still that of the run before.
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

/**
 * A pipeline need not number the runs of its documents. Each change raises the version, and a run makes two: the document
 * goes to work, and ends.
 */
function wasProcessedSince({ version = null }: Standing, plannedVersion: number | null): boolean {
  return version !== null && plannedVersion !== null && version >= plannedVersion + 2;
}

/** The pipeline did not say which run has it: as long as its version shows no other, its status is the one before. */
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
