import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketNotificationConfigurationCommand,
  PutBucketNotificationConfigurationCommand,
  PutObjectCommand,
  type QueueConfiguration,
  type S3Client,
} from '@aws-sdk/client-s3';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  DeleteQueueCommand,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { collectionsStore } from '#local/journal/store.ts';
import { Outbox } from '#local/aws/s3/outbox.ts';
import type { World } from '#local/world/world.ts';
import { aBucket, bucket, putText, raw } from './a-bucket.ts';

const arn = (queue: string): string => `arn:aws:sqs:local:000000000000:${queue}`;

async function aBucketThatTells(
  configurations: readonly Partial<QueueConfiguration>[] = [{}],
): Promise<Awaited<ReturnType<typeof aBucket>> & { queue: string }> {
  const world = await aBucket();
  const { QueueUrl = '' } = await world.sqs.send(new CreateQueueCommand({ QueueName: 'uploads' }));
  await configure(world.s3, configurations);
  await received(world.sqs, QueueUrl);
  return { ...world, queue: QueueUrl };
}

function configure(s3: S3Client, configurations: readonly Partial<QueueConfiguration>[]): Promise<object> {
  const QueueConfigurations = configurations.map((configuration) => ({
    QueueArn: arn('uploads'),
    Events: ['s3:ObjectCreated:*' as const],
    ...configuration,
  }));
  const NotificationConfiguration = { QueueConfigurations };
  return s3.send(
    new PutBucketNotificationConfigurationCommand({ Bucket: bucket, NotificationConfiguration }),
  );
}

interface Message {
  readonly Event?: string;
  readonly Records?: readonly {
    readonly eventName: string;
    readonly s3: { readonly object: { readonly key: string; readonly sequencer: string } };
  }[];
}

async function received(sqs: SQSClient, QueueUrl: string): Promise<Message[]> {
  const found: Message[] = [];
  for (;;) {
    const receive = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 0 });
    const { Messages = [] } = await sqs.send(receive);
    if (Messages.length === 0) return found;
    for (const { Body = '', ReceiptHandle } of Messages) {
      found.push(JSON.parse(Body) as Message);
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    }
  }
}

async function receiveEvents(sqs: SQSClient, queue: string): Promise<string[]> {
  const messages = await received(sqs, queue);
  const records = messages
    .flatMap(({ Records = [] }) => Records)
    .toSorted((one, other) => (one.s3.object.sequencer < other.s3.object.sequencer ? -1 : 1));
  return records.map(({ eventName, s3 }) => `${eventName} ${s3.object.key}`);
}

test('a queue gets a put event in S3’s format', async () => {
  const { s3, sqs, queue } = await aBucketThatTells([{ Id: 'pages' }]);
  const put = new PutObjectCommand({ Bucket: bucket, Key: 'batch 1/ü+page.png', Body: 'pixels' });
  const { ETag = '', $metadata } = await s3.send(put);
  const principalId = expect.stringMatching(/^[\da-f]{64}$/) as string;

  expect(await received(sqs, queue)).toEqual([
    {
      Records: [
        {
          eventVersion: '2.1',
          eventSource: 'aws:s3',
          awsRegion: 'local',
          eventTime: '2026-01-05T09:00:00.000Z',
          eventName: 'ObjectCreated:Put',
          userIdentity: { principalId },
          requestParameters: { sourceIPAddress: '127.0.0.1' },
          responseElements: {
            'x-amz-request-id': $metadata.requestId,
            'x-amz-id-2': $metadata.extendedRequestId,
          },
          s3: {
            s3SchemaVersion: '1.0',
            configurationId: 'pages',
            bucket: { name: bucket, ownerIdentity: { principalId }, arn: `arn:aws:s3:::${bucket}` },
            object: {
              key: 'batch+1/%C3%BC%2Bpage.png',
              size: 6,
              eTag: ETag.replaceAll('"', ''),
              sequencer: expect.stringMatching(/^[\dA-F]{18}$/) as string,
            },
          },
        },
      ],
    },
  ]);
});

test('copies and removals send one event each, and absent objects none', async () => {
  const { s3, sqs, queue } = await aBucketThatTells([
    { Events: ['s3:ObjectCreated:*', 's3:ObjectRemoved:*'] },
  ]);
  await putText(s3, 'a', '');
  await s3.send(new CopyObjectCommand({ Bucket: bucket, Key: 'b', CopySource: `${bucket}/a` }));
  await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'missing' }));
  await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'a' }));
  await s3.send(
    new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: [{ Key: 'b' }, { Key: 'x' }] } }),
  );

  expect(await receiveEvents(sqs, queue)).toEqual([
    'ObjectCreated:Put a',
    'ObjectCreated:Copy b',
    'ObjectRemoved:Delete a',
    'ObjectRemoved:Delete b',
  ]);
});

test('filters match prefixes and suffixes', async () => {
  const FilterRules = [
    { Name: 'prefix' as const, Value: 'in coming/' },
    { Name: 'suffix' as const, Value: '.png' },
  ];
  const { s3, sqs, queue } = await aBucketThatTells([{ Filter: { Key: { FilterRules } } }]);
  for (const key of ['in coming/1.png', 'in coming/1.txt', 'other/1.png']) await putText(s3, key, '');
  await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'in coming/1.png' }));

  expect(await receiveEvents(sqs, queue)).toEqual(['ObjectCreated:Put in+coming/1.png']);
});

