import { AwsError } from '../protocol/aws-error.ts';
import type { Call } from '../protocol/operation.ts';
import { integer, list, required, string, structure } from '../protocol/shapes.ts';
import { enqueue } from './enqueue.ts';
import {
  checkForKindOfQueue,
  computeDigests,
  toDraft,
  messageMembers,
  measureEntry,
  type MessageEntry,
} from './message-entry.ts';
import { report } from './queue-metrics.ts';
import type { Queue } from './queue.ts';
import { findMessage } from './received-message.ts';
import { operation, type SqsEngine } from './sqs-engine.ts';
import {
  invalidParameterValue,
  invalidValue,
  messageNotInflight,
  missingParameter,
  receiptHandleHasExpired,
  sqsError,
} from './sqs-errors.ts';

const longestBatch = 1_048_576;

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
export const sendMessage = operation({
  name: 'SendMessage',
  input: structure({ QueueUrl: required(string()), MessageBody: required(string()), ...messageMembers }),
  run(engine, { QueueUrl, ...entry }, call) {
    const queue = engine.queues.at(QueueUrl);
    checkForKindOfQueue(entry, queue.settings);
    return send(engine, queue, entry, call.traceHeader);
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
    const length = Entries.reduce((sum, entry) => sum + measureEntry(entry), 0);
    if (length > longestBatch) {
      throw sqsError(
        'BatchRequestTooLong',
        `Batch requests cannot be longer than ${longestBatch} bytes. You have sent ${length} bytes.`,
      );
    }
    for (const entry of Entries) checkKindInBatch(entry, queue);
    return runEachEntry(Entries, call, (entry) => send(engine, queue, entry, call.traceHeader));
  },
});

/** The trace of the request is the message's too, unless its sender has named another. */
function send(
  { world }: SqsEngine,
  queue: Queue,
  entry: MessageEntry,
  traceHeader: string | undefined,
): object {
  const draft = toDraft(entry, queue.settings);
  const { messageId, sequenceNumber } = enqueue(world, queue, {
    ...draft,
    traceHeader: draft.traceHeader ?? traceHeader,
  });
  return {
    MessageId: messageId,
    ...computeDigests(draft),
    ...(sequenceNumber !== undefined && { SequenceNumber: sequenceNumber }),
  };
}

/**
 * In a batch, a member that does not suit the kind of queue is refused for all entries, and always as an
 * invalid value.
 */
function checkKindInBatch(entry: MessageEntry, queue: Queue): void {
  try {
    checkForKindOfQueue(entry, queue.settings);
  } catch (error) {
    throw error instanceof AwsError ? invalidParameterValue(error.message) : error;
  }
}

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
    return runEachEntry(Entries, call, ({ ReceiptHandle }) => remove(engine, queue, ReceiptHandle));
  },
});

/**
 * A message that is gone may be deleted again. With an older handle than the last, a standard queue answers as
 * if it had deleted the message and keeps it; a FIFO queue refuses any handle whose visibility timeout is over.
 */
function remove({ world }: SqsEngine, queue: Queue, handle: string): object {
  const { message, isLatest } = findMessage(queue, handle);
  if (message && queue.settings.isFifo && !(isLatest && message.state === 'inFlight')) {
    throw receiptHandleHasExpired(handle);
  }
  if (message && isLatest) queue.remove(message);
  report(world, queue, 'NumberOfMessagesDeleted', 1);
  return {};
}

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
    return runEachEntry(Entries, call, ({ ReceiptHandle, VisibilityTimeout }) => {
      if (VisibilityTimeout === undefined) throw missingParameter('VisibilityTimeout');
      return change(engine, queue, ReceiptHandle, VisibilityTimeout);
    });
  },
});

/**
 * In a standard queue, a handle whose time is over and one that is older than the newest change the visibility as well:
 * they can hide or free a message that another consumer works on. A message that was given back is refused.
 */
function change({ world }: SqsEngine, queue: Queue, handle: string, seconds: number): object {
  if (seconds < 0 || seconds > longestTimeout) {
    throw invalidValue(
      seconds,
      'VisibilityTimeout',
      'VisibilityTimeout must be an integer between 0 and 43200.',
    );
  }
  const { message, isLatest } = findMessage(queue, handle);
  const { isFifo } = queue.settings;
  if (!message?.receipt || (isFifo && !isLatest)) {
    const reason = 'Message does not exist or is not available for visibility timeout change.';
    throw invalidValue(handle, 'ReceiptHandle', reason);
  }
  if (message.state !== 'inFlight' && (isFifo || message.receipt.isGivenBack)) throw messageNotInflight();
  const visibleAt = world.clock.now() + seconds * 1000;
  if (visibleAt > message.receipt.lastAt + longestTimeout * 1000) {
    const reason = `Total VisibilityTimeout for the message is beyond the limit [${longestTimeout} seconds]`;
    throw invalidValue(seconds, 'VisibilityTimeout', reason);
  }
  const { isGivenBack: _, ...receipt } = message.receipt;
  queue.setReceipt(message, { ...receipt, visibleAt, ...(seconds === 0 && { isGivenBack: true }) });
  return {};
}

interface Failure {
  readonly Id: string;
  readonly SenderFault: boolean;
  readonly Code: string;
  readonly Message: string;
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-batch-api-actions.html */
function checkEntries(entries: readonly { Id: string }[], entryName: string): void {
  if (entries.length === 0) {
    throw sqsError('EmptyBatchRequest', `There should be at least one ${entryName} in the request.`);
  }
  if (entries.length > 10) {
    throw sqsError(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request are 10. You have sent ${entries.length}.`,
    );
  }
  const ids = new Set<string>();
  for (const { Id } of entries) {
    if (!/^[\w-]{1,80}$/.test(Id)) {
      throw sqsError(
        'InvalidBatchEntryId',
        'A batch entry id can only contain alphanumeric characters, hyphens and underscores. ' +
          'It can be at most 80 letters long.',
      );
    }
    if (ids.has(Id)) throw sqsError('BatchEntryIdsNotDistinct', `Id ${Id} repeated.`);
    ids.add(Id);
  }
}

/** Runs each entry on its own: a fault in one is reported for that entry, and the others go through. */
function runEachEntry<E extends { Id: string }>(
  entries: readonly E[],
  call: Call,
  run: (entry: E) => object,
): { Successful?: object[]; Failed?: Failure[] } {
  const Successful: object[] = [];
  const Failed: Failure[] = [];
  for (const entry of entries) {
    const { Id } = entry;
    if (call.entryFails()) {
      const Message = 'We encountered an internal error. Please try again.';
      Failed.push({ Id, SenderFault: false, Code: 'InternalError', Message });
      continue;
    }
    try {
      Successful.push({ Id, ...run(entry) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      Failed.push({ Id, SenderFault: true, Code: error.queryCode ?? error.name, Message: error.message });
    }
  }
  // A list without entries is left out of the answer.
  return { ...(Successful.length > 0 && { Successful }), ...(Failed.length > 0 && { Failed }) };
}
