import { appendFileSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Desk } from '#shared/contract/review/decisions.ts';
import type { DoneNow } from './desk-store.ts';

const doneSchema = z.object({
  kind: z.enum(['approve', 'reject', 'check', 'hand-over', 'undo']),
  corrected: z.boolean(),
  seconds: z.number().min(0).nullable(),
});

/** Fewer say nothing. */
const fewestForMedian = 3;

/** What was done on this day, as clocks on the wall here have it. */
export function readTally(folder: string, now: number): Desk['today'] {
  const done = linesOf(join(folder, fileOf(now))).flatMap((line) => doneIn(line));
  const count = (...kinds: readonly DoneNow['kind'][]): number =>
    done.filter(({ kind }) => kinds.includes(kind)).length;
  const decided = done.filter(({ kind }) => kind === 'approve' || kind === 'reject');
  const seconds = decided.flatMap((one) => one.seconds ?? []).toSorted((a, b) => a - b);
  return {
    approved: count('approve'),
    rejected: count('reject'),
    corrected: decided.filter(({ corrected }) => corrected).length,
    checked: count('check'),
    handedOver: count('hand-over'),
    undone: count('undo'),
    medianSeconds: seconds.length < fewestForMedian ? null : median(seconds),
    of: seconds.length,
  };
}

/** A line more. It begins with a line's end, so that what a kill has cut off before spoils nothing. */
export function addToTally(folder: string, done: DoneNow, now: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const today = fileOf(now);
  appendFileSync(join(folder, today), `\n${JSON.stringify(done)}\n`, { mode: 0o600 });
  for (const name of readdirSync(folder)) {
    if (/^done-[\d-]+\.jsonl$/.test(name) && name < today) rmSync(join(folder, name), { force: true });
  }
}

function fileOf(now: number): string {
  const date = new Date(now);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `done-${parts.map((part) => String(part).padStart(2, '0')).join('-')}.jsonl`;
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    // Nothing was done yet on this day.
    return [];
  }
}

function doneIn(line: string): DoneNow[] {
  try {
    const done = doneSchema.safeParse(JSON.parse(line));
    return done.success ? [done.data] : [];
  } catch {
    // Empty, or cut off by a kill.
    return [];
  }
}

function median(sorted: readonly number[]): number {
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}
