import { describe, expect, it } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { aQueue } from './queue-client.ts';

describe('visibility', () => {
  it('ends after the timeout of the receive, or else of the queue', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { VisibilityTimeout: '10' });
    await queue.send('one');
    await queue.receive({ VisibilityTimeout: 20 });
    await clock.advance(19_999);
    expect(await queue.receive()).toEqual([]);
    await clock.advance(1);
    expect(await queue.receiveBodies()).toEqual(['one']);
    await clock.advance(10_000);
    expect(await queue.receiveBodies()).toEqual(['one']);
  });

  it('is changed from the moment of the call, for this receive only', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { VisibilityTimeout: '60' });
    await queue.send('one');
    const [first] = await queue.receive();
    await clock.advance(15_000);
    await queue.hide(first, 10);
    await clock.advance(9_999);
    expect(await queue.counts()).toEqual([0, 1, 0]);
    await clock.advance(1);
    expect(await queue.counts()).toEqual([1, 0, 0]);
    await queue.receive();
    await clock.advance(59_999);
    expect(await queue.counts()).toEqual([0, 1, 0]);
  });

  it('can be ended at once, which is no receive', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    await queue.send('one');
    const [first] = await queue.receive();
    await queue.hide(first, 0);
    expect(await queue.counts()).toEqual([1, 0, 0]);
    const [again] = await queue.receive({ MessageSystemAttributeNames: ['ApproximateReceiveCount'] });
    expect(again?.Attributes?.ApproximateReceiveCount).toBe('2');
    expect(again?.ReceiptHandle).not.toBe(first?.ReceiptHandle);
  });

  it('lasts 12 hours after the receive at most', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { VisibilityTimeout: '60' });
    await queue.send('one');
    const [message] = await queue.receive();
    await queue.hide(message, 43_200);
    await clock.advance(10_000);
    await queue.hide(message, 43_190);
    await expect(queue.hide(message, 43_191)).rejects.toMatchObject({
      Code: 'InvalidParameterValue',
      message: expect.stringContaining('beyond the limit [43200 seconds]'),
    });
    await expect(queue.hide(message, -1)).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
    await expect(queue.hide(message, 43_201)).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
  });

  it('cannot be changed of a message that was given back or deleted', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    await queue.send('one');
    const [message] = await queue.receive();
    await queue.hide(message, 0);
    await expect(queue.hide(message, 10)).rejects.toMatchObject({
      name: 'MessageNotInflight',
      Code: 'AWS.SimpleQueueService.MessageNotInflight',
    });
    const [again] = await queue.receive();
    await queue.delete(again);
    await expect(queue.hide(again, 10)).rejects.toThrow('not available for visibility timeout change');
  });

  it('is changed by a handle whose time is over, which hides the message from all', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { VisibilityTimeout: '1' });
    await queue.send('one');
    const [late] = await queue.receive();
    await clock.advance(2_000);
    expect(await queue.counts()).toEqual([1, 0, 0]);
    await queue.hide(late, 10);
    expect(await queue.counts()).toEqual([0, 1, 0]);
    await clock.advance(9_999);
    expect(await queue.receive()).toEqual([]);
    await clock.advance(1);
    expect(await queue.receiveBodies()).toEqual(['one']);
  });

  it('is changed by an older handle too, which frees what another consumer works on', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { VisibilityTimeout: '1' });
    await queue.send('one');
    const [older] = await queue.receive();
    await clock.advance(1_000);
    await queue.receive({ VisibilityTimeout: 60 });
    await queue.hide(older, 0);
    expect(await queue.receiveBodies()).toEqual(['one']);
  });

  it('deletes with the last handle, even after its time', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { VisibilityTimeout: '1' });
    await queue.send('one');
    const [message] = await queue.receive();
    await clock.advance(5_000);
    await queue.delete(message);
    expect(await queue.counts()).toEqual([0, 0, 0]);
    await queue.delete(message);
  });

  it('answers well to an older handle and keeps the message', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { VisibilityTimeout: '1' });
    await queue.send('one');
    const [old] = await queue.receive();
    await clock.advance(1_000);
    const [latest] = await queue.receive();
    await queue.delete(old);
    expect(await queue.counts()).toEqual([0, 1, 0]);
    await queue.delete(latest);
    expect(await queue.counts()).toEqual([0, 0, 0]);
  });

  it.each(['', 'garbage', 'Z2FyYmFnZQ==', 'AQEB+/=='])('refuses %j as a handle', async (ReceiptHandle) => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    await expect(queue.delete({ ReceiptHandle })).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
    await expect(queue.hide({ ReceiptHandle }, 1)).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
  });

  it("refuses another queue's handle", async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    const other = await aQueue(sqs, 'other');
    await queue.send('one');
    const [message] = await queue.receive();
    await expect(other.delete(message)).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
  });
});
