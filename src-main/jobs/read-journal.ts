import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import type { z } from 'zod';
import type { Job } from '#shared/contract/jobs/jobs.ts';
import { parseJson } from '../home/parse-json.ts';
import { applyEvent } from './apply-event.ts';
import { jobEventSchema, planLineSchema } from './journal-events.ts';
import { newRecord, type JobRecord } from './job-record.ts';

export interface ReadJournal {
  readonly record: JobRecord;
  /** Up to the end of its last whole line: what a crash left behind it is no line. */
  readonly bytes: number;
  /** Where it is not what was written, and how. Nobody can know then what was sent. */
  readonly damage: string | null;
}

/** Null where not even the plan is there: nothing was ever done by it. */
export function readJournal(file: string): ReadJournal | null {
  const whole = readFileSync(file);
  const bytes = whole.lastIndexOf(newline) + 1;
  const [first = '', ...lines] = whole.subarray(0, bytes).toString('utf8').split('\n').slice(0, -1);
  const plan = read(planLineSchema, first);
  if (plan === undefined) return null;
  const record = newRecord(plan);
  for (const [index, line] of lines.entries()) {
    const problem = problemOf(record, line);
    if (problem !== null) return { record, bytes, damage: `line ${index + 2} of its journal: ${problem}` };
  }
  return { record, bytes, damage: null };
}

/** What the last line of an ended job says, without reading the others. */
export function readEnding(file: string): Job | null {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const tail = Buffer.alloc(Math.min(size, longestEnding));
    readSync(descriptor, tail, 0, tail.length, size - tail.length);
    const text = tail.toString('utf8');
    if (!text.endsWith('\n')) return null;
    const last = text.slice(text.lastIndexOf('\n', text.length - 2) + 1, -1);
    if (!last.startsWith('{"event":"ended"')) return null;
    const event = read(jobEventSchema, last);
    return event?.event === 'ended' ? event.job : null;
  } finally {
    closeSync(descriptor);
  }
}

const newline = '\n'.charCodeAt(0);
const longestEnding = 16_384;

function problemOf(record: JobRecord, line: string): string | null {
  const event = read(jobEventSchema, line);
  if (event === undefined) return 'it is damaged, or was written by another version of Sluice';
  try {
    applyEvent(record, event);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Undefined for a line that is none of ours, JSON or not. */
function read<T extends z.ZodType>(schema: T, line: string): z.output<T> | undefined {
  const json = parseJson(line);
  return 'value' in json ? schema.safeParse(json.value).data : undefined;
}
