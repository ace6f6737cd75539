import { DeleteQueueCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { aQueue, aQueueWithDeadLetters } from './queue-client.ts';

const day = 24 * 3_600_000;

describe('dead letters', () => {
  it('are made by the receive that would be one too many, not by time', async () => {
    const { sqs, clock } = aPocketAws();
    const { work, dead } = await aQueueWithDeadLetters(sqs, {
      maxReceiveCount: 2,
      attributes: { VisibilityTimeout: '10' },
    });
    const id = await work.send('one');
    await work.receive();
    await clock.advance(10_000);
    await work.receive();
    await clock.advance(3_600_000);
    expect(await work.counts()).toEqual([1, 0, 0]);
    expect(await dead.counts()).toEqual([0, 0, 0]);

    expect(await work.receive()).toEqual([]);
    expect(await work.counts()).toEqual([0, 0, 0]);
    const [letter] = await dead.receive({ MessageSystemAttributeNames: ['All'] });
    expect(letter).toMatchObject({
      MessageId: id,
      Body: 'one',
      Attributes: {
        ApproximateReceiveCount: '3',
        SentTimestamp: String(startOfTime),
        ApproximateFirstReceiveTimestamp: String(startOfTime),
        DeadLetterQueueSourceArn: work.arn,
      },
    });
  });

  it('do not come of ending a visibility timeout', async () => {
    const { sqs } = aPocketAws();
    const { work, dead } = await aQueueWithDeadLetters(sqs, {
      maxReceiveCount: 2,
      attributes: { VisibilityTimeout: '30' },
    });
    await work.send('one');
    const [message] = await work.receive();
    await work.hide(message, 0);
    expect(await work.receiveBodies()).toEqual(['one']);
    expect(await dead.counts()).toEqual([0, 0, 0]);
  });

  it('make room for what comes after them in the same receive', async () => {
    const { sqs } = aPocketAws();
    const { work, dead } = await aQueueWithDeadLetters(sqs);
    for (const body of ['one', 'two', 'three']) await work.send(body);
    await work.receive({ MaxNumberOfMessages: 2 });
    expect(await work.receiveBodies()).toEqual(['three']);
    expect(await dead.receiveBodies({ MaxNumberOfMessages: 10 })).toEqual(['one', 'two']);
  });

  it('are given out in the order in which they became dead letters', async () => {
    const { sqs, clock } = aPocketAws();
    const { work, dead } = await aQueueWithDeadLetters(sqs);
    await work.send('sent first', { DelaySeconds: 10 });
    await clock.advance(1_000);
    await work.send('given up first');
    for (let n = 0; n < 2; n += 1) await work.receive();
    await clock.advance(9_000);
    for (let n = 0; n < 2; n += 1) await work.receive();
    expect(await dead.receiveBodies({ MaxNumberOfMessages: 10 })).toEqual(['given up first', 'sent first']);
  });

  it('of a standard queue expire by the time at which they were first sent', async () => {
    const { sqs, clock } = aPocketAws();
    const { work, dead } = await aQueueWithDeadLetters(sqs, {
      deadLetterAttributes: { MessageRetentionPeriod: String((4 * day) / 1000) },
    });
    await work.send('one');
    await work.receive();
    await clock.advance(day);
    await work.receive();
    await clock.advance(3 * day - 1);
    expect(await dead.counts()).toEqual([1, 0, 0]);
    await clock.advance(1);
    expect(await dead.counts()).toEqual([0, 0, 0]);
  });

  it('of a FIFO queue count as sent again, with a deduplication id of their own', async () => {
    const { sqs, clock } = aPocketAws();
    const { work, dead } = await aQueueWithDeadLetters(sqs, {
      name: 'work.fifo',
      deadLetterAttributes: { MessageRetentionPeriod: String((4 * day) / 1000) },
    });
    const id = await work.send('one', { MessageGroupId: 'a', MessageDeduplicationId: 'mine' });
    await work.receive();
    await clock.advance(day);
    await work.receive();
    await clock.advance(4 * day - 1);
    const [letter] = await dead.receive({ MessageSystemAttributeNames: ['All'], VisibilityTimeout: 0 });
    expect(letter).toMatchObject({
      MessageId: id,
      Attributes: {
        MessageGroupId: 'a',
        MessageDeduplicationId: id,
        SentTimestamp: String(startOfTime + day),
        ApproximateReceiveCount: '2',
      },
    });
    await clock.advance(1);
    expect(await dead.counts()).toEqual([0, 0, 0]);
  });

  it('of a FIFO queue let the rest of their group go on', async () => {
    const { sqs } = aPocketAws();
    const { work, dead } = await aQueueWithDeadLetters(sqs, { name: 'work.fifo' });
    for (const body of ['a1', 'a2', 'a3']) await work.send(body, { MessageGroupId: 'a' });
    expect(await work.receiveBodies()).toEqual(['a1']);
    expect(await work.receiveBodies()).toEqual(['a2']);
    expect(await work.receiveBodies({ MaxNumberOfMessages: 10 })).toEqual(['a3']);
    expect(await dead.receiveBodies({ MaxNumberOfMessages: 10 })).toEqual(['a1', 'a2']);
  });

  it('pass down a chain of queues, each counting its own receives', async () => {
    const { sqs } = aPocketAws();
    const { work, dead } = await aQueueWithDeadLetters(sqs);
    const last = await aQueue(sqs, 'last', { VisibilityTimeout: '0' });
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: last.arn, maxReceiveCount: 2 });
    await dead.set({ RedrivePolicy, VisibilityTimeout: '0' });
    await work.send('one');
    await work.receive();
    await work.receive();
    for (let i = 0; i < 3; i += 1) await dead.receive();
    const [letter] = await last.receive({ MessageSystemAttributeNames: ['All'] });
    expect(letter?.Attributes).toMatchObject({
      ApproximateReceiveCount: '4',
      DeadLetterQueueSourceArn: dead.arn,
    });
  });

  it('stay where they are while their source queue is gone', async () => {
    const { sqs } = aPocketAws();
    const { work, dead } = await aQueueWithDeadLetters(sqs);
    await work.send('one');
    await sqs.send(new DeleteQueueCommand({ QueueUrl: dead.url }));
    for (let i = 0; i < 3; i += 1) expect(await work.receiveBodies()).toEqual(['one']);
  });
});
