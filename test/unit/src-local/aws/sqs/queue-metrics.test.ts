import { DeleteQueueCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import type { World } from '#local/world/world.ts';
import { aQueue, aQueueWithDeadLetters } from './queue-client.ts';

function readLevels({ metrics, clock }: World, queueName: string): Record<string, number | undefined> {
  const gauges = [...metrics.gauges()].filter(({ dimensions }) => dimensions['QueueName'] === queueName);
  expect(gauges.every(({ namespace }) => namespace === 'AWS/SQS')).toBe(true);
  return Object.fromEntries(
    gauges.map((gauge) => [gauge.name.replace('ApproximateNumberOfMessages', ''), gauge.read(clock.now())]),
  );
}

describe('queue metrics', () => {
  it('report how many messages there are and how old the oldest is', async () => {
    const { sqs, clock, aws } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    const nothing = { Visible: 0, NotVisible: undefined, Delayed: undefined };
    expect(readLevels(aws.world, 'work')).toEqual({ ...nothing, ApproximateAgeOfOldestMessage: undefined });
    await queue.send('one');
    await clock.advance(10_000);
    await queue.send('two');
    await queue.send('later', { DelaySeconds: 900 });
    const [one] = await queue.receive();
    expect(readLevels(aws.world, 'work')).toEqual({
      Visible: 1,
      NotVisible: 1,
      Delayed: 1,
      ApproximateAgeOfOldestMessage: 10,
    });
    await queue.delete(one);
    await clock.advance(5_000);
    expect(readLevels(aws.world, 'work')).toMatchObject({ ApproximateAgeOfOldestMessage: 5 });
    await sqs.send(new DeleteQueueCommand({ QueueUrl: queue.url }));
    expect(readLevels(aws.world, 'work')).toEqual({});
  });

  it('count the age of a dead letter from when it became one, and pass over poison', async () => {
    const { sqs, clock, aws } = aPocketAws();
    const { work } = await aQueueWithDeadLetters(sqs, { maxReceiveCount: 3 });
    await work.send('one');
    await clock.advance(60_000);
    for (let n = 0; n < 3; n += 1) await work.receive();
    expect(readLevels(aws.world, 'work').ApproximateAgeOfOldestMessage).toBeUndefined();
    await work.receive();
    await clock.advance(7_000);
    expect(readLevels(aws.world, 'work-dead').ApproximateAgeOfOldestMessage).toBe(7);
  });

  it('know nothing of the time before the queue was', async () => {
    const { sqs, clock, aws } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    await clock.advance(10_000);
    await queue.send('one');
    const read = (at: number) => [...aws.world.metrics.gauges()].map((gauge) => gauge.read(at));
    const before = read(startOfTime - 1);
    expect(before).toEqual(before.map(() => undefined));
    expect(readLevels(aws.world, 'work')).toMatchObject({ Visible: 1, ApproximateAgeOfOldestMessage: 0 });
    // The message had not arrived by then.
    expect(read(startOfTime).at(-1)).toBeUndefined();
  });

  it('count what was sent, received and deleted', async () => {
    const { sqs, aws } = aPocketAws();
    const sums = new Map<string, number>();
    aws.world.metrics.listen(({ namespace, name, dimensions, value }) => {
      if (namespace !== 'AWS/SQS') return;
      const key = `${dimensions['QueueName']} ${name}`;
      sums.set(key, (sums.get(key) ?? 0) + value);
    });
    const { work } = await aQueueWithDeadLetters(sqs);
    await work.send('four');
    await work.send('five5');
    const [, second] = await work.receive({ MaxNumberOfMessages: 2 });
    await work.delete(second);
    await work.receive();
    const orders = await aQueue(sqs, 'orders.fifo');
    for (let n = 0; n < 2; n += 1) await orders.send('same', { MessageGroupId: 'a' });
    await orders.receive();

    expect(Object.fromEntries(sums)).toEqual({
      'work NumberOfMessagesSent': 2,
      'work SentMessageSize': 9,
      'work NumberOfMessagesReceived': 2,
      'work NumberOfMessagesDeleted': 1,
      'work NumberOfEmptyReceives': 1,
      'orders.fifo NumberOfMessagesSent': 1,
      'orders.fifo SentMessageSize': 4,
      'orders.fifo NumberOfDeduplicatedSentMessages': 1,
      'orders.fifo NumberOfMessagesReceived': 1,
    });
    expect(readLevels(aws.world, 'orders.fifo').ApproximateNumberOfGroupsWithInflightMessages).toBe(1);
  });
});