test('a new configuration is tried out, stored, and replaces the previous one', async () => {
  const world = await aBucket();
  const { s3, sqs } = world;
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName: 'uploads' }));
  const FilterRules = [{ Name: 'prefix' as const, Value: 'a' }];
  await configure(s3, [{ Id: 'mine', Filter: { Key: { FilterRules } } }]);

  expect(await received(sqs, QueueUrl)).toMatchObject([
    { Service: 'Amazon S3', Event: 's3:TestEvent', Time: '2026-01-05T09:00:00.000Z', Bucket: bucket },
  ]);
  const get = new GetBucketNotificationConfigurationCommand({ Bucket: bucket });
  expect((await s3.send(get)).QueueConfigurations).toEqual([
    {
      Id: 'mine',
      QueueArn: arn('uploads'),
      Events: ['s3:ObjectCreated:*'],
      Filter: { Key: { FilterRules: [{ Name: 'Prefix', Value: 'a' }] } },
    },
  ]);
  await configure(s3, []);
  expect((await s3.send(get)).QueueConfigurations).toBeUndefined();
  await putText(s3, 'a', '');
  expect(await received(sqs, QueueUrl)).toEqual([]);
});

const prefix = (Value: string): Partial<QueueConfiguration> => ({
  Filter: { Key: { FilterRules: [{ Name: 'prefix', Value }] } },
});

test.each<[string, Partial<QueueConfiguration>[], string]>([
  ['a queue that does not exist', [{ QueueArn: arn('missing') }], 'InvalidArgument'],
  ['a queue of another account', [{ QueueArn: 'arn:aws:sqs:local:111122223333:uploads' }], 'InvalidArgument'],
  [
    'a queue in another region',
    [{ QueueArn: 'arn:aws:sqs:eu-west-1:000000000000:uploads' }],
    'InvalidArgument',
  ],
  ['a FIFO queue', [{ QueueArn: arn('uploads.fifo') }], 'InvalidArgument'],
  ['something that is no queue', [{ QueueArn: 'uploads' }], 'InvalidArgument'],
  ['an unknown event', [{ Events: ['Put' as 's3:ObjectCreated:*'] }], 'InvalidArgument'],
  ['an event that is not built', [{ Events: ['s3:ObjectRestore:*'] }], 'NotImplemented'],
  ['two that overlap', [prefix('a'), prefix('ab')], 'InvalidArgument'],
  [
    'two of one name',
    [
      { ...prefix('a'), Id: 'x' },
      { ...prefix('b'), Id: 'x' },
    ],
    'InvalidArgument',
  ],
])('a configuration with %s is refused, and the one before stays', async (_name, configurations, name) => {
  const { s3 } = await aBucketThatTells([{ Id: 'first' }]);

  await expect(configure(s3, configurations)).rejects.toMatchObject({ name });
  const get = new GetBucketNotificationConfigurationCommand({ Bucket: bucket });
  expect((await s3.send(get)).QueueConfigurations).toMatchObject([{ Id: 'first' }]);
});

test('two that do not overlap are both kept', async () => {
  const { s3, sqs, queue } = await aBucketThatTells([
    prefix('a'),
    { ...prefix('a'), Events: ['s3:ObjectRemoved:Delete'] },
    prefix('b'),
  ]);
  await putText(s3, 'b', '');

  expect(await receiveEvents(sqs, queue)).toEqual(['ObjectCreated:Put b']);
});

test('topics, functions and buses are refused', async () => {
  const { aws } = await aBucket();
  for (const element of ['TopicConfiguration', 'CloudFunctionConfiguration', 'EventBridgeConfiguration']) {
    const body = `<NotificationConfiguration><${element}/></NotificationConfiguration>`;
    expect(await raw(aws, 'PUT', `/${bucket}?notification`, { body })).toMatchObject({ status: 501 });
  }
});

test('a queue that is gone costs its events and nothing else', async () => {
  const { s3, sqs, queue } = await aBucketThatTells();
  await sqs.send(new DeleteQueueCommand({ QueueUrl: queue }));

  await expect(putText(s3, 'a', '')).resolves.toMatch(/^"/);
});

test('an event that a dead process had not sent is sent by the next', async () => {
  const store = collectionsStore();
  const sent: unknown[] = [];
  const world = (call: World['call']): World =>
    ({ store, clock: { hold: () => () => {} }, call }) as unknown as World;
  const dying = new Outbox(world(() => new Promise(() => {})));
  dying.post(arn('uploads'), 'an event');
  void dying.deliver();

  const next = new Outbox(
    world((_service, operation, input) => {
      if (operation === 'SendMessage') sent.push(input);
      return Promise.resolve({ QueueUrl: 'address' });
    }),
  );
  await Promise.resolve();
  await next.deliver();
  expect(sent).toEqual([{ QueueUrl: 'address', MessageBody: 'an event' }]);

  next.post(arn('uploads'), 'another');
  await next.deliver();
  expect(sent).toHaveLength(2);
});

test('a world that ends in the middle of a delivery does not send the same for ever', async () => {
  const { aws } = await aBucketThatTells();
  const call = aws.world.call.bind(aws.world);
  let sent = 0;
  Object.assign(aws.world, {
    call(service: string, operation: string, input: object) {
      sent += 1;
      if (sent > 20) throw new Error('It sends for ever');
      return call(service, operation, input);
    },
  });
  const put = raw(aws, 'PUT', `/${bucket}/page.png`);
  aws.close();
  await put;
  expect(sent).toBeLessThan(5);
});
