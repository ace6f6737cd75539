import type { World } from '../../world/world.ts';
import { integer, list, required, string, structure, type Infer } from '../protocol/shapes.ts';
import { listAttemptMessages, rememberAttempt } from './deduplication.ts';
import { nextSequenceNumber } from './enqueue.ts';
import { checkToken } from './message-entry.ts';
import { countReceives, type Message } from './message.ts';
import { report } from './queue-metrics.ts';
import type { Queue } from './queue.ts';
import { formatQueueArn, type Queues } from './queues.ts';
import { readAttributeNames, toReceivedMessage } from './received-message.ts';
import { operation, type SqsEngine } from './sqs-engine.ts';
import { invalidValue, overLimit } from './sqs-errors.ts';

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
export const receiveMessage = operation({
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
