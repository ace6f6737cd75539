import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { resolve } from 'node:path';

/**
 * A chain is called as its file, which is what it is anchored by. The start comes first, so that names sort by it; the
 * mark says of which folder on which machine it is, so that nobody misses here what was done elsewhere.
 */
export function chainName(of: {
  readonly startedAt: number;
  readonly mark: string;
  readonly pid: number;
}): string {
  return `${new Date(of.startedAt).toISOString().replaceAll(':', '-')}-${of.mark}-${of.pid}`;
}

/** Found again by itself: a mark that was kept could be taken away with what it marks. */
export function markOf(home: string, machine: string = hostname()): string {
  return createHash('sha256')
    .update(`${machine}\n${resolve(home)}`)
    .digest('hex')
    .slice(0, 8);
}

export function isMarked(chain: string, mark: string): boolean {
  return markAndPid.exec(chain)?.[1] === mark;
}

/** Not a number where the name is not that of a chain. */
export function pidOf(chain: string): number {
  return Number(pidAtTheEnd.exec(chain)?.[1] ?? Number.NaN);
}

const pidAtTheEnd = /-(\d+)$/;
const markAndPid = /-([0-9a-f]{8})-\d+$/;

export const chainFile = (chain: string): string => `${chain}.jsonl`;
export const chainOfFile = (file: string): string => file.replace(/\.jsonl$/, '');
