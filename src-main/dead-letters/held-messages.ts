import { firstOf, returnsOf } from '#shared/domain/dead-letters/queue-messages.ts';
import type { Queues, ReceivedMessage } from '../aws/queues.ts';
import type { LedgerHold } from './ledger-standings.ts';
import { repeatEntries } from './send-batch.ts';

export interface HeldMessage {
  readonly message: ReceivedMessage;
  readonly receivedAt: number;
  /** From then on others may receive it, and its handle may be worth nothing. */
  readonly hiddenUntil: number;
}

/** By what a message that was sent back is known when it is in its dead-letter queue again. */
export interface SentMark {
  /** SQS keeps the id of a message that it moves. */
  readonly newId: string | null;
  /** As the attributes say that went with it: some services give what they move another id. Null if there was no room. */
  readonly mark: { readonly first: string; readonly times: number } | null;
  readonly sentAt: number;
}

/** What was received and not yet given back, by connection and queue. In memory alone: bodies are never on disk. */
export interface HeldMessages {
  readonly of: (connectionId: string, queue: string) => readonly HeldMessage[];
  readonly get: (connectionId: string, queue: string, messageId: string) => HeldMessage | undefined;
  /** One that was held before is held by its new handle. */
  readonly add: (connectionId: string, queue: string, messages: readonly HeldMessage[]) => void;
  readonly extend: (
    connectionId: string,
    queue: string,
    messageIds: readonly string[],
    hiddenUntil: number,
  ) => void;
  /** Deleted, or given back. */
  readonly drop: (connectionId: string, queue: string, messageIds: readonly string[]) => void;
  /** Somebody samples a queue, or lets go of it: what is still held then is held for jobs alone. */
  readonly comeTo: (connectionId: string, queue: string) => void;
  readonly leave: (connectionId: string, queue: string) => void;
  readonly leftQueues: (connectionId: string) => readonly string[];
  /** Every receive tells what it brought, whoever asked and whoever holds it then: a message that came back shows there. */
  readonly see: (
    connectionId: string,
    queue: string,
    messages: readonly ReceivedMessage[],
    at: number,
  ) => void;
  /** Grows with each receive: nothing has come back since as long as it is the same. */
  readonly receivesSeen: (connectionId: string, queue: string) => number;
  /** When it was last seen in this queue; null if it was not. */
  readonly seenBackAt: (connectionId: string, queue: string, sent: SentMark) => number | null;
  /** Whether one with its mark was seen in this queue, though it may be another copy: then it cannot be said to be absent. */
  readonly hasSeenMark: (connectionId: string, queue: string, mark: SentMark['mark']) => boolean;
  /** The world they came from is no more. */
  readonly forget: (connectionId: string) => void;
}

export function heldMessages(): HeldMessages {
  const held = new Map<string, Map<string, HeldMessage>>();
  const left = new Map<string, Set<string>>();
  const sightings = new Map<string, Map<string, Sighting>>();
  const receives = new Map<string, number>();
  const seenIn = (connectionId: string, queue: string): Map<string, Sighting> =>
    sightings.get(place(connectionId, queue)) ?? new Map<string, Sighting>();
  const inQueue = (connectionId: string, queue: string): Map<string, HeldMessage> =>
    held.get(place(connectionId, queue)) ?? new Map<string, HeldMessage>();

  return {
    of: (connectionId, queue) => [...inQueue(connectionId, queue).values()],
    get: (connectionId, queue, messageId) => inQueue(connectionId, queue).get(messageId),
    add(connectionId, queue, messages) {
      const now = inQueue(connectionId, queue);
      for (const one of messages) now.set(one.message.messageId, one);
      held.set(place(connectionId, queue), now);
    },
    extend(connectionId, queue, messageIds, hiddenUntil) {
      const now = inQueue(connectionId, queue);
      for (const id of messageIds) {
        const one = now.get(id);
        if (one !== undefined) now.set(id, { ...one, hiddenUntil });
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
        const first = firstOf(attributes);
        const sighting = { at, sentAt: Number(system['SentTimestamp'] ?? Number.NaN) };
        const keys = [messageId, ...(first === null ? [] : [markKey(first, returnsOf(attributes))])];
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
    receivesSeen: (connectionId, queue) => receives.get(place(connectionId, queue)) ?? 0,
    seenBackAt(connectionId, queue, { newId, mark, sentAt }) {
      const seen = seenIn(connectionId, queue);
      const byId = newId === null ? undefined : seen.get(newId);
      if (byId !== undefined) return byId.at;
      const byMark = mark === null ? undefined : seen.get(markKey(mark.first, mark.times));
      // An earlier copy has the same mark, if its redrive was never confirmed.
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

interface Sighting {
  readonly at: number;
  /** As SQS says; not a number if it does not. */
  readonly sentAt: number;
}

/** In memory alone, an id and two numbers each. */
const mostSightings = 100_000;
/** SQS's clock and this one. */
const twoClocksMs = 30_000;

function markKey(first: string, times: number): string {
  return JSON.stringify([first, times]);
}

function place(connectionId: string, queue: string): string {
  return JSON.stringify([connectionId, queue]);
}

export interface HeldIn {
  readonly queues: Queues;
  readonly held: HeldMessages;
  readonly connectionId: string;
  readonly queue: string;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Nothing more is begun. */
  readonly isOver: () => boolean;
}

/** As long as some hundreds may take on their way there and back, and some more. */
export const workSeconds = 300;

export interface Holding {
  /** By which an earlier life of this console held them, and until when. */
  readonly holds: ReadonlyMap<string, LedgerHold>;
  /** They were sent before and are to be deleted if they come along: nobody waits for them. */
  readonly alsoWanted: ReadonlySet<string>;
  /** They are held by another handle from now on. */
  readonly note: (held: readonly HeldMessage[]) => Promise<void>;
}

/** So that others can receive them at once; where that fails they come back by themselves. */
export async function giveBack(
  { queues, queue, sleep }: Pick<HeldIn, 'queues' | 'queue' | 'sleep'>,
  handles: readonly string[],
): Promise<void> {
  await repeatEntries(handles, { sleep, attempt: (some) => queues.hide(queue, some, 0) });
}

interface Parts {
  readonly held: HeldMessages;
  readonly queuesOf: (connectionId: string) => Queues;
  /** Messages of a queue that jobs have not done with yet. */
  readonly worksOn: (connectionId: string, queue: string) => ReadonlySet<string>;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * Gives back what was held for a job alone and that no job works on any more: whoever sampled it has gone, so nobody
 * else would, and it may be hidden for half a day.
 */
export async function giveBackLeft(
  { held, queuesOf, worksOn, now, sleep }: Parts,
  connectionId: string,
): Promise<void> {
  for (const queue of held.leftQueues(connectionId)) {
    const all = held.of(connectionId, queue);
    if (all.length === 0) continue;
    const working = worksOn(connectionId, queue);
    const free = all.filter(({ message }) => !working.has(message.messageId));
    // Forgotten first, so that nobody acts on what others may have.
    held.drop(
      connectionId,
      queue,
      free.map(({ message }) => message.messageId),
    );
    const handles = free.flatMap(({ message, hiddenUntil }) =>
      hiddenUntil > now() ? [message.receiptHandle] : [],
    );
    await giveBack({ queues: queuesOf(connectionId), queue, sleep }, handles);
  }
}
