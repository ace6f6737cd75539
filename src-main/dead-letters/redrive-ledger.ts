import { existsSync, readFileSync, truncateSync } from 'node:fs';
import { openLineFile } from '../audit/line-file.ts';
import { parseJson } from '../home/parse-json.ts';
import { NotWritten, type OpenLines } from '../jobs/journal.ts';
import {
  ledgerEventSchema,
  type LedgerEvent,
  type LedgerStanding,
  type NewLedgerEvent,
} from './ledger-events.ts';

export interface RedriveLedger {
  readonly standings: ReadonlyMap<string, LedgerStanding>;
  /** On disk when it returns, and then in the standings; throws `NotWritten`, and then in neither. */
  readonly append: (event: NewLedgerEvent) => void;
  readonly nextBatch: () => number;
  readonly close: () => void;
}

interface Parts {
  readonly now: () => number;
  readonly open?: OpenLines | undefined;
}

/**
 * Of one job, new or gone on with. What was intended and not known to be sent when it was last closed, by an end or a
 * crash, may have been sent: it is uncertain from here on, and stays so.
 */
export function openLedger(file: string, { now, open = openLineFile }: Parts): RedriveLedger {
  const { events, bytes } = readLedger(file);
  const standings = new Map<string, LedgerStanding>();
  for (const event of events) apply(standings, event);
  const lines = written(() => {
    if (existsSync(file)) truncateSync(file, bytes);
    return open(file);
  });
  let batches = events.reduce((most, event) => ('batch' in event ? Math.max(most, event.batch) : most), 0);

  function append(event: NewLedgerEvent): void {
    const { event: kind, ...rest } = event;
    const line = { event: kind, at: new Date(now()).toISOString(), ...rest } as LedgerEvent;
    written(() => lines.append(JSON.stringify(line)));
    apply(standings, line);
  }

  for (const [batch, ids] of openIntents(standings)) {
    append({
      event: 'sent',
      batch,
      taken: [],
      refused: [],
      again: [],
      uncertain: ids.map((id) => ({ id, why: 'The console ended before it knew whether it was sent.' })),
    });
  }

  return {
    standings,
    append,
    nextBatch: () => (batches += 1),
    close: () => lines.close(),
  };
}

/** What is left of a ledger, without changing it; nothing where there is none. */
export function standingsOf(file: string): ReadonlyMap<string, LedgerStanding> {
  const standings = new Map<string, LedgerStanding>();
  for (const event of readLedger(file).events) apply(standings, event);
  return standings;
}

function readLedger(file: string): { readonly events: readonly LedgerEvent[]; readonly bytes: number } {
  if (!existsSync(file)) return { events: [], bytes: 0 };
  const whole = readFileSync(file);
  // What a crash left behind the last whole line is no line: what it was about had not been done.
  const bytes = whole.lastIndexOf('\n'.charCodeAt(0)) + 1;
  const lines = whole.subarray(0, bytes).toString('utf8').split('\n').slice(0, -1);
  return { bytes, events: lines.map((line, index) => eventOf(line, `${file}, line ${index + 1}`)) };
}

/** Nobody can know what was sent by a ledger that is not as it was written: nothing more is done by it. */
function eventOf(line: string, where: string): LedgerEvent {
  const json = parseJson(line);
  const parsed = 'value' in json ? ledgerEventSchema.safeParse(json.value) : undefined;
  if (parsed?.success !== true) throw new DamagedLedger(where);
  return parsed.data;
}

export class DamagedLedger extends Error {
  override readonly name = 'DamagedLedger';
}

function openIntents(standings: ReadonlyMap<string, LedgerStanding>): Map<number, string[]> {
  const open = new Map<number, string[]>();
  for (const [id, standing] of standings) {
    if (standing.state !== 'intended') continue;
    open.set(standing.batch, [...(open.get(standing.batch) ?? []), id]);
  }
  return open;
}

function apply(standings: Map<string, LedgerStanding>, event: LedgerEvent): void {
  switch (event.event) {
    case 'intent':
      for (const { id, handle } of event.messages)
        standings.set(id, { state: 'intended', batch: event.batch, handle, to: event.to });
      return;
    case 'sent':
      for (const { id, newId } of event.taken) {
        const before = standings.get(id);
        if (before?.state !== 'intended') continue;
        const { handle, to } = before;
        standings.set(id, { state: 'sent', handle, to, newId, sentAt: event.at });
      }
      for (const { id, why } of event.refused) standings.set(id, { state: 'refused', why });
      for (const { id, why } of event.uncertain) standings.set(id, { state: 'uncertain', why });
      for (const id of event.again) standings.delete(id);
      return;
    case 'deleted':
      for (const id of event.ids) {
        const before = standings.get(id);
        if (before?.state !== 'sent') continue;
        const { to, newId, sentAt } = before;
        standings.set(id, { state: 'done', to, newId, sentAt });
      }
      return;
    default:
      event satisfies never;
  }
}

function written<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw new NotWritten(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
