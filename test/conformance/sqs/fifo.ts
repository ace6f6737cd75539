import assert from 'node:assert/strict';
import type { Message } from '@aws-sdk/client-sqs';
import type { Assertion } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { invalid } from './invalid.ts';
import { aQueue, aQueueWithDeadLetters, deadLetter, type Queue } from './a-queue.ts';
import { pages } from './pages.ts';

const fifo = { FifoQueue: 'true' };

export const fifoQueues: readonly Assertion[] = [
  {
    id: 'sqs.fifo.order',
    says: 'Messages of a group come in the order in which they were sent.',
    doc: pages.fifoOrder,
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, fifo);
      for (const body of ['1', '2', '3', '4']) await send(queue, body, 'g');
      const first = await queue.receive({ MaxNumberOfMessages: 2 });
      assert.deepEqual(bodies(first), ['1', '2']);
      for (const message of first) await queue.delete(message);
      assert.deepEqual(bodies(await queue.receive()), ['3', '4']);
    },
  },
  {
    id: 'sqs.fifo.group-lock',
    says: 'While a message of a group is in flight no more of the group are given, but of others are.',
    doc: pages.fifoOrder,
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, fifo);
      await send(queue, 'a1', 'a');
      await send(queue, 'a2', 'a');
      await send(queue, 'b1', 'b');
      assert.deepEqual(bodies(await queue.receive({ MaxNumberOfMessages: 1 })), ['a1']);
      assert.deepEqual(bodies(await queue.receive()), ['b1']);
      assert.deepEqual(await queue.receive(), []);
    },
  },
  {
    id: 'sqs.fifo.unlock',
    says: 'Deleting what is in flight unlocks the group.',
    doc: pages.fifoOrder,
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, fifo);
      await send(queue, '1', 'g');
      await send(queue, '2', 'g');
      for (const message of await queue.receive({ MaxNumberOfMessages: 1 })) await queue.delete(message);
      assert.deepEqual(bodies(await queue.receive()), ['2']);
    },
  },
  {
    id: 'sqs.fifo.given-back-first',
    says: 'A message that is given back comes first again.',
    doc: pages.fifoOrder,
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, fifo);
      await send(queue, '1', 'g');
      await send(queue, '2', 'g');
      for (const message of await queue.receive({ MaxNumberOfMessages: 1 }))
        await queue.changeVisibility(message, 0);
      assert.deepEqual(bodies(await queue.receive()), ['1', '2']);
    },
  },
  {
    id: 'sqs.fifo.deduplication',
    says: 'A second message of the same deduplication id is accepted and not delivered, also after the first is deleted.',
    doc: pages.deduplication,
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, fifo);
      await send(queue, 'first', 'g', 'same');
      await send(queue, 'second', 'g', 'same');
      const found = await queue.receive();
      assert.deepEqual(bodies(found), ['first']);
      for (const message of found) await queue.delete(message);
      await send(queue, 'third', 'g', 'same');
      assert.deepEqual(await queue.receive(), []);
    },
  },
  {
    id: 'sqs.fifo.deduplication-across-groups',
    says: 'Deduplication holds for the whole queue, not for a group.',
    doc: pages.deduplication,
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, fifo);
      await send(queue, 'first', 'a', 'same');
      await send(queue, 'second', 'b', 'same');
      assert.deepEqual(bodies(await queue.receive()), ['first']);
    },
  },
  {
    id: 'sqs.fifo.deduplication-ends',
    says: 'After five minutes a deduplication id is new again.',
    doc: pages.deduplication,
    needs: 'clock',
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, fifo);
      await send(queue, 'first', 'g', 'same');
      await tools.pass(301_000);
      await send(queue, 'second', 'g', 'same');
      assert.deepEqual(bodies(await queue.receive()), ['first', 'second']);
    },
  },
  {
    id: 'sqs.fifo.by-content',
    says: 'With content-based deduplication the body is the id; attributes do not count.',
    doc: pages.fifoOnce,
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, { ...fifo, ContentBasedDeduplication: 'true' });
      const attribute = { MessageAttributes: { a: { DataType: 'String', StringValue: 'v' } } };
      await queue.send('same', { MessageGroupId: 'g' });
      await queue.send('same', { MessageGroupId: 'g', ...attribute });
      await queue.send('other', { MessageGroupId: 'g' });
      assert.deepEqual(bodies(await queue.receive()), ['same', 'other']);
    },
  },
  {
    id: 'sqs.fifo.needs-group',
    says: 'A message without a group is refused.',
    doc: pages.groups,
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, fifo);
      await refuses(queue.send('x', { MessageDeduplicationId: 'd' }), /^(?:MissingParameter|Invalid)/);
    },
  },
  {
    id: 'sqs.fifo.needs-deduplication',
    says: 'A message without a deduplication id is refused unless the queue deduplicates by content.',
    doc: pages.api('SendMessage'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, fifo);
      await refuses(queue.send('x', { MessageGroupId: 'g' }), invalid);
    },
  },
  {
    id: 'sqs.fifo.own-delay',
    says: 'A FIFO queue refuses a delay of a single message.',
    doc: pages.api('SendMessage'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, fifo);
      const own = { MessageGroupId: 'g', MessageDeduplicationId: 'd', DelaySeconds: 5 };
      await refuses(queue.send('x', own), invalid);
    },
  },
  {
    id: 'sqs.fifo.system-attributes',
    says: 'A FIFO message brings its group, its deduplication id and a growing sequence number.',
    doc: pages.api('ReceiveMessage'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, fifo);
      const ids = Array.from({ length: 8 }, (_, i) => `d${i}`);
      const sent: (string | undefined)[] = [];
      for (const id of ids) sent.push((await send(queue, id, 'g', id)).SequenceNumber);
      const found = (await queue.receive()).map(({ Attributes = {} }) => Attributes);
      assert.deepEqual(
        found.map(({ MessageGroupId }) => MessageGroupId),
        ids.map(() => 'g'),
      );
      assert.deepEqual(
        found.map(({ MessageDeduplicationId }) => MessageDeduplicationId),
        ids,
      );
      assert.deepEqual(
        found.map(({ SequenceNumber }) => SequenceNumber),
        sent,
      );
      const inOrder = sent
        .map((number) => BigInt(number ?? 0))
        .toSorted((one, other) => (one < other ? -1 : 1));
      assert.deepEqual(
        inOrder.map(String),
        sent.map((number) => String(BigInt(number ?? 0))),
      );
    },
  },
  {
    id: 'sqs.fifo.receive-attempt',
    says: 'A receive repeated with the same attempt id gives the same messages again.',
    doc: pages.api('ReceiveMessage'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, fifo);
      await send(queue, '1', 'g');
      await send(queue, '2', 'g');
      const attempt = { ReceiveRequestAttemptId: tools.name('attempt'), MaxNumberOfMessages: 1 };
      assert.deepEqual(bodies(await queue.receive(attempt)), ['1']);
      assert.deepEqual(bodies(await queue.receive(attempt)), ['1']);
    },
  },
  {
    id: 'sqs.fifo.dead-letter',
    says: 'A FIFO message that has had all its receives makes way for the next of its group.',
    doc: pages.deadLetters,
    async run(aws, tools) {
      const { queue, dead } = await aQueueWithDeadLetters(aws, tools, 1, fifo);
      await send(queue, 'poison', 'g');
      await deadLetter(queue, 1);
      await send(queue, 'healthy', 'g');
      assert.deepEqual(bodies(await queue.receive()), ['healthy']);
      const [letter] = await dead.receive();
      assert.deepEqual([letter?.Body, letter?.Attributes?.MessageGroupId], ['poison', 'g']);
    },
  },
];

let unique = 0;

function send(queue: Queue, body: string, group: string, deduplication = `unique-${(unique += 1)}`) {
  return queue.send(body, { MessageGroupId: group, MessageDeduplicationId: deduplication });
}

function bodies(messages: readonly Message[]): (string | undefined)[] {
  return messages.map(({ Body }) => Body);
}
