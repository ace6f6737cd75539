import type { DocumentRow } from '../contract/triage.ts';
import { fingerprintOfDocument } from './failure-groups.ts';
import { matchesFingerprint } from './fingerprint.ts';
import type { MatchingDocuments } from './job-kinds/targets.ts';
import type { RunStatus } from './statuses.ts';

type Runs = Readonly<Record<string, RunStatus>>;

/** A described document, as the plan of a batch and its page both decide it. */
export interface Description extends Omit<MatchingDocuments, 'except'> {
  readonly fingerprint?: string | undefined;
  readonly except?: Iterable<string> | undefined;
}

/** Returns a test of documents of a batch with these runs. */
export function matchDocuments(
  { statuses, leftBehind, text, fingerprint, except = [] }: Description,
  runs: Runs,
): (row: DocumentRow) => boolean {
  const wanted = new Set<string>(statuses);
  const leftOut = new Set(except);
  const needle = text?.trim().toLowerCase() ?? '';
  return (row) =>
    row.status !== null &&
    wanted.has(row.status) &&
    !leftOut.has(row.documentId) &&
    (leftBehind !== true || isLeftBehind(row, runs)) &&
    (fingerprint === undefined || isOfCause(row, fingerprint)) &&
    (needle === '' || containsText(row, needle));
}

/** A document that waits or is in work, though its run has ended. Before its first run it has none to end. */
export function isLeftBehind({ status, run }: Pick<DocumentRow, 'status' | 'run'>, runs: Runs): boolean {
  if (status !== 'QUEUED' && status !== 'PROCESSING') return false;
  const how = run === null ? undefined : runs[String(run)];
  return how !== undefined && how !== 'RUNNING';
}

export function isOfCause(row: Pick<DocumentRow, 'status' | 'error'>, fingerprint: string): boolean {
  return (
    row.status === 'FAILED' &&
    (row.error === null
      ? fingerprintOfDocument(row).id === fingerprint
      : matchesFingerprint(row.error, fingerprint))
  );
}

/** Looks into what the list of documents shows, but for what changes with the clock: ages and prices. */
function containsText(row: DocumentRow, needle: string): boolean {
  const { status, fileName, documentId, error, stage, score, run } = row;
  const group = status === 'FAILED' ? fingerprintOfDocument(row).id : '';
  const shown = [status, fileName, documentId, group, error?.stage ?? stage, score?.toFixed(2), run];
  return shown.some((one) =>
    String(one ?? '')
      .toLowerCase()
      .includes(needle),
  );
}

/** The documents of a batch that a run has left behind, as far as the batch item tells without reading them. */
export interface LeftBehind {
  /** Null if it is not known before the documents are read. */
  readonly count: number | null;
  /** At most this many are QUEUED or PROCESSING. */
  readonly atMost: number;
  /** The run that ended without them; null if it may be one of several. */
  readonly run: number | null;
  readonly ended: RunStatus | null;
}

/**
 * Counts the documents that a run has left behind by the batch alone, as every list has it: a batch with documents that
 * a run in progress may still reach is not FAILED.
 */
export function countLeftQueued({
  status,
  counts,
}: Pick<Standing, 'counts'> & { readonly status: string | null }): number {
  return status === 'FAILED' ? (counts['QUEUED'] ?? 0) + (counts['PROCESSING'] ?? 0) : 0;
}

interface Standing {
  readonly counts: Readonly<Partial<Record<string, number | null>>>;
  readonly runs: Runs;
}

/** Returns null if no document of the batch waits for a run that has ended. */
export function findLeftBehind({ counts, runs }: Standing): LeftBehind | null {
  const { QUEUED: queued = 0, PROCESSING: processing = 0 } = counts;
  const all = Object.entries(runs);
  const ended = all.filter(([, how]) => how !== 'RUNNING');
  // Documents of a batch with one run, which is in progress, wait for that run.
  if (ended.length === 0 || (queued === 0 && processing === 0)) return null;
  const isRunning = ended.length < all.length;
  // A run that is in progress has all that are PROCESSING, and may have some that are QUEUED.
  const atMost = (queued ?? 0) + (isRunning ? 0 : (processing ?? 0));
  if (atMost === 0) return null;
  const unsuccessful = ended.filter(([, how]) => how !== 'SUCCEEDED');
  const [one, another] = unsuccessful;
  const only = one !== undefined && another === undefined ? one : undefined;
  return {
    count: isRunning || queued === null || processing === null ? null : atMost,
    atMost,
    run: only === undefined ? null : Number(only[0]),
    ended: only?.[1] ?? null,
  };
}
