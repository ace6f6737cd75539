import type { World } from '../../world/world.ts';
import { jsonService, type JsonService } from '../protocol/operation.ts';
import { integer, required, string, structure, list, type Infer } from '../protocol/shapes.ts';
import { listAttemptMessages, rememberAttempt } from './deduplication.ts';
import { nextSequenceNumber } from './enqueue.ts';
import { checkToken } from './message-entry.ts';
import {
  changeMessageVisibility,
  changeMessageVisibilityBatch,
  deleteMessage,
  deleteMessageBatch,
  sendMessage,
  sendMessageBatch,
} from './message-operations.ts';
import { countReceives, type Message } from './message.ts';
import { MoveTasks, fastestRate, type MoveTask } from './move-tasks.ts';
import { report } from './queue-metrics.ts';
import {
  createQueue,
  deleteQueue,
  getQueueAttributes,
  getQueueUrl,
  listDeadLetterSourceQueues,
  listQueues,
  purgeQueue,
  setQueueAttributes,
  listQueueTags,
  tagQueue,
  untagQueue,
} from './queue-operations.ts';
import type { Queue } from './queue.ts';
import { Queues, formatQueueArn } from './queues.ts';
import { readAttributeNames, toReceivedMessage } from './received-message.ts';
import { operation, type SqsEngine } from './sqs-engine.ts';
import {
  refuseAsSqs,
  invalidParameterValue,
  resourceNotFound,
  unsupportedOperation,
  invalidValue,
  overLimit,
} from './sqs-errors.ts';

const request = structure({
  QueueUrl: required(string()),
  AttributeNames: list(string()),
  MessageSystemAttributeNames: list(string()),
  MessageAttributeNames: list(string()),
  MaxNumberOfMessages: integer(),
  VisibilityTimeout: integer(),
  WaitTimeSeconds: integer(),
  ReceiveRequestAttemptId: string(),
});

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html */
const receiveMessage = operation({
  name: 'ReceiveMessage',
  input: request,
  async run(engine, input, call) {
    const queue = engine.queues.at(input.QueueUrl);
    checkRequest(input, queue);
    const names = readAttributeNames(input);
    const wait =
      input.WaitTimeSeconds === undefined ? queue.settings.receiveWait : input.WaitTimeSeconds * 1000;
    if (wait === 0 && !queue.settings.isFifo && queue.counts.inFlight >= inFlightLimit) {
      throw overLimit(inFlightLimit);
    }
    const receive = (): object[] =>
      receiveNow(engine, queue, input).map((message) =>
        toReceivedMessage(engine.world, queue, message, names),
      );
    let Messages = call.signal.aborted ? [] : receive();
    if (Messages.length === 0 && wait > 0) Messages = await queue.polls.wait(receive, wait, call.signal);
    report(engine.world, queue, 'NumberOfMessagesReceived', Messages.length);
    if (Messages.length === 0) report(engine.world, queue, 'NumberOfEmptyReceives', 1);
    return Messages.length > 0 ? { Messages } : {};
  },
});

function receiveNow({ world, queues }: SqsEngine, queue: Queue, input: Infer<typeof request>): Message[] {
  const now = world.clock.now();
  const { ReceiveRequestAttemptId: attemptId, MaxNumberOfMessages = 1 } = input;
  const timeout =
    input.VisibilityTimeout === undefined ? queue.settings.visibilityTimeout : input.VisibilityTimeout * 1000;
  const visibleAt = now + timeout;

  const before = attemptId === undefined ? [] : listAttemptMessages(queue, attemptId, now);
  const messages = before.length > 0 ? before : takeMessages(world, queues, queue, MaxNumberOfMessages);
  for (const message of messages) {
    const { receipt } = message;
    const count = (receipt?.count ?? 0) + (before.length > 0 ? 0 : 1);
    queue.setReceipt(message, { count, firstAt: receipt?.firstAt ?? now, lastAt: now, visibleAt });
  }
  if (attemptId !== undefined && messages.length > 0) rememberAttempt(queue, attemptId, messages, now);
  return messages;
}

