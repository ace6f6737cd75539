import { CreateQueueCommand, ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pocketAws } from '#local/aws/pocket-aws.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';

describe('a world that begins anew', () => {
  it('tells whoever waits that there is nothing', async () => {
    const { aws, sqs } = aPocketAws();
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
    const poll = sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }));
    await new Promise((resolve) => setImmediate(resolve));
    aws.reset();
    expect((await poll).Messages ?? []).toEqual([]);
  });

  it('is not changed by what was left of the old one', async () => {
    const { aws } = aPocketAws();
    const { world } = aws;
    aws.reset();
    world.store.collection('cats').set('a', 1);
    world.store.collection('cats').delete('a');
    world.store.drop('cats');
    expect([...aws.world.store.names()]).not.toContain('cats');
  });

  it('has the ids of its seed, and after each reopening others', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pocket-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
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
    const folder = mkdtempSync(join(tmpdir(), 'pocket-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const aws = pocketAws({ folder });
    await aws.advance(86_400_000);
    aws.close();
    const again = pocketAws({ folder });
    onTestFinished(() => again.close());
    expect(again.world.clock.now() - Date.now()).toBeGreaterThan(86_000_000);
  });

  it('answers a request and a message sent in the meantime', async () => {
    const { sqs } = aPocketAws();
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
    const poll = sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }));
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'here' }));
    expect((await poll).Messages?.map(({ Body }) => Body)).toEqual(['here']);
  });
});
