import { readAuditLine, type AuditLine } from '#shared/audit/audit-line.ts';
import { auditEntrySchema, type AuditEntry } from '#shared/contract/jobs/audit.ts';
import { chainLines, sha256 } from './chain-file.ts';

/** What the lines of a file say, oldest first: one that cannot be read, or is a half at the end, is shown as such. */
export function entriesOf(file: string, bytes: Uint8Array): readonly AuditEntry[] {
  const { lines, isTorn } = chainLines(bytes);
  return [...lines, ...(isTorn ? [null] : [])].map((line, place) =>
    entryOf(file, place, line === null ? undefined : readAuditLine(line, sha256)),
  );
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
