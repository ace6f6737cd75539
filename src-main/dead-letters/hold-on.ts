import type { Plan } from '#shared/contract/plans.ts';
import { grouped } from '#shared/domain/formatting.ts';
import type { ReceivedMessage } from '../aws/queues.ts';
import { findGroupPlace } from './group-order.ts';
import {
  giveBack,
  hideWhileHeld,
  leastLeftMs,
  workSeconds,
  type HeldIn,
  type HeldMessage,
  type HeldMessages,
  type Holding,
} from './held-messages.ts';
import { beginHold, noteHold, type Hold } from './hold-clock.ts';
import type { LedgerHold } from './ledger-standings.ts';
import type { RedriveLedger } from './redrive-ledger.ts';
import { atOnce, findStandstill, type Standstill } from './send-batch.ts';

const marginMs = 120_000;
/** Covers a call until it is answered or given up. */
const longestCallMs = 30_000;

interface FoundAgain {
  readonly messages: ReadonlyMap<string, ReceivedMessage>;
  /** Null means that the missing messages are certainly not available now. */
  readonly trouble: string | null;
  /**
   * Explains why looking again would not help until a person has acted. Each look receives the other messages of the
   * queue, and their receive counts rise.
   */
  readonly standstill: Standstill | null;
}

/**
 * Returns the messages that this console holds, and receives again those it no longer holds, such as after a restart.
 * Their bodies are stored nowhere else.
 */
export async function findAgain(
  where: HeldIn,
  ids: readonly string[],
  { holds, alsoWanted, note }: Holding,
): Promise<FoundAgain> {
  const { held, connectionId, queue, now } = where;
  const found = new Map<string, ReceivedMessage>();
  let endsSoon = 0;
  for (const id of ids) {
    const own = held.get(connectionId, queue, id);
    if (own === undefined) continue;
    const left = own.hiddenUntil - now();
    if (left > leastLeftMs) found.set(id, own.message);
    else endsSoon = Math.max(endsSoon, left);
  }
  // Too little is left to prolong these in time, and until it is over nothing can receive them.
  if (endsSoon > 0) await where.sleep(endsSoon);
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return { messages: found, trouble: null, standstill: null };
  // An earlier run of this console may still hold these. They are released first, because until then nothing can
  // receive them.
  await giveBack(
    where,
    missing.flatMap((id) => earlierHold(where, id, holds) ?? []),
  );
  const again = await receiveAgain(where, { wanted: new Set(missing), alsoWanted, note });
  for (const message of again.messages) found.set(message.messageId, message);
  return { messages: found, trouble: again.trouble, standstill: again.standstill };
}

/**
 * Returns the hold of an earlier run of this console, or null if it is over, or if the clock shows a time before the hold
 * began: then it was set back, and how long the hold lasts is not known.
 */
export function earlierHold(
  { held, connectionId, queue, now, passed }: HeldIn,
  id: string,
  holds: ReadonlyMap<string, LedgerHold>,
): Hold | null {
  const hold = holds.get(id);
  if (hold === undefined || held.hasReceived(connectionId, queue, id)) return null;
  if (now() < hold.notedAt || now() >= hold.until) return null;
  return noteHold({ now, passed }, hold.handle, hold.until);
}

/** Tells whether the message stays hidden from others until a call that begins now has ended. */
export function isStillHeld(
  { held, connectionId, queue, now }: HeldIn,
  { messageId, receiptHandle }: ReceivedMessage,
): boolean {
  const own = held.get(connectionId, queue, messageId);
  return own?.message.receiptHandle === receiptHandle && own.hiddenUntil - now() > longestCallMs;
}

interface HeldLong {
  /** Lists the messages that stay hidden from others while they are worked on. */
  readonly messages: readonly ReceivedMessage[];
  /** Explains why no hold can be prolonged at the moment; the other messages are not lost yet then. */
  readonly standstill: Standstill | null;
}

