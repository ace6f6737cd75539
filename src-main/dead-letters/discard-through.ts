import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { seal } from '../audit/line-file.ts';
import type { EntryOutcome, Queues, ReceivedMessage } from '../aws/queues.ts';
import { inChunks, inLanes } from '../reads/in-lanes.ts';
import { holdOver, type HeldIn } from './held-messages.ts';
import { msLeft } from './hold-clock.ts';
import { earlierHold, findAgain, heldLong, noteIn } from './hold-on.ts';
import { groupedLines, type OpenLedgerLines } from './ledger-file.ts';
import type { RedriveLedger } from './redrive-ledger.ts';
import {
  atOnce,
  deleteAccounted,
  lanesAtOnce,
  findStandstill,
  unheard,
  type Standstill,
} from './send-batch.ts';

interface Discard extends HeldIn {
  readonly ledger: RedriveLedger;
  readonly file: DiscardFile;
}

interface DiscardedThrough {
  readonly skipped: ReadonlyMap<string, string>;
  readonly left: ReadonlySet<string>;
  /** Explains why some of these messages could not be looked for. */
  readonly trouble: string | null;
  readonly standstill: Standstill | null;
}

/**
 * Writes each message to the file and notes that in the ledger before it is deleted and noted again, so nothing is
 * deleted that has not been saved.
 */
export async function discardThrough(work: Discard, ids: readonly string[]): Promise<DiscardedThrough> {
  const { ledger, file, held, connectionId, queue } = work;
  let { standstill } = await deleteKept(work, ids);
  const isOver = (): boolean => standstill !== null || work.isOver();
  const skipped = new Map<string, string>();
  const waiting = ids.filter((id) => !ledger.standings.has(id));
  const found = await findAgain({ ...work, isOver }, waiting, {
    holds: ledger.holds,
    alsoWanted: new Set(),
    note: noteIn(ledger),
  });
  const { messages, trouble } = found;
  const isGone = (id: string): boolean => !messages.has(id) && trouble === null;
  if (!isOver()) for (const id of waiting) if (isGone(id)) skipped.set(id, notThere);

  const keepAndDelete = async (some: readonly ReceivedMessage[]): Promise<void> => {
    if (isOver()) return;
    await file.keep(some);
    const kept = some.map(({ messageId, receiptHandle }) => ({ id: messageId, handle: receiptHandle }));
    await ledger.append({ event: 'kept', messages: kept });
    standstill ??= findStandstill(await deleteWhileHeld(work, kept));
  };
  for (const some of inChunks([...messages.values()], heldTogether)) {
    if (isOver()) break;
    const { messages: ready, standstill: cannotHold } = await heldLong(work, some);
    standstill ??= cannotHold;
    if (standstill !== null) break;
    await noteProlonged(work, ready);
    const isReady = new Set(ready.map(({ messageId }) => messageId));
    for (const { messageId } of some) if (!isReady.has(messageId)) skipped.set(messageId, notThere);
    await inLanes(inChunks(ready, atOnce), lanesAtOnce, keepAndDelete);
  }
  standstill ??= found.standstill;
  const left = ids.filter((id) => !ledger.standings.has(id) && !skipped.has(id));
  held.drop(
    connectionId,
    queue,
    // One that is in the file and not deleted yet stays held, so that its handle is known with its time.
    ids.filter((id) => skipped.has(id) || !['kept', undefined].includes(ledger.standings.get(id)?.state)),
  );
  return { skipped, left: new Set(left), trouble, standstill };
}

/**
 * Notes the longer hold, because a saved message that cannot be deleted at once is deleted by its handle for as long as
 * it is held.
 */
async function noteProlonged(
  { ledger, held, connectionId, queue }: Discard,
  messages: readonly ReceivedMessage[],
): Promise<void> {
  const longer = messages.flatMap(({ messageId }) => {
    const own = held.get(connectionId, queue, messageId);
    return own !== undefined && own.hiddenUntil > (ledger.holds.get(messageId)?.until ?? 0) ? [own] : [];
  });
  if (longer.length > 0) await noteIn(ledger)(longer);
}

const notThere = 'It is no longer in the queue, or another reader has received it. It was not discarded.';
const heldTogether = 500;

interface Kept {
  readonly id: string;
  readonly handle: string;
}

interface Discarding extends HeldIn {
  readonly ledger: RedriveLedger;
}

interface DeletedKept {
  /** Gives for each message the reason why this discard can no longer delete it. */
  readonly whyNot: ReadonlyMap<string, string>;
  readonly standstill: Standstill | null;
}

/** Deletes the messages that are in the file. A message whose hold is over is received again first. */
export async function deleteKept(work: Discarding, ids: readonly string[]): Promise<DeletedKept> {
  const { ledger, held, connectionId, queue } = work;
  const kept = listKeptMessages(ledger, ids);
  const whyNot = new Map<string, string>();
  if (kept.length === 0) return { whyNot, standstill: null };
  const ready = kept.flatMap(({ id }) => {
    const handle = ownHandle(work, id);
    return handle === null ? [] : [{ id, handle }];
  });
  const isReady = new Set(ready.map(({ id }) => id));
  const found = await receivedAgain(
    work,
    kept.flatMap(({ id }) => (isReady.has(id) ? [] : [id])),
  );
  for (const id of found.missing) whyNot.set(id, found.notReached ?? notHere);
  const going = [...ready, ...found.messages];
  const outcomes = await deleteWhileHeld(work, going);
  for (const [at, { id }] of going.entries()) {
    const outcome = outcomes[at];
    // One whose hold is over is received again at the next look.
    if (outcome?.kind !== 'refused' || outcome === holdOver) continue;
    if (outcome.mayTryAgain || outcome.isForNow === true) continue;
    whyNot.set(id, outcome.why);
  }
  held.drop(
    connectionId,
    queue,
    ids.filter((id) => ledger.standings.get(id)?.state === 'discarded' || whyNot.has(id)),
  );
  return { whyNot, standstill: found.standstill ?? findStandstill(outcomes) };
}

