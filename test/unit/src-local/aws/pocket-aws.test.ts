import {
  CreateQueueCommand,
  ListQueuesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { getEventListeners } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pocketAws } from '#local/aws/pocket-aws.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';

describe('a world that is reset', () => {
  it('ends waiting calls without a message', async () => {
    const { aws, sqs } = aPocketAws();
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
    const poll = sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }));
    await new Promise((resolve) => setImmediate(resolve));
    aws.reset();
    expect((await poll).Messages ?? []).toEqual([]);
  });

  it('does not acknowledge a request that was still on its way to the old one', async () => {
    const { aws, sqs } = aPocketAws();
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
    aws.world.faults.set([{ id: 's', kind: 'slow' }]);
    const send = sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'late' }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    aws.reset();
    await expect(send).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('is not changed by leftovers of the old one', async () => {
    const { aws } = aPocketAws();
    const { world } = aws;
    aws.reset();
    world.store.collection('cats').set('a', 1);
    world.store.collection('cats').delete('a');
    world.store.drop('cats');
    expect([...aws.world.store.names()]).not.toContain('cats');
  });

  it('has the ids of its seed, and after each reopening others', async () => {
    const folder = aFolder();
    const ids: string[] = [];
    for (let opening = 0; opening < 3; opening += 1) {
      const aws = pocketAws({ folder, seed: '9' });
      ids.push(aws.world.random.uuid());
      aws.close();
      aws.close();
    }
    expect(new Set(ids).size).toBe(3);
    const { aws } = aPocketAws({ seed: '9' });
    expect(aws.world.random.uuid()).toBe(ids[0]);
  });

  it('keeps time when it is opened again: it was moved, so it stays ahead', async () => {
    const folder = aFolder();
    const aws = pocketAws({ folder });
    await aws.advance(86_400_000);
    aws.close();
    const again = pocketAws({ folder });
    onTestFinished(() => again.close());
    expect(again.world.clock.now() - Date.now()).toBeGreaterThan(86_000_000);
  });

  it('keeps time that was moved by two at once, and reset on the way', async () => {
    for (const isReset of [false, true]) {
      const folder = aFolder();
      const aws = pocketAws({ folder });
      const moves = Promise.all([aws.advance(86_400_000), aws.advance(43_200_000)]);
      if (isReset) aws.reset();
      await moves;
      const then = aws.world.clock.now();
      aws.close();
      const again = pocketAws({ folder });
      onTestFinished(() => again.close());
      expect(again.world.clock.now()).toBeGreaterThanOrEqual(then);
    }
  });

  it('does not find time running backwards after it was killed while it was moved', async () => {
    const [folder, copy] = [aFolder(), aFolder()];
    const aws = pocketAws({ folder });
    onTestFinished(() => aws.close());
    let then = 0;
    aws.world.clock.after(3_600_000, () => {
      then = aws.world.clock.now();
      cpSync(folder, copy, { recursive: true });
      rmSync(join(copy, 'lock'));
    });
    await aws.advance(7_200_000);
    const again = pocketAws({ folder: copy });
    onTestFinished(() => again.close());
    expect(again.world.clock.now()).toBeGreaterThanOrEqual(then);
  });

  it('answers a request and a message sent in the meantime', async () => {
    const { sqs } = aPocketAws();
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
    const poll = sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }));
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'here' }));
    expect((await poll).Messages?.map(({ Body }) => Body)).toEqual(['here']);
  });
});

describe('a client that has gone', () => {
  it('is given no message', async () => {
    const { aws, sqs } = aPocketAws();
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'for another' }));
    const body = Buffer.from(JSON.stringify({ QueueUrl, WaitTimeSeconds: 20 }));
    const headers = { 'x-amz-target': 'AmazonSQS.ReceiveMessage' };
    const request = { method: 'POST', path: '/', query: '', headers, body };
    expect((await aws.dispatch(request, AbortSignal.abort())).body).toBe('{}');
  });

  it('is given none later either, when it went before its poll began', async () => {
    const { aws, sqs, clock } = aPocketAws();
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
    aws.world.faults.set([{ id: 's', kind: 'slow', operation: 'ReceiveMessage', times: 1 }]);
    const client = new AbortController();
    const receive = new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 });
    const poll = sqs.send(receive, { abortSignal: client.signal }).catch(() => 'left');
    await new Promise((resolve) => setTimeout(resolve, 5));
    client.abort();
    expect(await poll).toBe('left');
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'for another' }));
    await clock.advance(0);
    const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }));
    expect(Messages).toHaveLength(1);
  });

  it('leaves no listener on its signal', async () => {
    const { sqs } = aPocketAws();
    const { signal } = new AbortController();
    for (let n = 0; n < 3; n += 1) await sqs.send(new ListQueuesCommand({}), { abortSignal: signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pocket-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
