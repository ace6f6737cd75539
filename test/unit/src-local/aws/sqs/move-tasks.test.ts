import {
  CancelMessageMoveTaskCommand,
  DeleteQueueCommand,
  ListMessageMoveTasksCommand,
  StartMessageMoveTaskCommand,
  type ListMessageMoveTasksResultEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { aQueue, aQueueWithDeadLetters, type QueueClient } from './queue-client.ts';

type Start = ConstructorParameters<typeof StartMessageMoveTaskCommand>[0];

async function deadLetters(
  sqs: SQSClient,
  bodies: string[],
  name = 'work',
): Promise<{ work: QueueClient; dead: QueueClient }> {
  const queues = await aQueueWithDeadLetters(sqs, { name });
  for (const body of bodies) {
    await queues.work.send(body, name.endsWith('.fifo') ? { MessageGroupId: body.slice(0, 1) } : {});
    await queues.work.receive();
    await queues.work.receive();
  }
  return queues;
}

async function start(
  sqs: SQSClient,
  { arn: SourceArn }: QueueClient,
  more: Partial<Start> = {},
): Promise<string> {
  const { TaskHandle } = await sqs.send(new StartMessageMoveTaskCommand({ SourceArn, ...more }));
  return TaskHandle ?? '';
}

async function listTasks(
  sqs: SQSClient,
  { arn: SourceArn }: QueueClient,
): Promise<ListMessageMoveTasksResultEntry[]> {
  const { Results = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 10 }));
  return Results;
}

const numbered = (count: number): string[] => Array.from({ length: count }, (_, n) => `m${n + 1}`);

