import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { aQueue } from './queue-client.ts';

describe('sending and receiving', () => {
  it('gives out the oldest first, and each only once while it is hidden', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    for (const body of ['one', 'two', 'three']) await queue.send(body);

    expect(await queue.receiveBodies({ MaxNumberOfMessages: 2 })).toEqual(['one', 'two']);
    expect(await queue.receiveBodies({ MaxNumberOfMessages: 2 })).toEqual(['three']);
    expect(await queue.receiveBodies({ MaxNumberOfMessages: 2 })).toEqual([]);
  });

  it('counts at any moment of the clock, without a receiver', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { VisibilityTimeout: '30' });
    await queue.send('now');
    await queue.send('later', { DelaySeconds: 60 });
    expect(await queue.counts()).toEqual([1, 0, 1]);

    await queue.receive();
    expect(await queue.counts()).toEqual([0, 1, 1]);
    await clock.advance(29_999);
    expect(await queue.counts()).toEqual([0, 1, 1]);
    await clock.advance(1);
    expect(await queue.counts()).toEqual([1, 0, 1]);
    await clock.advance(30_000);
    expect(await queue.counts()).toEqual([2, 0, 0]);
  });

  it('delays by the queue unless the message says otherwise', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { DelaySeconds: '10' });
    await queue.send('as the queue');
    await queue.send('at once', { DelaySeconds: 0 });

    expect(await queue.receiveBodies({ MaxNumberOfMessages: 10 })).toEqual(['at once']);
    await clock.advance(10_000);
    expect(await queue.receiveBodies({ MaxNumberOfMessages: 10 })).toEqual(['as the queue']);
  });

  it('deletes what it has held for its retention period, in flight or not', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { MessageRetentionPeriod: '60', VisibilityTimeout: '600' });
    await queue.send('one');
    await queue.send('two');
    await queue.receive();
    await clock.advance(59_999);
    expect(await queue.counts()).toEqual([1, 1, 0]);
    await clock.advance(1);
    expect(await queue.counts()).toEqual([0, 0, 0]);
  });

  it('keeps by a longer retention period as soon as it is set', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { MessageRetentionPeriod: '60' });
    await queue.send('one');
    await queue.set({ MessageRetentionPeriod: '120' });
    await clock.advance(100_000);
    expect(await queue.counts()).toEqual([1, 0, 0]);
    await queue.set({ MessageRetentionPeriod: '90' });
    expect(await queue.counts()).toEqual([0, 0, 0]);
  });

  it('returns every system attribute there is, or just those requested', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { VisibilityTimeout: '0' });
    await queue.send('one', {
      MessageGroupId: 'tenant-7',
      MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: 'Root=1-2-3' } },
    });
    await clock.advance(5_000);
    await queue.receive();
    await clock.advance(5_000);

    const [all] = await queue.receive({ MessageSystemAttributeNames: ['All'] });
    expect(all?.Attributes).toEqual({
      SenderId: '000000000000',
      SentTimestamp: String(startOfTime),
      ApproximateReceiveCount: '2',
      ApproximateFirstReceiveTimestamp: String(startOfTime + 5_000),
      MessageGroupId: 'tenant-7',
      AWSTraceHeader: 'Root=1-2-3',
    });
    const [one] = await queue.receive({ AttributeNames: ['SentTimestamp' as 'All'] });
    expect(one?.Attributes).toEqual({ SentTimestamp: String(startOfTime) });
    const [none] = await queue.receive();
    expect(none?.Attributes).toBeUndefined();
  });

  it('returns the requested message attributes, by name or by prefix', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { VisibilityTimeout: '0' });
    const text = (StringValue: string) => ({ DataType: 'String', StringValue });
    await queue.send('one', {
      MessageAttributes: Object.fromEntries([
        ['pipeline.tenant', text('a')],
        ['pipeline.batch', text('b')],
        ['__proto__', text('c')],
        ['constructor', text('d')],
      ]),
    });
    const namesOf = async (...MessageAttributeNames: string[]): Promise<string[]> => {
      const [message] = await queue.receive({ MessageAttributeNames });
      return Object.keys(message?.MessageAttributes ?? {}).toSorted();
    };
    const all = ['__proto__', 'constructor', 'pipeline.batch', 'pipeline.tenant'];
    expect(await namesOf('All')).toEqual(all);
    expect(await namesOf('*')).toEqual(all);
    expect(await namesOf('.*')).toEqual(all);
    expect(await namesOf('pipeline.*')).toEqual(['pipeline.batch', 'pipeline.tenant']);
    expect(await namesOf('constructor', 'toString')).toEqual(['constructor']);
    expect(await namesOf()).toEqual([]);
  });

  it('takes the trace of a request for the message, unless the sender names another', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    sqs.middlewareStack.add(
      (next) => (args) => {
        (args.request as { headers: Record<string, string> }).headers['X-Amzn-Trace-Id'] = 'Root=1-a-b';
        return next(args);
      },
      { step: 'build' },
    );
    await queue.send('of the request');
    await queue.send('of its own', {
      MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: 'Root=1-c-d' } },
    });
    const received = await queue.receive({
      MaxNumberOfMessages: 10,
      MessageSystemAttributeNames: ['AWSTraceHeader'],
    });
    expect(received.map(({ Attributes }) => Attributes?.AWSTraceHeader)).toEqual([
      'Root=1-a-b',
      'Root=1-c-d',
    ]);
  });

  it('gives out handles of one length, so that none is the beginning of another', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { VisibilityTimeout: '0' });
    await queue.send('one');
    const handles = new Set<number | undefined>();
    for (let at = 0; at < 11; at += 1) handles.add((await queue.receive())[0]?.ReceiptHandle?.length);
    expect(handles.size).toBe(1);
  });

  it('finds a queue by the path of its address, whatever the host', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    const QueueUrl = 'https://sqs.eu-west-1.amazonaws.com/000000000000/work';
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'one' }));
    expect(await queue.counts()).toEqual([1, 0, 0]);
    const foreign = 'https://sqs.eu-west-1.amazonaws.com/111111111111/work';
    await expect(sqs.send(new ReceiveMessageCommand({ QueueUrl: foreign }))).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
      Code: 'AWS.SimpleQueueService.NonExistentQueue',
    });
  });

  it('puts a message that was received three times at the back', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { VisibilityTimeout: '1' });
    await queue.send('poison');
    for (let i = 0; i < 2; i += 1) {
      expect(await queue.receiveBodies()).toEqual(['poison']);
      await clock.advance(1_000);
    }
    await queue.send('fresh');
    expect(await queue.receiveBodies()).toEqual(['poison']);
    await clock.advance(1_000);
    expect(await queue.receiveBodies()).toEqual(['fresh']);
    expect(await queue.receiveBodies()).toEqual(['poison']);
  });
});
