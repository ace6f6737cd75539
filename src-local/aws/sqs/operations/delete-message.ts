import { list, required, string, structure } from '../../protocol/shapes.ts';
import { checkEntries, eachEntry } from '../batch.ts';
import { report } from '../queue-metrics.ts';
import type { Queue } from '../queue.ts';
import { messageOf } from '../received-message.ts';
import type { SqsEngine } from '../sqs-engine.ts';
import { receiptHandleHasExpired } from '../sqs-errors.ts';
import { operation } from './sqs-operation.ts';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_DeleteMessage.html */
export const deleteMessage = operation({
  name: 'DeleteMessage',
  input: structure({ QueueUrl: required(string()), ReceiptHandle: required(string()) }),
  run(engine, { QueueUrl, ReceiptHandle }) {
    remove(engine, engine.queues.at(QueueUrl), ReceiptHandle);
  },
});

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_DeleteMessageBatch.html */
export const deleteMessageBatch = operation({
  name: 'DeleteMessageBatch',
  input: structure({
    QueueUrl: required(string()),
    Entries: required(list(structure({ Id: required(string()), ReceiptHandle: required(string()) }))),
  }),
  run(engine, { QueueUrl, Entries }, call) {
    const queue = engine.queues.at(QueueUrl);
    checkEntries(Entries, 'DeleteMessageBatchRequestEntry');
    return eachEntry(Entries, call, ({ ReceiptHandle }) => remove(engine, queue, ReceiptHandle));
  },
});

/**
 * What is gone already may be deleted again. With an older handle than the last, a standard queue answers as if
 * it had deleted the message and keeps it; a FIFO queue refuses any handle whose visibility timeout is over.
 */
function remove({ world }: SqsEngine, queue: Queue, handle: string): object {
  const { message, isLatest } = messageOf(queue, handle);
  if (message && queue.settings.isFifo && !(isLatest && message.state === 'inFlight')) {
    throw receiptHandleHasExpired(handle);
  }
  if (message && isLatest) queue.remove(message);
  report(world, queue, 'NumberOfMessagesDeleted', 1);
  return {};
}
