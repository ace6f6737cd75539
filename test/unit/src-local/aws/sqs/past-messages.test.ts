import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  StartMessageMoveTaskCommand,
  type Message,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { moveTasks, nameQueueCollection, queueIds, type MessageContent } from '#local/aws/sqs/message.ts';
import type { MoveTask } from '#local/aws/sqs/move-tasks.ts';
import { aPast } from '#test/builders/a-past.ts';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';

const day = 86_400_000;
const queueId = '11111111-2222-4333-8444-555555555555';
const sourceArn = 'arn:aws:sqs:local:000000000000:orders';
const deadArn = `${sourceArn}-dead`;

it('are in their queue from its creation, with their own times and counts', async () => {
  const { sqs } = await queues();
  const received = await receive(sqs);
  expect(received).toMatchObject([
    {
      MessageId: formatMessageId(1),
      Body: 'letter 1',
      Attributes: {
        SentTimestamp: String(startOfTime - 13 * day),
        ApproximateReceiveCount: '4',
        ApproximateFirstReceiveTimestamp: String(startOfTime - 13 * day + 1_000),
        DeadLetterQueueSourceArn: sourceArn,
      },
    },
    { MessageId: formatMessageId(2), Body: 'letter 2' },
  ]);
});

it('are kept for the retention time of their queue', async () => {
  const { sqs, aws } = await queues();
  expect(await depth(sqs)).toBe('2');
  await aws.advance(day + 1_000);
  expect(await depth(sqs)).toBe('1');
});

it('from before a queue existed stay away once it was purged, deleted or opened again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'told-messages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const first = await queues(folder);
  await receive(first.sqs);
  first.aws.close();
  const second = aPocketAws({ folder, past: thePast() });
  expect(await receive(second.sqs)).toEqual([]);
  await second.sqs.send(new PurgeQueueCommand({ QueueUrl: 'orders-dead' }));
  expect(await depth(second.sqs)).toBe('0');
  second.aws.close();
  const third = aPocketAws({ folder, past: thePast() });
  expect(await depth(third.sqs)).toBe('0');
  await third.sqs.send(new DeleteQueueCommand({ QueueUrl: 'orders-dead' }));
  await third.aws.advance(61_000);
  await third.sqs.send(new CreateQueueCommand({ QueueName: 'orders-dead' }));
  expect(await depth(third.sqs)).toBe('0');
});

it('return to their source by a move, and are listed after the seeded moves', async () => {
  const { sqs, aws } = await queues();
  await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: deadArn }));
  await aws.advance(10_000);
  const { Messages } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl: 'orders', MaxNumberOfMessages: 10 }),
  );
  expect(Messages?.map(({ Body }) => Body)).toEqual(['letter 1', 'letter 2']);
  const tasks = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn: deadArn, MaxResults: 10 }));
  expect(tasks.Results).toMatchObject([
    { Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 2 },
    {
      Status: 'FAILED',
      FailureReason: 'CouldNotDetermineMessageSource',
      StartedTimestamp: startOfTime - day,
    },
  ]);
});

function thePast(): ReturnType<typeof aPast> {
  return aPast({
    [queueIds]: () => [['orders-dead', queueId]],
    [nameQueueCollection('messages', queueId)]: () => [
      [formatMessageId(1), letter(1, startOfTime - 13 * day)],
      [formatMessageId(2), letter(2, startOfTime - 2 * day)],
    ],
    [moveTasks]: () => [[task.id, task]],
  });
}

async function queues(folder?: string): Promise<ReturnType<typeof aPocketAws>> {
  const world = aPocketAws({ past: thePast(), ...(folder !== undefined && { folder }) });
  const { sqs } = world;
  const MessageRetentionPeriod = String((14 * day) / 1_000);
  await sqs.send(
    new CreateQueueCommand({ QueueName: 'orders-dead', Attributes: { MessageRetentionPeriod } }),
  );
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: deadArn, maxReceiveCount: 3 });
  await sqs.send(new CreateQueueCommand({ QueueName: 'orders', Attributes: { RedrivePolicy } }));
  return world;
}

function letter(number: number, sentAt: number): MessageContent {
  return {
    id: formatMessageId(number),
    body: `letter ${number}`,
    sentAt,
    arrivedAt: sentAt + 90_000,
    availableAt: sentAt + 90_000,
    order: number - 1,
    deadLetterSourceArn: sourceArn,
    receivedBefore: 3,
    firstReceivedAt: sentAt + 1_000,
  };
}

const task: MoveTask = {
  id: '99999999-2222-4333-8444-555555555555',
  sourceArn: deadArn,
  startedAt: startOfTime - day,
  toMove: 5,
  moved: 0,
  status: 'FAILED',
  failureReason: 'CouldNotDetermineMessageSource',
};

function formatMessageId(number: number): string {
  return `aaaaaaaa-2222-4333-8444-${String(number).padStart(12, '0')}`;
}

async function receive(sqs: SQSClient): Promise<Message[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: 'orders-dead',
      MaxNumberOfMessages: 10,
      MessageSystemAttributeNames: ['All'],
    }),
  );
  return Messages;
}

async function depth(sqs: SQSClient): Promise<string | undefined> {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: 'orders-dead',
      AttributeNames: ['ApproximateNumberOfMessages'],
    }),
  );
  return Attributes?.['ApproximateNumberOfMessages'];
}
