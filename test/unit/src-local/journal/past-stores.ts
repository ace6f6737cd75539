import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openJournal, type ClosableStore } from '#local/journal/journal-file.ts';
import type { Told } from '#local/journal/told.ts';

export type Tellers = Record<string, () => [string, unknown][]>;

export function openTold(folder: string, tellers: Tellers, rewriteFrom?: number): ClosableStore {
  const store = openJournal(folder, rewriteFrom === undefined ? {} : { rewriteFrom });
  store.tell(toTold(tellers));
  return store;
}

export function toTold(tellers: Tellers): Told {
  return new Map(Object.entries(tellers));
}

export function findGeneration(folder: string): number {
  return Math.max(...readdirSync(folder).map((name) => Number(/^state-(\d+)/.exec(name)?.[1] ?? -1)));
}

export function journalPath(folder: string): string {
  return join(folder, `state-${findGeneration(folder)}.journal`);
}

export function readJournal(folder: string): string {
  return readFileSync(journalPath(folder), 'utf8');
}

export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'told-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
