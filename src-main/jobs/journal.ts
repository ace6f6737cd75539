import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  truncateSync,
} from 'node:fs';
import type { z } from 'zod';
import { counted } from '#shared/domain/formatting.ts';
import { decimal, plus } from '#shared/pricing/decimal.ts';
import type { Ended } from '#shared/domain/job-brake.ts';
import { itemStates, type Job } from '#shared/contract/jobs.ts';
import { sendsMessages } from '#shared/domain/job-kinds/message-jobs.ts';
import { noteLength, openLineFile, readLength, readSealed, seal, type LineFile } from '../audit/line-file.ts';
import { readAroundDamage } from './damaged-journal.ts';
import { applyPaceEvent, noteMoment, restorePace } from './job-pace.ts';
import {
  countMove,
  jobEventSchema,
  newRecord,
  nothingYet,
  noteLast,
  planLineSchema,
  type CallRecord,
  type ItemRecord,
  type JobEvent,
  type JobRecord,
  type NewEvent,
  type PlanLine,
} from './job-record.ts';

export interface Journal {
  /** Reflects all lines of the journal. */
  readonly record: JobRecord;
  /** The event is on disk and in the record when this returns. If it throws `NotWritten`, the event is in neither. */
  append(event: NewEvent): void;
  close(): void;
}

export class NotWritten extends Error {
  override readonly name = 'NotWritten';
}

export type OpenLines = (file: string) => LineFile;

interface JournalParts {
  readonly now: () => number;
  /** A test may pass a disk that is full. */
  readonly open?: OpenLines | undefined;
}

/** Begins the journal of a new job; null if there is one already. */
export function beginJournal(file: string, plan: PlanLine, parts: JournalParts): Journal | null {
  if (existsSync(file)) return null;
  const lines = written(() => (parts.open ?? openLineFile)(file));
  try {
    written(() => lines.append(seal(JSON.stringify(plan))));
  } catch (error) {
    lines.close();
    rmSync(file, { force: true });
    throw error;
  }
  return createJournal(lines, newRecord(plan), { ...parts, file });
}

/**
 * Continues the journal of an existing job. `bytes` is the length of its whole lines; half a line after them is cut
 * off.
 */
export function continueJournal(
  file: string,
  { record, bytes }: { readonly record: JobRecord; readonly bytes: number },
  parts: JournalParts,
): Journal {
  const lines = written(() => {
    truncateSync(file, bytes);
    return (parts.open ?? openLineFile)(file);
  });
  return createJournal(lines, record, { ...parts, file });
}

function createJournal(
  lines: LineFile,
  record: JobRecord,
  { now, file }: JournalParts & { file: string },
): Journal {
  noteLength(file);
  return {
    record,
    append(event) {
      const { event: kind, ...rest } = event;
      // The name is written first, because it shows at the end of a file whether this is the last line.
      const line = { event: kind, at: new Date(now()).toISOString(), ...rest } as JobEvent;
      written(() => lines.append(seal(JSON.stringify(line))));
      applyEvent(record, line);
      noteLength(file);
    },
    close: () => lines.close(),
  };
}

