import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditEntry } from '#shared/contract/jobs/audit.ts';
import { entriesOf } from './audit-entries.ts';
import { auditFolder } from './audit-folder.ts';

interface Kept {
  readonly size: number;
  readonly changedAt: number;
  readonly entries: readonly AuditEntry[];
}

/** Of all files, newest first. Each is read once, and again only when it has changed. */
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
    const { size, mtimeMs: changedAt } = await stat(join(folder, file));
    const known = kept.get(file);
    if (known?.size === size && known.changedAt === changedAt) return known.entries;
    const entries = entriesOf(file, await readFile(join(folder, file)));
    kept.set(file, { size, changedAt, entries });
    return entries;
  }
}

/** Two consoles may write at once. Within a file the order is that of its lines, whatever its clock did. */
function newestFirst(files: readonly (readonly AuditEntry[])[]): readonly AuditEntry[] {
  const placed = files.flatMap((entries) => {
    let latest = '';
    return entries.map((entry) => {
      if (entry.at !== null && entry.at > latest) latest = entry.at;
      return { entry, latest };
    });
  });
  // Reversed first, since equals stay in the order they come in.
  return placed
    .toReversed()
    .toSorted((one, other) => (one.latest === other.latest ? 0 : one.latest < other.latest ? 1 : -1))
    .map(({ entry }) => entry);
}
