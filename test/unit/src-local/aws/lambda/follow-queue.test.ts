import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import type { PocketAwsOptions } from '#local/aws/pocket-aws.ts';
import { drivenClock } from '#local/world/clock.ts';
import type { MetricPoint } from '#local/world/world.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { createFunction, mapQueue } from '#test/builders/functions-in-process.ts';
import { aFolder } from '../../world/living/a-folder.ts';
import { aFunctionWorld } from './a-function-world.ts';

const minute = 60_000;

interface QueueEvent {
  readonly Records: readonly {
    readonly messageId: string;
    readonly body: string;
    readonly attributes: { readonly ApproximateReceiveCount: string };
  }[];
}
type QueueTest = (event: QueueEvent) => unknown;

describe('a queue that a function follows', () => {
  it('gives the function each message soon, ten at most at a time, and deletes what it has used', async () => {
    const seen: string[][] = [];
    const { aws, sqs } = await aFollowedQueue(({ Records }) => {
      seen.push(Records.map(({ body }) => body));
    });
    const bodies = Array.from({ length: 10 }, (_, n) => `message ${n}`);
    await sendAll(sqs, bodies);
    await sqs.send(new SendMessageCommand({ QueueUrl: 'orders', MessageBody: 'the last' }));
    await aws.advance(0);
    expect(seen.flat().toSorted()).toEqual([...bodies, 'the last'].toSorted());
    expect(Math.max(...seen.map(({ length }) => length))).toBe(10);
    expect(await countIn(sqs, 'orders')).toBe(0);
  });

  it("gives records as Lambda's own", async () => {
    const seen: unknown[] = [];
    const { aws, sqs } = await aFollowedQueue(({ Records }) => void seen.push(...Records));
    const MessageAttributes = { kind: { DataType: 'String', StringValue: 'urgent' } };
    await sqs.send(new SendMessageCommand({ QueueUrl: 'orders', MessageBody: 'one', MessageAttributes }));
    await aws.advance(0);
    expect(seen).toEqual([
      {
        messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        receiptHandle: expect.any(String),
        body: 'one',
        attributes: expect.objectContaining({
          ApproximateReceiveCount: '1',
          SentTimestamp: String(startOfTime),
        }),
        messageAttributes: {
          kind: { dataType: 'String', stringValue: 'urgent', stringListValues: [], binaryListValues: [] },
        },
        md5OfBody: 'f97c5d29941bfb1b2fdab0874906ab82',
        eventSource: 'aws:sqs',
        eventSourceARN: 'arn:aws:sqs:local:000000000000:orders',
        awsRegion: 'local',
      },
    ]);
  });

  it('leaves what failed to its visibility timeout, and to the dead letters in the end', async () => {
    const counts: string[] = [];
    const { aws, sqs } = await aFollowedQueue(({ Records }) => {
      const bad = Records.filter(({ body }) => body === 'bad');
      for (const { attributes } of bad) counts.push(attributes.ApproximateReceiveCount);
      return { batchItemFailures: bad.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    });
    await sendAll(sqs, ['good', 'bad']);
    await aws.advance(0);
    expect(await countIn(sqs, 'orders')).toBe(1);
    await aws.advance(5 * minute);
    expect(counts).toEqual(['1', '2', '3']);
    expect(await countIn(sqs, 'orders')).toBe(0);
    expect(await countIn(sqs, 'orders-dlq')).toBe(1);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('out of memory'))],
    ['names a message that it was not given', () => ({ batchItemFailures: [{ itemIdentifier: 'other' }] })],
    ['answers with failures that are no list', () => ({ batchItemFailures: 'all' })],
  ])('deletes nothing when the function %s', async (_how, fail) => {
    let calls = 0;
    const { aws, sqs } = await aFollowedQueue(() => {
      calls += 1;
      return calls === 1 ? fail() : undefined;
    });
    await sendAll(sqs, ['one', 'two']);
    await aws.advance(0);
    expect(await countIn(sqs, 'orders')).toBe(2);
    await aws.advance(2 * minute);
    expect(calls).toBe(2);
    expect(await countIn(sqs, 'orders')).toBe(0);
  });

  it('holds the clock while the function runs', async () => {
    const times: number[] = [];
    const world = await aFollowedQueue(async () => {
      times.push(world.clock.now());
      await new Promise((resolve) => setTimeout(resolve, 5));
      times.push(world.clock.now());
    });
    await sendAll(world.sqs, ['one']);
    await world.aws.advance(minute);
    expect(times).toEqual([startOfTime, startOfTime]);
  });

  it('is asked no more once its mapping is disabled or deleted', async () => {
    const seen: string[] = [];
    const { aws, sqs, call, UUID } = await aFollowedQueue(({ Records }) => {
      seen.push(...Records.map(({ body }) => body));
    });
    await call('UpdateEventSourceMapping', { UUID, Enabled: false });
    await sendAll(sqs, ['one']);
    await aws.advance(minute);
    expect(seen).toEqual([]);
    await call('UpdateEventSourceMapping', { UUID, Enabled: true });
    await aws.advance(minute);
    expect(seen).toEqual(['one']);
    await call('DeleteEventSourceMapping', { UUID });
    await sendAll(sqs, ['two']);
    await aws.advance(minute);
    expect(seen).toEqual(['one']);
  });

  it('counts each call, and none where the function is throttled', async () => {
    const points: MetricPoint[] = [];
    const { aws, sqs } = await aFollowedQueue(() => undefined);
    aws.world.metrics.listen((point) => void points.push(point));
    aws.world.faults.set([{ id: 'busy', kind: 'throttle', service: 'lambda', times: 1 }]);
    await sendAll(sqs, ['one']);
    await aws.advance(2 * minute);
    const sum = (name: string): number =>
      points.filter((point) => point.name === name).reduce((total, { value }) => total + value, 0);
    expect([sum('Throttles'), sum('Invocations'), sum('Errors')]).toEqual([1, 1, 0]);
    expect(await countIn(sqs, 'orders')).toBe(0);
  });

  it('survives a function that is missing', async () => {
    const { aws, sqs, call, clock } = await aFollowedQueue(() => undefined);
    await call('DeleteFunction', { FunctionName: 'take' });
    await sendAll(sqs, ['one']);
    await aws.advance(minute);
    expect(clock.now()).toBe(startOfTime + minute);
    expect(await countIn(sqs, 'orders')).toBe(1);
  });

  it('gives a message again that was being used when the process was killed', async () => {
    const folder = aFolder();
    let letGo = (): void => undefined;
    let isReceived = (): void => undefined;
    const received = new Promise<void>((resolve) => void (isReceived = resolve));
    const first = await aFollowedQueue(
      () => {
        isReceived();
        return new Promise<void>((ended) => void (letGo = ended));
      },
      { folder },
    );
    await sendAll(first.sqs, ['one']);
    const isOver = first.aws.advance(0);
    await received;
    first.aws.close();

    const seen: string[] = [];
    const take = ({ Records }: QueueEvent): void =>
      void seen.push(
        ...Records.map(({ body, attributes }) => `${body} ${attributes.ApproximateReceiveCount}`),
      );
    const clock = drivenClock(startOfTime + 2 * minute);
    const second = aFunctionWorld({ take }, { folder, clock });
    await second.aws.advance(0);
    expect(seen).toEqual(['one 2']);
    // Every later test in this process would wait for a clock that is held for ever.
    letGo();
    await isOver;
  });

  it('is left alone by a world that was reset', async () => {
    let calls = 0;
    const { aws, sqs } = await aFollowedQueue(() => void (calls += 1));
    await aws.advance(0);
    aws.reset();
    await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
    await sendAll(sqs, ['one']);
    await aws.advance(minute);
    expect(calls).toBe(0);
    expect(await countIn(sqs, 'orders')).toBe(1);
  });
});

