import type { ReceivedMessage } from '../aws/queues.ts';
import { giveBack, type HeldIn } from './held-in.ts';
import { inLanes } from './in-lanes.ts';
import { atOnce } from './repeat-entries.ts';

export interface QueueLook {
  /** Everything that it holds was seen: what was not found is not in it. */
  readonly isWhole: boolean;
}

/**
 * Receives from a dead-letter queue to see which messages have come back, and gives all of them back at once. Each receive
 * raises the receive count of what it brings, so a person must have been told before (the plan says it), and it is
 * bounded. What was seen is in `held`.
 */
export async function lookForReturns(where: HeldIn, isFound: () => boolean): Promise<QueueLook> {
  const { queues, held, connectionId, queue, now, isOver } = where;
  const before = await queues.attributes(queue);
  const hiddenElsewhere = before.ok
    ? (before.value.inFlight ?? Number.NaN) - held.of(connectionId, queue).length
    : Number.NaN;
  const seen = new Map<string, string>();
  let [calls, inVain, hasFailed] = [0, 0, false];
  const isEnough = (): boolean =>
    inVain >= mostInVain || calls >= mostCalls || hasFailed || isFound() || isOver();
  await inLanes(Array.from({ length: mostCalls }), lanes, async () => {
    if (isEnough()) return;
    calls += 1;
    const received = await queues.receive(queue, { most: atOnce, visibilitySeconds });
    const messages: readonly ReceivedMessage[] = received.ok ? received.value : [];
    if (!received.ok) hasFailed = true;
    held.see(connectionId, queue, messages, now());
    inVain = messages.length === 0 ? inVain + 1 : 0;
    for (const { messageId, receiptHandle } of messages) seen.set(messageId, receiptHandle);
  });
  await giveBack(where, [...seen.values()]);
  return { isWhole: inVain >= mostInVain && !hasFailed && hiddenElsewhere <= 0 };
}

/** 600 messages. */
const mostCalls = 60;
const lanes = 4;
/** In a row. SQS asks some of its servers only: one answer without anything proves little. */
const mostInVain = 3;
/** They are given back before; a console that dies meanwhile hides them for no longer. */
const visibilitySeconds = 30;