export function listKeptMessages(
  { standings }: Pick<RedriveLedger, 'standings'>,
  ids: readonly string[],
): readonly Kept[] {
  return ids.flatMap((id) => {
    const standing = standings.get(id);
    return standing?.state === 'kept' ? [{ id, handle: standing.handle }] : [];
  });
}

/**
 * SQS accepts an expired handle and deletes nothing, and the message would be called discarded while it is still in the
 * queue. The machine may sleep at any time, so each hold is checked before each attempt, and again after its answer.
 */
function deleteWhileHeld(work: Discarding, kept: readonly Kept[]): Promise<readonly EntryOutcome[]> {
  const { queues } = work;
  const ids = new Map(kept.map(({ id, handle }) => [handle, id]));
  const isHeld = (handle: string, leastMs: number): boolean =>
    ownHandle(work, ids.get(handle) ?? '', leastMs) === handle;
  const attempt: Queues['delete'] = async (queue, handles) => {
    const safe = handles.filter((handle) => isHeld(handle, longestDeleteMs));
    const outcomes = safe.length === 0 ? [] : await queues.delete(queue, safe);
    const answers = new Map(safe.map((handle, at) => [handle, outcomes[at] ?? unheard]));
    return handles.map((handle) => {
      const answer = answers.get(handle) ?? holdOver;
      return answer.kind === 'done' && !isHeld(handle, 0) ? holdOver : answer;
    });
  };
  return deleteAccounted({ ...work, queues: { ...queues, delete: attempt } }, kept);
}

/**
 * Returns a handle that keeps the message hidden from others for longer than this, or null where none is known. By
 * default it is until a call that begins now has ended.
 */
function ownHandle(work: Discarding, id: string, leastMs = longestDeleteMs): string | null {
  const { ledger, held, connectionId, queue, now } = work;
  const own = held.get(connectionId, queue, id);
  if (own !== undefined) return own.hiddenUntil - now() > leastMs ? own.message.receiptHandle : null;
  const hold = earlierHold(work, id, ledger.holds);
  return hold !== null && msLeft(hold, work) > leastMs ? hold.handle : null;
}

async function receivedAgain(
  work: Discarding,
  ids: readonly string[],
): Promise<{
  readonly messages: readonly Kept[];
  /** Lists those that another look would not find. */
  readonly missing: readonly string[];
  /** Explains why the missing ones may still be in the queue. */
  readonly notReached: string | null;
  readonly standstill: Standstill | null;
}> {
  const { ledger, isOver } = work;
  const found = await findAgain(work, ids, {
    holds: ledger.holds,
    alsoWanted: new Set(),
    note: noteIn(ledger),
  });
  const { messages, trouble } = found;
  const isFinal = (trouble === null || found.standstill !== null) && !isOver();
  const { messages: ready, standstill } = await heldLong(work, [...messages.values()]);
  return {
    messages: ready.map(({ messageId, receiptHandle }) => ({ id: messageId, handle: receiptHandle })),
    missing: isFinal ? ids.filter((id) => !messages.has(id)) : [],
    notReached: found.standstill?.why ?? null,
    standstill: standstill ?? found.standstill,
  };
}

/** Bounds a delete with all its retries and pauses. */
const longestDeleteMs = 120_000;
const notHere =
  'It could not be received again to be deleted: it is gone already, or another reader has received it. Sample again to see.';

interface DiscardFile {
  /** Saves whole messages with their bodies; they are on disk when it resolves. */
  readonly keep: (messages: readonly ReceivedMessage[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface DiscardParts {
  readonly connectionId: string;
  readonly queue: string;
  readonly now: () => number;
  readonly open: OpenLedgerLines;
}

export function getDiscardFile(home: string, planId: string): string {
  return join(home, 'discarded', `${encodeURIComponent(planId)}.jsonl`);
}

/** Opens a file that only its owner can read. A file left by a crash is continued after its last whole line. */
export async function openDiscardFile(
  file: string,
  { connectionId, queue, now, open }: DiscardParts,
): Promise<DiscardFile> {
  const lines = groupedLines(await open(file, wholeLength(file)));
  return {
    async keep(messages) {
      const at = new Date(now()).toISOString();
      const text = messages.map(({ messageId, body, attributes, system }) =>
        seal(JSON.stringify({ at, connectionId, queue, messageId, body, attributes, system })),
      );
      await lines.append(`${text.join('\n')}\n`);
    },
    close: () => lines.close(),
  };
}

/** Returns the length up to the end of the last line. The file may be gigabytes long, so it is not read whole. */
function wholeLength(file: string): number {
  if (!existsSync(file)) return 0;
  const descriptor = openSync(file, 'r');
  try {
    const part = Buffer.alloc(65_536);
    for (let end = fstatSync(descriptor).size; end > 0;) {
      const from = Math.max(0, end - part.length);
      const read = readSync(descriptor, part, 0, end - from, from);
      const last = part.subarray(0, read).lastIndexOf('\n'.charCodeAt(0));
      if (last >= 0) return from + last + 1;
      end = from;
    }
    return 0;
  } finally {
    closeSync(descriptor);
  }
}
