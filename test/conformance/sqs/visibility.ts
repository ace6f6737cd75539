import assert from 'node:assert/strict';
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  PurgeQueueCommand,
} from '@aws-sdk/client-sqs';
import type { Assertion } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { invalid } from './invalid.ts';
import { aQueue } from './a-queue.ts';
import { pages } from './pages.ts';

/** Covers the time between receiving a message and deleting it. */
export const visibility: readonly Assertion[] = [
  {
    id: 'sqs.visibility.in-flight',
    says: 'A received message is in flight: hidden, and counted as not visible.',
    doc: pages.visibility,
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      await queue.send('a');
      await queue.send('b');
      assert.deepEqual(await queue.counts(2, 0), ['2', '0', '0']);
      assert.equal((await queue.receive({ MaxNumberOfMessages: 1 })).length, 1);
      assert.deepEqual(await queue.counts(1, 1), ['1', '1', '0']);
      assert.equal((await queue.receive()).length, 1);
      assert.deepEqual(await queue.receive(), []);
    },
  },
  {
    id: 'sqs.visibility.comes-back',
    says: 'After its visibility timeout a message is visible again, counted so before anybody receives it.',
    doc: pages.visibility,
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, { VisibilityTimeout: '1' });
      await queue.send('a');
      await queue.receive();
      await tools.pass(1_300);
      assert.deepEqual(await queue.counts(1, 0), ['1', '0', '0']);
      const [again] = await queue.receive();
      assert.equal(again?.Attributes?.ApproximateReceiveCount, '2');
    },
  },
  {
    id: 'sqs.visibility.of-one-receive',
    says: 'A receive may bring its own visibility timeout.',
    doc: pages.api('ReceiveMessage'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      await queue.send('a');
      assert.deepEqual(await queue.bodies({ VisibilityTimeout: 1 }), ['a']);
      await tools.pass(1_300);
      assert.deepEqual(await queue.bodies(), ['a']);
    },
  },
  {
    id: 'sqs.visibility.give-back',
    says: 'A visibility timeout changed to zero makes the message visible at once.',
    doc: pages.api('ChangeMessageVisibility'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      await queue.send('a');
      for (const message of await queue.receive()) await queue.changeVisibility(message, 0);
      assert.deepEqual(await queue.counts(1, 0), ['1', '0', '0']);
      assert.deepEqual(await queue.bodies(), ['a']);
    },
  },
  {
    id: 'sqs.visibility.extend',
    says: 'A visibility timeout counts again from when it is changed.',
    doc: pages.api('ChangeMessageVisibility'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, { VisibilityTimeout: '1' });
      await queue.send('a');
      for (const message of await queue.receive()) await queue.changeVisibility(message, 60);
      await tools.pass(1_300);
      assert.deepEqual(await queue.bodies(), []);
      assert.deepEqual(await queue.counts(0, 1), ['0', '1', '0']);
    },
  },
  {
    id: 'sqs.visibility.limit',
    says: 'A visibility timeout is at most twelve hours.',
    doc: pages.api('ChangeMessageVisibility'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      await queue.send('a');
      const [message] = await queue.receive();
      assert.ok(message, 'a message is received');
      await refuses(queue.changeVisibility(message, 43_201), invalid);
    },
  },
  {
    id: 'sqs.visibility.limit-in-all',
    says: 'Extensions end twelve hours after the receive.',
    doc: pages.api('ChangeMessageVisibility'),
    needs: 'clock',
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      await queue.send('a');
      const [message] = await queue.receive({ VisibilityTimeout: 43_000 });
      assert.ok(message, 'a message is received');
      await tools.pass(3_600_000);
      await refuses(queue.changeVisibility(message, 42_000), invalid);
      await queue.changeVisibility(message, 1_000);
    },
  },
  {
    id: 'sqs.visibility.not-in-flight',
    says: 'Changing the visibility of a message that is not in flight is refused.',
    doc: pages.api('ChangeMessageVisibility'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      await queue.send('a');
      const [message] = await queue.receive();
      assert.ok(message, 'a message is received');
      await queue.changeVisibility(message, 0);
      await refuses(queue.changeVisibility(message, 10), /^(?:MessageNotInflight|Invalid)/);
    },
  },
  {
    id: 'sqs.visibility.garbage-handle',
    says: 'A receipt handle that is none is refused with ReceiptHandleIsInvalid.',
    doc: pages.api('ChangeMessageVisibility'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      const garbage = { ReceiptHandle: 'garbage' };
      await refuses(queue.changeVisibility(garbage, 10), 'ReceiptHandleIsInvalid');
      await refuses(queue.delete(garbage), 'ReceiptHandleIsInvalid');
    },
  },
  {
    id: 'sqs.visibility.delete',
    says: 'A deleted message does not come back, and deleting it again is no error.',
    doc: pages.api('DeleteMessage'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, { VisibilityTimeout: '1' });
      await queue.send('a');
      const [message] = await queue.receive();
      assert.ok(message, 'a message is received');
      await queue.delete(message);
      await queue.delete(message);
      assert.deepEqual(await queue.counts(0, 0), ['0', '0', '0']);
      await tools.pass(1_300);
      assert.deepEqual(await queue.bodies(), []);
    },
  },
  {
    id: 'sqs.visibility.batch',
    says: 'A batch of changes does what it can and names what it cannot.',
    doc: pages.api('ChangeMessageVisibilityBatch'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      await queue.send('a');
      const [message] = await queue.receive();
      const change = new ChangeMessageVisibilityBatchCommand({
        QueueUrl: queue.url,
        Entries: [
          { Id: 'good', ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout: 0 },
          { Id: 'bad', ReceiptHandle: 'garbage', VisibilityTimeout: 0 },
        ],
      });
      const { Successful = [], Failed = [] } = await aws.sqs.send(change);
      assert.deepEqual(
        Successful.map(({ Id }) => Id),
        ['good'],
      );
      assert.deepEqual(
        Failed.map(({ Id, Code, SenderFault }) => [Id, Code, SenderFault]),
        [['bad', 'ReceiptHandleIsInvalid', true]],
      );
      assert.deepEqual(await queue.bodies(), ['a']);
    },
  },
  {
    id: 'sqs.visibility.delete-batch',
    says: 'A batch of deletes does what it can and names what it cannot.',
    doc: pages.api('DeleteMessageBatch'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      await queue.send('a');
      const [message] = await queue.receive();
      const remove = new DeleteMessageBatchCommand({
        QueueUrl: queue.url,
        Entries: [
          { Id: 'bad', ReceiptHandle: 'garbage' },
          { Id: 'good', ReceiptHandle: message?.ReceiptHandle },
        ],
      });
      const { Successful = [], Failed = [] } = await aws.sqs.send(remove);
      assert.deepEqual(
        Successful.map(({ Id }) => Id),
        ['good'],
      );
      assert.deepEqual(
        Failed.map(({ Id, Code }) => [Id, Code]),
        [['bad', 'ReceiptHandleIsInvalid']],
      );
      assert.deepEqual(await queue.counts(0, 0), ['0', '0', '0']);
    },
  },
  {
    id: 'sqs.purge.empties',
    says: 'Purging takes away every message, also those in flight and delayed.',
    doc: pages.api('PurgeQueue'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      await queue.send('flying');
      await queue.receive();
      await queue.send('waiting');
      await queue.send('late', { DelaySeconds: 100 });
      await aws.sqs.send(new PurgeQueueCommand({ QueueUrl: queue.url }));
      const counts = await tools.eventually(
        () => queue.counts(0, 0),
        (found) => found.join('') === '000',
      );
      assert.deepEqual(counts, ['0', '0', '0']);
    },
  },
  {
    id: 'sqs.purge.once-a-minute',
    says: 'A second purge within sixty seconds is refused with PurgeQueueInProgress.',
    doc: pages.api('PurgeQueue'),
    async run(aws, tools) {
      const { url: QueueUrl } = await aQueue(aws, tools);
      await aws.sqs.send(new PurgeQueueCommand({ QueueUrl }));
      await refuses(aws.sqs.send(new PurgeQueueCommand({ QueueUrl })), 'PurgeQueueInProgress');
    },
  },
  {
    id: 'sqs.purge.after-a-minute',
    says: 'Sixty seconds later a queue may be purged again.',
    doc: pages.api('PurgeQueue'),
    needs: 'clock',
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      await aws.sqs.send(new PurgeQueueCommand({ QueueUrl: queue.url }));
      await tools.pass(61_000);
      await queue.send('a');
      await aws.sqs.send(new PurgeQueueCommand({ QueueUrl: queue.url }));
      assert.deepEqual(await queue.bodies(), []);
    },
  },
];
