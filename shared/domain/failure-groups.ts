import type { Stage } from '../contract/pipeline-items.ts';
import type { DocumentRow } from '../contract/triage.ts';
import { fingerprintOf, type Failing, type Fingerprint } from './fingerprint.ts';

export interface FailureGroup {
  readonly fingerprint: string;
  readonly pattern: string;
  readonly stage: Stage | null;
  readonly code: string | null;
  /** What the newest of them says, as it says it. */
  readonly sample: string | null;
  readonly documents: readonly DocumentRow[];
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  /** The highest run in which one of them failed again; null where all failed in their first. */
  readonly retriedRun: number | null;
}

/** Failed documents by cause, the cause with most of them first, then the newest. Those without an error are one group. */
export function failureGroups(documents: readonly DocumentRow[]): readonly FailureGroup[] {
  const groups = new Map<string, { readonly print: Fingerprint; readonly documents: DocumentRow[] }>();
  const known = new Map<string, Fingerprint>();
  for (const document of documents) {
    const print = fingerprintOnce(document, known);
    const group = groups.get(print.id);
    if (group === undefined) groups.set(print.id, { print, documents: [document] });
    else group.documents.push(document);
  }
  return [...groups.values()].map(groupOf).toSorted(compareGroups);
}

/** The group that a document belongs to, to mark its row with. */
export function fingerprintOfDocument({ error }: Pick<DocumentRow, 'error'>): Fingerprint {
  return fingerprintOf(error ?? withoutError);
}
const withoutError = { stage: null, code: null, message: null };

/** The same words need not be read twice: many of a batch fail with the very same. */
function fingerprintOnce(document: DocumentRow, known: Map<string, Fingerprint>): Fingerprint {
  const { stage, code, message } = document.error ?? withoutError;
  const words = [stage, code, message].join('\u001F');
  const before = known.get(words);
  if (before !== undefined) return before;
  const print = fingerprintOfDocument(document);
  known.set(words, print);
  return print;
}

function groupOf({
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

/** A failed document changes no more, so that where it does not say when it failed, its last change was that. */
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

/** Both are ISO times in UTC, which sort as text; what has none is the oldest. */
function compareTimes(a: string | null, b: string | null): number {
  const [one, other] = [a ?? '', b ?? ''];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** A document that has failed for the same reason this often will most likely fail again (product: Document). */
export const poisonTimes = 3;

/** What a line of a passport says of a failure. */
export interface PassportFailure {
  readonly what: string | null;
  readonly stage: string | null;
  /** The error's message. */
  readonly reason: string | null;
  readonly after: Readonly<Record<string, string | number>>;
}

/** How often the passport tells of a failure for the reason that the document has failed for now. */
export function timesFailedTheSame(error: Failing, passport: readonly PassportFailure[]): number {
  const { id } = fingerprintOf(error);
  return passport.filter((event) => failureFingerprint(event, error) === id).length;
}

export function isPoison(error: Failing, passport: readonly PassportFailure[]): boolean {
  return timesFailedTheSame(error, passport) >= poisonTimes;
}

/** Of which failure a line of a passport tells; undefined where it tells of none. */
export function failureFingerprint(event: PassportFailure, error: Failing | null): string | undefined {
  if (!isFailure(event)) return undefined;
  const { stage, reason, after } = event;
  // Of a score that was too low the passport keeps the score and the message, and no code.
  const code = after['code'] === undefined ? (error?.code ?? null) : String(after['code']);
  return fingerprintOf({ stage, code, message: reason }).id;
}

function isFailure({ what, after }: PassportFailure): boolean {
  return what === 'failed' || after['status'] === 'FAILED';
}
