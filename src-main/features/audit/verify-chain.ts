import { createHash } from 'node:crypto';
import { auditEntrySchema, type AuditEntry, type AuditPage } from '#shared/contract/jobs/audit.ts';

export interface AuditChain {
  /** Oldest first. */
  readonly entries: readonly AuditEntry[];
  readonly chain: AuditPage['chains'][number];
}

/**
 * One file of the trail, line by line: each has to have the number that follows, the hash of the line before, and
 * the hash of itself. It goes by the bytes that are there, and not by what a parser makes of them.
 */
export function verifyChain(file: string, text: string, isBeingWritten: boolean): AuditChain {
  const lines = text.split('\n');
  const torn = lines.pop() ?? '';
  const entries: AuditEntry[] = [];
  let previous = genesis;
  let problem: string | null = null;

  for (const [sequence, line] of lines.entries()) {
    const read = readLine(line);
    entries.push(entryOf(file, sequence, read));
    problem ??= problemOf(read, { sequence, previous });
    previous = read?.hash ?? previous;
  }
  if (torn === '') return { entries, chain: chainOf(file, entries, problem, 'verified') };
  if (isBeingWritten) return { entries, chain: chainOf(file, entries, problem, 'being-written') };
  entries.push(entryOf(file, lines.length, undefined));
  problem ??= `Line ${lines.length + 1} breaks off in the middle, as when a console is killed while it writes. What is before it holds.`;
  return { entries, chain: chainOf(file, entries, problem, 'verified') };
}

const genesis = '0'.repeat(64);

interface ReadLine {
  readonly body: Readonly<Record<string, unknown>>;
  readonly hash: string;
  /** Of what stands in front of it. */
  readonly computed: string;
}

const hashAtItsEnd = /,"hash":"([0-9a-f]{64})"\}$/;

function readLine(line: string): ReadLine | undefined {
  const found = hashAtItsEnd.exec(line);
  const hash = found?.[1];
  if (found === null || hash === undefined) return undefined;
  const written = `${line.slice(0, found.index)}}`;
  try {
    const body: unknown = JSON.parse(written);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
    const computed = createHash('sha256').update(written).digest('hex');
    return { body: { ...body }, hash, computed };
  } catch {
    // Said of the line by its caller: it is no entry.
    return undefined;
  }
}

function problemOf(
  read: ReadLine | undefined,
  expected: { readonly sequence: number; readonly previous: string },
): string | null {
  const where = `Line ${expected.sequence + 1}`;
  if (read === undefined) return `${where} is no entry of the audit trail.`;
  if (read.hash !== read.computed) return `${where} was changed: its hash is not that of what it says.`;
  if (read.body['sequence'] !== expected.sequence) {
    return `${where} has the number ${String(read.body['sequence'])} where ${expected.sequence} is due: lines were taken out or put in.`;
  }
  if (read.body['previous'] !== expected.previous) {
    return `${where} does not follow the line before it: that one was changed or exchanged.`;
  }
  return null;
}

function chainOf(
  file: string,
  { length }: readonly AuditEntry[],
  problem: string | null,
  otherwise: 'verified' | 'being-written',
): AuditPage['chains'][number] {
  return { file, entries: length, state: problem === null ? otherwise : 'broken', problem };
}

/** Of an outcome, who did it is in its intent. */
function entryOf(file: string, place: number, read: ReadLine | undefined): AuditEntry {
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
