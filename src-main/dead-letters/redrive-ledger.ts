import { existsSync, readFileSync } from 'node:fs';
import { parseJson } from '../home/parse-json.ts';
import { NotWritten } from '../jobs/journal.ts';
import { ledgerEventSchema, type LedgerEvent, type NewLedgerEvent } from './ledger-events.ts';
import { groupedLines, openLedgerLines, type LedgerLines, type OpenLedgerLines } from './ledger-file.ts';
import { applyLedgerEvent, emptyFold, type LedgerFold, type LedgerStanding } from './ledger-standings.ts';

export interface RedriveLedger {
  /** All that is on disk. */
  readonly fold: LedgerFold;
  readonly standings: ReadonlyMap<string, LedgerStanding>;
  readonly holds: LedgerFold['holds'];
  /** Those that were found intended and not known to be sent. */
  readonly recovered: readonly string[];
  /** On disk when it resolves, and then in the standings; rejects with `NotWritten`, and then in neither. */
  readonly append: (event: NewLedgerEvent) => Promise<void>;
  readonly nextBatch: () => number;
  readonly close: () => Promise<void>;
}

interface Parts {
  readonly place: { readonly connectionId: string; readonly queue: string; readonly kind: string };
  readonly now: () => number;
  readonly open?: OpenLedgerLines | undefined;
}

/**
 * Of one job, new or gone on with. What was intended and not known to be sent when it was last closed, by an end or a
 * crash, may have been sent: it is uncertain from here on, and stays so.
 */
export async function openLedger(
  file: string,
  { place, now, open = openLedgerLines }: Parts,
): Promise<RedriveLedger> {
  const { fold, bytes, damage } = readLedger(file);
  // Nobody can know what was sent by it: nothing more is done by it.
  if (damage !== null) throw damage;
  const lines = groupedLines(await opened(() => open(file, bytes)));

  async function append(event: NewLedgerEvent): Promise<void> {
    const { event: kind, ...rest } = event;
    const line = { event: kind, at: new Date(now()).toISOString(), ...rest } as LedgerEvent;
    await lines.append(`${JSON.stringify(line)}\n`);
    applyLedgerEvent(fold, line);
  }

  const recovered: string[] = [];
  try {
    if (fold.place === null) await append({ event: 'begun', ...place });
    for (const [batch, ids] of openIntents(fold)) {
      const uncertain = ids.map((id) => ({ id, why: unheard }));
      await append({ event: 'sent', batch, taken: [], refused: [], again: [], uncertain });
      recovered.push(...ids);
    }
  } catch (error) {
    await lines.close();
    throw error;
  }
  return {
    fold,
    standings: fold.standings,
    holds: fold.holds,
    recovered,
    append,
    nextBatch: () => (fold.batches += 1),
    close: () => lines.close(),
  };
}

/** Also one that is damaged: whatever its lines say, nothing of it is in the next world. */
export async function voidLedger(
  file: string,
  { now, open = openLedgerLines }: Pick<Parts, 'now' | 'open'>,
): Promise<void> {
  const { bytes } = readLedger(file);
  const lines = await opened(() => open(file, bytes));
  try {
    const line: LedgerEvent = { event: 'voided', at: new Date(now()).toISOString() };
    await lines.append(`${JSON.stringify(line)}\n`);
  } finally {
    await lines.close();
  }
}

export interface ReadLedger {
  readonly fold: LedgerFold;
  readonly bytes: number;
  /** Its first line that is not as it was written; the others say what they say all the same. */
  readonly damage: DamagedLedger | null;
}

/** What is left of a ledger, without changing it; nothing where there is none. */
export function readLedger(file: string): ReadLedger {
  const fold = emptyFold();
  if (!existsSync(file)) return { fold, bytes: 0, damage: null };
  const whole = readFileSync(file);
  // What a crash left behind the last whole line is no line: what it was about had not been done.
  const bytes = whole.lastIndexOf('\n'.charCodeAt(0)) + 1;
  const lines = whole.subarray(0, bytes).toString('utf8').split('\n').slice(0, -1);
  let damage: DamagedLedger | null = null;
  for (const [index, line] of lines.entries()) {
    const event = eventOf(line);
    if (event !== null) applyLedgerEvent(fold, event);
    else damage ??= new DamagedLedger(`${file}, line ${index + 1}`);
  }
  return { fold, bytes, damage };
}

export class DamagedLedger extends Error {
  override readonly name = 'DamagedLedger';
}

const unheard = 'It may have been sent, or not: the console ended before it knew.';

function eventOf(line: string): LedgerEvent | null {
  const json = parseJson(line);
  const parsed = 'value' in json ? ledgerEventSchema.safeParse(json.value) : undefined;
  return parsed?.data ?? null;
}

function openIntents({ standings }: LedgerFold): Map<number, string[]> {
  const open = new Map<number, string[]>();
  for (const [id, standing] of standings) {
    if (standing.state !== 'intended') continue;
    const ids = open.get(standing.batch) ?? [];
    ids.push(id);
    open.set(standing.batch, ids);
  }
  return open;
}

async function opened(open: () => Promise<LedgerLines>): Promise<LedgerLines> {
  try {
    return await open();
  } catch (error) {
    throw new NotWritten(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