function written<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw new NotWritten(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

interface ReadJournal {
  readonly plan: PlanLine;
  readonly record: JobRecord;
  /** This is the length up to the end of the last whole line; a crash may have left half a line after it. */
  readonly bytes: number;
  /** Says where the journal is not what was written, and how. What may have been sent is uncertain in the record. */
  readonly damage: string | null;
}

/** Returns null where not even the plan is there, because then the job never did anything. */
export function readJournal(file: string): ReadJournal | null {
  // Another console may write meanwhile: the length first, or its next line would look like a missing one.
  const due = readLength(file);
  const whole = readFileSync(file);
  const bytes = whole.lastIndexOf(newline) + 1;
  const [first = '', ...lines] = whole.subarray(0, bytes).toString('utf8').split('\n').slice(0, -1);
  const plan = read(planLineSchema, first);
  if (plan === undefined) return null;
  const record = newRecord(plan);
  const missing = Math.max(0, due - bytes);
  for (const [index, line] of lines.entries()) {
    const problem = findProblem(record, line);
    if (problem === null) continue;
    const damage = describeDamage(
      `Line ${index + 2} of its journal is damaged: ${problem}.`,
      missing,
      lines.slice(index),
    );
    return { plan, record, bytes, damage };
  }
  if (missing === 0) return { plan, record, bytes, damage: null };
  const cut = `Its journal is cut short: it ends after line ${lines.length + 1}, and ${missing} bytes are missing.`;
  return { plan, record, bytes, damage: describeDamage(cut, missing, []) };

  function describeDamage(says: string, lost: number, rest: readonly string[]): string {
    const { uncertain } = readAroundDamage(record, { lines: rest, lost }, { move, apply: applyEvent });
    return uncertain === 0
      ? says
      : `${says} Because of that, ${counted(uncertain, 'item')} may have been sent.`;
  }
}

/** Reads only the last line of an ended job. */
export function readEnding(file: string): Job | null {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const readTail = (most: number): string => {
      const tail = Buffer.alloc(Math.min(size, most));
      readSync(descriptor, tail, 0, tail.length, size - tail.length);
      return tail.toString('utf8');
    };
    let text = readTail(usualEnding);
    // The last line of a job about many tenants lists them.
    if (text.lastIndexOf('\n', text.length - 2) === -1) text = readTail(longestEnding);
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
const usualEnding = 16_384;
const longestEnding = 131_072;

function findProblem(record: JobRecord, line: string): string | null {
  const event = read(jobEventSchema, line);
  if (event === undefined) return 'it cannot be read, or was written by another version of Sluice';
  try {
    applyEvent(record, event);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns undefined for a line that is damaged or not ours. */
function read<T extends z.ZodType>(schema: T, line: string): z.output<T> | undefined {
  return schema.safeParse(readSealed(line)).data;
}

/**
 * Applies one more line. Throws where it cannot follow the lines before it, because then the journal is not what was
 * written.
 */
function applyEvent(record: JobRecord, event: JobEvent): void {
  if (record.endedAt !== null) throw new Error('a line follows the last one');
  noteLast(record, event);
  applyToItems(record, event);
  noteMoment(record, event);
}

function applyToItems(record: JobRecord, event: JobEvent): void {
  switch (event.event) {
    case 'skipped':
      for (const { id, why } of event.items) move(record, id, ['waiting'], { state: 'skipped', note: why });
      return;
    case 'intent':
      intend(record, event);
      return;
    case 'again':
      findCall(record, event.call, 'open');
      changeCall(record, event.call, { triedAt: event.at });
      return;
    case 'sent':
      send(record, event);
      return;
    case 'refused':
      closeCall(record, event.call, 'nothing-done', { state: 'refused', note: event.why, endedAt: event.at });
      return;
    case 'not-sent':
      closeCall(record, event.call, 'nothing-done', { state: 'waiting', ...nothingYet });
      return;
    case 'uncertain':
      closeCall(record, event.call, 'uncertain', { state: 'uncertain', note: event.why });
      return;
    case 'outcomes':
      for (const { id, ...outcome } of event.items) {
        const state = outcome.state === 'still-running' ? unendedState(record) : outcome.state;
        move(record, id, ['running'], { ...outcome, state });
      }
      return;
    case 'returned':
      for (const { id, note } of event.items) {
        move(record, id, mayReturn, { state: 'failed-again', note, endedAt: event.at });
      }
      return;
    case 'braked':
    case 'stopped':
      Object.assign(record, { phase: event.event, because: event.why, held: null });
      return;
    case 'resumed':
      record.phase = 'running';
      record.because = null;
      if (event.by !== null) Object.assign(record, { ended: [], proven: 0 });
      if (event.withoutConfirmation === true) record.withoutConfirmation = true;
      return;
    case 'begun':
      Object.assign(record, { hasBegun: true, waitsForQuiet: false });
      return;
    case 'paced':
    case 'held':
    case 'released':
      applyPaceEvent(record, event, move);
      return;
    case 'mended':
      applyMended(record, event);
      return;
    case 'voided':
      abandon(record, event);
      return;
    case 'ended':
      record.phase = event.job.state === 'stopped' ? 'stopped' : 'done';
      record.endedAt = event.at;
      return;
    default:
      event satisfies never;
  }
}

function intend(record: JobRecord, { call, step, key, ids, at }: JobEvent & { event: 'intent' }): void {
  if (call !== record.calls.length + 1) throw new Error(`call ${call} follows call ${record.calls.length}`);
  for (const id of ids) move(record, id, ['waiting'], { state: 'sending', call });
  record.calls.push({
    number: call,
    step,
    key,
    ids,
    open: ids,
    intendedAt: at,
    sentAt: null,
    run: null,
    state: 'open',
  });
}

function send(record: JobRecord, event: JobEvent & { event: 'sent' }): void {
  const { call, run, refused, uncertain = [], skipped = [], left = [], downloadBatches = [], at } = event;
  const { open } = findCall(record, call, 'open');
  const unclear = new Set(event.unclear?.map(({ id }) => id));
  const still = open.filter((id) => unclear.has(id));
  const others = new Map<string, Partial<ItemRecord>>([
    ...refused.map(({ id, why }) => [id, { state: 'refused', note: why, endedAt: at }] as const),
    ...uncertain.map(({ id, why }) => [id, { state: 'uncertain', note: why }] as const),
    ...skipped.map(({ id, why }) => [id, { state: 'skipped', note: why }] as const),
    ...left.map((id) => [id, { state: 'waiting', ...nothingYet }] as const),
  ]);
  const batches = new Map(downloadBatches.map(({ id, batchId }) => [id, batchId]));
  for (const id of open) {
    if (unclear.has(id)) continue;
    const downloadBatchId = batches.get(id) ?? null;
    move(record, id, ['sending'], others.get(id) ?? { state: 'running', run, downloadBatchId, sentAt: at });
  }
  changeCall(record, call, still.length > 0 ? { open: still } : { open: [], state: 'sent', sentAt: at, run });
}

function closeCall(
  record: JobRecord,
  call: number,
  state: CallRecord['state'],
  change: Partial<ItemRecord>,
): void {
  for (const id of findCall(record, call, 'open').open) move(record, id, ['sending'], change);
  changeCall(record, call, { open: [], state });
}

function applyMended(record: JobRecord, event: JobEvent & { event: 'mended' }): void {
  const { phase, because, hasBegun, calls, items } = event;
  Object.assign(record, { phase, because, hasBegun, calls: [...calls] });
  for (const { id, ...item } of items) move(record, id, itemStates, item);
  restorePace(record, event, move);
  // The brake counts from here on, as after every time that a person resumes a job.
  Object.assign(record, { ended: [], proven: 0 });
}

/** Ends a job whose world no longer exists, so that the outcome of its open items stays unknown. */
function abandon(record: JobRecord, { why }: JobEvent & { event: 'voided' }): void {
  record.phase = 'stopped';
  record.because = why;
  for (const { number, state } of record.calls) {
    if (state === 'open') closeCall(record, number, 'uncertain', { state: 'uncertain', note: why });
  }
  for (const { id, state } of record.items.values()) {
    if (state === 'running') move(record, id, ['running'], { state: unendedState(record), note: why });
  }
}

/** A message that is no longer waited for was sent and not confirmed; older journals call it still running. */
function unendedState({ plan }: JobRecord): 'still-running' | 'unconfirmed' {
  return sendsMessages(plan.kind) ? 'unconfirmed' : 'still-running';
}

/** A message may come back after it has ended for the job. */
const mayReturn = ['running', 'fixed', 'unconfirmed'] as const;

function findCall({ calls }: JobRecord, number: number, state: CallRecord['state']): CallRecord {
  const call = calls[number - 1];
  if (call?.state !== state) throw new Error(`call ${number} is ${call?.state ?? 'not there'}, not ${state}`);
  return call;
}

function changeCall({ calls }: JobRecord, number: number, change: Partial<CallRecord>): void {
  const call = calls[number - 1];
  if (call) calls[number - 1] = { ...call, ...change };
}

function move(
  record: JobRecord,
  id: string,
  from: readonly ItemRecord['state'][],
  change: Partial<ItemRecord>,
): void {
  const item = record.items.get(id);
  if (!item) throw new Error('an item is not in the plan');
  if (!from.includes(item.state))
    throw new Error(`item ${item.number} is ${item.state}, not ${from.join(' or ')}`);
  const next = { ...item, ...change };
  record.items.set(id, next);
  record.touched.delete(id);
  record.touched.add(id);
  countMove(record, item, next);
  if (item.usd === null && next.usd !== null) {
    const cost = decimal(next.usd);
    record.spent = record.spent === null ? cost : plus(record.spent, cost);
  }
  if (endOf[item.state] === 'good') record.proven = Math.max(0, record.proven - 1);
  const end = endOf[next.state];
  if (end === undefined) return;
  record.ended.push({ step: item.step, end });
  if (end === 'good') record.proven += 1;
}

/** A skipped item is left out, because it says nothing good or bad. */
const endOf: Partial<Record<ItemRecord['state'], Ended['end']>> = {
  fixed: 'good',
  'failed-again': 'failed',
  unconfirmed: 'unconfirmed',
  overtaken: 'unproven',
  'still-running': 'unproven',
  refused: 'unproven',
  uncertain: 'unproven',
};
