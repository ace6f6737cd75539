import type { ReceivedMessage } from '../aws/queues.ts';
import { giveBack, workSeconds, type HeldIn, type Holding } from './held-in.ts';
import type { HeldMessage } from './held-messages.ts';
import { receiveAgain } from './receive-again.ts';
import { repeatEntries, standstillOf } from './repeat-entries.ts';

const marginMs = 120_000;
/** Until it has an answer, or is given up. */
const longestCallMs = 30_000;

interface FoundAgain {
  readonly messages: ReadonlyMap<string, ReceivedMessage>;
  /** Null where those that are not among them are certainly not to be had now. */
  readonly trouble: string | null;
}

/**
 * Those of these messages that this console has: as it holds them, and received again where it holds them no more, which
 * is what one does that has been away. Bodies are nowhere else.
 */
export async function findAgain(
  where: HeldIn,
  ids: readonly string[],
  { holds, alsoWanted, note }: Holding,
): Promise<FoundAgain> {
  const { held, connectionId, queue, now } = where;
  const found = new Map<string, ReceivedMessage>();
  for (const id of ids) {
    const own = held.get(connectionId, queue, id);
    if (own !== undefined && own.hiddenUntil > now()) found.set(id, own.message);
  }
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return { messages: found, trouble: null };
  // Held by a console that was: nobody can receive them before that ends, and this one neither.
  await giveBack(
    where,
    missing.flatMap((id) => {
      const hold = holds.get(id);
      return hold !== undefined && hold.until > now() ? [hold.handle] : [];
    }),
  );
  const { messages, trouble } = await receiveAgain(where, { wanted: new Set(missing), alsoWanted, note });
  for (const message of messages) found.set(message.messageId, message);
  return { messages: found, trouble };
}

/** Whether nobody else can have it before a call that begins now has ended. */
export function isStillHeld(
  { held, connectionId, queue, now }: HeldIn,
  { messageId, receiptHandle }: ReceivedMessage,
): boolean {
  const own = held.get(connectionId, queue, messageId);
  return own?.message.receiptHandle === receiptHandle && own.hiddenUntil - now() > longestCallMs;
}

interface HeldLong {
  /** Those of these that nobody else can receive while they are worked on. */
  readonly messages: readonly ReceivedMessage[];
  /** Why no hold at all can be prolonged at the moment: then the others are not lost yet. */
  readonly standstill: string | null;
}

/** Their hold is prolonged where it ends soon. */
export async function heldLong(where: HeldIn, messages: readonly ReceivedMessage[]): Promise<HeldLong> {
  const { queues, held, connectionId, queue, now, sleep } = where;
  const own = messages.flatMap(({ messageId }) => held.get(connectionId, queue, messageId) ?? []);
  const isLate = ({ hiddenUntil }: HeldMessage): boolean => hiddenUntil - now() <= marginMs;
  // What others can receive already may not be taken back by a handle that is as old.
  const late = own.filter((one) => isLate(one) && one.hiddenUntil > now());
  const safe = own.filter((one) => !isLate(one));
  const until = now() + workSeconds * 1_000;
  const outcomes = await repeatEntries(
    late.map(({ message }) => message.receiptHandle),
    { sleep, attempt: (handles) => queues.hide(queue, handles, workSeconds) },
  );
  const renewed = late.filter((_, at) => outcomes[at]?.kind === 'done');
  held.extend(
    connectionId,
    queue,
    renewed.map(({ message }) => message.messageId),
    until,
  );
  return {
    messages: [...safe, ...renewed].map(({ message }) => message),
    standstill: standstillOf(outcomes),
  };
}
