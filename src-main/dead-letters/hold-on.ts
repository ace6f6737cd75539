import type { Plan } from '#shared/contract/plans.ts';
import type { ReceivedMessage } from '../aws/queues.ts';
import { groupPlaceOf } from './group-order.ts';
import {
  giveBack,
  workSeconds,
  type HeldIn,
  type HeldMessage,
  type HeldMessages,
  type Holding,
} from './held-messages.ts';
import type { RedriveLedger } from './redrive-ledger.ts';
import { atOnce, repeatEntries, standstillOf } from './send-batch.ts';

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

interface Wanted extends Pick<Holding, 'alsoWanted' | 'note'> {
  readonly wanted: ReadonlySet<string>;
}

interface ReceivedAgain {
  readonly messages: readonly ReceivedMessage[];
  /** Why an answer is missing: what was not found may be there all the same, hidden by a receive that was lost. */
  readonly trouble: string | null;
}

/**
 * In the order in which SQS gives them; others that come along are given back when all are found. It ends, too, when
 * several receives in a row have brought nothing: SQS samples its servers, and one empty answer proves little.
 */
async function receiveAgain(where: HeldIn, { wanted, alsoWanted, note }: Wanted): Promise<ReceivedAgain> {
  const { queues, held, connectionId, queue, now, sleep, isOver } = where;
  const found = new Map<string, ReceivedMessage>();
  const others = new Map<string, string>();
  let inVain = 0;
  let left = wanted.size;
  let failures = 0;
  let trouble: string | null = null;
  const isEnough = (): boolean =>
    left === 0 || inVain === mostInVain || failures === mostFailures || others.size >= mostOthers;
  while (!isEnough() && !isOver()) {
    if (inVain + failures > 0) await sleep(pauseInVain * 2 ** failures);
    const receivedAt = now();
    const received = await queues.receive(queue, { most: atOnce, visibilitySeconds: workSeconds });
    failures = received.ok ? 0 : failures + 1;
    if (!received.ok) {
      trouble = received.failure.message;
      continue;
    }
    const messages = received.value;
    held.see(connectionId, queue, messages, receivedAt);
    inVain = messages.length === 0 ? inVain + 1 : 0;
    const kept = messages.filter(({ messageId }) => wanted.has(messageId) || alsoWanted.has(messageId));
    for (const message of kept) {
      if (wanted.has(message.messageId) && !found.has(message.messageId)) left -= 1;
      found.set(message.messageId, message);
    }
    for (const { messageId, receiptHandle } of messages) {
      if (!found.has(messageId)) others.set(messageId, receiptHandle);
    }
    const hiddenUntil = receivedAt + workSeconds * 1_000;
    const own = kept.map((message) => ({ message, receivedAt, hiddenUntil }));
    held.add(connectionId, queue, own);
    if (own.length > 0) await note(own);
  }
  await giveBack(where, [...others.values()]);
  return { messages: [...found.values()], trouble: left > 0 ? trouble : null };
}

const mostInVain = 5;
/** In a row. */
const mostFailures = 6;
const pauseInVain = 200;
/** Below what SQS lets be in flight, 120,000, and no more than is quickly given back. */
const mostOthers = 20_000;

/** Once for a plan: by these a later life of this console lets go of what this one holds. */
export async function noteHolds(
  ledger: RedriveLedger,
  { plan, queue, held }: { readonly plan: Plan; readonly queue: string; readonly held: HeldMessages },
): Promise<void> {
  if (ledger.holds.size > 0 || ledger.standings.size > 0) return;
  const { id: connectionId } = plan.connection;
  const messages = plan.items.flatMap(({ id, verdict, needsReason }) =>
    verdict === 'go' || needsReason ? (held.get(connectionId, queue, id) ?? []) : [],
  );
  if (messages.length > 0) await noteIn(ledger)(messages);
}

export function noteIn({ append }: RedriveLedger): (held: readonly HeldMessage[]) => Promise<void> {
  return (held) =>
    append({
      event: 'held',
      messages: held.map(({ message, hiddenUntil }) => {
        const place = groupPlaceOf(message);
        return {
          id: message.messageId,
          handle: message.receiptHandle,
          until: hiddenUntil,
          ...(place !== null && { place }),
        };
      }),
    });
}