function checkRequest(input: Infer<typeof request>, queue: Queue): void {
  const {
    MaxNumberOfMessages = 1,
    WaitTimeSeconds = 0,
    VisibilityTimeout = 0,
    ReceiveRequestAttemptId,
  } = input;
  if (MaxNumberOfMessages < 1 || MaxNumberOfMessages > 10) {
    throw invalidValue(MaxNumberOfMessages, 'MaxNumberOfMessages', 'Must be between 1 and 10, if provided.');
  }
  if (WaitTimeSeconds < 0 || WaitTimeSeconds > 20) {
    throw invalidValue(WaitTimeSeconds, 'WaitTimeSeconds', 'Must be >= 0 and <= 20, if provided.');
  }
  if (VisibilityTimeout < 0 || VisibilityTimeout > 43_200) {
    throw invalidValue(VisibilityTimeout, 'VisibilityTimeout', 'Must be >= 0 and <= 43200, if provided.');
  }
  if (ReceiveRequestAttemptId === undefined) return;
  checkToken('ReceiveRequestAttemptId', ReceiveRequestAttemptId);
  if (!queue.settings.isFifo) {
    const reason = 'The request include parameter that is not valid for this queue type.';
    throw invalidValue(ReceiveRequestAttemptId, 'ReceiveRequestAttemptId', reason);
  }
}

/** The same for standard and FIFO queues since 2024; only a standard queue says so when it is reached. */
const inFlightLimit = 120_000;

/**
 * Takes messages in flight for a receive. One that has been received as often as the redrive policy allows is
 * not given out again: this is the moment at which it becomes a dead letter.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html
 */
function takeMessages(world: World, queues: Queues, queue: Queue, limit: number): Message[] {
  queue.catchUp();
  const { redrive } = queue.settings;
  const deadLetters = redrive && queues.withArn(redrive.deadLetterTargetArn);
  return queue.take(Math.min(limit, inFlightLimit - queue.counts.inFlight), (message) => {
    const received = message.receipt?.count ?? 0;
    if (!deadLetters || !redrive || received < redrive.maxReceiveCount) return true;
    giveUp(world, queue, message, deadLetters);
    return false;
  });
}

