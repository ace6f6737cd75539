import { readFirstReceipt, countReturns } from '#shared/domain/dead-letters/queue-messages.ts';
import type { EntryOutcome, Queues, ReceivedMessage } from '../aws/queues.ts';
import { msLeft, noteHold, type Hold, type HoldClock } from './hold-clock.ts';
import type { LedgerHold } from './ledger-standings.ts';
import { repeatEntries, unheard } from './send-batch.ts';

export interface HeldMessage {
  readonly message: ReceivedMessage;
  readonly receivedAt: number;
  /** After this time others may receive the message, and its handle may be worthless. */
  readonly hiddenUntil: number;
}

/** Recognises a message that was sent back once it is in its dead-letter queue again. */
export interface SentMark {
  /** This is known because SQS keeps the id of a message that it moves. */
  readonly newId: string | null;
  /**
   * Comes from the attributes that were sent along, because some services give a moved message another id. Null if
   * there was no room for them.
   */
  readonly mark: { readonly first: string; readonly times: number } | null;
  readonly sentAt: number;
}

/**
 * Holds messages that were received and not yet given back, by connection and queue. They stay in memory, because
 * bodies are never written to disk.
 */
export interface HeldMessages {
  readonly of: (connectionId: string, queue: string) => readonly HeldMessage[];
  readonly get: (connectionId: string, queue: string, messageId: string) => HeldMessage | undefined;
  /** Replaces the handle of a message that was held before. */
  readonly add: (connectionId: string, queue: string, messages: readonly HeldMessage[]) => void;
  readonly extend: (
    connectionId: string,
    queue: string,
    messageIds: readonly string[],
    hiddenUntil: number,
  ) => void;
  /** Drops messages that were deleted or given back. */
  readonly drop: (connectionId: string, queue: string, messageIds: readonly string[]) => void;
  /** Notes that a person samples the queue or releases it; anything still held after that is held for jobs alone. */
  readonly comeTo: (connectionId: string, queue: string) => void;
  readonly leave: (connectionId: string, queue: string) => void;
  readonly leftQueues: (connectionId: string) => readonly string[];
  /** Records what any receive brought, so that a message that came back is noticed. */
  readonly see: (
    connectionId: string,
    queue: string,
    messages: readonly ReceivedMessage[],
    at: number,
  ) => void;
  /** Tells whether this process has received the message, after which a hold of an earlier run means nothing. */
  readonly hasReceived: (connectionId: string, queue: string, messageId: string) => boolean;
  /** Grows with each receive; as long as it is unchanged, no message can have been seen again. */
  readonly receivesSeen: (connectionId: string, queue: string) => number;
  /** Returns when the message was last seen in this queue, or null if it was not. */
  readonly seenBackAt: (connectionId: string, queue: string, sent: SentMark) => number | null;
  /**
   * Tells whether a message with this mark was seen in the queue. It may be another copy, but then this one cannot be
   * called absent.
   */
  readonly hasSeenMark: (connectionId: string, queue: string, mark: SentMark['mark']) => boolean;
  /** Forgets a connection whose world no longer exists. */
  readonly forget: (connectionId: string) => void;
}

