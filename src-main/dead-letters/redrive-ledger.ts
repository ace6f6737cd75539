import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { subjectSchema } from '#shared/contract/dead-letters.ts';
import { anyId, documentStatus, text } from '#shared/contract/pipeline-items.ts';
import { readLength, readSealed, seal } from '../audit/line-file.ts';
import { NotWritten } from '../jobs/journal.ts';
import { groupedLines, openLedgerLines, type LedgerLines, type OpenLedgerLines } from './ledger-file.ts';
import { applyLedgerEvent, emptyFold, type LedgerFold, type LedgerStanding } from './ledger-standings.ts';

export interface RedriveLedger {
  /** Contains everything that is on disk. */
  readonly fold: LedgerFold;
  readonly standings: ReadonlyMap<string, LedgerStanding>;
  readonly holds: LedgerFold['holds'];
  /** Lists messages that were found intended but not known to be sent. */
  readonly recovered: readonly string[];
  /**
   * The event is on disk and in the standings when this resolves. If it rejects with `NotWritten`, it is in neither.
   */
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
 * Opens the ledger of one job, new or resumed. A message that was intended but not known to be sent when the ledger was
 * last closed may have been sent, so it is uncertain from here on.
 */
export async function openLedger(
  file: string,
  { place, now, open = openLedgerLines }: Parts,
): Promise<RedriveLedger> {
  const { fold, bytes, damage } = readLedger(file);
  // It is unknown what was sent with a damaged ledger, so nothing more is done with it.
  if (damage !== null) throw damage;
  const lines = groupedLines(await opened(() => open(file, bytes)));

  async function append(event: NewLedgerEvent): Promise<void> {
    const { event: kind, ...rest } = event;
    const line = { event: kind, at: new Date(now()).toISOString(), ...rest } as LedgerEvent;
    await lines.append(`${seal(JSON.stringify(line))}\n`);
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

/** Also voids a damaged ledger: whatever its lines say, none of its messages exist in the next world. */
export async function voidLedger(
  file: string,
  { now, open = openLedgerLines }: Pick<Parts, 'now' | 'open'>,
): Promise<void> {
  const { bytes } = readLedger(file);
  const lines = await opened(() => open(file, bytes));
  try {
    const line: LedgerEvent = { event: 'voided', at: new Date(now()).toISOString() };
    await lines.append(`${seal(JSON.stringify(line))}\n`);
  } finally {
    await lines.close();
  }
}

interface ReadLedger {
  readonly fold: LedgerFold;
  readonly bytes: number;
  /** Points to the first line that is not as it was written; the other lines still count. */
  readonly damage: DamagedLedger | null;
}

/** Reads the rest of a ledger without changing it; returns nothing where there is none. */
export function readLedger(file: string): ReadLedger {
  const fold = emptyFold();
  // Another console may write meanwhile: the length first, or its next line would look like a missing one.
  const due = readLength(file);
  if (!existsSync(file)) {
    return { fold, bytes: 0, damage: due > 0 ? new DamagedLedger(`${file}, which is gone`) : null };
  }
  const whole = readFileSync(file);
  // A crash may leave half a line after the last whole one. The action it describes had not been taken, so it is
  // ignored.
  const bytes = whole.lastIndexOf('\n'.charCodeAt(0)) + 1;
  const lines = whole.subarray(0, bytes).toString('utf8').split('\n').slice(0, -1);
  let damage: DamagedLedger | null = null;
  for (const [index, line] of lines.entries()) {
    const event = parseEvent(line);
    if (event !== null) applyLedgerEvent(fold, event);
    else damage ??= new DamagedLedger(`${file}, line ${index + 1}`);
  }
  if (due > bytes) damage ??= new DamagedLedger(`${file}, which is cut short after line ${lines.length}`);
  return { fold, bytes, damage };
}

class DamagedLedger extends Error {
  override readonly name = 'DamagedLedger';
}

const unheard = 'It may have been sent: the console ended before an answer came.';

function parseEvent(line: string): LedgerEvent | null {
  return ledgerEventSchema.safeParse(readSealed(line)).data ?? null;
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
/** Numbers the calls from 1 in the order in which they were written. */
const batch = z.int().min(1);
const withReasons = z.array(z.strictObject({ id: anyId, why: z.string() }));
const handle = z.string().min(1);

/**
 * Everything done to a message is on disk before it is done. The body is never written. The handle is, so that after a
 * crash a sent message can be deleted and an unsent one released.
 */
const ledgerEventSchema = z.discriminatedUnion('event', [
  z.strictObject({ event: z.literal('begun'), at, connectionId: z.string(), queue: z.string(), kind: text }),
  /**
   * Records which messages of the plan this console held, and until when; until then nothing else can receive them.
   */
  z.strictObject({
    event: z.literal('held'),
    at,
    messages: z
      .array(
        z.strictObject({
          id: anyId,
          handle,
          until: z.number(),
          /** In a FIFO queue no other message of the group may overtake it. */
          place: z.strictObject({ group: z.string(), order: z.string() }).optional(),
        }),
      )
      .min(1),
  }),
  z.strictObject({
    event: z.literal('intent'),
    at,
    batch,
    /** Names the queue it goes to. */
    to: z.string(),
    messages: z
      .array(
        z.strictObject({
          id: anyId,
          handle,
          /** Identifies the document or delivery whose outcome is looked for. */
          about: subjectSchema,
          /** The message had no room for a mark of its origin. */
          unmarked: z.literal(true).optional(),
          /**
           * Counts how often it has been sent back including this time; `first` is the id of its first dead letter if
           * that was another.
           */
          times: z.int().min(1).optional(),
          first: anyId.optional(),
          /** Describes its document just before it was sent. */
          before: z
            .union([
              z.literal('missing'),
              z.strictObject({ status: documentStatus.nullable(), receivedAt: z.number().nullable() }),
              z.strictObject({ file: anyId, status: text, movedAt: z.number().nullable() }),
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
    taken: z.array(z.strictObject({ id: anyId, newId: text })),
    /** SQS certainly did not take these and would not take them again. */
    refused: withReasons,
    /** SQS certainly did not take these, so they wait again. */
    again: z.array(anyId),
    uncertain: withReasons,
  }),
  /** The messages are on disk in a file of their own, so they may be deleted. */
  z.strictObject({
    event: z.literal('kept'),
    at,
    messages: z.array(z.strictObject({ id: anyId, handle })).min(1),
  }),
  z.strictObject({
    event: z.literal('deleted'),
    at,
    ids: z.array(anyId).min(1),
    /** Lists those whose hold was over, or not known, before they were deleted. */
    exposed: z.array(anyId).min(1).optional(),
  }),
  /** The world it worked on no longer exists, and its ids mean nothing in the next one. */
  z.strictObject({ event: z.literal('voided'), at }),
]);
export type LedgerEvent = z.infer<typeof ledgerEventSchema>;
type NewLedgerEvent = LedgerEvent extends infer E ? (E extends LedgerEvent ? Omit<E, 'at'> : never) : never;
