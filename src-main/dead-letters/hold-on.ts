import type { Queues, ReceivedMessage } from '../aws/queues.ts';
import type { HeldMessage, HeldMessages } from './held-messages.ts';

export interface HeldIn {
  readonly queues: Queues;
  readonly held: HeldMessages;
  readonly connectionId: string;
  readonly queue: string;
  readonly now: () => number;
}

/** As long as a batch may take on its way there and back, and some more. */
export const workSeconds = 120;
const marginMs = 60_000;

/**
 * Those of these messages that nobody else can receive while they are worked on: held for longer where that would end
 * too soon, and received again where it has ended, which is what a console does that has been away.
 */
export async function holdOn(where: HeldIn, ids: readonly string[]): Promise<ReadonlyMap<string, ReceivedMessage>> {
  const { held, connectionId, queue, now } = where;
  const own = ids.flatMap((id) => held.get(connectionId, queue, id) ?? []);
  const safe = own.filter(({ hiddenUntil }) => hiddenUntil - now() > marginMs);
  const late = own.filter((one) => !safe.includes(one));
  const renewed = await renew(where, late);
  const found = new Map([...safe, ...renewed].map(({ message }) => [message.messageId, message]));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0) for (const one of await receiveAgain(where, new Set(missing))) found.set(one.messageId, one);
  return found;
}

async function renew(
  { queues, held, connectionId, queue, now }: HeldIn,
  late: readonly HeldMessage[],
): Promise<readonly HeldMessage[]> {
  const renewed: HeldMessage[] = [];
  // What others can receive already may not be taken back by a handle that is as old.
  const still = late.filter(({ hiddenUntil }) => hiddenUntil > now());
  for (let from = 0; from < still.length; from += atOnce) {
    const some = still.slice(from, from + atOnce);
    const outcomes = await queues.hide(
      queue,
      some.map(({ message }) => message.receiptHandle),
      workSeconds,
    );
    renewed.push(...some.filter((_, at) => outcomes[at]?.kind === 'done'));
  }
  const until = now() + workSeconds * 1_000;
  held.extend(
    connectionId,
    queue,
    renewed.map(({ message }) => message.messageId),
    until,
  );
  return renewed;
}

/**
 * In the order in which SQS gives them; others that come along are given back at once. It ends when all are found, or
 * when several receives in a row have brought nothing new: SQS samples its servers, and an empty answer proves little.
 */
async function receiveAgain(
  { queues, held, connectionId, queue, now }: HeldIn,
  wanted: ReadonlySet<string>,
): Promise<readonly ReceivedMessage[]> {
  const found = new Map<string, ReceivedMessage>();
  const others = new Map<string, string>();
  let inVain = 0;
  while (found.size < wanted.size && inVain < mostInVain && others.size < mostOthers) {
    const received = await queues.receive(queue, { most: atOnce, visibilitySeconds: workSeconds });
    if (!received.ok) break;
    inVain = received.value.length === 0 ? inVain + 1 : 0;
    for (const message of received.value) {
      if (wanted.has(message.messageId)) found.set(message.messageId, message);
      else others.set(message.messageId, message.receiptHandle);
    }
  }
  const receivedAt = now();
  const hiddenUntil = receivedAt + workSeconds * 1_000;
  held.add(
    connectionId,
    queue,
    [...found.values()].map((message) => ({ message, receivedAt, hiddenUntil })),
  );
  await giveBack(queues, queue, [...others.values()]);
  return [...found.values()];
}

/** So that others can receive them at once; where that fails they come back by themselves. */
export async function giveBack(queues: Queues, queue: string, handles: readonly string[]): Promise<number> {
  let given = 0;
  for (let from = 0; from < handles.length; from += atOnce) {
    const outcomes = await queues.hide(queue, handles.slice(from, from + atOnce), 0);
    given += outcomes.filter(({ kind }) => kind === 'done').length;
  }
  return given;
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html */
const atOnce = 10;
const mostInVain = 5;
/** Below what SQS lets be in flight, 120,000, and no more than is quickly given back. */
const mostOthers = 20_000;
