import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { usageTotalsSchema } from '#shared/contract/costs/usage-totals.ts';
import { replaceFile } from '../../../home/replace-file.ts';
import type { Metered } from '../metering/metered.ts';

/** By a hash of tenant and batch; `stamp`: a hash of the version that was metered. */
export interface MeterEntry extends Metered {
  readonly key: string;
  readonly stamp: string;
}

interface ReadEntries {
  readonly entries: readonly MeterEntry[];
  readonly lines: number;
  /** How many of them could not be read. */
  readonly broken: number;
  /** False where its last line has no end: another would be written behind it. */
  readonly isClean: boolean;
}

/** Sums of batches, a line each, under the name of the world that they are of. Nothing in it names anybody. */
export interface MeterFile {
  /** Of this world; what is of another is gone. */
  read(): ReadEntries;
  append(entry: MeterEntry): void;
  replace(entries: Iterable<MeterEntry>): void;
  remove(): void;
}

/** More is no sum of a batch that anybody has seen: then it is metered again after the next start. */
const longestLine = 8_192;
const format = 1;

export function meterFile(file: string, world: string): MeterFile {
  const head = JSON.stringify({ meter: format, world });
  let hasHead = false;

  function begin(): void {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    replaceFile(file, `${head}\n`);
    hasHead = true;
  }

  return {
    read() {
      const text = readText(file);
      const [first, ...lines] = text.split('\n').filter((line) => line !== '');
      hasHead = first === head;
      const isClean = text === '' || text.endsWith('\n');
      if (!hasHead) {
        const isOfAnother = first === undefined || isHead(first);
        return { entries: [], lines: 0, broken: isOfAnother ? 0 : 1, isClean };
      }
      const entries = lines.flatMap((line) => entryOf(line) ?? []);
      return { entries, lines: lines.length, broken: lines.length - entries.length, isClean };
    },
    append(entry) {
      const line = lineOf(entry);
      if (line.length > longestLine) return;
      if (!hasHead) begin();
      appendFileSync(file, `${line}\n`, { mode: 0o600 });
    },
    replace(entries) {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const lines = [...entries].map(lineOf).filter((line) => line.length <= longestLine);
      replaceFile(file, `${[head, ...lines].join('\n')}\n`);
      hasHead = true;
    },
    remove() {
      hasHead = false;
      rmSync(file, { force: true });
    },
  };
}

const lineSchema = z.tuple([z.string(), z.string(), z.int().min(0), usageTotalsSchema]);
const headSchema = z.object({ meter: z.int(), world: z.string() });

function lineOf({ key, stamp, repeated, totals }: MeterEntry): string {
  return JSON.stringify([key, stamp, repeated, totals]);
}

function entryOf(line: string): MeterEntry | null {
  const read = lineSchema.safeParse(parsed(line));
  if (!read.success) return null;
  const [key, stamp, repeated, totals] = read.data;
  return { key, stamp, repeated, totals };
}

function isHead(line: string): boolean {
  return headSchema.safeParse(parsed(line)).success;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Malformed is as broken as misshapen: the schema refuses both.
    return undefined;
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Not there before the first batch is metered; what cannot be read is metered again.
    return '';
  }
}
