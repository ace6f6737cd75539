import { createHash } from 'node:crypto';
import { readAuditLine, type AuditLine } from '#shared/audit/audit-line.ts';
import { verifyChain as verify, type ChainVerdict } from '#shared/audit/verify-chain.ts';
import { auditEntrySchema, type AuditEntry, type AuditPage } from '#shared/contract/jobs/audit.ts';
import { chainLines } from './chain-file.ts';

export interface AuditChain {
  /** Oldest first. */
  readonly entries: readonly AuditEntry[];
  readonly chain: AuditPage['chains'][number];
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** One file of the trail, with what its lines say; those that cannot be read are shown as such. */
export function verifyChain(file: string, bytes: Uint8Array, isBeingWritten: boolean): AuditChain {
  const found = chainLines(bytes);
  const entries = found.lines.map((line, place) =>
    entryOf(file, place, line === null ? undefined : readAuditLine(line, sha256)),
  );
  const verdict = verify(found, [], sha256);
  const state = stateOf(verdict, isBeingWritten);
  if (state === 'torn') entries.push(entryOf(file, entries.length, undefined));
  return {
    entries,
    chain: { file, entries: entries.length, state, problem: problemOf(verdict, isBeingWritten) },
  };
}

export function stateOf(
  { fault, isTorn }: Pick<ChainVerdict, 'fault' | 'isTorn'>,
  isBeingWritten: boolean,
): AuditPage['chains'][number]['state'] {
  if (fault !== null) return 'broken';
  if (!isTorn) return 'verified';
  return isBeingWritten ? 'being-written' : 'torn';
}

/** A half line is what a crash leaves behind; whoever cuts a file may leave one, too, and only an anchor tells. */
export function problemOf({ fault, isTorn, entries }: ChainVerdict, isBeingWritten: boolean): string | null {
  if (fault !== null) return fault.says;
  if (!isTorn || isBeingWritten) return null;
  return `Line ${entries + 1} breaks off in the middle, as when a console is killed while it writes. What is before it holds.`;
}

/** Of an outcome, who did it is in its intent. */
function entryOf(file: string, place: number, read: AuditLine | undefined): AuditEntry {
  const { sequence, at, kind, operation, reference, person, role, connection, ids, code } = read?.body ?? {};
  const unchecked = {
    file,
    sequence,
    at,
    kind,
    operation,
    reference,
    person: person ?? null,
    role: role ?? null,
    connection: connection ?? null,
    ids: ids ?? {},
    code: code ?? null,
  };
  const { success, data } = auditEntrySchema.safeParse(unchecked);
  return success ? data : { ...unreadable, file, sequence: place };
}

const unreadable = {
  at: null,
  kind: 'unreadable',
  operation: null,
  reference: null,
  person: null,
  role: null,
  connection: null,
  ids: {},
  code: null,
} as const;
