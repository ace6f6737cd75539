import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readAuditLine, type AuditLine, type ChainLines } from '#shared/audit/verify-chain.ts';
import { auditEntrySchema, type AuditEntry } from '#shared/contract/jobs.ts';
import { chainOfFile } from '../../audit/audit-log.ts';
import { toldSuffix } from '../../audit/anchor-chain.ts';

interface Kept {
  readonly size: number;
  readonly changedAt: number;
  readonly entries: readonly AuditEntry[];
}

/** Lists the entries of all files, newest first. Each file is read once, and again only when it has changed. */
export function auditReader(home: string): () => Promise<readonly AuditEntry[]> {
  const folder = join(home, 'audit');
  const kept = new Map<string, Kept>();

  return async function read(): Promise<readonly AuditEntry[]> {
    const { files } = await auditFolder(home);
    for (const file of kept.keys()) if (!files.includes(file)) kept.delete(file);
    const byFile: (readonly AuditEntry[])[] = [];
    for (const file of files) byFile.push(await entriesIn(file));
    return newestFirst(byFile);
  };

  async function entriesIn(file: string): Promise<readonly AuditEntry[]> {
    try {
      const { size, mtimeMs: changedAt } = await stat(join(folder, file));
      const known = kept.get(file);
      if (known?.size === size && known.changedAt === changedAt) return known.entries;
      const entries = parseEntries(file, await readFile(join(folder, file)));
      kept.set(file, { size, changedAt, entries });
      return entries;
    } catch {
      // One file that cannot be read hides no other; the verification says why.
      return [{ ...unreadable, ids: {}, file, sequence: 0 }];
    }
  }
}

/**
 * Orders entries across files, because two consoles may write at once. Within a file the order of its lines counts,
 * whatever its clock did.
 */
function newestFirst(files: readonly (readonly AuditEntry[])[]): readonly AuditEntry[] {
  const placed = files.flatMap((entries) => {
    let latest = '';
    return entries.map((entry) => {
      if (entry.at !== null && entry.at > latest) latest = entry.at;
      return { entry, latest };
    });
  });
  // Reversed first, because a stable sort keeps equals in the order they come in.
  return placed
    .toReversed()
    .toSorted((one, other) => (one.latest === other.latest ? 0 : one.latest < other.latest ? 1 : -1))
    .map(({ entry }) => entry);
}

/** Reads the lines of a file, oldest first; a line that is unreadable or cut off at the end is shown as such. */
export function parseEntries(file: string, bytes: Uint8Array): readonly AuditEntry[] {
  const { lines, isTorn } = chainLines(bytes);
  return [...lines, ...(isTorn ? [null] : [])].flatMap((line, place) => {
    const read = line === null ? undefined : readAuditLine(line, sha256);
    // The entries that open and close a chain tell of no action.
    return frames.has(read?.body['kind']) ? [] : [toEntry(file, place, read)];
  });
}

const frames: ReadonlySet<unknown> = new Set(['opened', 'closed']);

/** Takes the person from the intent, because an outcome does not say who did it. */
function toEntry(file: string, place: number, read: AuditLine | undefined): AuditEntry {
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

interface AuditFolder {
  /** Lists the files by the time their console began, the newest first. */
  readonly files: readonly string[];
  /** Lists chains with a recorded anchor, whether their file exists or not. */
  readonly told: readonly string[];
}

export async function auditFolder(home: string): Promise<AuditFolder> {
  const names = (await namesIn(join(home, 'audit'))).toSorted((a, b) => (a < b ? 1 : -1));
  return {
    files: names.filter((name) => name.endsWith('.jsonl')),
    told: names.filter((name) => name.endsWith(toldSuffix)).map((name) => name.slice(0, -toldSuffix.length)),
  };
}

/** Lists every chain that the folder knows of, the newest first. */
export function chainsIn({ files, told }: AuditFolder): readonly string[] {
  return [...new Set([...files.map(chainOfFile), ...told])].toSorted((a, b) => (a < b ? 1 : -1));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // No audited action has happened yet.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Splits by bytes, because a decoder shows many broken ones as the same character. */
export function chainLines(bytes: Uint8Array): ChainLines {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lines: (string | null)[] = [];
  let start = 0;
  for (let end = buffer.indexOf(0x0a); end !== -1; end = buffer.indexOf(0x0a, start)) {
    lines.push(decodeText(buffer.subarray(start, end)));
    start = end + 1;
  }
  return { lines, isTorn: start < buffer.length };
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function decodeText(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : null;
}
