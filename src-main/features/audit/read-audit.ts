import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditEntry, AuditPage } from '#shared/contract/jobs/audit.ts';
import { chainOfFile, pidOf } from '../../audit/chain-name.ts';
import { auditFolder, hasProcess } from './audit-folder.ts';
import { verifyChain, type AuditChain } from './verify-chain.ts';

export interface AuditTrail {
  /** Newest first, of all files. */
  readonly entries: readonly AuditEntry[];
  readonly chains: AuditPage['chains'];
}

interface Kept {
  readonly size: number;
  readonly changedAt: number;
  readonly chain: AuditChain;
}

/** Reads and verifies each file once, and again only when it has grown. */
export function auditReader(
  home: string,
  isRunning: (pid: number) => boolean = hasProcess,
): () => Promise<AuditTrail> {
  const folder = join(home, 'audit');
  const kept = new Map<string, Kept>();

  return async function read(): Promise<AuditTrail> {
    const { files } = await auditFolder(home);
    for (const file of kept.keys()) if (!files.includes(file)) kept.delete(file);
    const chains: AuditChain[] = [];
    for (const file of files) chains.push(await chainOf(file));
    return {
      entries: newestFirst(chains.map(({ entries }) => entries)),
      chains: chains.map(({ chain }) => chain),
    };
  };

  async function chainOf(file: string): Promise<AuditChain> {
    const { size, mtimeMs: changedAt } = await stat(join(folder, file));
    const known = kept.get(file);
    if (known?.size === size && known.changedAt === changedAt) return known.chain;
    const chain = verifyChain(file, await readFile(join(folder, file)), isRunning(pidOf(chainOfFile(file))));
    // Whether somebody still writes may change while the file does not.
    if (chain.chain.state !== 'being-written') kept.set(file, { size, changedAt, chain });
    return chain;
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