/** Prolongs the holds that end soon. */
export async function heldLong(where: HeldIn, messages: readonly ReceivedMessage[]): Promise<HeldLong> {
  const { held, connectionId, queue, now } = where;
  const own = messages.flatMap(({ messageId }) => held.get(connectionId, queue, messageId) ?? []);
  const isLate = ({ hiddenUntil }: HeldMessage): boolean => hiddenUntil - now() <= marginMs;
  // A message that others can already receive must not be hidden again with its old handle.
  const late = own.filter((one) => isLate(one) && one.hiddenUntil - now() > leastLeftMs);
  const safe = own.filter((one) => !isLate(one));
  const isHeldUntil = beginHold(where, workSeconds);
  const outcomes = await hideWhileHeld(
    where,
    late.map(({ message, hiddenUntil }) => noteHold(where, message.receiptHandle, hiddenUntil)),
    workSeconds,
  );
  const renewed = late.filter((_, at) => outcomes[at]?.kind === 'done');
  held.extend(
    connectionId,
    queue,
    renewed.map(({ message }) => message.messageId),
    isHeldUntil(),
  );
  return {
    messages: [...safe, ...renewed].map(({ message }) => message),
    standstill: findStandstill(outcomes),
  };
}

interface Wanted extends Pick<Holding, 'alsoWanted' | 'note'> {
  readonly wanted: ReadonlySet<string>;
}

interface ReceivedAgain extends Pick<FoundAgain, 'standstill'> {
  readonly messages: readonly ReceivedMessage[];
  /**
   * Explains why an answer is missing: a message that was not found may still be in the queue, behind many others, or
   * hidden by a receive whose answer was lost.
   */
  readonly trouble: string | null;
}

/**
 * Receives in the order that SQS gives, and gives back other messages once all are found. It also ends after several
 * empty receives in a row: SQS samples its servers, so one empty answer proves little.
 */
async function receiveAgain(where: HeldIn, { wanted, alsoWanted, note }: Wanted): Promise<ReceivedAgain> {
  const { queues, held, connectionId, queue, now, sleep, isOver } = where;
  const found = new Map<string, ReceivedMessage>();
  const others = new Map<string, Hold>();
  /** Counts one again that comes back before the end, because its hold was over: on a slow network it would never end. */
  let otherReceives = 0;
  let inVain = 0;
  let left = wanted.size;
  let failures = 0;
  let trouble: string | null = null;
  const isEnough = (): boolean =>
    left === 0 || inVain === mostInVain || failures === mostFailures || otherReceives >= mostOthers;
  while (!isEnough() && !isOver()) {
    if (inVain + failures > 0) await sleep(pauseInVain * 2 ** failures);
    const receivedAt = now();
    const isHeldUntil = beginHold(where, workSeconds);
    const hold = noteHold(where, '', receivedAt + workSeconds * 1_000);
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
      if (found.has(messageId)) continue;
      otherReceives += 1;
      others.set(messageId, { ...hold, handle: receiptHandle });
    }
    const hiddenUntil = isHeldUntil();
    const own = kept.map((message) => ({ message, receivedAt, hiddenUntil }));
    held.add(connectionId, queue, own);
    if (own.length > 0) await note(own);
  }
  await giveBack(where, [...others.values()]);
  // Behind so many others a message may be there and was not reached.
  const isNotReached = left > 0 && otherReceives >= mostOthers;
  const standstill = isNotReached ? { why: explainNotReached(others.size), isPassing: false } : null;
  return {
    messages: [...found.values()],
    trouble: left > 0 ? (standstill?.why ?? trouble) : null,
    standstill,
  };
}

const mostInVain = 5;
/** Counts consecutive failures. */
const mostFailures = 6;
const pauseInVain = 200;
/** Stays below the 120,000 messages that SQS allows in flight, and can be given back quickly. */
const mostOthers = 20_000;

function explainNotReached(others: number): string {
  return `${grouped(others)} other messages of the queue came first, so the ones of this job were not reached.`;
}

/** Notes the holds once per plan, so that a later run of this console can release them. */
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
        const place = findGroupPlace(message);
        return {
          id: message.messageId,
          handle: message.receiptHandle,
          until: hiddenUntil,
          ...(place !== null && { place }),
        };
      }),
    });
}