export function heldMessages(clock?: HoldClock): HeldMessages {
  const held = new Map<string, Map<string, Noted>>();
  const left = new Map<string, Set<string>>();
  const sightings = new Map<string, Map<string, Sighting>>();
  const receives = new Map<string, number>();
  const seenIn = (connectionId: string, queue: string): Map<string, Sighting> =>
    sightings.get(place(connectionId, queue)) ?? new Map<string, Sighting>();
  const inQueue = (connectionId: string, queue: string): Map<string, Noted> =>
    held.get(place(connectionId, queue)) ?? new Map<string, Noted>();
  const noted = (one: HeldMessage): Noted => ({
    one,
    hold: clock === undefined ? null : noteHold(clock, one.message.receiptHandle, one.hiddenUntil),
  });
  /** The end of a hold moves with a clock that was set, so that it can be compared with the time that is told now. */
  const asOfNow = ({ one, hold }: Noted): HeldMessage => {
    if (clock === undefined || hold === null) return one;
    const hiddenUntil = clock.now() + msLeft(hold, clock);
    return one.hiddenUntil - hiddenUntil < clockNoiseMs ? one : { ...one, hiddenUntil };
  };

  return {
    of: (connectionId, queue) => [...inQueue(connectionId, queue).values()].map(asOfNow),
    get(connectionId, queue, messageId) {
      const found = inQueue(connectionId, queue).get(messageId);
      return found === undefined ? undefined : asOfNow(found);
    },
    add(connectionId, queue, messages) {
      const now = inQueue(connectionId, queue);
      for (const one of messages) now.set(one.message.messageId, noted(one));
      held.set(place(connectionId, queue), now);
    },
    extend(connectionId, queue, messageIds, hiddenUntil) {
      const now = inQueue(connectionId, queue);
      for (const id of messageIds) {
        const before = now.get(id);
        if (before !== undefined) now.set(id, noted({ ...before.one, hiddenUntil }));
      }
    },
    drop(connectionId, queue, messageIds) {
      const now = inQueue(connectionId, queue);
      for (const id of messageIds) now.delete(id);
    },
    comeTo: (connectionId, queue) => void left.get(connectionId)?.delete(queue),
    leave: (connectionId, queue) =>
      void left.set(connectionId, (left.get(connectionId) ?? new Set()).add(queue)),
    see(connectionId, queue, messages, at) {
      const where = place(connectionId, queue);
      receives.set(where, (receives.get(where) ?? 0) + 1);
      const seen = seenIn(connectionId, queue);
      for (const { messageId, attributes, system } of messages) {
        const first = readFirstReceipt(attributes);
        const sighting = { at, sentAt: Number(system['SentTimestamp'] ?? Number.NaN) };
        const keys = [messageId, ...(first === null ? [] : [markKey(first, countReturns(attributes))])];
        for (const key of keys) {
          seen.delete(key);
          seen.set(key, sighting);
        }
      }
      for (const key of seen.keys()) {
        if (seen.size <= mostSightings) break;
        seen.delete(key);
      }
      sightings.set(where, seen);
    },
    hasReceived: (connectionId, queue, messageId) => seenIn(connectionId, queue).has(messageId),
    receivesSeen: (connectionId, queue) => receives.get(place(connectionId, queue)) ?? 0,
    seenBackAt(connectionId, queue, { newId, mark, sentAt }) {
      const seen = seenIn(connectionId, queue);
      const byId = newId === null ? undefined : seen.get(newId);
      if (byId !== undefined) return byId.at;
      const byMark = mark === null ? undefined : seen.get(markKey(mark.first, mark.times));
      // An earlier copy has the same mark if its redrive was never confirmed.
      return byMark !== undefined && byMark.sentAt >= sentAt - twoClocksMs ? byMark.at : null;
    },
    hasSeenMark: (connectionId, queue, mark) =>
      mark !== null && seenIn(connectionId, queue).has(markKey(mark.first, mark.times)),
    leftQueues: (connectionId) => [...(left.get(connectionId) ?? [])],
    forget(connectionId) {
      left.delete(connectionId);
      for (const map of [held, sightings]) {
        for (const name of map.keys()) {
          if ((JSON.parse(name) as [string, string])[0] === connectionId) map.delete(name);
        }
      }
    },
  };
}

interface Noted {
  readonly one: HeldMessage;
  readonly hold: Hold | null;
}

/** The two clocks of a machine differ by less than this, unless one of them was set or stood still. */
const clockNoiseMs = 1_000;

interface Sighting {
  readonly at: number;
  /** This is the time that SQS reports, or NaN if it reports none. */
  readonly sentAt: number;
}

/** Sightings are kept in memory only, an id and two numbers each. */
const mostSightings = 100_000;
/** Allows for the difference between the clock of SQS and this one. */
const twoClocksMs = 30_000;

function markKey(first: string, times: number): string {
  return JSON.stringify([first, times]);
}

