import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { itemStates, type LostJournal } from '#shared/contract/jobs.ts';
import { forgetLength, openLineFile, readSealed, seal } from '../audit/line-file.ts';
import { keepEntries } from '../home/home-folder.ts';
import {
  jobEventSchema,
  nothingYet,
  noteLast,
  type CallRecord,
  type ItemRecord,
  type JobEvent,
  type JobRecord,
  type PlanLine,
} from './job-record.ts';

/** The functions with which a journal applies its lines. */
export interface JournalParts {
  readonly move: (
    record: JobRecord,
    id: string,
    from: readonly ItemRecord['state'][],
    change: Partial<ItemRecord>,
  ) => void;
  readonly apply: (record: JobRecord, event: JobEvent) => void;
}

/**
 * Reads the lines of a journal from the first damaged one on; `lost` bytes are missing after them. Each line that is
 * whole counts, whatever its neighbours are. Items that a damaged or missing line may have sent become uncertain, so that
 * they are never sent again.
 */
export function readAroundDamage(
  record: JobRecord,
  { lines, lost }: { readonly lines: readonly string[]; readonly lost: number },
  { move, apply }: JournalParts,
): { readonly uncertain: number } {
  let damaged = lost;
  const force = (id: string, change: Partial<ItemRecord>): void => {
    if (record.items.has(id)) move(record, id, itemStates, change);
  };
  for (const line of lines) {
    const event = jobEventSchema.safeParse(readSealed(line)).data;
    if (event === undefined) damaged += line.length;
    else follow(record, event, { force, apply });
  }
  return { uncertain: doubtWaiting(record, damaged, force) };
}

/** A damaged line of that length names at most so many items, and a job sends its items in the plan's order. */
function doubtWaiting(
  { items }: JobRecord,
  damaged: number,
  force: (id: string, change: Partial<ItemRecord>) => void,
): number {
  const waiting = [...items.values()].filter(({ state }) => state === 'waiting');
  const shortest = waiting.reduce((least, { id }) => Math.min(least, id.length + quotesAndComma), Infinity);
  const doubted = waiting.slice(0, Math.ceil(damaged / shortest));
  for (const { id } of doubted) force(id, { state: 'uncertain', note: lostNote });
  return doubted.length;
}

const quotesAndComma = 3;
const lostNote =
  'The line of the journal that would say whether it was sent is damaged or missing, so it may have been sent. It is not sent again.';

interface Following {
  readonly force: (id: string, change: Partial<ItemRecord>) => void;
  readonly apply: JournalParts['apply'];
}

/** Applies a line although lines before it are missing. */
function follow(record: JobRecord, event: JobEvent, { force, apply }: Following): void {
  noteLast(record, event);
  switch (event.event) {
    case 'skipped':
      for (const { id, why } of event.items) force(id, { state: 'skipped', note: why });
      return;
    case 'intent': {
      const { call, step, key, ids, at } = event;
      while (record.calls.length < call) record.calls.push(lostCall(record.calls.length + 1, event));
      const open = { open: ids, intendedAt: at, sentAt: null, run: null, state: 'open' } as const;
      record.calls[call - 1] = { number: call, step, key, ids, ...open };
      for (const id of ids) force(id, { state: 'sending', call });
      return;
    }
    case 'again':
      return;
    case 'sent':
      followSent(record, event, force);
      return;
    case 'refused':
    case 'uncertain':
      for (const id of closeCall(record, event.call)) force(id, { state: event.event, note: event.why });
      return;
    case 'not-sent':
      for (const id of closeCall(record, event.call)) force(id, { state: 'waiting', ...nothingYet });
      return;
    case 'outcomes':
      for (const { id, ...outcome } of event.items) force(id, outcome);
      return;
    case 'returned':
      for (const { id, note } of event.items) force(id, { state: 'failed-again', note, endedAt: event.at });
      return;
    case 'voided':
      record.phase = 'stopped';
      record.because = event.why;
      return;
    case 'braked':
    case 'stopped':
    case 'resumed':
    case 'begun':
    case 'paced':
    case 'held':
    case 'released':
    case 'mended':
    case 'ended':
      if (record.endedAt === null) apply(record, event);
      return;
    default:
      event satisfies never;
  }
}

