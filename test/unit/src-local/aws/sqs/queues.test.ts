import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueUrlCommand,
  ListDeadLetterSourceQueuesCommand,
  ListQueuesCommand,
  ListQueueTagsCommand,
  PurgeQueueCommand,
  SendMessageCommand,
  TagQueueCommand,
  UntagQueueCommand,
} from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { aQueue, aQueueWithDeadLetters } from './queue-client.ts';

describe('queues', () => {
  it('are created once: the same again answers the same, with other values it is refused', async () => {
    const { sqs } = aPocketAws({ endpoint: 'http://127.0.0.1:4510' });
    const create = (Attributes: Record<string, string>) =>
      sqs.send(new CreateQueueCommand({ QueueName: 'work', Attributes }));
    const { QueueUrl } = await create({ DelaySeconds: '5' });
    expect(QueueUrl).toBe('http://127.0.0.1:4510/000000000000/work');

    expect(await create({ DelaySeconds: '5', VisibilityTimeout: '30' })).toMatchObject({ QueueUrl });
    expect(await create({})).toMatchObject({ QueueUrl });
    await expect(create({ DelaySeconds: '6' })).rejects.toMatchObject({
      name: 'QueueNameExists',
      Code: 'QueueAlreadyExists',
      message: 'A queue already exists with the same name and a different value for attribute DelaySeconds',
    });
    await expect(create({ Policy: '{}' })).rejects.toMatchObject({ name: 'QueueNameExists' });
  });

  it.each([
    ['', {}],
    ['with space', {}],
    ['a'.repeat(81), {}],
    ['orders.fifo', {}],
    ['orders', { FifoQueue: 'true' }],
    [`${'a'.repeat(76)}.fifo`, { FifoQueue: 'true' }],
  ])('may not be called %j', async (QueueName, Attributes) => {
    const { sqs } = aPocketAws();
    await expect(sqs.send(new CreateQueueCommand({ QueueName, Attributes }))).rejects.toMatchObject({
      Code: 'InvalidParameterValue',
    });
  });

  it('are found by name, and listed by prefix and in pages', async () => {
    const { sqs } = aPocketAws();
    for (const name of ['b2', 'a1', 'b1', 'b3']) await aQueue(sqs, name);
    const nameOf = (url = ''): string => url.slice(url.lastIndexOf('/') + 1);

    const all = await sqs.send(new ListQueuesCommand({}));
    expect(all.QueueUrls?.map(nameOf)).toEqual(['a1', 'b1', 'b2', 'b3']);
    expect(all.NextToken).toBeUndefined();

    const first = await sqs.send(new ListQueuesCommand({ QueueNamePrefix: 'b', MaxResults: 2 }));
    expect(first.QueueUrls?.map(nameOf)).toEqual(['b1', 'b2']);
    const { NextToken } = first;
    const second = await sqs.send(new ListQueuesCommand({ QueueNamePrefix: 'b', MaxResults: 2, NextToken }));
    expect(second.QueueUrls?.map(nameOf)).toEqual(['b3']);
    expect(second.NextToken).toBeUndefined();
    expect(await sqs.send(new ListQueuesCommand({ QueueNamePrefix: 'z' }))).not.toHaveProperty('QueueUrls');

    expect(nameOf((await sqs.send(new GetQueueUrlCommand({ QueueName: 'a1' }))).QueueUrl)).toBe('a1');
    await expect(sqs.send(new GetQueueUrlCommand({ QueueName: 'a2' }))).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
      message: 'The specified queue does not exist.',
    });
  });

  it('are gone when deleted, and their name is free again after a minute', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    await queue.send('one');
    await sqs.send(new DeleteQueueCommand({ QueueUrl: queue.url }));
    await expect(queue.counts()).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
    await expect(aQueue(sqs, 'work')).rejects.toMatchObject({
      name: 'QueueDeletedRecently',
      Code: 'AWS.SimpleQueueService.QueueDeletedRecently',
    });
    await clock.advance(60_000);
    expect(await (await aQueue(sqs, 'work')).counts()).toEqual([0, 0, 0]);
  });

  it('are emptied by a purge, once a minute', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    await queue.send('visible');
    await queue.send('in flight');
    await queue.send('delayed', { DelaySeconds: 9 });
    const [inFlight] = await queue.receive();
    const purge = () => sqs.send(new PurgeQueueCommand({ QueueUrl: queue.url }));
    await purge();
    expect(await queue.counts()).toEqual([0, 0, 0]);
    await queue.delete(inFlight);

    await queue.send('after');
    await clock.advance(59_999);
    await expect(purge()).rejects.toMatchObject({
      name: 'PurgeQueueInProgress',
      message: 'Only one PurgeQueue operation on work is allowed every 60 seconds.',
    });
    expect(await queue.counts()).toEqual([1, 0, 0]);
    await clock.advance(1);
    await purge();
    expect(await queue.counts()).toEqual([0, 0, 0]);
  });

  it('carry tags, whatever they are called', async () => {
    const { sqs } = aPocketAws();
    const { url: QueueUrl } = await aQueue(sqs, 'work');
    const tagsNow = async () => (await sqs.send(new ListQueueTagsCommand({ QueueUrl }))).Tags;
    expect(await tagsNow()).toBeUndefined();
    const Tags = Object.fromEntries([
      ['stage', 'local'],
      ['__proto__', 'odd'],
    ]);
    await sqs.send(new TagQueueCommand({ QueueUrl, Tags }));
    await sqs.send(new TagQueueCommand({ QueueUrl, Tags: { stage: 'test', owner: '' } }));
    expect(Object.entries((await tagsNow()) ?? {})).toEqual([
      ['stage', 'test'],
      ['__proto__', 'odd'],
      ['owner', ''],
    ]);
    await sqs.send(new UntagQueueCommand({ QueueUrl, TagKeys: ['stage', '__proto__'] }));
    expect(await tagsNow()).toEqual({ owner: '' });
    await expect(sqs.send(new TagQueueCommand({ QueueUrl, Tags: { 'aws:x': '1' } }))).rejects.toMatchObject({
      Code: 'InvalidParameterValue',
    });
  });

  it('know which queues send them dead letters', async () => {
    const { sqs } = aPocketAws();
    const { work, dead } = await aQueueWithDeadLetters(sqs);
    const other = await aQueue(sqs, 'another', await work.attributes('RedrivePolicy'));
    const { queueUrls } = await sqs.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl: dead.url }));
    expect(queueUrls).toEqual([other.url, work.url]);
    await work.set({ RedrivePolicy: '' });
    const after = await sqs.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl: dead.url }));
    expect(after.queueUrls).toEqual([other.url]);
  });

  it('say what is missing, and refuse what they do not know', async () => {
    const { sqs } = aPocketAws();
    const { url: QueueUrl } = await aQueue(sqs, 'work');
    const sending = (input: object) => sqs.send(new SendMessageCommand(input as never));
    await expect(sending({ QueueUrl })).rejects.toMatchObject({
      Code: 'MissingParameter',
      message: 'The request must contain the parameter MessageBody.',
    });
    await expect(sending({ QueueUrl, MessageBody: '' })).rejects.toMatchObject({ Code: 'MissingParameter' });
    await expect(sending({ MessageBody: 'one' })).rejects.toMatchObject({
      message: 'The request must contain the parameter QueueUrl.',
    });
  });
});
