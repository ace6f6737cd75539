import { bytesOfMessage, messageBatches } from '#shared/domain/dead-letters/message-batches.ts';
import type { ConfiguredQueue, ReceivedMessage } from '../aws/queues.ts';
import { byOrder } from './group-order.ts';
import { markedMessage } from './marked-message.ts';

interface BatchTo {
  readonly to: string;
  readonly messages: readonly ReceivedMessage[];
}

/**
 * What may go side by side, round by round. To a standard queue all of it; of a FIFO group one message a round, in its
 * order: a batch may be taken in parts, and what comes later must not arrive before what comes first.
 */
export function sendingRounds(
  messages: readonly ReceivedMessage[],
  { queue, configured }: { readonly queue: string; readonly configured: readonly ConfiguredQueue[] },
): readonly (readonly BatchTo[])[] {
  const rounds: BatchTo[][] = [];
  for (const [to, some] of byDestination(messages, queue, configured)) {
    const turns = to.endsWith('.fifo') ? turnsOf(some) : [some];
    for (const [at, turn] of turns.entries()) {
      const batches = messageBatches(turn, bytesWhenSent).map((batch) => ({ to, messages: batch }));
      rounds[at] = [...(rounds[at] ?? []), ...batches];
    }
  }
  return rounds;
}

function bytesWhenSent(message: ReceivedMessage): number {
  return bytesOfMessage({ body: message.body, attributes: markedMessage(message).attributes });
}

/** To where each came from, if that is this connection's; else to where the queue's messages come from. */
function byDestination(
  messages: readonly ReceivedMessage[],
  queue: string,
  configured: readonly ConfiguredQueue[],
): Map<string, ReceivedMessage[]> {
  const usual = configured.find(({ name }) => name === queue)?.source ?? '';
  const sources = new Set(configured.map(({ source }) => source));
  const groups = new Map<string, ReceivedMessage[]>();
  for (const message of messages) {
    const said = message.system['DeadLetterQueueSourceArn']?.split(':').at(-1) ?? '';
    const to = sources.has(said) ? said : usual;
    const group = groups.get(to);
    if (group === undefined) groups.set(to, [message]);
    else group.push(message);
  }
  return groups;
}

function turnsOf(messages: readonly ReceivedMessage[]): ReceivedMessage[][] {
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
