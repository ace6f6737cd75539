import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chainOfFile } from '../../audit/chain-name.ts';
import { toldSuffix } from '../../audit/told-anchors.ts';

export interface AuditFolder {
  /** Named by when their console began, the newest first. */
  readonly files: readonly string[];
  /** Chains of which an anchor was told, whether their file is there or not. */
  readonly told: readonly string[];
}

export async function auditFolder(home: string): Promise<AuditFolder> {
  const names = (await namesIn(join(home, 'audit'))).toSorted((a, b) => (a < b ? 1 : -1));
  return {
    files: names.filter((name) => name.endsWith('.jsonl')),
    told: names.filter((name) => name.endsWith(toldSuffix)).map((name) => name.slice(0, -toldSuffix.length)),
  };
}

/** Every chain that the folder knows of, the newest first. */
export function chainsIn({ files, told }: AuditFolder): readonly string[] {
  return [...new Set([...files.map(chainOfFile), ...told])].toSorted((a, b) => (a < b ? 1 : -1));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // Nobody has done anything yet that is audited.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

export function hasProcess(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
