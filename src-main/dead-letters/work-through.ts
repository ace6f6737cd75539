import { bytesOfMessage, messageBatches } from '#shared/domain/dead-letters/queue-messages.ts';
import type { SubjectBefore } from '#shared/domain/redrive-outcome.ts';
import type { ConfiguredQueue, ReceivedMessage } from '../aws/queues.ts';
import { inChunks, inLanes } from '../reads/in-lanes.ts';
import { groupByDestination } from './destinations.ts';
import { behindOthers, byOrder } from './group-order.ts';
import { giveBack, type HeldIn } from './held-messages.ts';
import { noteHold } from './hold-clock.ts';
import { earlierHold, findAgain, heldLong, isStillHeld, noteIn } from './hold-on.ts';
import type { RedriveLedger } from './redrive-ledger.ts';
import {
  deleteAccounted,
  lanesAtOnce,
  markedMessage,
  sendBatch,
  type NotTaken,
  type Standstill,
} from './send-batch.ts';

export interface Work extends HeldIn {
  readonly ledger: RedriveLedger;
  readonly configured: readonly ConfiguredQueue[];
  readonly editedBody?: string | undefined;
  /** Lists all messages to be sent, in the order of the plan. */
  readonly planned: readonly string[];
  /** Tells whether another job has sent it, according to that job's ledger. */
  readonly isSentElsewhere: (id: string) => boolean;
  /** Reads the state of the messages' documents before any of them is sent. */
  readonly readBefore?: (messages: readonly ReceivedMessage[]) => Promise<ReadonlyMap<string, SubjectBefore>>;
}

/** Gives a reason for each message that was not sent; all others were. */
interface WorkedThrough {
  readonly refused: ReadonlyMap<string, string>;
  readonly uncertain: ReadonlyMap<string, string>;
  readonly skipped: ReadonlyMap<string, string>;
  /** Lists messages whose turn did not come before the end, or that could not be looked for. */
  readonly left: ReadonlySet<string>;
  /** Explains why some messages could not be looked for. */
  readonly trouble: string | null;
  readonly standstill: Standstill | null;
}

/**
 * Carries out one step of a redrive from wherever an earlier attempt stopped: sent messages are deleted and not sent
 * again, uncertain ones stay uncertain, and the rest is sent.
 */
export async function workThrough(work: Work, ids: readonly string[]): Promise<WorkedThrough> {
  const { ledger, held, connectionId, queue, planned, isSentElsewhere, sleep, isOver } = work;
  const uncertainBefore = new Set(listUncertain(ledger, ids).keys());
  await deleteAccounted(work, listSent(ledger, [...ledger.standings.keys()]));
  const refused = new Map<string, string>();
  const skipped = new Map<string, string>();
  let waiting = ids.filter((id) => !ledger.standings.has(id));
  let trouble: string | null = null;
  let standstill: Standstill | null = null;
  const leaveBehind = (): void => {
    const those = { planned, waiting: new Set(waiting), isSent: isSentElsewhere };
    const behind = behindOthers(ledger, those);
    for (const id of behind) skipped.set(id, behindAnother);
    waiting = waiting.filter((id) => !behind.has(id));
  };
  for (let tries = 1; waiting.length > 0 && !isOver(); tries += 1) {
    const alsoWanted = new Set(listSent(ledger, ids).map(({ id }) => id));
    const found = await findAgain(work, waiting, { holds: ledger.holds, alsoWanted, note: noteIn(ledger) });
    const { messages } = found;
    ({ trouble, standstill } = found);
    if (isOver()) break;
    await deleteAccounted(work, listReceived(messages, alsoWanted));
    if (trouble === null) for (const id of waiting) if (!messages.has(id)) skipped.set(id, notThere);
    // A message that was not found may precede one that was.
    if (trouble !== null && queue.endsWith('.fifo')) break;
    waiting = waiting.filter((id) => messages.has(id));
    leaveBehind();
    const going = waiting.flatMap((id) => messages.get(id) ?? []);
    const before = (await work.readBefore?.(going)) ?? new Map<string, SubjectBefore>();
    const back = await sendAll(work, going, before);
    waiting = [...back.again];
    standstill ??= back.standstill;
    if (isOver() || standstill !== null) break;
    leaveBehind();
    if (waiting.length === 0 || trouble !== null) break;
    if (tries === mostTries) {
      for (const id of waiting) refused.set(id, tooSlow);
      break;
    }
    await sleep(Math.min(longestPause, firstPause * 2 ** tries));
  }
  const uncertain = listUncertain(ledger, ids);
  await releaseUncertain(
    work,
    [...uncertain.keys()],
    new Set([...uncertainBefore].filter((id) => !ledger.recovered.includes(id))),
  );
  for (const id of ids) {
    const standing = ledger.standings.get(id);
    if (standing?.state === 'refused') refused.set(id, standing.why);
  }
  const left = ids.filter((id) => !ledger.standings.has(id) && !refused.has(id) && !skipped.has(id));
  held.drop(
    connectionId,
    queue,
    ids.filter((id) => isGone(ledger, id) || skipped.has(id)),
  );
  return { refused, uncertain, skipped, left: new Set(left), trouble, standstill };
}

