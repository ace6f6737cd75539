import { integer, list, required, string, structure } from '../../protocol/shapes.ts';
import { checkEntries, eachEntry } from '../batch.ts';
import type { Queue } from '../queue.ts';
import { messageOf } from '../received-message.ts';
import type { SqsEngine } from '../sqs-engine.ts';
import { invalidValue, messageNotInflight, missingParameter } from '../sqs-errors.ts';
import { operation } from './sqs-operation.ts';

/** In seconds: the longest timeout, and the longest time in all that a message is hidden after one receive. */
const longestTimeout = 43_200;

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ChangeMessageVisibility.html */
export const changeMessageVisibility = operation({
  name: 'ChangeMessageVisibility',
  input: structure({
    QueueUrl: required(string()),
    ReceiptHandle: required(string()),
    VisibilityTimeout: required(integer()),
  }),
  run(engine, { QueueUrl, ReceiptHandle, VisibilityTimeout }) {
    change(engine, engine.queues.at(QueueUrl), ReceiptHandle, VisibilityTimeout);
  },
});

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ChangeMessageVisibilityBatch.html */
export const changeMessageVisibilityBatch = operation({
  name: 'ChangeMessageVisibilityBatch',
  input: structure({
    QueueUrl: required(string()),
    Entries: required(
      list(
        structure({
          Id: required(string()),
          ReceiptHandle: required(string()),
          VisibilityTimeout: integer(),
        }),
      ),
    ),
  }),
  run(engine, { QueueUrl, Entries }, call) {
    const queue = engine.queues.at(QueueUrl);
    checkEntries(Entries, 'ChangeMessageVisibilityBatchRequestEntry');
    return eachEntry(Entries, call, ({ ReceiptHandle, VisibilityTimeout }) => {
      if (VisibilityTimeout === undefined) throw missingParameter('VisibilityTimeout');
      return change(engine, queue, ReceiptHandle, VisibilityTimeout);
    });
  },
});

function change({ world }: SqsEngine, queue: Queue, handle: string, seconds: number): object {
  if (seconds < 0 || seconds > longestTimeout) {
    throw invalidValue(
      seconds,
      'VisibilityTimeout',
      'VisibilityTimeout must be an integer between 0 and 43200.',
    );
  }
  const { message, isLatest } = messageOf(queue, handle);
  if (!message?.receipt || !isLatest) {
    const reason = 'Message does not exist or is not available for visibility timeout change.';
    throw invalidValue(handle, 'ReceiptHandle', reason);
  }
  if (message.state !== 'inFlight') throw messageNotInflight();
  const visibleAt = world.clock.now() + seconds * 1000;
  if (visibleAt > message.receipt.lastAt + longestTimeout * 1000) {
    const reason = `Total VisibilityTimeout for the message is beyond the limit [${longestTimeout} seconds]`;
    throw invalidValue(seconds, 'VisibilityTimeout', reason);
  }
  queue.setReceipt(message, { ...message.receipt, visibleAt });
  return {};
}
