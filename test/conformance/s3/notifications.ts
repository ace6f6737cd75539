import assert from 'node:assert/strict';
import {
  GetBucketNotificationConfigurationCommand,
  PutBucketNotificationConfigurationCommand,
  type Event,
  type FilterRule,
} from '@aws-sdk/client-s3';
import { SetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import type { Assertion, Clients, Tools } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { aQueue, type Queue } from '../sqs/a-queue.ts';
import { aBucket, type Bucket } from './a-bucket.ts';
import { pages } from './pages.ts';

interface EventRecord {
  readonly eventName: string;
  readonly eventSource: string;
  readonly s3: { bucket: { name: string }; object: { key: string; size?: number; eTag?: string } };
}

export const notifications: readonly Assertion[] = [
  {
    id: 's3.notification.configuration',
    says: 'A bucket tells the notifications that were set.',
    doc: pages.api('GetBucketNotificationConfiguration'),
    async run(aws, tools) {
      const { bucket, queue } = await notified(aws, tools, ['s3:ObjectCreated:*']);
      const get = new GetBucketNotificationConfigurationCommand({ Bucket: bucket.name });
      const { QueueConfigurations } = await aws.s3.send(get);
      assert.deepEqual(
        QueueConfigurations?.map(({ QueueArn, Events }) => [QueueArn, Events]),
        [[await queue.arn(), ['s3:ObjectCreated:*']]],
      );
    },
  },
  {
    id: 's3.notification.created',
    says: 'A new object is told to the queue, its key encoded as in an address.',
    doc: pages.eventShape,
    async run(aws, tools) {
      const { bucket, queue } = await notified(aws, tools, ['s3:ObjectCreated:*']);
      const { ETag } = await bucket.put('in/a b+é.pdf', 'hello');
      const [record] = await told(tools, queue);
      assert.equal(record?.eventName, 'ObjectCreated:Put');
      assert.equal(record.eventSource, 'aws:s3');
      assert.equal(record.s3.bucket.name, bucket.name);
      assert.equal(record.s3.object.key, 'in/a+b%2B%C3%A9.pdf');
      assert.deepEqual([record.s3.object.size, record.s3.object.eTag], [5, ETag?.replaceAll('"', '')]);
    },
  },
  {
    id: 's3.notification.filter',
    says: 'A filter by the beginning and the end of the key lets only those through.',
    doc: pages.notifications,
    async run(aws, tools) {
      const rules: FilterRule[] = [
        { Name: 'prefix', Value: 'in/' },
        { Name: 'suffix', Value: '.pdf' },
      ];
      const { bucket, queue } = await notified(aws, tools, ['s3:ObjectCreated:*'], rules);
      for (const key of ['out/a.pdf', 'in/a.txt', 'in/a.pdf']) await bucket.put(key, 'x');
      const records = await told(tools, queue);
      assert.deepEqual(
        records.map(({ s3 }) => s3.object.key),
        ['in/a.pdf'],
      );
    },
  },
  {
    id: 's3.notification.removed',
    says: 'A deleted object is told when that was asked for, a created one then is not.',
    doc: pages.notifications,
    async run(aws, tools) {
      const { bucket, queue } = await notified(aws, tools, ['s3:ObjectRemoved:*']);
      await bucket.put('a', 'x');
      await bucket.delete('a');
      const records = await told(tools, queue);
      assert.deepEqual(
        records.map(({ eventName }) => eventName),
        ['ObjectRemoved:Delete'],
      );
    },
  },
  {
    id: 's3.notification.missing-queue',
    says: 'A notification to a queue that is not there is refused.',
    doc: pages.api('PutBucketNotificationConfiguration'),
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      const queue = await aQueue(aws, tools);
      const QueueArn = (await queue.arn()).replace(/[^:]+$/, tools.name('nowhere'));
      await refuses(notify(aws, bucket, QueueArn, ['s3:ObjectCreated:*']), 'InvalidArgument');
    },
  },
];

async function notified(aws: Clients, tools: Tools, Events: Event[], rules: FilterRule[] = []) {
  const bucket = await aBucket(aws, tools);
  const queue = await aQueue(aws, tools);
  await allow(aws, queue);
  await notify(aws, bucket, await queue.arn(), Events, rules);
  // S3 sends one test message to show that it can reach the queue.
  await tools.eventually(
    () => queue.receive(),
    ({ length }) => length === 0,
  );
  return { bucket, queue };
}

function notify(aws: Clients, { name }: Bucket, QueueArn: string, Events: Event[], rules: FilterRule[] = []) {
  const Filter = rules.length > 0 ? { Filter: { Key: { FilterRules: rules } } } : {};
  return aws.s3.send(
    new PutBucketNotificationConfigurationCommand({
      Bucket: name,
      NotificationConfiguration: { QueueConfigurations: [{ QueueArn, Events, ...Filter }] },
    }),
  );
}

async function allow(aws: Clients, queue: Queue): Promise<void> {
  const Resource = await queue.arn();
  const Statement = [
    { Effect: 'Allow', Principal: { Service: 's3.amazonaws.com' }, Action: 'sqs:SendMessage', Resource },
  ];
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement });
  await aws.sqs.send(new SetQueueAttributesCommand({ QueueUrl: queue.url, Attributes: { Policy } }));
}

async function told(tools: Tools, queue: Queue): Promise<EventRecord[]> {
  const bodies = await tools.eventually(
    () => queue.bodies(),
    ({ length }) => length > 0,
  );
  return bodies.flatMap((body) => (JSON.parse(body) as { Records?: EventRecord[] }).Records ?? []);
}
