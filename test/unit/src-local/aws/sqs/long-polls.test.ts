import { DeleteQueueCommand, ReceiveMessageCommand, SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { aQueue, aQueueWithDeadLetters } from './queue-client.ts';

/** Checks whether a promise is settled by now. The SDK takes a few turns for an answer. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const settle = (): void => {
    settled = true;
  };
  promise.then(settle, settle);
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe('a long poll', () => {
  it('ends with nothing when its time is over', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    const poll = queue.receive({ WaitTimeSeconds: 20 });
    expect(await isSettled(poll)).toBe(false);
    await clock.advance(19_999);
    expect(await isSettled(poll)).toBe(false);
    await clock.advance(1);
    expect(await poll).toEqual([]);
  });

  it('waits as long as the queue says when the call does not', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { ReceiveMessageWaitTimeSeconds: '5' });
    expect(await queue.receive({ WaitTimeSeconds: 0 })).toEqual([]);
    const poll = queue.receive();
    expect(await isSettled(poll)).toBe(false);
    await clock.advance(5_000);
    expect(await poll).toEqual([]);
  });

  it('ends when a message comes, with the whole of a batch', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    const poll = queue.receiveBodies({ WaitTimeSeconds: 20, MaxNumberOfMessages: 10 });
    expect(await isSettled(poll)).toBe(false);
    const Entries = ['one', 'two'].map((MessageBody, n) => ({ Id: String(n), MessageBody }));
    await sqs.send(new SendMessageBatchCommand({ QueueUrl: queue.url, Entries }));
    expect(await poll).toEqual(['one', 'two']);
    expect(await queue.counts()).toEqual([0, 2, 0]);
  });

  it('ends when a delay does, at that very moment', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { VisibilityTimeout: '5' });
    await queue.send('late', { DelaySeconds: 10 });
    const poll = queue.receiveBodies({ WaitTimeSeconds: 20 });
    await isSettled(poll);
    await clock.advance(12_000);
    expect(await poll).toEqual(['late']);
    // The message was received at 10 seconds, so it is hidden until 15.
    await clock.advance(2_999);
    expect(await queue.counts()).toEqual([0, 1, 0]);
    await clock.advance(1);
    expect(await queue.counts()).toEqual([1, 0, 0]);
  });

  it('ends when a visibility timeout does, or is ended', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { VisibilityTimeout: '10' });
    await queue.send('one');
    await queue.receive();
    const first = queue.receive({ WaitTimeSeconds: 20 });
    await isSettled(first);
    await clock.advance(10_000);
    const [message] = await first;
    expect(message?.Body).toBe('one');

    const second = queue.receiveBodies({ WaitTimeSeconds: 20 });
    expect(await isSettled(second)).toBe(false);
    await queue.hide(message, 0);
    expect(await second).toEqual(['one']);
  });

  it('finds what becomes visible in its last moment', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    const poll = queue.receiveBodies({ WaitTimeSeconds: 10 });
    await isSettled(poll);
    await queue.send('late', { DelaySeconds: 10 });
    await clock.advance(10_000);
    expect(await poll).toEqual(['late']);
  });

  it('of a FIFO queue ends when its group is let go', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'orders.fifo');
    await queue.send('a1', { MessageGroupId: 'a' });
    await queue.send('a2', { MessageGroupId: 'a' });
    const [a1] = await queue.receive();
    const poll = queue.receiveBodies({ WaitTimeSeconds: 20 });
    expect(await isSettled(poll)).toBe(false);
    await queue.delete(a1);
    expect(await poll).toEqual(['a2']);
  });

  it('sees dead letters come', async () => {
    const { sqs } = aPocketAws();
    const { work, dead } = await aQueueWithDeadLetters(sqs);
    await work.send('one');
    await work.receive();
    const poll = dead.receiveBodies({ WaitTimeSeconds: 20 });
    await isSettled(poll);
    await work.receive();
    expect(await poll).toEqual(['one']);
  });

  it('waits its turn: who asked first is served first', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    const first = queue.receiveBodies({ WaitTimeSeconds: 20 });
    await isSettled(first);
    const second = queue.receiveBodies({ WaitTimeSeconds: 20 });
    await isSettled(second);
    await queue.send('one');
    expect(await first).toEqual(['one']);
    await clock.advance(20_000);
    expect(await second).toEqual([]);
  });

  it('takes nothing once its client has gone', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    const client = new AbortController();
    const poll = sqs.send(new ReceiveMessageCommand({ QueueUrl: queue.url, WaitTimeSeconds: 20 }), {
      abortSignal: client.signal,
    });
    await isSettled(poll);
    client.abort();
    await expect(poll).rejects.toMatchObject({ name: 'AbortError' });
    await queue.send('one');
    expect(await queue.counts()).toEqual([1, 0, 0]);
  });

  it('fails when its queue is deleted', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    const poll = queue.receive({ WaitTimeSeconds: 20 });
    await isSettled(poll);
    const fails = expect(poll).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
    await sqs.send(new DeleteQueueCommand({ QueueUrl: queue.url }));
    await fails;
  });
});
