import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { aQueue } from './queue-client.ts';

const in_ = (MessageGroupId: string) => ({ MessageGroupId });

describe('a FIFO queue', () => {
  it('gives out as much as it can of one group, in order, then of the next', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'orders.fifo');
    for (const body of ['a1', 'b1', 'a2', 'a3']) await queue.send(body, in_(body.slice(0, 1)));
    expect(await queue.receiveBodies({ MaxNumberOfMessages: 10 })).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  it('holds a group while one of it is in flight, and continues with others', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'orders.fifo', { VisibilityTimeout: '30' });
    for (const body of ['a1', 'a2', 'a3', 'b1']) await queue.send(body, in_(body.slice(0, 1)));
    const [a1, a2] = await queue.receive({ MaxNumberOfMessages: 2 });
    expect(await queue.receiveBodies({ MaxNumberOfMessages: 10 })).toEqual(['b1']);
    expect(await queue.counts()).toEqual([1, 3, 0]);
    await queue.delete(a1);
    expect(await queue.receive()).toEqual([]);
    await queue.delete(a2);
    expect(await queue.receiveBodies()).toEqual(['a3']);
    await clock.advance(30_000);
    expect(new Set(await queue.receiveBodies({ MaxNumberOfMessages: 10 }))).toEqual(new Set(['a3', 'b1']));
  });

  it('gives a message out again before those after it', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'orders.fifo');
    for (const body of ['a1', 'a2', 'a3']) await queue.send(body, in_('a'));
    const [a1, a2] = await queue.receive({ MaxNumberOfMessages: 2 });
    await queue.hide(a2, 0);
    expect(await queue.receive()).toEqual([]);
    await queue.hide(a1, 0);
    expect(await queue.receiveBodies({ MaxNumberOfMessages: 10 })).toEqual(['a1', 'a2', 'a3']);
  });

  it('lets groups take turns', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'orders.fifo');
    for (const body of ['a1', 'b1', 'b2', 'c1', 'a2']) await queue.send(body, in_(body.slice(0, 1)));
    const peek = (MaxNumberOfMessages: number) =>
      queue.receiveBodies({ MaxNumberOfMessages, VisibilityTimeout: 0 });
    expect(await peek(3)).toEqual(['a1', 'a2', 'b1']);
    expect(await peek(10)).toEqual(['c1', 'a1', 'a2', 'b1', 'b2']);
  });

  it('answers a duplicate within five minutes as the first, even if that is gone', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'orders.fifo');
    const send = (MessageBody: string, MessageDeduplicationId?: string) =>
      sqs.send(
        new SendMessageCommand({
          QueueUrl: queue.url,
          MessageBody,
          MessageGroupId: 'a',
          MessageDeduplicationId,
        }),
      );
    const first = await send('same');
    const [message] = await queue.receive();
    await queue.delete(message);
    await clock.advance(299_999);
    const second = await send('same');
    expect(second.MessageId).toBe(first.MessageId);
    expect(second.SequenceNumber).toBe(first.SequenceNumber);
    expect(await queue.counts()).toEqual([0, 0, 0]);

    await clock.advance(1);
    const third = await send('same');
    expect(third.MessageId).not.toBe(first.MessageId);
    expect(BigInt(third.SequenceNumber ?? 0)).toBeGreaterThan(BigInt(first.SequenceNumber ?? 0));

    await send('other', 'mine');
    await send('yet another', 'mine');
    expect(await queue.counts()).toEqual([2, 0, 0]);
    // The id made from a body is its SHA-256, which a sender may also give explicitly.
    await send('third', '0967115f2813a3541eaef77de9d9d5773f1c0c04314b0bbfe4ff3b3b1c55b5d5');
    await send('same', 'not-the-body');
    expect(await queue.counts()).toEqual([3, 0, 0]);
  });

  it('detects duplicates per group if configured', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'orders.fifo', { DeduplicationScope: 'messageGroup' });
    await queue.send('same', in_('a'));
    await queue.send('same', in_('b'));
    await queue.send('same', in_('a'));
    expect(await queue.counts()).toEqual([2, 0, 0]);
  });

  it('returns group, deduplication id and a rising sequence number', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'orders.fifo');
    await queue.send('one', { MessageGroupId: 'a', MessageDeduplicationId: 'x' });
    await queue.send('two', { MessageGroupId: 'a' });
    const [one, two] = await queue.receive({
      MaxNumberOfMessages: 2,
      MessageSystemAttributeNames: ['SequenceNumber', 'MessageGroupId', 'MessageDeduplicationId'],
    });
    expect(one?.Attributes).toMatchObject({ MessageGroupId: 'a', MessageDeduplicationId: 'x' });
    expect(two?.Attributes?.MessageDeduplicationId).toBe(
      '3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3',
    );
    expect(one?.Attributes?.SequenceNumber).toMatch(/^\d{20}$/);
    expect(BigInt(two?.Attributes?.SequenceNumber ?? 0)).toBeGreaterThan(
      BigInt(one?.Attributes?.SequenceNumber ?? 0),
    );
  });

  it('needs a group, a deduplication id or content-based deduplication, and no delay of a single message', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'orders.fifo', { ContentBasedDeduplication: 'false' });
    await expect(queue.send('one', { MessageDeduplicationId: 'x' })).rejects.toMatchObject({
      Code: 'MissingParameter',
      message: 'The request must contain the parameter MessageGroupId.',
    });
    await expect(queue.send('one', in_('a'))).rejects.toMatchObject({
      Code: 'InvalidParameterValue',
      message:
        'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
    });
    const whole = { MessageGroupId: 'a', MessageDeduplicationId: 'x' };
    await expect(queue.send('one', { ...whole, DelaySeconds: 2 })).rejects.toMatchObject({
      Code: 'InvalidParameterValue',
    });
    await queue.send('one', whole);
    expect(await queue.counts()).toEqual([1, 0, 0]);
  });

  it('delays by the queue, and a new delay holds for what is in it already', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'orders.fifo', { DelaySeconds: '60' });
    await queue.send('a1', in_('a'));
    await clock.advance(30_000);
    await queue.send('a2', in_('a'));
    expect(await queue.counts()).toEqual([0, 0, 2]);
    await queue.set({ DelaySeconds: '30' });
    expect(await queue.counts()).toEqual([1, 0, 1]);
    expect(await queue.receiveBodies({ MaxNumberOfMessages: 10, VisibilityTimeout: 0 })).toEqual(['a1']);
    await queue.set({ DelaySeconds: '900' });
    expect(await queue.counts()).toEqual([1, 0, 1]);
    await queue.set({ DelaySeconds: '0' });
    expect(await queue.receiveBodies({ MaxNumberOfMessages: 10 })).toEqual(['a1', 'a2']);
  });

  it('refuses a handle whose time is over', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'orders.fifo', { VisibilityTimeout: '1' });
    await queue.send('a1', in_('a'));
    const [message] = await queue.receive();
    await clock.advance(1_000);
    await expect(queue.delete(message)).rejects.toMatchObject({
      Code: 'InvalidParameterValue',
      message: expect.stringContaining('The receipt handle has expired'),
    });
    expect(await queue.counts()).toEqual([1, 0, 0]);
  });

  it('gives the same messages to the same attempt, and hides them again', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'orders.fifo', { VisibilityTimeout: '30' });
    for (const body of ['a1', 'a2', 'b1']) await queue.send(body, in_(body.slice(0, 1)));
    const attempt = { ReceiveRequestAttemptId: 'try', MaxNumberOfMessages: 2 };
    const first = await queue.receive(attempt);
    await clock.advance(20_000);
    expect(await queue.receive(attempt)).toEqual(first);
    await clock.advance(20_000);
    expect(await queue.counts()).toEqual([1, 2, 0]);

    await queue.hide(first[0], 30);
    expect((await queue.receive(attempt)).map(({ Body }) => Body)).toEqual(['b1']);
  });

  it('forgets an attempt when the messages are visible again', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'orders.fifo', { VisibilityTimeout: '30' });
    await queue.send('a1', in_('a'));
    const attempt = { ReceiveRequestAttemptId: 'try' };
    const [first] = await queue.receive(attempt);
    await clock.advance(30_000);
    const [again] = await queue.receive(attempt);
    expect(again?.Body).toBe('a1');
    expect(again?.ReceiptHandle).not.toBe(first?.ReceiptHandle);
  });
});