function followSent(record: JobRecord, event: JobEvent & { event: 'sent' }, force: Following['force']): void {
  const { call, run, refused, uncertain = [], skipped = [], left = [], unclear = [], at } = event;
  const still = unclear.map(({ id }) => id);
  const known = new Set([...refused, ...uncertain, ...skipped].map(({ id }) => id).concat(left, still));
  const batches = new Map(event.downloadBatches?.map(({ id, batchId }) => [id, batchId]));
  for (const id of closeCall(record, call, still)) {
    if (known.has(id)) continue;
    force(id, { state: 'running', run, downloadBatchId: batches.get(id) ?? null, sentAt: at });
  }
  for (const { id, why } of refused) force(id, { state: 'refused', note: why, endedAt: at });
  for (const { id, why } of uncertain) force(id, { state: 'uncertain', note: why });
  for (const { id, why } of skipped) force(id, { state: 'skipped', note: why });
  for (const id of left) force(id, { state: 'waiting', ...nothingYet });
}

/** Returns the items that the call had open, as far as its line is known. */
function closeCall({ calls }: JobRecord, number: number, open: readonly string[] = []): readonly string[] {
  const call = calls[number - 1];
  if (call === undefined) return [];
  calls[number - 1] = { ...call, open, state: open.length > 0 ? 'open' : 'sent' };
  return call.open;
}

function lostCall(number: number, { step, at }: JobEvent & { event: 'intent' }): CallRecord {
  const nothing = { key: '', ids: [], open: [], sentAt: null, run: null } as const;
  return { ...nothing, number, step, intendedAt: at, state: 'uncertain' };
}

/** Reads what is left of a journal without a plan: its other lines name what may have been sent. */
export function readLostJournal(file: string): {
  readonly connectionId: string | null;
  readonly journal: LostJournal;
} {
  const text = readFileSync(file, 'utf8');
  const [first = '', ...lines] = text.split('\n');
  const ids = new Set(
    lines.flatMap((line) => {
      const event = jobEventSchema.safeParse(readSealed(line)).data;
      if (event === undefined) return [];
      if (event.event === 'intent') return event.ids;
      return 'items' in event ? event.items.map(({ id }) => id) : [];
    }),
  );
  const connectionId = /"connection":\{"id":"([^"]{1,128})"/.exec(first)?.[1] ?? null;
  return {
    connectionId,
    journal: {
      jobId: decodeURIComponent(basename(file, '.jsonl')),
      file,
      why: text === '' ? 'It is empty.' : describeLostPlan(first),
      at: statSync(file).mtime.toISOString(),
      ids: [...ids].slice(0, mostIdsNamed),
      idsTotal: ids.size,
    },
  };
}

const mostIdsNamed = 100;

/** A plan that is whole as JSON and carries its checksum was not damaged: another version has another form. */
function describeLostPlan(line: string): string {
  return readSealed(line) === undefined
    ? 'Line 1, which holds the plan, is damaged.'
    : 'Line 1, which holds the plan, was written by another version of Sluice, and this one cannot read it.';
}

interface Mending {
  readonly plan: PlanLine;
  readonly record: JobRecord;
  readonly by: string;
  readonly why: string;
  readonly at: string;
}

/**
 * Writes a new journal that says what could be read of a damaged one, and keeps the damaged one beside it. Whenever the
 * machine stops, one of the two is there under the journal's name.
 */
export function mendJournal(file: string, { plan, record, by, why, at }: Mending): { readonly kept: string } {
  const kept = findFreeName(file);
  copyFileSync(file, kept);
  const draft = `${file}.mending`;
  rmSync(draft, { force: true });
  const lines = openLineFile(draft);
  try {
    const { calls, phase, because, hasBegun, pace, waitsForQuiet, items } = record;
    const touched = [...items.values()].filter(({ state }) => state !== 'waiting');
    const event: JobEvent = {
      event: 'mended',
      at,
      by,
      why,
      calls: calls.map((call) => ({ ...call, ids: [...call.ids], open: [...call.open] })),
      phase: phase === 'done' ? 'stopped' : phase,
      because,
      hasBegun,
      pace,
      waitsForQuiet,
      items: touched.map(toMendedItem),
    };
    lines.append(seal(JSON.stringify(plan)));
    lines.append(seal(JSON.stringify(event)));
  } finally {
    lines.close();
  }
  renameSync(draft, file);
  keepEntries(dirname(file));
  // The length is that of the damaged journal. Forgotten earlier, a power cut here would make that one look whole.
  forgetLength(file);
  return { kept };
}

function findFreeName(file: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${file.replace(/\.jsonl$/, '')}.damaged-${number}`;
    if (!existsSync(name)) return name;
  }
}

type MendedItem = (JobEvent & { event: 'mended' })['items'][number];

function toMendedItem(item: ItemRecord): MendedItem {
  const { id, state, call, status, stage, run, downloadBatchId, sentAt, endedAt, usd, note } = item;
  return { id, state, call, status, stage, run, downloadBatchId, sentAt, endedAt, usd, note };
}