const notThere =
  'It is no longer in the queue, or another reader has received it. It was not sent; sample again to see.';
const behindAnother =
  'An earlier message of its group may not have been sent. This one was not sent, to keep the order; check the earlier one, then sample again.';
const mostTries = 8;
const tooSlow = `SQS asked for a slower pace ${mostTries} times, or did not keep it hidden for long enough. It was not sent and is still in its queue.`;
const firstPause = 200;
const longestPause = 10_000;
/** This many holds are checked together before the messages are sent. */
const heldTogether = 500;

/**
 * Sends several batches in parallel. Returns the messages that SQS has not taken but may take later, and those that
 * were not begun.
 */
async function sendAll(
  work: Work,
  messages: readonly ReceivedMessage[],
  before: ReadonlyMap<string, SubjectBefore>,
): Promise<NotTaken> {
  const { held, connectionId, queue, isOver } = work;
  const again: string[] = [];
  let standstill: Standstill | null = null;
  /** Blocks a FIFO group after a message that was not certainly taken. */
  const heldUp = new Set<string>();
  for (const round of await sendingRounds(messages, work)) {
    for (const some of inChunks(round, heldTogether / 10)) {
      if (isOver()) return { again, standstill };
      const { messages: ready, standstill: cannotHold } = await heldLong(
        work,
        some.flatMap((batch) => batch.messages),
      );
      standstill ??= cannotHold;
      if (standstill !== null) return { again, standstill };
      const isReady = new Set(ready.map(({ messageId }) => messageId));
      await inLanes(some, lanesAtOnce, async ({ to, largest, messages: batch }) => {
        const lost = batch
          .filter(({ messageId }) => !isReady.has(messageId))
          .map(({ messageId }) => messageId);
        held.drop(connectionId, queue, lost);
        // The hold is checked again here, because earlier batches may have taken longer than it lasts.
        const going = batch.filter(
          (one) => isReady.has(one.messageId) && isStillHeld(work, one) && !heldUp.has(getGroup(one)),
        );
        const isBegun = going.length > 0 && !isOver() && standstill === null;
        const notTaken = isBegun
          ? await sendBatch({ ...work, to, largest, messages: going, before, deleteFrom: work })
          : nothingBegun;
        standstill ??= notTaken.standstill;
        const back = batch.filter((one) => !going.includes(one) || notTaken.again.includes(one.messageId));
        if (to.endsWith('.fifo')) for (const one of batch) if (!isSent(work, one)) heldUp.add(getGroup(one));
        again.push(...back.map(({ messageId }) => messageId));
      });
    }
  }
  return { again, standstill };
}

const nothingBegun: NotTaken = { again: [], standstill: null };