/** A standard queue's message keeps the time at which it was sent; a FIFO queue's counts as sent again. */
function giveUp(world: World, queue: Queue, message: Message, deadLetters: Queue): void {
  const now = world.clock.now();
  const { content, receipt } = message;
  queue.remove(message);
  deadLetters.add({
    ...content,
    arrivedAt: now,
    availableAt: now,
    order: deadLetters.nextOrder(),
    deadLetterSourceArn: formatQueueArn(world, queue.name),
    receivedBefore: countReceives(message),
    ...(receipt && { firstReceivedAt: content.firstReceivedAt ?? receipt.firstAt }),
    // It gets its own id, so that two messages that once shared a deduplication id are both kept.
    ...(queue.settings.isFifo && {
      sentAt: now,
      deduplicationId: content.id,
      sequenceNumber: nextSequenceNumber(world),
    }),
  });
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_StartMessageMoveTask.html */
const startMessageMoveTask = operation({
  name: 'StartMessageMoveTask',
  input: structure({
    SourceArn: required(string()),
    DestinationArn: string(),
    MaxNumberOfMessagesPerSecond: integer(),
  }),
  run(engine, { SourceArn, DestinationArn, MaxNumberOfMessagesPerSecond: perSecond }) {
    const source = getQueue(engine, SourceArn, 'SourceArn');
    if (!isDeadLetterQueue(engine, source)) {
      throw invalidParameterValue('Source queue must be configured as a Dead Letter Queue.');
    }
    if (DestinationArn !== undefined) checkDestination(engine, source, DestinationArn);
    if (perSecond !== undefined && (perSecond < 1 || perSecond > fastestRate)) {
      throw invalidParameterValue(
        `Value for parameter MaxNumberOfMessagesPerSecond is invalid. Reason: Must be between 1 and ${fastestRate}, if provided.`,
      );
    }
    const task = engine.tasks.start({
      sourceArn: SourceArn,
      ...(DestinationArn !== undefined && { destinationArn: DestinationArn }),
      ...(perSecond !== undefined && { perSecond }),
      toMove: source.counts.ready,
    });
    return { TaskHandle: moveTaskHandle(task) };
  },
});

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ListMessageMoveTasks.html */
const listMessageMoveTasks = operation({
  name: 'ListMessageMoveTasks',
  input: structure({ SourceArn: required(string()), MaxResults: integer() }),
  run(engine, { SourceArn, MaxResults = 1 }) {
    if (MaxResults < 1 || MaxResults > 10) {
      throw invalidParameterValue(
        'Value for parameter MaxResults is invalid. Reason: Must be between 1 and 10, if provided.',
      );
    }
    getQueue(engine, SourceArn, 'SourceArn');
    return { Results: engine.tasks.of(SourceArn).slice(0, MaxResults).map(toTaskResult) };
  },
});

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_CancelMessageMoveTask.html */
const cancelMessageMoveTask = operation({
  name: 'CancelMessageMoveTask',
  input: structure({ TaskHandle: required(string()) }),
  run(engine, { TaskHandle }) {
    const handle = parseMoveTaskHandle(TaskHandle);
    if (!handle) throw invalidParameterValue('Value for parameter TaskHandle is invalid.');
    getQueue(engine, handle.sourceArn, 'SourceArn');
    const task = engine.tasks.withId(handle.id);
    if (task?.sourceArn !== handle.sourceArn) throw resourceNotFound('Task does not exist.');
    if (task.status !== 'RUNNING') {
      throw unsupportedOperation(
        `Only a task in RUNNING status can be cancelled; this one is ${task.status}.`,
      );
    }
    engine.tasks.cancel(task);
    return { ApproximateNumberOfMessagesMoved: task.moved };
  },
});

function getQueue({ queues }: SqsEngine, arn: string, parameter: string): Queue {
  const queue = queues.withArn(arn);
  if (!queue) {
    throw resourceNotFound(`The resource that you specified for the ${parameter} parameter doesn't exist.`);
  }
  return queue;
}

function isDeadLetterQueue({ world, queues }: SqsEngine, { name }: Queue): boolean {
  const arn = formatQueueArn(world, name);
  return queues.all().some(({ settings }) => settings.redrive?.deadLetterTargetArn === arn);
}

function checkDestination(engine: SqsEngine, source: Queue, arn: string): void {
  const destination = getQueue(engine, arn, 'DestinationArn');
  if (destination === source) {
    throw invalidParameterValue('Source queue arn and destination queue arn cannot be the same.');
  }
  if (destination.settings.isFifo !== source.settings.isFifo) {
    throw invalidParameterValue('Source queue and destination queue must be of the same type.');
  }
}

function toTaskResult(task: MoveTask): object {
  const { destinationArn, perSecond, failureReason } = task;
  return {
    ...(task.status === 'RUNNING' && { TaskHandle: moveTaskHandle(task) }),
    Status: task.status,
    SourceArn: task.sourceArn,
    ...(destinationArn !== undefined && { DestinationArn: destinationArn }),
    ...(perSecond !== undefined && { MaxNumberOfMessagesPerSecond: perSecond }),
    ApproximateNumberOfMessagesMoved: task.moved,
    ApproximateNumberOfMessagesToMove: task.toMove,
    ...(failureReason !== undefined && { FailureReason: failureReason }),
    StartedTimestamp: task.startedAt,
  };
}

/** A client cancels a task by this handle. */
function moveTaskHandle({ id, sourceArn }: { id: string; sourceArn: string }): string {
  return Buffer.from(JSON.stringify({ taskId: id, sourceArn })).toString('base64');
}

function parseMoveTaskHandle(text: string): { id: string; sourceArn: string } | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const { taskId, sourceArn } = parsed as { taskId?: unknown; sourceArn?: unknown };
    return typeof taskId === 'string' && typeof sourceArn === 'string'
      ? { id: taskId, sourceArn }
      : undefined;
  } catch {
    return undefined;
  }
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_Operations.html */
const operations = [
  createQueue,
  deleteQueue,
  purgeQueue,
  getQueueUrl,
  listQueues,
  listDeadLetterSourceQueues,
  getQueueAttributes,
  setQueueAttributes,
  tagQueue,
  untagQueue,
  listQueueTags,
  sendMessage,
  sendMessageBatch,
  receiveMessage,
  deleteMessage,
  deleteMessageBatch,
  changeMessageVisibility,
  changeMessageVisibilityBatch,
  startMessageMoveTask,
  listMessageMoveTasks,
  cancelMessageMoveTask,
];

/** Amazon SQS: standard and FIFO queues. Only policies and encryption have no effect here. */
export function sqs(world: World): JsonService {
  const queues = new Queues(world);
  return jsonService({
    name: 'sqs',
    target: 'AmazonSQS',
    jsonVersion: '1.0',
    engine: { world, queues, tasks: new MoveTasks(world, queues) },
    operations,
    refuse: refuseAsSqs,
  });
}
