import type { Timer } from '../../world/clock.ts';
import { refuseByFault, runFunction, type FunctionOutcome } from './run-function.ts';
import type { LambdaEngine, MappingRecord } from './lambda-engine.ts';

/** https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html */
export const pollingActions = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'] as const;

export type QueueMapping = MappingRecord & { readonly queueArn: string };

/** In milliseconds. Long polling bounds how long a message waits once it is visible again. */
const idle = 20_000;

/**
 * Takes messages from a queue for a function: used messages are deleted; failed ones come back when their visibility
 * timeout ends, and finally become dead letters. Returns a function that stops it.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export function followQueue(engine: LambdaEngine, mapping: QueueMapping): () => void {
  const { queueArn } = mapping;
  const { clock, ended, metrics } = engine.world;
  const queue = queueArn.split(':').at(-1) ?? '';
  let isStopped = false;
  let isPolling = false;
  let isMoreSent = false;
  let timer: Timer | undefined;
  const hasStopped = (): boolean => isStopped || ended.aborted;

  const pollAfter = (ms: number): void => {
    timer?.cancel();
    timer = hasStopped() ? undefined : clock.after(ms, poll);
  };
  const poll = (): void => {
    isPolling = true;
    isMoreSent = false;
    const held: Held = { release: clock.hold() };
    void useUp(engine, { mapping, queue, held, hasStopped })
      // A queue that is gone, or a world that is: the next look tells.
      .catch(() => undefined)
      .finally(() => {
        isPolling = false;
        pollAfter(isMoreSent ? 0 : idle);
        held.release();
      });
  };

  metrics.listen(({ namespace, name, dimensions }) => {
    if (namespace !== 'AWS/SQS' || dimensions['QueueName'] !== queue) return;
    if (name !== 'NumberOfMessagesSent') return;
    isMoreSent = true;
    if (!isPolling) pollAfter(0);
  });
  pollAfter(0);
  return () => {
    isStopped = true;
    timer?.cancel();
  };
}

/** The clock is held all the time, by this or by the function that runs. */
export interface Held {
  release: () => void;
}

interface Following {
  readonly mapping: QueueMapping;
  readonly queue: string;
  readonly held: Held;
  readonly hasStopped: () => boolean;
}

interface ReceivedMessage {
  readonly MessageId: string;
  readonly ReceiptHandle: string;
  readonly Body: string;
  readonly MD5OfBody: string;
  readonly Attributes: Readonly<Record<string, string>>;
  readonly MessageAttributes?: Readonly<Record<string, MessageAttribute>>;
}

interface MessageAttribute {
  readonly DataType: string;
  readonly StringValue?: string;
  readonly BinaryValue?: string;
}

async function useUp(engine: LambdaEngine, following: Following): Promise<void> {
  const { world } = engine;
  const { mapping, queue, held, hasStopped } = following;
  while (!hasStopped() && mayRead(engine, mapping)) {
    const { Messages: messages = [] } = (await world.call('sqs', 'ReceiveMessage', {
      QueueUrl: queue,
      MaxNumberOfMessages: mapping.batchSize,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    })) as { Messages?: readonly ReceivedMessage[] };
    if (messages.length === 0 || hasStopped()) return;
    const running = runOnBatch(engine, mapping, messages);
    held.release();
    const used = await running;
    held.release = world.clock.hold();
    if (hasStopped()) return;
    const Entries = used.map(({ MessageId, ReceiptHandle }) => ({ Id: MessageId, ReceiptHandle }));
    if (Entries.length === 0) continue;
    await world.call('sqs', 'DeleteMessageBatch', { QueueUrl: queue, Entries });
  }
}

/** Lambda reads the queue with the role of the function. */
function mayRead({ functions, access }: LambdaEngine, { functionName, queueArn }: QueueMapping): boolean {
  const record = functions.get(functionName);
  return pollingActions.every(
    (name) => !record || access.isAllowed(record.roleArn, { action: `sqs:${name}`, resource: queueArn }),
  );
}

/** Returns the messages that may be deleted. */
async function runOnBatch(
  engine: LambdaEngine,
  mapping: QueueMapping,
  messages: readonly ReceivedMessage[],
): Promise<readonly ReceivedMessage[]> {
  const record = engine.functions.get(mapping.functionName);
  if (!record) return [];
  try {
    refuseByFault(engine, record.name);
  } catch {
    return [];
  }
  const { region, random } = engine.world;
  const Records = messages.map((message) =>
    toRecord(message, { eventSourceARN: mapping.queueArn, awsRegion: region }),
  );
  const outcome = await runFunction(engine, record, {
    requestId: random.uuid(),
    payload: JSON.stringify({ Records }),
  });
  return selectUsed(mapping, messages, outcome);
}

function toRecord(message: ReceivedMessage, place: { eventSourceARN: string; awsRegion: string }): object {
  const messageAttributes = Object.fromEntries(
    Object.entries(message.MessageAttributes ?? {}).map(([name, { DataType, StringValue, BinaryValue }]) => [
      name,
      {
        ...(StringValue !== undefined && { stringValue: StringValue }),
        ...(BinaryValue !== undefined && { binaryValue: BinaryValue }),
        stringListValues: [],
        binaryListValues: [],
        dataType: DataType,
      },
    ]),
  );
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes,
    messageAttributes,
    md5OfBody: message.MD5OfBody,
    eventSource: 'aws:sqs',
    ...place,
  };
}

/**
 * A function that fails uses none of its messages. So does one whose list of failures cannot be read or names a message
 * that it was not given.
 */
function selectUsed(
  { reportsItemFailures }: MappingRecord,
  messages: readonly ReceivedMessage[],
  outcome: FunctionOutcome,
): readonly ReceivedMessage[] {
  if (!('payload' in outcome)) return [];
  if (!reportsItemFailures) return messages;
  const answer: unknown = JSON.parse(outcome.payload);
  if (typeof answer !== 'object' || answer === null) return messages;
  const { batchItemFailures = [] } = answer as { batchItemFailures?: unknown };
  if (batchItemFailures === null) return messages;
  if (!Array.isArray(batchItemFailures)) return [];
  const failed = batchItemFailures.map((failure: unknown) => Object(failure) as { itemIdentifier?: unknown });
  const isKnown = (id: unknown): boolean => messages.some(({ MessageId }) => MessageId === id);
  if (failed.some(({ itemIdentifier }) => !isKnown(itemIdentifier))) return [];
  return messages.filter(
    ({ MessageId }) => !failed.some(({ itemIdentifier }) => itemIdentifier === MessageId),
  );
}
