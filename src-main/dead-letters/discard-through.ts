import type { ReceivedMessage } from '../aws/queues.ts';
import type { DiscardFile } from './discard-file.ts';
import type { HeldIn } from './held-in.ts';
import { findAgain, heldLong } from './hold-on.ts';
import { inChunks, inLanes } from './in-lanes.ts';
import { noteIn } from './note-holds.ts';
import type { RedriveLedger } from './redrive-ledger.ts';
import { atOnce, lanesAtOnce } from './repeat-entries.ts';
import { deleteAccounted } from './send-batch.ts';

interface Discard extends HeldIn {
  readonly ledger: RedriveLedger;
  readonly file: DiscardFile;
}

export interface DiscardedThrough {
  readonly skipped: ReadonlyMap<string, string>;
  readonly left: ReadonlySet<string>;
  /** Why some of these could not be asked for. */
  readonly trouble: string | null;
}

/** Whole into the file, that into the ledger, then deleted, and that into the ledger: nothing goes that is not kept. */
export async function discardThrough(work: Discard, ids: readonly string[]): Promise<DiscardedThrough> {
  const { ledger, file, held, connectionId, queue, isOver } = work;
  await deleteAccounted(work, keptOf(ledger, ids));
  const skipped = new Map<string, string>();
  const waiting = ids.filter((id) => !ledger.standings.has(id));
  const { messages, trouble } = await findAgain(work, waiting, {
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
    await deleteAccounted(work, kept);
  };
  for (const some of inChunks([...messages.values()], heldTogether)) {
    if (isOver()) break;
    const ready = await heldLong(work, some);
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
  return { skipped, left: new Set(left), trouble };
}

export function keptOf(
  { standings }: Pick<RedriveLedger, 'standings'>,
  ids: readonly string[],
): readonly { readonly id: string; readonly handle: string }[] {
  return ids.flatMap((id) => {
    const standing = standings.get(id);
    return standing?.state === 'kept' ? [{ id, handle: standing.handle }] : [];
  });
}

const notThere = 'It is no longer in the queue, or somebody else has received it. It was not discarded.';
const heldTogether = 500;
