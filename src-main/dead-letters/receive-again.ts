import type { ReceivedMessage } from '../aws/queues.ts';
import { giveBack, workSeconds, type HeldIn, type Holding } from './held-in.ts';
import { atOnce } from './repeat-entries.ts';

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
export async function receiveAgain(
  where: HeldIn,
  { wanted, alsoWanted, note }: Wanted,
): Promise<ReceivedAgain> {
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
