import assert from 'node:assert/strict';
import {
  CreateQueueCommand,
  ListDeadLetterSourceQueuesCommand,
  SetQueueAttributesCommand,
} from '@aws-sdk/client-sqs';
import type { Assertion } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { invalid } from './invalid.ts';
import { aQueue, aQueueWithDeadLetters, deadLetter } from './a-queue.ts';
import { pages } from './pages.ts';

export const deadLetters: readonly Assertion[] = [
  {
    id: 'sqs.dead-letter.after-max-receives',
    says: 'A message received maxReceiveCount times goes to the dead letters with the next receive, id and body kept.',
    doc: pages.deadLetters,
    async run(aws, tools) {
      const { queue, dead } = await aQueueWithDeadLetters(aws, tools, 2);
      const { MessageId } = await queue.send('poison');
      await deadLetter(queue, 2);
      assert.deepEqual(await queue.counts(0, 0), ['0', '0', '0']);
      const [message] = await dead.receive();
      assert.deepEqual([message?.MessageId, message?.Body], [MessageId, 'poison']);
    },
  },
  {
    id: 'sqs.dead-letter.not-before',
    says: 'A message that was received fewer times stays, also when its visibility is changed to zero.',
    doc: pages.deadLetters,
    async run(aws, tools) {
      const { queue, dead } = await aQueueWithDeadLetters(aws, tools, 2);
      await queue.send('a');
      for (const message of await queue.receive()) await queue.changeVisibility(message, 0);
      assert.deepEqual(await dead.bodies(), []);
      const [again] = await queue.receive();
      assert.equal(again?.Attributes?.ApproximateReceiveCount, '2');
    },
  },
  {
    id: 'sqs.dead-letter.waits-for-receive',
    says: 'A message that has had all its receives waits in its queue until it is asked for.',
    doc: pages.deadLetters,
    async run(aws, tools) {
      const { queue, dead } = await aQueueWithDeadLetters(aws, tools, 1, { VisibilityTimeout: '1' });
      await queue.send('a');
      await queue.receive();
      await tools.pass(1_300);
      assert.deepEqual(await queue.counts(1, 0), ['1', '0', '0']);
      assert.deepEqual(await dead.counts(0, 0), ['0', '0', '0']);
      assert.deepEqual(await queue.receive(), []);
      assert.deepEqual(await dead.counts(1, 0), ['1', '0', '0']);
    },
  },
  {
    id: 'sqs.dead-letter.receive-count',
    says: 'The receive count goes on where it was.',
    doc: pages.deadLetters,
    async run(aws, tools) {
      const { queue, dead } = await aQueueWithDeadLetters(aws, tools, 2);
      await queue.send('a');
      await deadLetter(queue, 2);
      const [message] = await dead.receive();
      assert.equal(message?.Attributes?.ApproximateReceiveCount, '3');
    },
  },
  {
    id: 'sqs.dead-letter.source',
    says: 'A dead letter names the queue that it comes from.',
    doc: pages.api('ReceiveMessage'),
    async run(aws, tools) {
      const { queue, dead } = await aQueueWithDeadLetters(aws, tools, 1);
      await queue.send('a');
      await deadLetter(queue, 1);
      await dead.send('direct');
      const found = await dead.receive();
      const sources = Object.fromEntries(
        found.map(({ Body, Attributes }) => [Body, Attributes?.DeadLetterQueueSourceArn]),
      );
      assert.deepEqual(sources, { a: await queue.arn(), direct: undefined });
    },
  },
  {
    id: 'sqs.dead-letter.sent-timestamp',
    says: 'A dead letter of a standard queue keeps the time at which it was sent.',
    doc: pages.deadLetters,
    async run(aws, tools) {
      const { queue, dead } = await aQueueWithDeadLetters(aws, tools, 1);
      await queue.send('a');
      const [first] = await queue.receive();
      assert.ok(first, 'a message is received');
      await tools.pass(50);
      await queue.changeVisibility(first, 0);
      await queue.receive();
      const [message] = await dead.receive();
      assert.equal(message?.Attributes?.SentTimestamp, first.Attributes?.SentTimestamp);
    },
  },
  {
    id: 'sqs.dead-letter.retention',
    says: 'A dead letter of a standard queue expires counted from when it was first sent.',
    doc: pages.deadLetters,
    needs: 'clock',
    async run(aws, tools) {
      const dead = await aQueue(aws, tools, { MessageRetentionPeriod: '3600' });
      const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: await dead.arn(), maxReceiveCount: 1 });
      const queue = await aQueue(aws, tools, { RedrivePolicy });
      await queue.send('a');
      await tools.pass(3_000_000);
      await deadLetter(queue, 1);
      assert.deepEqual(await dead.counts(1, 0), ['1', '0', '0']);
      await tools.pass(700_000);
      assert.deepEqual(await dead.counts(0, 0), ['0', '0', '0']);
    },
  },
  {
    id: 'sqs.dead-letter.retention-fifo',
    says: 'A dead letter of a FIFO queue expires counted from when it was moved.',
    doc: pages.deadLetters,
    needs: 'clock',
    async run(aws, tools) {
      const dead = await aQueue(aws, tools, { FifoQueue: 'true', MessageRetentionPeriod: '3600' });
      const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: await dead.arn(), maxReceiveCount: 1 });
      const queue = await aQueue(aws, tools, { FifoQueue: 'true', RedrivePolicy });
      await queue.send('a', { MessageGroupId: 'g', MessageDeduplicationId: 'd' });
      await tools.pass(3_000_000);
      await deadLetter(queue, 1);
      await tools.pass(700_000);
      assert.deepEqual(await dead.counts(1, 0), ['1', '0', '0']);
      await tools.pass(3_000_000);
      assert.deepEqual(await dead.counts(0, 0), ['0', '0', '0']);
    },
  },
  {
    id: 'sqs.dead-letter.missing-target',
    says: 'A redrive policy whose target is not there is refused.',
    doc: pages.api('SetQueueAttributes'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      const deadLetterTargetArn = (await queue.arn()).replace(/[^:]+$/, tools.name('nowhere'));
      await refuses(setPolicy(queue.url, { deadLetterTargetArn, maxReceiveCount: 3 }), invalid);
      function setPolicy(QueueUrl: string, policy: object) {
        const Attributes = { RedrivePolicy: JSON.stringify(policy) };
        return aws.sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes }));
      }
    },
  },
  {
    id: 'sqs.dead-letter.malformed-policy',
    says: 'A redrive policy that is no JSON, or whose maxReceiveCount is not 1 to 1,000, is refused.',
    doc: pages.api('SetQueueAttributes'),
    async run(aws, tools) {
      const dead = await aQueue(aws, tools);
      const deadLetterTargetArn = await dead.arn();
      const create = (RedrivePolicy: string) =>
        aws.sqs.send(
          new CreateQueueCommand({ QueueName: tools.name('queue'), Attributes: { RedrivePolicy } }),
        );
      await refuses(create('not JSON'), invalid);
      await refuses(create(JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 0 })), invalid);
      await refuses(create(JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 1_001 })), invalid);
    },
  },
  {
    id: 'sqs.dead-letter.same-kind',
    says: 'The dead letters of a FIFO queue go to a FIFO queue only.',
    doc: pages.deadLetters,
    async run(aws, tools) {
      const dead = await aQueue(aws, tools);
      const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: await dead.arn(), maxReceiveCount: 1 });
      const create = new CreateQueueCommand({
        QueueName: `${tools.name('queue')}.fifo`,
        Attributes: { FifoQueue: 'true', RedrivePolicy },
      });
      await refuses(aws.sqs.send(create), invalid);
    },
  },
  {
    id: 'sqs.dead-letter.list-sources',
    says: 'ListDeadLetterSourceQueues names the queues whose dead letters come here.',
    doc: pages.api('ListDeadLetterSourceQueues'),
    async run(aws, tools) {
      const { queue, dead } = await aQueueWithDeadLetters(aws, tools, 3);
      const list = (QueueUrl: string) => aws.sqs.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl }));
      assert.deepEqual((await list(dead.url)).queueUrls, [queue.url]);
      assert.deepEqual((await list(queue.url)).queueUrls ?? [], []);
    },
  },
  {
    id: 'sqs.dead-letter.allow-policy-deny',
    says: 'A queue that denies to be a dead-letter queue cannot be made one.',
    doc: pages.deadLetters,
    async run(aws, tools) {
      const dead = await aQueue(aws, tools, {
        RedriveAllowPolicy: JSON.stringify({ redrivePermission: 'denyAll' }),
      });
      const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: await dead.arn(), maxReceiveCount: 1 });
      const create = new CreateQueueCommand({
        QueueName: tools.name('queue'),
        Attributes: { RedrivePolicy },
      });
      await refuses(aws.sqs.send(create), invalid);
    },
  },
  {
    id: 'sqs.dead-letter.allow-policy-by-queue',
    says: 'A queue that names its sources takes dead letters from those only.',
    doc: pages.deadLetters,
    async run(aws, tools) {
      const friend = await aQueue(aws, tools);
      const stranger = await aQueue(aws, tools);
      const policy = { redrivePermission: 'byQueue', sourceQueueArns: [await friend.arn()] };
      const dead = await aQueue(aws, tools, { RedriveAllowPolicy: JSON.stringify(policy) });
      const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: await dead.arn(), maxReceiveCount: 1 });
      const set = (QueueUrl: string) =>
        aws.sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { RedrivePolicy } }));
      await set(friend.url);
      await refuses(set(stranger.url), invalid);
    },
  },
];