describe('a mapping', () => {
  it('is described, and listed by its function and its queue', async () => {
    const { call, UUID } = await aFollowedQueue(() => undefined);
    const described = {
      UUID,
      EventSourceArn: 'arn:aws:sqs:local:000000000000:orders',
      FunctionArn: 'arn:aws:lambda:local:000000000000:function:take',
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      State: 'Enabled',
    };
    expect(await call('GetEventSourceMapping', { UUID })).toMatchObject(described);
    const found = await call('ListEventSourceMappings', { FunctionName: 'take' });
    expect(found).toMatchObject({ EventSourceMappings: [described] });
    const none = await call('ListEventSourceMappings', { EventSourceArn: 'arn:aws:sqs:local:0:other' });
    expect(none).toEqual({ EventSourceMappings: [] });
  });

  it.each([
    [{ BatchSize: 11 }, 'Maximum batch window in seconds must be greater than 0'],
    [{ FilterCriteria: { Filters: [] } }, 'FilterCriteria of a mapping from a queue is not supported here'],
    [{ FunctionName: 'other' }, 'Function not found'],
    [{ EventSourceArn: 'arn:aws:kinesis:local:000000000000:stream/x' }, 'regular expression pattern'],
    [{}, 'already exists. Please update or delete the existing mapping with UUID'],
  ])('is refused with %j', async (more, reason) => {
    const { call } = await aFollowedQueue(() => undefined);
    const EventSourceArn = 'arn:aws:sqs:local:000000000000:orders';
    const input = { EventSourceArn, FunctionName: 'take', ...more };
    await expect(call('CreateEventSourceMapping', input)).rejects.toThrow(reason);
  });

  it('is refused where a message would come back before the function has ended', async () => {
    const { aws, sqs } = aFunctionWorld({});
    await createFunction(aws, 'take', { Timeout: 31 });
    await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
    await expect(mapQueue(aws, { queue: 'orders', name: 'take' })).rejects.toThrow(
      'Queue visibility timeout: 30 seconds is less than Function timeout: 31 seconds',
    );
  });

  it('is refused where the role of the function may not read the queue', async () => {
    const { aws, sqs } = aFunctionWorld({});
    await createFunction(aws, 'take', { Timeout: 30 });
    const statements = [{ Effect: 'Allow', Action: ['sqs:ReceiveMessage'], Resource: ['*'] }];
    aws.world.store.collection('iam/roles').set('take', { roleArn: 'arn:aws:iam::0:role/take', statements });
    await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
    await expect(mapQueue(aws, { queue: 'orders', name: 'take' })).rejects.toThrow(
      'The provided execution role does not have permissions to call DeleteMessage on SQS',
    );
  });
});

async function aFollowedQueue(run: QueueTest, options: PocketAwsOptions = {}) {
  const world = aFunctionWorld({ take: run }, options);
  const { aws, sqs } = world;
  await sqs.send(new CreateQueueCommand({ QueueName: 'orders-dlq' }));
  const deadLetterTargetArn = `arn:aws:sqs:local:000000000000:orders-dlq`;
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 3 });
  const Attributes = { VisibilityTimeout: '60', RedrivePolicy };
  await sqs.send(new CreateQueueCommand({ QueueName: 'orders', Attributes }));
  await createFunction(aws, 'take', { Timeout: 60 });
  return { ...world, UUID: await mapQueue(aws, { queue: 'orders', name: 'take' }) };
}

async function sendAll(sqs: SQSClient, bodies: readonly string[]): Promise<void> {
  const Entries = bodies.map((MessageBody, n) => ({ Id: String(n), MessageBody }));
  await sqs.send(new SendMessageBatchCommand({ QueueUrl: 'orders', Entries }));
}

/** Counts visible messages and those in flight. */
async function countIn(sqs: SQSClient, QueueUrl: string): Promise<number> {
  const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] }),
  );
  return AttributeNames.reduce((sum, name) => sum + Number(Attributes[name]), 0);
}
