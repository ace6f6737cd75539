import type { ReceivedMessage } from '../aws/queues.ts';
import { deleteKept } from './delete-kept.ts';
import type { DiscardFile } from './discard-file.ts';
import type { HeldIn } from './held-in.ts';
import { findAgain, heldLong } from './hold-on.ts';
import { inChunks, inLanes } from './in-lanes.ts';
import { noteIn } from './note-holds.ts';
import type { RedriveLedger } from './redrive-ledger.ts';
import { atOnce, lanesAtOnce, standstillOf } from './repeat-entries.ts';
import { deleteAccounted } from './send-batch.ts';

interface Discard extends HeldIn {
  readonly ledger: RedriveLedger;
  readonly file: DiscardFile;
}

interface DiscardedThrough {
  readonly skipped: ReadonlyMap<string, string>;
  readonly left: ReadonlySet<string>;
  /** Why some of these could not be asked for. */
  readonly trouble: string | null;
  /** Why nothing at all can be deleted before a person has done something about it. */
  readonly standstill: string | null;
}

/** Whole into the file, that into the ledger, then deleted, and that into the ledger: nothing goes that is not kept. */
export async function discardThrough(work: Discard, ids: readonly string[]): Promise<DiscardedThrough> {
  const { ledger, file, held, connectionId, queue } = work;
  let { standstill } = await deleteKept(work, ids);
  const isOver = (): boolean => standstill !== null || work.isOver();
  const skipped = new Map<string, string>();
  const waiting = ids.filter((id) => !ledger.standings.has(id));
  const { messages, trouble } = await findAgain({ ...work, isOver }, waiting, {
    holds: ledger.holds,
    alsoWanted: new Set(),
    note: noteIn(ledger),
  });
  const isGone = (id: string): boolean => !messages.has(id) && trouble === null;
  if (!isOver()) for (const id of waiting) if (isGone(id)) skipped.set(id, notThere);

  const keepAndDelete = async (some: readonly ReceivedMessage[]): Promise<void> => {
    if (isOver()) return;
    await file.keep(some);
    const kept = some.map(({ messageId, receiptHandle }) => ({ id: messageId, handle: receiptHandle }));
    await ledger.append({ event: 'kept', messages: kept });
    standstill ??= standstillOf(await deleteAccounted(work, kept));
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
  const left = ids.filter((id) => !ledger.standings.has(id) && !skipped.has(id));
  held.drop(
    connectionId,
    queue,
    ids.filter((id) => ledger.standings.has(id) || skipped.has(id)),
  );
  return { skipped, left: new Set(left), trouble, standstill };
}

/** What is kept and cannot be deleted at once is deleted by its handle for as long as it is held. */
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

const notThere = 'It is no longer in the queue, or somebody else has received it. It was not discarded.';
const heldTogether = 500;
