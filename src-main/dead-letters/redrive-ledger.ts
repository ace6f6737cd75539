import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { subjectSchema } from '#shared/contract/dead-letters.ts';
import { documentStatus, id, text } from '#shared/contract/pipeline-items.ts';
import { parseJson } from '../home/parse-json.ts';
import { NotWritten } from '../jobs/journal.ts';
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
      const uncertain = ids.map((messageId) => ({ id: messageId, why: unheard }));
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

interface ReadLedger {
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

class DamagedLedger extends Error {
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
  for (const [messageId, standing] of standings) {
    if (standing.state !== 'intended') continue;
    const ids = open.get(standing.batch) ?? [];
    ids.push(messageId);
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

const at = z.iso.datetime();
/** Of one call, from 1, in the order of being written. */
const batch = z.int().min(1);
const withReasons = z.array(z.strictObject({ id, why: z.string() }));
const handle = z.string().min(1);

/**
 * What is done to each message is on disk before it is done. Never its body; its handle, so that what was sent can be
 * deleted after a crash, and what was not can be let go of.
 */
const ledgerEventSchema = z.discriminatedUnion('event', [
  z.strictObject({ event: z.literal('begun'), at, connectionId: z.string(), queue: z.string(), kind: text }),
  /** Which messages of the plan this console held, and until when: nobody can receive them before, it neither. */
  z.strictObject({
    event: z.literal('held'),
    at,
    messages: z
      .array(
        z.strictObject({
          id,
          handle,
          until: z.number(),
          /** In a FIFO queue: no other of its group may overtake it. */
          place: z.strictObject({ group: z.string(), order: z.string() }).optional(),
        }),
      )
      .min(1),
  }),
  z.strictObject({
    event: z.literal('intent'),
    at,
    batch,
    /** The queue it goes to. */
    to: z.string(),
    messages: z
      .array(
        z.strictObject({
          id,
          handle,
          /** Whose outcome is looked for. */
          about: subjectSchema,
          /** It had no room for saying where it comes from. */
          unmarked: z.literal(true).optional(),
          /** How often it has been sent back with this time, and as which dead letter first if that was another one. */
          times: z.int().min(1).optional(),
          first: id.optional(),
          /** Its document just before it was sent. */
          before: z
            .union([
              z.literal('missing'),
              z.strictObject({ status: documentStatus.nullable(), receivedAt: z.number().nullable() }),
            ])
            .optional(),
        }),
      )
      .min(1),
  }),
  z.strictObject({
    event: z.literal('sent'),
    at,
    batch,
    taken: z.array(z.strictObject({ id, newId: text })),
    /** Not taken, for certain, and it would not be taken again. */
    refused: withReasons,
    /** Not taken, for certain: it waits again. */
    again: z.array(id),
    uncertain: withReasons,
  }),
  /** Whole and on disk in a file of its own: it may be deleted. */
  z.strictObject({ event: z.literal('kept'), at, messages: z.array(z.strictObject({ id, handle })).min(1) }),
  z.strictObject({ event: z.literal('deleted'), at, ids: z.array(id).min(1) }),
  /** The world it worked on is no more: its ids mean nothing in the next one. */
  z.strictObject({ event: z.literal('voided'), at }),
]);
export type LedgerEvent = z.infer<typeof ledgerEventSchema>;
type NewLedgerEvent = LedgerEvent extends infer E ? (E extends LedgerEvent ? Omit<E, 'at'> : never) : never;