function place(connectionId: string, queue: string): string {
  return JSON.stringify([connectionId, queue]);
}

export interface HeldIn extends HoldClock {
  readonly queues: Queues;
  readonly held: HeldMessages;
  readonly connectionId: string;
  readonly queue: string;
  readonly sleep: (ms: number) => Promise<void>;
  /** Once true, no further work is begun. */
  readonly isOver: () => boolean;
}

/** Leaves enough time to process several hundred messages. */
export const workSeconds = 300;

export interface Holding {
  /** Lists the handles by which an earlier run of this console held the messages, and until when. */
  readonly holds: ReadonlyMap<string, LedgerHold>;
  /** These were sent before and are deleted if they come along, but nothing waits for them. */
  readonly alsoWanted: ReadonlySet<string>;
  /** Notes the new handles by which they are now held. */
  readonly note: (held: readonly HeldMessage[]) => Promise<void>;
}

type Hiding = Pick<HeldIn, 'queue' | 'sleep' | 'now' | 'passed'> & { readonly queues: Pick<Queues, 'hide'> };

/** Lets others receive the messages at once. Where that fails, they reappear when their visibility timeout ends. */
export async function giveBack(where: Hiding, holds: readonly Hold[]): Promise<void> {
  await hideWhileHeld(where, holds, 0);
}

/** A handle is used only while this much of its time is left, so that the call arrives in time. */
export const leastLeftMs = 5_000;

/**
 * Changes for how many seconds messages are hidden from now on, with handles whose time is not over: that is looked at
 * before each attempt. Returns the outcome of each hold, in their order.
 */
export async function hideWhileHeld(
  where: Hiding,
  holds: readonly Hold[],
  seconds: number,
): Promise<readonly EntryOutcome[]> {
  const { queues, queue, sleep } = where;
  const byHandle = new Map(holds.map((hold) => [hold.handle, hold]));
  const isSafe = (handle: string): boolean => {
    const hold = byHandle.get(handle);
    return hold !== undefined && msLeft(hold, where) > leastLeftMs;
  };
  return repeatEntries(
    holds.map(({ handle }) => handle),
    {
      sleep,
      async attempt(handles) {
        const safe = handles.filter(isSafe);
        const outcomes = safe.length === 0 ? [] : await queues.hide(queue, safe, seconds);
        const answers = new Map(safe.map((handle, at) => [handle, outcomes[at]]));
        return handles.map((handle) => (answers.has(handle) ? (answers.get(handle) ?? unheard) : holdOver));
      },
    },
  );
}

export const holdOver: EntryOutcome = {
  kind: 'refused',
  name: 'HoldOver',
  why: 'The hold on it is over, so others may have received it.',
  mayTryAgain: false,
};

interface Parts extends HoldClock {
  readonly held: HeldMessages;
  readonly queuesOf: (connectionId: string) => Queues;
  /** Lists messages of a queue that jobs are still working on. */
  readonly worksOn: (connectionId: string, queue: string) => ReadonlySet<string>;
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * Gives back messages that were held for a job alone and that no job works on any more. The person who sampled them has
 * left, so they could otherwise stay hidden for half a day.
 */
export async function giveBackLeft(
  { held, queuesOf, worksOn, now, passed, sleep }: Parts,
  connectionId: string,
): Promise<void> {
  for (const queue of held.leftQueues(connectionId)) {
    const all = held.of(connectionId, queue);
    if (all.length === 0) continue;
    const working = worksOn(connectionId, queue);
    const free = all.filter(({ message }) => !working.has(message.messageId));
    // They are forgotten first, so that nothing acts on messages that others may already have received.
    held.drop(
      connectionId,
      queue,
      free.map(({ message }) => message.messageId),
    );
    const clock = { now, passed };
    await giveBack(
      { ...clock, queues: queuesOf(connectionId), queue, sleep },
      free.map(({ message, hiddenUntil }) => noteHold(clock, message.receiptHandle, hiddenUntil)),
    );
  }
}
