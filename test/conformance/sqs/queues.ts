import assert from 'node:assert/strict';
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueueTagsCommand,
  ListQueuesCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  TagQueueCommand,
  UntagQueueCommand,
  type QueueAttributeName,
} from '@aws-sdk/client-sqs';
import type { Assertion } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { invalid } from './invalid.ts';
import { aQueue } from './a-queue.ts';
import { pages } from './pages.ts';

const outOfRange: readonly [attribute: QueueAttributeName, value: string][] = [
  ['VisibilityTimeout', '43201'],
  ['DelaySeconds', '901'],
  ['MessageRetentionPeriod', '59'],
  ['MessageRetentionPeriod', '1209601'],
  ['MaximumMessageSize', '1023'],
  ['MaximumMessageSize', '1048577'],
  ['ReceiveMessageWaitTimeSeconds', '21'],
];

export const queues: readonly Assertion[] = [
  {
    id: 'sqs.queues.create',
    says: 'A queue is found by its name, and creating it again gives the same queue.',
    doc: pages.api('CreateQueue'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, { VisibilityTimeout: '40' });
      assert.ok(queue.url.endsWith(`/${queue.name}`), queue.url);
      const found = await aws.sqs.send(new GetQueueUrlCommand({ QueueName: queue.name }));
      assert.equal(found.QueueUrl, queue.url);
      const Attributes = { VisibilityTimeout: '40' };
      const again = await aws.sqs.send(new CreateQueueCommand({ QueueName: queue.name, Attributes }));
      assert.equal(again.QueueUrl, queue.url);
    },
  },
  {
    id: 'sqs.queues.create-otherwise',
    says: 'Creating a queue that is there with other attributes is refused.',
    doc: pages.api('CreateQueue'),
    async run(aws, tools) {
      const { name } = await aQueue(aws, tools);
      const other = new CreateQueueCommand({ QueueName: name, Attributes: { VisibilityTimeout: '77' } });
      await refuses(aws.sqs.send(other), /^QueueNameExists/);
    },
  },
  {
    id: 'sqs.queues.name-rule',
    says: 'A queue name has up to 80 letters, digits, hyphens and underscores.',
    doc: pages.queueQuotas,
    async run(aws) {
      const create = (QueueName: string) => aws.sqs.send(new CreateQueueCommand({ QueueName }));
      await refuses(create('x'.repeat(81)), invalid);
      await refuses(create('with space'), invalid);
    },
  },
  {
    id: 'sqs.queues.fifo-name',
    says: 'A FIFO queue ends in .fifo, and only a FIFO queue does.',
    doc: pages.api('CreateQueue'),
    async run(aws, tools) {
      const create = (QueueName: string, Attributes: Record<string, string>) =>
        aws.sqs.send(new CreateQueueCommand({ QueueName, Attributes }));
      await refuses(create(tools.name(), { FifoQueue: 'true' }), invalid);
      await refuses(create(`${tools.name()}.fifo`, {}), invalid);
    },
  },
  {
    id: 'sqs.queues.missing',
    says: 'A queue that is not there gives QueueDoesNotExist.',
    doc: pages.api('GetQueueUrl'),
    async run(aws, tools) {
      const { url } = await aQueue(aws, tools);
      const name = tools.name('nowhere');
      const QueueUrl = url.replace(/[^/]+$/, name);
      await refuses(aws.sqs.send(new GetQueueUrlCommand({ QueueName: name })), 'QueueDoesNotExist');
      await refuses(
        aws.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' })),
        'QueueDoesNotExist',
      );
      await refuses(aws.sqs.send(new GetQueueAttributesCommand({ QueueUrl })), 'QueueDoesNotExist');
    },
  },
  {
    id: 'sqs.queues.delete',
    says: 'A deleted queue is gone.',
    doc: pages.api('DeleteQueue'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      await aws.sqs.send(new DeleteQueueCommand({ QueueUrl: queue.url }));
      const outcome = await tools.eventually(
        () =>
          aws.sqs.send(new GetQueueUrlCommand({ QueueName: queue.name })).then(
            () => 'still there',
            (error: Error) => error.name,
          ),
        (name) => name !== 'still there',
      );
      assert.equal(outcome, 'QueueDoesNotExist');
    },
  },
  {
    id: 'sqs.queues.delete-recently',
    says: 'A name is free again sixty seconds after its queue was deleted, not before.',
    doc: pages.api('CreateQueue'),
    needs: 'clock',
    async run(aws, tools) {
      const { name, url } = await aQueue(aws, tools);
      await aws.sqs.send(new DeleteQueueCommand({ QueueUrl: url }));
      const create = () => aws.sqs.send(new CreateQueueCommand({ QueueName: name }));
      await refuses(create(), 'QueueDeletedRecently');
      await tools.pass(61_000);
      await create();
    },
  },
  {
    id: 'sqs.queues.defaults',
    says: 'A queue has the defaults of the documentation.',
    doc: pages.api('SetQueueAttributes'),
    async run(aws, tools) {
      const found = await (await aQueue(aws, tools)).attributes('All');
      const defaults = {
        VisibilityTimeout: '30',
        DelaySeconds: '0',
        MaximumMessageSize: '1048576',
        MessageRetentionPeriod: '345600',
        ReceiveMessageWaitTimeSeconds: '0',
        ApproximateNumberOfMessages: '0',
        ApproximateNumberOfMessagesNotVisible: '0',
        ApproximateNumberOfMessagesDelayed: '0',
      };
      const names = Object.keys(defaults) as QueueAttributeName[];
      assert.deepEqual(Object.fromEntries(names.map((name) => [name, found[name]])), defaults);
    },
  },
  {
    id: 'sqs.queues.identity',
    says: 'A queue tells its ARN and when it was created and changed, in seconds.',
    doc: pages.api('GetQueueAttributes'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      const found = await queue.attributes('QueueArn', 'CreatedTimestamp', 'LastModifiedTimestamp');
      assert.match(found.QueueArn ?? '', new RegExp(`^arn:aws:sqs:[^:]+:\\d{12}:${queue.name}$`));
      assert.ok(
        Math.abs(Number(found.CreatedTimestamp) - tools.now() / 1_000) < 60,
        `created at ${found.CreatedTimestamp}`,
      );
      assert.equal(Object.keys(found).length, 3);
    },
  },
  {
    id: 'sqs.queues.set-attributes',
    says: 'Attributes change alone; the others stay.',
    doc: pages.api('SetQueueAttributes'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, { VisibilityTimeout: '40', DelaySeconds: '5' });
      const Attributes = { VisibilityTimeout: '50' };
      await aws.sqs.send(new SetQueueAttributesCommand({ QueueUrl: queue.url, Attributes }));
      const found = await queue.attributes('VisibilityTimeout', 'DelaySeconds');
      assert.deepEqual(found, { VisibilityTimeout: '50', DelaySeconds: '5' });
    },
  },
  ...outOfRange.map(([attribute, value]): Assertion => ({
    id: `sqs.queues.refused.${attribute}-${value}`,
    says: `${attribute} of ${value} is refused.`,
    doc: pages.api('SetQueueAttributes'),
    async run(aws, tools) {
      const { url } = await aQueue(aws, tools);
      const set = new SetQueueAttributesCommand({ QueueUrl: url, Attributes: { [attribute]: value } });
      await refuses(aws.sqs.send(set), invalid);
    },
  })),
  {
    id: 'sqs.queues.unknown-attribute',
    says: 'An attribute that there is not is refused with InvalidAttributeName.',
    doc: pages.api('SetQueueAttributes'),
    async run(aws, tools) {
      const { url } = await aQueue(aws, tools);
      const body = { QueueUrl: url, Attributes: { Colour: 'red' } };
      await refuses(tools.raw('sqs', 'SetQueueAttributes', body), 'InvalidAttributeName');
      const asked = { QueueUrl: url, AttributeNames: ['Colour'] };
      await refuses(tools.raw('sqs', 'GetQueueAttributes', asked), 'InvalidAttributeName');
    },
  },
  {
    id: 'sqs.queues.list',
    says: 'ListQueues finds by the beginning of the name and pages by MaxResults.',
    doc: pages.api('ListQueues'),
    async run(aws, tools) {
      const prefix = tools.name('list');
      const urls: string[] = [];
      for (const end of ['a', 'b', 'c']) {
        const { QueueUrl } = await aws.sqs.send(new CreateQueueCommand({ QueueName: `${prefix}-${end}` }));
        tools.afterwards(() => aws.sqs.send(new DeleteQueueCommand({ QueueUrl })));
        urls.push(QueueUrl ?? '');
      }
      const first = await aws.sqs.send(new ListQueuesCommand({ QueueNamePrefix: prefix, MaxResults: 2 }));
      assert.equal(first.QueueUrls?.length, 2);
      assert.ok(first.NextToken, 'more follows');
      const rest = { QueueNamePrefix: prefix, MaxResults: 2, NextToken: first.NextToken };
      const second = await aws.sqs.send(new ListQueuesCommand(rest));
      assert.deepEqual([...first.QueueUrls, ...(second.QueueUrls ?? [])].toSorted(), urls);
      assert.equal(second.NextToken, undefined);
    },
  },
  {
    id: 'sqs.queues.tags',
    says: 'A queue keeps the tags that are put on it, until they are taken off.',
    doc: pages.api('TagQueue'),
    async run(aws, tools) {
      const { url: QueueUrl } = await aQueue(aws, tools);
      await aws.sqs.send(new TagQueueCommand({ QueueUrl, Tags: { team: 'red', stage: 'test' } }));
      await aws.sqs.send(new UntagQueueCommand({ QueueUrl, TagKeys: ['stage'] }));
      const { Tags } = await aws.sqs.send(new ListQueueTagsCommand({ QueueUrl }));
      assert.deepEqual(Tags, { team: 'red' });
    },
  },
  {
    id: 'sqs.request.unknown-operation',
    says: 'An operation that there is not is refused.',
    doc: pages.errors,
    async run(_aws, tools) {
      await refuses(tools.raw('sqs', 'SendMessages', {}), /^(?:UnknownOperation|InvalidAction)/);
    },
  },
  {
    id: 'sqs.request.unknown-parameter',
    says: 'A parameter that is not known is refused instead of left out.',
    doc: pages.errors,
    needs: 'strictness',
    async run(aws, tools) {
      const { url } = await aQueue(aws, tools);
      const body = { QueueUrl: url, MessageBody: 'x', Delay: 3 };
      await refuses(tools.raw('sqs', 'SendMessage', body), /^(?:Validation|InvalidParameter|Unknown)/);
    },
  },
  {
    id: 'sqs.request.missing-parameter',
    says: 'A message without a body is refused.',
    doc: pages.api('SendMessage'),
    async run(aws, tools) {
      const { url } = await aQueue(aws, tools);
      await refuses(
        tools.raw('sqs', 'SendMessage', { QueueUrl: url }),
        /^(?:MissingParameter|MissingRequiredParameter|InvalidParameter|ValidationException)/,
      );
    },
  },
];
