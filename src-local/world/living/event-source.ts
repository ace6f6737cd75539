import type { QueueFunction, QueueRecord } from '#pipelines/parts.ts';
import { reportInvocation } from '../../aws/protocol/function-metrics.ts';
import type { Timer } from '../clock.ts';
import type { World } from '../world.ts';

export interface EventSource {
  readonly queue: string;
  /** At most 10. */
  readonly batchSize: number;
  readonly functionName: string;
  readonly run: QueueFunction;
  /** Holds the clock, except while the function sleeps on it. */
  readonly hold?: () => () => void;
}

/** Long polling bounds how long a message waits once it is visible again. */
const idleMs = 20_000;

/**
 * Takes messages from a queue as Lambda does: used messages are deleted; failed ones come back when their visibility
 * timeout ends, and finally become dead letters.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export function followQueue(world: World, source: EventSource): { readonly stop: () => void } {
  const { clock } = world;
  let hasStopped = false;
  let isPolling = false;
  let isMoreSent = false;
  let timer: Timer | undefined;

  const pollAfter = (ms: number): void => {
    timer?.cancel();
    timer = hasStopped ? undefined : clock.after(ms, poll);
  };
  const poll = (): void => {
    isPolling = true;
    isMoreSent = false;
    const release = source.hold ? source.hold() : clock.hold();
    void useUp(world, source, () => hasStopped)
      // A queue that is gone, or a world that is: the next look tells.
      .catch(() => undefined)
      .finally(() => {
        isPolling = false;
        pollAfter(isMoreSent ? 0 : idleMs);
        release();
      });
  };

  world.metrics.listen(({ namespace, name, dimensions }) => {
    const isForUs = namespace === 'AWS/SQS' && dimensions['QueueName'] === source.queue;
    if (!isForUs || name !== 'NumberOfMessagesSent') return;
    isMoreSent = true;
    if (!isPolling) pollAfter(0);
  });
  pollAfter(0);
  return {
    stop() {
      hasStopped = true;
      timer?.cancel();
    },
  };
}

interface Received {
  readonly MessageId: string;
  readonly ReceiptHandle: string;
  readonly Body: string;
  readonly Attributes: QueueRecord['attributes'];
}

async function useUp(world: World, source: EventSource, hasStopped: () => boolean): Promise<void> {
  while (!hasStopped()) {
    const { Messages: messages = [] } = (await world.call('sqs', 'ReceiveMessage', {
      QueueUrl: source.queue,
      MaxNumberOfMessages: source.batchSize,
      MessageSystemAttributeNames: ['ApproximateReceiveCount', 'SentTimestamp'],
    })) as { Messages?: readonly Received[] };
    if (messages.length === 0 || hasStopped()) return;
    const used = await invoke(world, source, messages);
    if (hasStopped()) return;
    const Entries = used.map(({ MessageId, ReceiptHandle }) => ({ Id: MessageId, ReceiptHandle }));
    if (Entries.length === 0) continue;
    await world.call('sqs', 'DeleteMessageBatch', { QueueUrl: source.queue, Entries });
  }
}

/** Returns the messages that may be deleted. */
async function invoke(
  world: World,
  { queue, functionName, run }: EventSource,
  messages: readonly Received[],
): Promise<readonly Received[]> {
  const began = world.clock.now();
  const eventSourceARN = `arn:aws:sqs:${world.region}:${world.account}:${queue}`;
  const Records = messages.map(({ MessageId, Body, Attributes }) => ({
    messageId: MessageId,
    body: Body,
    attributes: Attributes,
    eventSourceARN,
  }));
  const report = (failed: boolean): void =>
    reportInvocation(world, functionName, { failed, milliseconds: world.clock.now() - began });
  try {
    const { batchItemFailures } = await run({ Records });
    report(false);
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    return messages.filter(({ MessageId }) => !failed.has(MessageId));
  } catch {
    report(true);
    return [];
  }
}