describe('a message move task', () => {
  it('returns dead letters to their source, at the requested rate', async () => {
    const { sqs, clock } = aPocketAws();
    const { work, dead } = await deadLetters(sqs, numbered(5));
    const TaskHandle = await start(sqs, dead, { MaxNumberOfMessagesPerSecond: 2 });
    expect(await listTasks(sqs, dead)).toEqual([
      {
        TaskHandle,
        Status: 'RUNNING',
        SourceArn: dead.arn,
        MaxNumberOfMessagesPerSecond: 2,
        ApproximateNumberOfMessagesMoved: 0,
        ApproximateNumberOfMessagesToMove: 5,
        StartedTimestamp: startOfTime,
      },
    ]);
    await clock.advance(1_000);
    expect(await work.counts()).toEqual([2, 0, 0]);
    expect(await dead.counts()).toEqual([3, 0, 0]);
    expect(await listTasks(sqs, dead)).toMatchObject([{ ApproximateNumberOfMessagesMoved: 2 }]);
    await clock.advance(1_500);
    expect(await work.receiveBodies({ MaxNumberOfMessages: 10 })).toEqual(numbered(5));
    const [done] = await listTasks(sqs, dead);
    expect(done).toMatchObject({ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 5 });
    expect(done?.TaskHandle).toBeUndefined();
  });

  it('sends each as a new message', async () => {
    const { sqs, clock } = aPocketAws();
    const { work, dead } = await deadLetters(sqs, []);
    const MessageAttributes = { batch: { DataType: 'String', StringValue: '7' } };
    const id = await work.send('one', { MessageAttributes });
    await work.receive();
    await work.receive();
    await clock.advance(60_000);
    await start(sqs, dead);
    await clock.advance(1_000);
    const [again] = await work.receive({
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    });
    expect(again).toMatchObject({
      Body: 'one',
      MessageAttributes,
      Attributes: { ApproximateReceiveCount: '1' },
    });
    expect(again?.MessageId).not.toBe(id);
    expect(Number(again?.Attributes?.SentTimestamp)).toBeGreaterThan(startOfTime + 60_000);
    expect(again?.Attributes).not.toHaveProperty('DeadLetterQueueSourceArn');
  });

  it('sends all to one queue if requested, even those that never were dead letters', async () => {
    const { sqs, clock } = aPocketAws();
    const { work, dead } = await deadLetters(sqs, ['one']);
    await dead.send('sent here by hand');
    const elsewhere = await aQueue(sqs, 'elsewhere');
    await start(sqs, dead, { DestinationArn: elsewhere.arn });
    await clock.advance(1_000);
    expect(await elsewhere.receiveBodies({ MaxNumberOfMessages: 10 })).toEqual(['one', 'sent here by hand']);
    expect(await work.counts()).toEqual([0, 0, 0]);
    expect(await listTasks(sqs, dead)).toMatchObject([
      { Status: 'COMPLETED', DestinationArn: elsewhere.arn },
    ]);
  });

  it('sends the letters of several queues each to its own', async () => {
    const { sqs, clock } = aPocketAws();
    const { work, dead } = await deadLetters(sqs, ['one']);
    const other = await aQueue(sqs, 'other', {
      VisibilityTimeout: '0',
      ...(await work.attributes('RedrivePolicy')),
    });
    await other.send('two');
    await other.receive();
    await other.receive();
    await start(sqs, dead);
    await clock.advance(1_000);
    expect(await work.receiveBodies()).toEqual(['one']);
    expect(await other.receiveBodies()).toEqual(['two']);
  });

  it('fails at a message whose queue it cannot know, and leaves it there', async () => {
    const { sqs, clock } = aPocketAws();
    const { work, dead } = await deadLetters(sqs, ['one']);
    await dead.send('sent here by hand');
    await start(sqs, dead);
    await clock.advance(1_000);
    expect(await listTasks(sqs, dead)).toMatchObject([
      {
        Status: 'FAILED',
        FailureReason: 'CouldNotDetermineMessageSource',
        ApproximateNumberOfMessagesMoved: 1,
      },
    ]);
    expect(await work.counts()).toEqual([1, 0, 0]);
    expect(await dead.receiveBodies()).toEqual(['sent here by hand']);
  });

  it('fails when the queue it sends to is deleted', async () => {
    const { sqs, clock } = aPocketAws();
    const { dead } = await deadLetters(sqs, numbered(3));
    const elsewhere = await aQueue(sqs, 'elsewhere');
    await start(sqs, dead, { DestinationArn: elsewhere.arn, MaxNumberOfMessagesPerSecond: 1 });
    await clock.advance(1_000);
    await sqs.send(new DeleteQueueCommand({ QueueUrl: elsewhere.url }));
    await clock.advance(1_000);
    expect(await listTasks(sqs, dead)).toMatchObject([
      {
        Status: 'FAILED',
        FailureReason: 'AWS.SimpleQueueService.NonExistentQueue',
        ApproximateNumberOfMessagesMoved: 1,
      },
    ]);
    expect(await dead.counts()).toEqual([2, 0, 0]);
  });

  it('can be cancelled while it runs; what is moved stays moved', async () => {
    const { sqs, clock } = aPocketAws();
    const { work, dead } = await deadLetters(sqs, numbered(5));
    const TaskHandle = await start(sqs, dead, { MaxNumberOfMessagesPerSecond: 1 });
    await clock.advance(2_000);
    const cancel = () => sqs.send(new CancelMessageMoveTaskCommand({ TaskHandle }));
    expect((await cancel()).ApproximateNumberOfMessagesMoved).toBe(2);
    expect(await listTasks(sqs, dead)).toMatchObject([{ Status: 'CANCELLING' }]);
    await expect(start(sqs, dead)).rejects.toThrow('already a task running');
    await clock.advance(10_000);
    const [cancelled] = await listTasks(sqs, dead);
    expect(cancelled).toMatchObject({ Status: 'CANCELLED', ApproximateNumberOfMessagesMoved: 2 });
    expect(cancelled?.TaskHandle).toBeUndefined();
    expect(await work.counts()).toEqual([2, 0, 0]);
    await expect(cancel()).rejects.toMatchObject({ name: 'UnsupportedOperation' });
  });

  it('is the only one of its queue', async () => {
    const { sqs, clock } = aPocketAws();
    const { dead } = await deadLetters(sqs, numbered(2));
    await start(sqs, dead, { MaxNumberOfMessagesPerSecond: 1 });
    await expect(start(sqs, dead)).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
    await clock.advance(2_000);
    await start(sqs, dead);
  });

  it('is remembered with the last ten, the newest first and one by default', async () => {
    const { sqs, clock } = aPocketAws();
    const { dead } = await deadLetters(sqs, []);
    for (let n = 0; n < 12; n += 1) {
      await start(sqs, dead);
      await clock.advance(1_000);
    }
    const tasks = await listTasks(sqs, dead);
    expect(tasks.map((task) => (Number(task.StartedTimestamp) - startOfTime) / 1000)).toEqual([
      11, 10, 9, 8, 7, 6, 5, 4, 3, 2,
    ]);
    const one = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn: dead.arn }));
    expect(one.Results).toHaveLength(1);
  });

  it('keeps the order of each group of a FIFO queue', async () => {
    const { sqs, clock } = aPocketAws();
    const { work, dead } = await deadLetters(sqs, ['a1', 'a2', 'b1', 'a3'], 'work.fifo');
    expect(await dead.counts()).toEqual([4, 0, 0]);
    await start(sqs, dead);
    await clock.advance(1_000);
    expect(await work.receiveBodies({ MaxNumberOfMessages: 10 })).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  it('takes no message of a FIFO queue for a duplicate of another', async () => {
    const { sqs, clock } = aPocketAws();
    const { work, dead } = await deadLetters(sqs, [], 'work.fifo');
    // Both messages have the same deduplication id, but the interval has passed in between, so they are two
    // messages.
    for (let n = 0; n < 2; n += 1) {
      await dead.send('same', { MessageGroupId: 'g', MessageDeduplicationId: 'same' });
      await clock.advance(300_000);
    }
    await start(sqs, dead, { DestinationArn: work.arn });
    await clock.advance(1_000);
    expect(await dead.counts()).toEqual([0, 0, 0]);
    expect(await work.counts()).toEqual([2, 0, 0]);
  });

  it('leaves alone what is in flight', async () => {
    const { sqs, clock } = aPocketAws();
    const { dead } = await deadLetters(sqs, numbered(2));
    await dead.receive({ VisibilityTimeout: 600 });
    await start(sqs, dead);
    await clock.advance(1_000);
    expect(await listTasks(sqs, dead)).toMatchObject([
      { Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 1, ApproximateNumberOfMessagesToMove: 1 },
    ]);
    expect(await dead.counts()).toEqual([0, 1, 0]);
  });

  it('is refused where it makes no sense', async () => {
    const { sqs } = aPocketAws();
    const { work, dead } = await deadLetters(sqs, []);
    await aQueue(sqs, 'orders.fifo');
    await expect(start(sqs, work)).rejects.toMatchObject({
      Code: 'InvalidParameterValue',
      message: 'Source queue must be configured as a Dead Letter Queue.',
    });
    const nowhere = `${dead.arn}-nowhere`;
    await expect(start(sqs, { ...dead, arn: nowhere })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: "The resource that you specified for the SourceArn parameter doesn't exist.",
    });
    await expect(start(sqs, dead, { DestinationArn: nowhere })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    for (const more of [
      { DestinationArn: dead.arn },
      { DestinationArn: 'arn:aws:sqs:local:000000000000:orders.fifo' },
      { MaxNumberOfMessagesPerSecond: 0 },
      { MaxNumberOfMessagesPerSecond: 501 },
    ]) {
      await expect(start(sqs, dead, more)).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
    }
    await expect(sqs.send(new CancelMessageMoveTaskCommand({ TaskHandle: 'x' }))).rejects.toMatchObject({
      Code: 'InvalidParameterValue',
      message: 'Value for parameter TaskHandle is invalid.',
    });
    const foreign = Buffer.from(JSON.stringify({ taskId: '1', sourceArn: dead.arn })).toString('base64');
    await expect(sqs.send(new CancelMessageMoveTaskCommand({ TaskHandle: foreign }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Task does not exist.',
    });
  });
});
