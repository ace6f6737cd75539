import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { z } from 'zod';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { readAuditLine, type Anchor, type AuditLine } from '#shared/audit/verify-chain.ts';
import { appendKept, inspectLines, readKeptLines, type StoreAccess } from '../home/lost-files.ts';

/** The last entry of a chain. */
export interface ChainEnd {
  readonly sequence: number;
  readonly hash: string;
}
export type ChainEnds = Readonly<Record<string, ChainEnd>>;

/**
 * Returns the last entry of every other chain in this folder that no later chain names yet. The first entry of a chain
 * names them, so that a chain that is cut, emptied or deleted afterwards is found by its successor.
 */
export function readUnnamedEnds(folder: string, own: string): ChainEnds {
  const others = listChains(folder).filter((chain) => chain !== own);
  const ends = new Map<string, ChainEnd>();
  const named = new Set<string>();
  for (const chain of others) {
    const { first, last } = readFirstAndLast(join(folder, `${chain}.jsonl`));
    if (last !== undefined) ends.set(chain, last);
    for (const [other, end] of Object.entries(readNames(first))) named.add(formatEnd(other, end));
  }
  return Object.fromEntries([...ends].filter(([chain, end]) => !named.has(formatEnd(chain, end))));
}

/** Reads which ends of other chains an entry names; none if it is not the first entry of a chain. */
export function readNames(line: AuditLine | undefined): ChainEnds {
  if (line === undefined || line.hash !== line.computed || line.body['kind'] !== 'opened') return {};
  const names = line.body['names'];
  if (typeof names !== 'object' || names === null) return {};
  return Object.fromEntries(
    Object.entries(names as Readonly<Record<string, unknown>>).flatMap(([chain, end]) => {
      const { sequence, hash } = (end ?? {}) as Partial<Record<keyof ChainEnd, unknown>>;
      return Number.isInteger(sequence) && typeof hash === 'string'
        ? [[chain, { sequence: sequence as number, hash }]]
        : [];
    }),
  );
}

/**
 * Notes ends outside the folder of the chains, because a folder that is deleted as a whole takes every chain and every
 * name with it. Lines are only added, so two consoles can note at once.
 */
export function noteEnds(home: string, ends: ChainEnds, at: string): void {
  const lines = Object.entries(ends).map(([chain, { sequence, hash }]): NotedEnd => ({
    chain,
    sequence,
    hash,
    at,
  }));
  if (lines.length > 0) {
    appendKept(join(home, notedFile), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
}

/** Sets a damaged file of noted ends aside before lines are added to it, and keeps the lines that can be read. */
export function mendNotedEnds(parts: StoreAccess): void {
  readKeptLines(join(parts.home, notedFile), parseNotedEnd, parts);
}

/** Returns the noted ends by chain. Looking changes nothing. */
export function readNotedEnds(home: string): ReadonlyMap<string, readonly Anchor[]> {
  const found = inspectLines(join(home, notedFile), parseNotedEnd);
  const ends = new Map<string, readonly Anchor[]>();
  for (const { value } of found.state === 'missing' ? [] : (found.value ?? [])) {
    const { chain, sequence, hash, at } = value;
    ends.set(chain, [...(ends.get(chain) ?? []), { sequence, hash, anchoredAt: at, namedBy: notedFile }]);
  }
  return ends;
}

export function parseNotedEnd(line: string): NotedEnd | undefined {
  try {
    return notedEnd.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

const notedFile = 'audit-ends.jsonl';
type NotedEnd = z.infer<typeof notedEnd>;
const notedEnd = z.strictObject({
  chain: z.string(),
  sequence: z.int().min(0),
  hash: z.string(),
  at: z.string(),
});

function formatEnd(chain: string, { sequence, hash }: ChainEnd): string {
  return `${chain} ${sequence} ${hash}`;
}

function listChains(folder: string): readonly string[] {
  try {
    return readdirSync(folder).flatMap((file) => (file.endsWith('.jsonl') ? [file.slice(0, -6)] : []));
  } catch {
    // There is no folder before the first entry of the first chain.
    return [];
  }
}

/** A file may be long, so only its two ends are read. A file that cannot be read names nothing and is not named. */
function readFirstAndLast(file: string): {
  readonly first?: AuditLine | undefined;
  readonly last?: ChainEnd;
} {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const { size } = fstatSync(descriptor);
      const first = parse(readUntilNewline(descriptor, size));
      const tail = readAt(descriptor, Math.max(0, size - longestTail), size);
      const lines = tail.split('\n').slice(0, -1);
      const last = lines.map(parse).findLast((line) => line !== undefined && line.hash === line.computed);
      const sequence = last?.body['sequence'];
      return Number.isInteger(sequence) && last !== undefined
        ? { first, last: { sequence: sequence as number, hash: last.hash } }
        : { first };
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return {};
  }
}

const longestTail = 65_536;
const longestFirst = 16 * 1_048_576;

function readUntilNewline(descriptor: number, size: number): string {
  for (let length = longestTail; ; length *= 8) {
    const head = readAt(descriptor, 0, Math.min(size, length));
    const end = head.indexOf('\n');
    if (end !== -1) return head.slice(0, end);
    if (length >= size || length >= longestFirst) return '';
  }
}

function readAt(descriptor: number, from: number, to: number): string {
  const bytes = Buffer.alloc(to - from);
  readSync(descriptor, bytes, 0, bytes.length, from);
  return bytes.toString('utf8');
}

function parse(line: string): AuditLine | undefined {
  return readAuditLine(line, (text) => createHash('sha256').update(text).digest('hex'));
}

/** Tells whether a process runs on this machine. */
export function hasProcess(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The file exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
