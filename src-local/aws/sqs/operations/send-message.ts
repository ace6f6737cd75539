import { list, required, string, structure } from '../../protocol/shapes.ts';
import { AwsError } from '../../protocol/aws-error.ts';
import { checkEntries, eachEntry } from '../batch.ts';
import { enqueue } from '../enqueue.ts';
import {
  checkForKindOfQueue,
  digestsOf,
  draftOf,
  messageMembers,
  sizeOf,
  type MessageEntry,
} from '../message-entry.ts';
import type { Queue } from '../queue.ts';
import type { SqsEngine } from '../sqs-engine.ts';
import { invalidParameterValue, sqsError } from '../sqs-errors.ts';
import { operation } from './sqs-operation.ts';

const longestBatch = 1_048_576;

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
export const sendMessage = operation({
  name: 'SendMessage',
  input: structure({ QueueUrl: required(string()), MessageBody: required(string()), ...messageMembers }),
  run(engine, { QueueUrl, ...entry }) {
    const queue = engine.queues.at(QueueUrl);
    checkForKindOfQueue(entry, queue.settings);
    return send(engine, queue, entry);
  },
});

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html */
export const sendMessageBatch = operation({
  name: 'SendMessageBatch',
  input: structure({
    QueueUrl: required(string()),
    Entries: required(
      list(structure({ Id: required(string()), MessageBody: required(string()), ...messageMembers })),
    ),
  }),
  run(engine, { QueueUrl, Entries }, call) {
    const queue = engine.queues.at(QueueUrl);
    checkEntries(Entries, 'SendMessageBatchRequestEntry');
    const length = Entries.reduce((sum, entry) => sum + sizeOf(entry), 0);
    if (length > longestBatch) {
      throw sqsError(
        'BatchRequestTooLong',
        `Batch requests cannot be longer than ${longestBatch} bytes. You have sent ${length} bytes.`,
      );
    }
    for (const entry of Entries) checkKindInBatch(entry, queue);
    return eachEntry(Entries, call, (entry) => send(engine, queue, entry));
  },
});

function send({ world }: SqsEngine, queue: Queue, entry: MessageEntry): object {
  const draft = draftOf(entry, queue.settings);
  const { messageId, sequenceNumber } = enqueue(world, queue, draft);
  return {
    MessageId: messageId,
    ...digestsOf(draft),
    ...(sequenceNumber !== undefined && { SequenceNumber: sequenceNumber }),
  };
}

/** In a batch, what does not suit the kind of queue is refused for all, and always as an invalid value. */
function checkKindInBatch(entry: MessageEntry, queue: Queue): void {
  try {
    checkForKindOfQueue(entry, queue.settings);
  } catch (error) {
    throw error instanceof AwsError ? invalidParameterValue(error.message) : error;
  }
}
