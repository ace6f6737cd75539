import type { HeldIn } from './held-in.ts';
import { findAgain, heldLong } from './hold-on.ts';
import { noteIn } from './note-holds.ts';
import type { RedriveLedger } from './redrive-ledger.ts';
import { standstillOf } from './repeat-entries.ts';
import { deleteAccounted } from './send-batch.ts';

interface Kept {
  readonly id: string;
  readonly handle: string;
}

interface Discarding extends HeldIn {
  readonly ledger: RedriveLedger;
}

interface DeletedKept {
  /** Why each of those cannot be deleted by this discard any more. */
  readonly whyNot: ReadonlyMap<string, string>;
  readonly standstill: string | null;
}

/**
 * Deletes what is in the file. SQS says yes to a handle by which nobody holds anything any more, and deletes nothing:
 * where a hold is over, the message is received again first, so that nothing is called discarded that is still there.
 */
export async function deleteKept(work: Discarding, ids: readonly string[]): Promise<DeletedKept> {
  const { ledger, held, connectionId, queue } = work;
  const kept = keptOf(ledger, ids);
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
  for (const id of found.gone) whyNot.set(id, notHere);
  const going = [...ready, ...found.messages];
  const outcomes = await deleteAccounted(work, going);
  for (const [at, { id }] of going.entries()) {
    const outcome = outcomes[at];
    if (outcome?.kind !== 'refused' || outcome.mayTryAgain || outcome.isForNow === true) continue;
    whyNot.set(id, outcome.why);
  }
  held.drop(
    connectionId,
    queue,
    ids.filter((id) => ledger.standings.get(id)?.state === 'discarded'),
  );
  return { whyNot, standstill: found.standstill ?? standstillOf(outcomes) };
}

export function keptOf(
  { standings }: Pick<RedriveLedger, 'standings'>,
  ids: readonly string[],
): readonly Kept[] {
  return ids.flatMap((id) => {
    const standing = standings.get(id);
    return standing?.state === 'kept' ? [{ id, handle: standing.handle }] : [];
  });
}

/** By which nobody else can have it before a call that begins now has ended; null where nobody knows of one. */
function ownHandle({ ledger, held, connectionId, queue, now }: Discarding, id: string): string | null {
  const own = held.get(connectionId, queue, id);
  if (own !== undefined && own.hiddenUntil - now() > longestDeleteMs) return own.message.receiptHandle;
  const hold = ledger.holds.get(id);
  return hold !== undefined && hold.until - now() > longestDeleteMs ? hold.handle : null;
}

async function receivedAgain(
  work: Discarding,
  ids: readonly string[],
): Promise<{
  readonly messages: readonly Kept[];
  readonly gone: readonly string[];
  readonly standstill: string | null;
}> {
  const { ledger, isOver } = work;
  const { messages, trouble } = await findAgain(work, ids, {
    holds: ledger.holds,
    alsoWanted: new Set(),
    note: noteIn(ledger),
  });
  const isKnown = trouble === null && !isOver();
  const { messages: ready, standstill } = await heldLong(work, [...messages.values()]);
  return {
    messages: ready.map(({ messageId, receiptHandle }) => ({ id: messageId, handle: receiptHandle })),
    gone: isKnown ? ids.filter((id) => !messages.has(id)) : [],
    standstill,
  };
}

/** With its pauses, as often as it is tried. */
const longestDeleteMs = 120_000;
const notHere =
  'It could not be received again to be deleted: it is gone already, or somebody else has received it. Sample again to see.';
