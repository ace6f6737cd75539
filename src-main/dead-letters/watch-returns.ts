import type { Plan } from '#shared/contract/plans.ts';
import type { ConnectionDoors } from '../aws/doors.ts';
import { giveBack, type HeldIn, type HeldMessages } from './held-messages.ts';
import { noteHold, type Hold, type HoldClock } from './hold-clock.ts';
import { inLanes } from '../reads/in-lanes.ts';
import { listSent, type SentItem } from './ledger-standings.ts';
import { findQueue, type Ledgers } from './open-ledgers.ts';
import { atOnce } from './send-batch.ts';

/** Watches whether messages of one job are in their dead-letter queue again. */
interface ReturnsWatch {
  /** Returns when any receive has found this message there. */
  readonly seenAt: (plan: Plan) => (item: SentItem) => number | null;
  /**
   * Returns all messages that have been seen there, each with its note. One that was already reported does not stop the
   * job again.
   */
  readonly tell: (plan: Plan) => ReadonlyMap<string, string>;
  /** Tells before each call to SQS whether a message has come back that was not reported yet. */
  readonly watch: (plan: Plan) => () => boolean;
  /**
   * Notes that a call has ended. `isProving` marks one of the first steps, for which the queue's depth is remembered.
   */
  readonly noteSent: (plan: Plan, isProving: boolean) => Promise<void>;
  /**
   * Receives from the queue to find these messages if it has grown since, or if they are no longer waited for; null
   * where there is no reason to. The answer is added to the note of each message that was not found.
   */
  readonly lookThrough: (
    plan: Plan,
    ids: readonly string[],
    isLast: boolean,
  ) => Promise<((item: SentItem) => readonly string[]) | null>;
}

interface Parts {
  readonly connectionId: string;
  readonly held: HeldMessages;
  readonly ledgers: Pick<Ledgers, 'standings'>;
  readonly doors: () => Pick<ConnectionDoors, 'queues'>;
  readonly now: () => number;
  readonly passed?: HoldClock['passed'];
  readonly sleep: (ms: number) => Promise<void>;
  readonly hasClosed: () => boolean;
}

export function openReturnsWatch(parts: Parts): ReturnsWatch {
  const { connectionId, held, ledgers, doors, now, passed, sleep, hasClosed } = parts;
  const told = new Set<string>();
  let depth: number | null = null;
  let depthReadAt = Number.NEGATIVE_INFINITY;
  let looks = 0;

  function seenAt(plan: Plan): (item: SentItem) => number | null {
    const queue = findQueue(plan);
    return ({ newId, sentAt, sending: { mark } }) =>
      held.seenBackAt(connectionId, queue, { newId, mark, sentAt: Date.parse(sentAt) });
  }

  function listReturns(plan: Plan): ReadonlyMap<string, string> {
    const queue = findQueue(plan);
    const seen = seenAt(plan);
    const returned = new Map<string, string>();
    for (const item of listSent(ledgers.standings(plan))) {
      const at = seen(item);
      if (at !== null) returned.set(item.id, `Back in the queue: seen in ${queue} at ${formatTime(at)}`);
    }
    return returned;
  }

  /** Reads an estimate of SQS, which only decides whether to look. */
  async function readDepth(queue: string): Promise<number | null> {
    depthReadAt = now();
    const read = await doors().queues.attributes(queue);
    if (!read.ok || read.value.waiting === null) return null;
    const { waiting, inFlight, delayed } = read.value;
    return waiting + (inFlight ?? 0) + (delayed ?? 0);
  }

  async function hasGrown(queue: string): Promise<boolean> {
    if (looks >= mostLooks || now() - depthReadAt < depthEveryMs) return false;
    const before = depth;
    depth = await readDepth(queue);
    return before !== null && depth !== null && depth > before;
  }

  return {
    seenAt,
    tell(plan) {
      const returned = listReturns(plan);
      for (const id of returned.keys()) told.add(id);
      return returned;
    },
    watch(plan) {
      const queue = findQueue(plan);
      let receives = -1;
      let hasReturned = false;
      return () => {
        const seen = held.receivesSeen(connectionId, queue);
        if (!hasReturned && seen !== receives) {
          hasReturned = [...listReturns(plan).keys()].some((id) => !told.has(id));
        }
        receives = seen;
        return hasReturned;
      };
    },
    async noteSent(plan, isProving) {
      looks = 0;
      if (isProving) depth = await readDepth(findQueue(plan));
    },
    async lookThrough(plan, ids, isLast) {
      const queue = findQueue(plan);
      if (hasClosed() || !(isLast || (await hasGrown(queue)))) return null;
      looks += 1;
      const items = listSent(ledgers.standings(plan), ids);
      const seen = seenAt(plan);
      const where = {
        queues: doors().queues,
        held,
        connectionId,
        queue,
        now,
        passed,
        sleep,
        isOver: hasClosed,
      };
      const isWhole = await receiveThrough(where, () => items.every((item) => seen(item) !== null));
      const notFound = `Not found in ${queue} when it was looked through at ${formatTime(now())}.`;
      return ({ sending: { mark } }) =>
        isWhole && !held.hasSeenMark(connectionId, queue, mark) ? [notFound] : [];
    },
  };
}

/** Limits the looks after one call. */
const mostLooks = 5;
const depthEveryMs = 5_000;

/**
 * Receives messages to see which are there and gives all of them back at once. Each receive raises their receive count,
 * so the plan warns about it and the number of receives is bounded. The sightings are in `held`. Returns true when no
 * more came, so a message that was not found is most likely not in the queue.
 */
async function receiveThrough(where: HeldIn, isFound: () => boolean): Promise<boolean> {
  const { queues, held, connectionId, queue, now, isOver } = where;
  const before = await queues.attributes(queue);
  const inFlight = before.ok ? before.value.inFlight : null;
  const isHiddenElsewhere = inFlight === null || inFlight > held.of(connectionId, queue).length;
  const holds = new Map<string, Hold>();
  let [calls, inVain, hasFailed] = [0, 0, false];
  const isEnough = (): boolean =>
    inVain >= mostInVain || calls >= mostCalls || hasFailed || isFound() || isOver();
  await inLanes(Array.from({ length: mostCalls }), lanes, async () => {
    if (isEnough()) return;
    calls += 1;
    const hold = noteHold(where, '', now() + visibilitySeconds * 1_000);
    const received = await queues.receive(queue, { most: atOnce, visibilitySeconds });
    hasFailed ||= !received.ok;
    const messages = received.ok ? received.value : [];
    held.see(connectionId, queue, messages, now());
    inVain = messages.length === 0 ? inVain + 1 : 0;
    for (const { messageId, receiptHandle } of messages) {
      holds.set(messageId, { ...hold, handle: receiptHandle });
    }
  });
  await giveBack(where, [...holds.values()]);
  return inVain >= mostInVain && !hasFailed && !isHiddenElsewhere;
}

/** This amounts to 600 messages. */
const mostCalls = 60;
const lanes = 4;
/** SQS asks only some of its servers, so one empty answer proves little; this counts empty answers in a row. */
const mostInVain = 3;
/** Messages are given back earlier; if the console dies meanwhile, they stay hidden no longer than this. */
const visibilitySeconds = 30;

function formatTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(11, 16)} UTC`;
}