function isSent({ ledger: { standings } }: Work, { messageId }: ReceivedMessage): boolean {
  const state = standings.get(messageId)?.state;
  return state === 'sent' || state === 'done';
}

function getGroup({ system }: ReceivedMessage): string {
  return system['MessageGroupId'] ?? '';
}

/** Gives back messages that may be in both queues, so that anyone who looks at this queue sees them and is warned. */
async function releaseUncertain(
  work: Work,
  uncertain: readonly string[],
  before: ReadonlySet<string>,
): Promise<void> {
  const { ledger, held, connectionId, queue } = work;
  const holds = uncertain.flatMap((id) => {
    const standing = ledger.standings.get(id);
    if (before.has(id) || standing?.state !== 'uncertain' || standing.handle === null) return [];
    const own = held.get(connectionId, queue, id);
    if (own?.message.receiptHandle !== standing.handle) return earlierHold(work, id, ledger.holds) ?? [];
    return noteHold(work, standing.handle, own.hiddenUntil);
  });
  await giveBack(work, holds);
}

function listSent(
  { standings }: RedriveLedger,
  ids: readonly string[],
): readonly { readonly id: string; readonly handle: string }[] {
  return ids.flatMap((id) => {
    const standing = standings.get(id);
    return standing?.state === 'sent' ? [{ id, handle: standing.handle }] : [];
  });
}

function listReceived(messages: ReadonlyMap<string, ReceivedMessage>, ids: ReadonlySet<string>) {
  return [...ids].flatMap((id) => {
    const message = messages.get(id);
    return message === undefined ? [] : [{ id, handle: message.receiptHandle }];
  });
}

function listUncertain({ standings }: RedriveLedger, ids: readonly string[]): Map<string, string> {
  const uncertain = new Map<string, string>();
  for (const id of ids) {
    const standing = standings.get(id);
    if (standing?.state === 'uncertain') uncertain.set(id, standing.why);
  }
  return uncertain;
}

/** Tells whether this queue is done with it: deleted, about to be deleted, or released. */
function isGone({ standings }: RedriveLedger, id: string): boolean {
  const state = standings.get(id)?.state;
  return state === 'done' || state === 'sent' || state === 'uncertain';
}

interface BatchTo {
  readonly to: string;
  readonly largest: number;
  readonly messages: readonly ReceivedMessage[];
}

/**
 * Plans which messages may be sent in parallel, round by round. A standard queue gets all of them at once. A FIFO group
 * gets one message a round in its order, because a batch may be taken in part and a later message must not arrive
 * first.
 */
export async function sendingRounds(
  messages: readonly ReceivedMessage[],
  from: Parameters<typeof groupByDestination>[1],
): Promise<readonly (readonly BatchTo[])[]> {
  const rounds: BatchTo[][] = [];
  for (const { to, largest, messages: some } of await groupByDestination(messages, from)) {
    const turns = to.endsWith('.fifo') ? splitIntoTurns(some) : [some];
    for (const [at, turn] of turns.entries()) {
      const batches = messageBatches(turn, (one) => measureSent(one, largest), largest);
      rounds[at] = [...(rounds[at] ?? []), ...batches.map((batch) => ({ to, largest, messages: batch }))];
    }
  }
  return rounds;
}

function measureSent(message: ReceivedMessage, largest: number): number {
  return bytesOfMessage({ body: message.body, attributes: markedMessage(message, largest).attributes });
}

function splitIntoTurns(messages: readonly ReceivedMessage[]): ReceivedMessage[][] {
  const turns: ReceivedMessage[][] = [];
  const gone = new Map<string, number>();
  for (const message of messages.toSorted(bySequence)) {
    const group = message.system['MessageGroupId'] ?? '';
    const turn = gone.get(group) ?? 0;
    gone.set(group, turn + 1);
    (turns[turn] ??= []).push(message);
  }
  return turns;
}

function bySequence({ system: a }: ReceivedMessage, { system: b }: ReceivedMessage): number {
  return byOrder(a['SequenceNumber'] ?? '', b['SequenceNumber'] ?? '');
}
