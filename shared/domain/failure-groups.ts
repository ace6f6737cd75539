import type { Stage } from '../contract/pipeline-items.ts';
import type { DocumentRow } from '../contract/triage.ts';
import { computeFingerprint, type Failing, type Fingerprint } from './fingerprint.ts';

export interface FailureGroup {
  readonly fingerprint: string;
  readonly pattern: string;
  readonly stage: Stage | null;
  readonly code: string | null;
  /** The message of the newest failure, unchanged. */
  readonly sample: string | null;
  readonly documents: readonly DocumentRow[];
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  /** The highest run in which one of them failed again; null if all failed in their first. */
  readonly retriedRun: number | null;
}

/**
 * Groups failed documents by cause. The largest group comes first, then the newest. Documents without an error form one
 * group.
 */
export function failureGroups(documents: readonly DocumentRow[]): readonly FailureGroup[] {
  const groups = new Map<string, { readonly print: Fingerprint; readonly documents: DocumentRow[] }>();
  const known = new Map<string, Fingerprint>();
  for (const document of documents) {
    const print = fingerprintOnce(document, known);
    const group = groups.get(print.id);
    if (group === undefined) groups.set(print.id, { print, documents: [document] });
    else group.documents.push(document);
  }
  return [...groups.values()].map(toGroup).toSorted(compareGroups);
}

/** Returns the group that a document belongs to, for marking its row. */
export function fingerprintOfDocument({ error }: Pick<DocumentRow, 'error'>): Fingerprint {
  return computeFingerprint(error ?? withoutError);
}
const withoutError = { stage: null, code: null, message: null };

/** Many documents of a batch fail with the same message, so each message is read only once. */
function fingerprintOnce(document: DocumentRow, known: Map<string, Fingerprint>): Fingerprint {
  const { stage, code, message } = document.error ?? withoutError;
  const words = [stage, code, message].join('\u001F');
  const before = known.get(words);
  if (before !== undefined) return before;
  const print = fingerprintOfDocument(document);
  known.set(words, print);
  return print;
}

function toGroup({
  print,
  documents,
}: {
  readonly print: Fingerprint;
  readonly documents: readonly DocumentRow[];
}): FailureGroup {
  const newestFirst = documents.toSorted((a, b) => compareTimes(failedAt(b), failedAt(a)));
  const error = newestFirst[0]?.error ?? null;
  const times = newestFirst.flatMap((document) => failedAt(document) ?? []);
  const run = documents.reduce((highest, document) => Math.max(highest, document.run ?? 0), 0);
  return {
    fingerprint: print.id,
    pattern: print.pattern,
    stage: error?.stage ?? null,
    code: error?.code ?? null,
    sample: error?.message ?? null,
    documents,
    firstAt: times.at(-1) ?? null,
    lastAt: times[0] ?? null,
    retriedRun: run > 1 ? run : null,
  };
}

/** A failed document no longer changes, so its last change is used if the time of failure is missing. */
function failedAt({ statusSince, updatedAt }: DocumentRow): string | null {
  return statusSince ?? updatedAt;
}

function compareGroups(a: FailureGroup, b: FailureGroup): number {
  return (
    b.documents.length - a.documents.length ||
    compareTimes(b.lastAt, a.lastAt) ||
    (a.fingerprint < b.fingerprint ? -1 : 1)
  );
}

/** Both are ISO times in UTC, which sort as text. A missing time counts as the oldest. */
function compareTimes(a: string | null, b: string | null): number {
  const [one, other] = [a ?? '', b ?? ''];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** A document that has failed for the same reason this often will most likely fail again (product: Document). */
export const poisonTimes = 3;

/** The details of a failure in a line of a passport. */
export interface PassportFailure {
  readonly what: string | null;
  readonly stage: string | null;
  /** The error's message. */
  readonly reason: string | null;
  readonly after: Readonly<Record<string, string | number>>;
}

/** Counts how often the passport records a failure for the document's present reason. */
export function timesFailedTheSame(error: Failing, passport: readonly PassportFailure[]): number {
  const { id } = computeFingerprint(error);
  return passport.filter((event) => failureFingerprint(event, error) === id).length;
}

export function isPoison(error: Failing, passport: readonly PassportFailure[]): boolean {
  return timesFailedTheSame(error, passport) >= poisonTimes;
}

/** Returns the fingerprint of the failure in a line of a passport; undefined if it is not a failure. */
export function failureFingerprint(event: PassportFailure, error: Failing | null): string | undefined {
  if (!isFailure(event)) return undefined;
  const { stage, reason, after } = event;
  // For a score that was too low the passport has the score and the message, but no code.
  const code = after['code'] === undefined ? (error?.code ?? null) : String(after['code']);
  return computeFingerprint({ stage, code, message: reason }).id;
}

function isFailure({ what, after }: PassportFailure): boolean {
  return what === 'failed' || after['status'] === 'FAILED';
}
