import type { SubjectBefore } from '#shared/domain/redrive-outcome.ts';
import type { ConfiguredQueue, Queues, ReceivedMessage } from '../aws/queues.ts';
import { inChunks, inLanes } from '../reads/in-lanes.ts';
import type { DiscardedMessages } from './discarded-files.ts';
import { byOrder } from './group-order.ts';
import type { RedriveLedger } from './redrive-ledger.ts';
import { lanesAtOnce, sendBatch, type Standstill } from './send-batch.ts';
import { sendingRounds } from './work-through.ts';

interface Resend {
  readonly ledger: RedriveLedger;
  readonly queues: Queues;
  readonly files: Pick<DiscardedMessages, 'read'>;
  readonly connectionId: string;
  /** The dead-letter queue that they were discarded from. */
  readonly queue: string;
  readonly configured: readonly ConfiguredQueue[];
  /** Lists all messages to be sent, in the order of the plan, which is that of each FIFO group. */
  readonly planned: readonly string[];
  /** Tells whether another job has sent it, according to that job's ledger. */
  readonly isSentElsewhere: (id: string) => boolean;
  /** Reads the state of the messages' documents before any of them is sent. */
  readonly readBefore: (messages: readonly ReceivedMessage[]) => Promise<ReadonlyMap<string, SubjectBefore>>;
  readonly sleep: (ms: number) => Promise<void>;
  readonly isOver: () => boolean;
}

interface ResentThrough {
  readonly refused: ReadonlyMap<string, string>;
  readonly uncertain: ReadonlyMap<string, string>;
  readonly skipped: ReadonlyMap<string, string>;
  /** Lists messages whose turn did not come before the end. */
  readonly left: ReadonlySet<string>;
  readonly standstill: Standstill | null;
}

/**
 * Sends messages from the files of discards, from wherever an earlier attempt stopped: what was sent is not sent again,
 * what is uncertain stays uncertain, and the files stay as they are.
 */
export async function resendThrough(work: Resend, ids: readonly string[]): Promise<ResentThrough> {
  const { ledger, isOver } = work;
  const skipped = new Map<string, string>();
  const refused = new Map<string, string>();
  let standstill: Standstill | null = null;
  const waiting = ids.filter((id) => !ledger.standings.has(id));
  const heldUp = await findHeldUp(work, waiting);
  for (const some of inChunks(waiting, readAtOnce)) {
    if (isOver() || standstill !== null) break;
    const saved = await work.files.read(work.connectionId, work.queue, some);
    const messages = some.flatMap((id) => saved.get(id)?.message ?? []);
    for (const id of some) if (!saved.has(id)) skipped.set(id, notSaved);
    standstill = await sendSome(work, messages, { refused, skipped, heldUp });
  }
  const uncertain = new Map<string, string>();
  for (const id of ids) {
    const standing = ledger.standings.get(id);
    if (standing?.state === 'refused') refused.set(id, standing.why);
    if (standing?.state === 'uncertain') uncertain.set(id, standing.why);
  }
  const left = ids.filter((id) => !ledger.standings.has(id) && !refused.has(id) && !skipped.has(id));
  return { refused, uncertain, skipped, left: new Set(left), standstill };
}

/** Each may be a megabyte, so not all are in memory together. */
const readAtOnce = 100;
const notSaved =
  'Its file does not have it as it was written. It was not sent. Put the file back from a backup, then plan it again.';
const behindAnother =
  'An earlier message of its group may not have been sent. This one was not sent, to keep the order.';
const mostTries = 8;
const tooSlow = `SQS asked for a slower pace ${String(mostTries)} times. It was not sent and is still in its file.`;
const firstPause = 200;
const longestPause = 10_000;

/** Maps each FIFO group to the order of its first message that was not certainly taken; the later ones stay behind it. */
type HeldUp = Map<string, string>;

/**
 * Finds the groups of messages that this job no longer works on and that were not sent: an earlier call may have left
 * them refused or uncertain, or another job may have sent them.
 */
async function findHeldUp(work: Resend, waiting: readonly string[]): Promise<HeldUp> {
  const { ledger, files, connectionId, queue, planned, isSentElsewhere } = work;
  const heldUp: HeldUp = new Map();
  if (!queue.endsWith('.fifo')) return heldUp;
  const isWaiting = new Set(waiting);
  const before = planned.slice(0, Math.max(0, planned.indexOf(waiting.at(-1) ?? '')));
  const staying = before.filter((id) => !isWaiting.has(id) && !isSent(ledger, id) && !isSentElsewhere(id));
  for (const some of inChunks(staying, readAtOnce)) {
    const saved = await files.read(connectionId, queue, some);
    for (const { message } of saved.values()) holdUp(heldUp, message);
  }
  return heldUp;
}

function holdUp(heldUp: HeldUp, message: ReceivedMessage): void {
  const [group, order] = [getGroup(message), getOrder(message)];
  const first = heldUp.get(group);
  if (first === undefined || byOrder(order, first) < 0) heldUp.set(group, order);
}

function isBehind(heldUp: HeldUp, message: ReceivedMessage): boolean {
  const first = heldUp.get(getGroup(message));
  // Without an order the whole group stays.
  return first !== undefined && byOrder(first, getOrder(message)) <= 0;
}

interface Told {
  readonly refused: Map<string, string>;
  readonly skipped: Map<string, string>;
  readonly heldUp: HeldUp;
}

/** Returns why nothing can be sent at the moment, or null. */
async function sendSome(
  work: Resend,
  messages: readonly ReceivedMessage[],
  { refused, skipped, heldUp }: Told,
): Promise<Standstill | null> {
  const { ledger, sleep, isOver } = work;
  let standstill: Standstill | null = null;
  const before = await work.readBefore(messages);
  for (const round of await sendingRounds(messages, work)) {
    await inLanes(round, lanesAtOnce, async ({ to, largest, messages: batch }) => {
      const isFifo = to.endsWith('.fifo');
      let going = batch.filter((one) => !isFifo || !isBehind(heldUp, one));
      for (const one of batch) if (!going.includes(one)) skipped.set(one.messageId, behindAnother);
      for (let tries = 1; going.length > 0 && !isOver() && standstill === null; tries += 1) {
        const back = await sendBatch({ ...work, to, largest, messages: going, before, deleteFrom: null });
        standstill ??= back.standstill;
        going = going.filter(({ messageId }) => back.again.includes(messageId));
        if (going.length === 0 || standstill !== null) break;
        if (tries === mostTries) {
          for (const { messageId } of going) refused.set(messageId, tooSlow);
          break;
        }
        await sleep(Math.min(longestPause, firstPause * 2 ** tries));
      }
      if (isFifo) for (const one of batch) if (!isSent(ledger, one.messageId)) holdUp(heldUp, one);
    });
    if (isOver() || standstill !== null) break;
  }
  return standstill;
}

function isSent({ standings }: RedriveLedger, id: string): boolean {
  return standings.get(id)?.state === 'sent';
}

function getGroup({ system }: ReceivedMessage): string {
  return system['MessageGroupId'] ?? '';
}

function getOrder({ system }: ReceivedMessage): string {
  return system['SequenceNumber'] ?? '';
}
