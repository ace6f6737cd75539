import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { MessageAttributeValue } from '@aws-sdk/client-sqs';
import type { Assertion } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { invalid } from './invalid.ts';
import { aQueue } from './a-queue.ts';
import { pages } from './pages.ts';

const text = (StringValue: string, DataType = 'String'): MessageAttributeValue => ({ DataType, StringValue });

export const messages: readonly Assertion[] = [
  {
    id: 'sqs.message.send-and-receive',
    says: 'A message comes back with its id, its body and the MD5 of its body.',
    doc: pages.api('SendMessage'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      const body = 'æ 漢 😀 <&> "quoted"\n\ttabbed';
      const sent = await queue.send(body);
      assert.equal(sent.MD5OfMessageBody, createHash('md5').update(body).digest('hex'));
      const [message] = await queue.receive();
      assert.equal(message?.Body, body);
      assert.equal(message.MessageId, sent.MessageId);
      assert.equal(message.MD5OfBody, sent.MD5OfMessageBody);
      assert.ok(message.ReceiptHandle, 'it has a handle');
    },
  },
  {
    id: 'sqs.message.attributes-md5',
    says: 'The MD5 of message attributes follows the documented layout.',
    doc: pages.metadata,
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      const attributes = {
        zeta: text('last'),
        alpha: text('12.5', 'Number.money'),
        bytes: { DataType: 'Binary', BinaryValue: Uint8Array.of(0, 255) },
      };
      const sent = await queue.send('x', { MessageAttributes: attributes });
      assert.equal(sent.MD5OfMessageAttributes, computeDigest(attributes));
    },
  },
  {
    id: 'sqs.message.attributes-when-asked',
    says: 'Message attributes come along when they are asked for: all, by name or by prefix.',
    doc: pages.api('ReceiveMessage'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, { VisibilityTimeout: '0' });
      const MessageAttributes = { 'trace.id': text('t'), 'trace.span': text('s'), tenant: text('red') };
      await queue.send('x', { MessageAttributes });
      const names = async (MessageAttributeNames?: string[]) => {
        const [message] = await queue.receive(MessageAttributeNames ? { MessageAttributeNames } : {});
        return Object.keys(message?.MessageAttributes ?? {}).toSorted();
      };
      assert.deepEqual(await names(), []);
      assert.deepEqual(await names(['All']), ['tenant', 'trace.id', 'trace.span']);
      assert.deepEqual(await names(['tenant']), ['tenant']);
      assert.deepEqual(await names(['trace.*']), ['trace.id', 'trace.span']);
    },
  },
  {
    id: 'sqs.message.system-attributes',
    says: 'System attributes come along when they are asked for, and only those.',
    doc: pages.api('ReceiveMessage'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, { VisibilityTimeout: '0' });
      await queue.send('x');
      const attributesOf = async (names: ('All' | 'SentTimestamp')[]) => {
        const [message] = await queue.receive({ MessageSystemAttributeNames: names });
        return message?.Attributes ?? {};
      };
      const all = await attributesOf(['All']);
      for (const name of [
        'SenderId',
        'SentTimestamp',
        'ApproximateReceiveCount',
        'ApproximateFirstReceiveTimestamp',
      ] as const) {
        assert.ok(all[name], `${name} is missing`);
      }
      assert.ok(Math.abs(Number(all.SentTimestamp) - tools.now()) < 60_000, `sent at ${all.SentTimestamp}`);
      assert.deepEqual(Object.keys(await attributesOf(['SentTimestamp'])), ['SentTimestamp']);
      assert.deepEqual(await attributesOf([]), {});
    },
  },
  {
    id: 'sqs.message.receive-count',
    says: 'The receive count grows with each receive; the first receive keeps its time.',
    doc: pages.api('ReceiveMessage'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, { VisibilityTimeout: '0' });
      await queue.send('x');
      const [first] = await queue.receive();
      await tools.pass(20);
      const [second] = await queue.receive();
      assert.equal(first?.Attributes?.ApproximateReceiveCount, '1');
      assert.equal(second?.Attributes?.ApproximateReceiveCount, '2');
      assert.equal(
        second.Attributes.ApproximateFirstReceiveTimestamp,
        first.Attributes.ApproximateFirstReceiveTimestamp,
      );
      assert.notEqual(second.ReceiptHandle, first.ReceiptHandle);
    },
  },
  {
    id: 'sqs.message.ten-attributes',
    says: 'A message has at most ten attributes.',
    doc: pages.messageQuotas,
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      const attributes = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`, text('v')]));
      await queue.send('x', { MessageAttributes: attributes(10) });
      await refuses(queue.send('x', { MessageAttributes: attributes(11) }), invalid);
    },
  },
  {
    id: 'sqs.message.attribute-rules',
    says: 'An attribute without type or value, of an unknown type or of a reserved name is refused.',
    doc: pages.metadata,
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      const send = (name: string, value: MessageAttributeValue) =>
        queue.send('x', { MessageAttributes: { [name]: value } });
      await refuses(send('a', text('')), invalid);
      await refuses(send('a', text('x', 'Colour')), invalid);
      await refuses(send('AWS.trace', text('x')), invalid);
      await refuses(send('a..b', text('x')), invalid);
      await refuses(send('n', text('one', 'Number')), invalid);
    },
  },
  {
    id: 'sqs.message.one-mebibyte',
    says: 'A message of 1 MiB is taken, one of a byte more is refused; attributes count.',
    doc: pages.messageQuotas,
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      await queue.send('x'.repeat(1_048_576));
      await refuses(queue.send('x'.repeat(1_048_577)), invalid);
      const attribute = { MessageAttributes: { a: text('v') } };
      await refuses(queue.send('x'.repeat(1_048_575), attribute), invalid);
    },
  },
  {
    id: 'sqs.message.maximum-size',
    says: 'A queue refuses messages larger than its own MaximumMessageSize, in bytes of UTF-8.',
    doc: pages.api('SetQueueAttributes'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, { MaximumMessageSize: '1024' });
      await queue.send('é'.repeat(512));
      await refuses(queue.send('é'.repeat(513)), invalid);
    },
  },
  {
    id: 'sqs.message.characters',
    says: 'A body with a character that XML does not allow is refused with InvalidMessageContents.',
    doc: pages.api('SendMessage'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      await refuses(queue.send('null \u0000'), 'InvalidMessageContents');
      await refuses(queue.send('non-character \uFFFF'), 'InvalidMessageContents');
    },
  },
  {
    id: 'sqs.message.delay',
    says: 'A delayed message is counted as delayed, and is not received before its time.',
    doc: pages.delays,
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      await queue.send('late', { DelaySeconds: 1 });
      assert.deepEqual(await queue.counts(0, 0, 1), ['0', '0', '1']);
      assert.deepEqual(await queue.bodies(), []);
      await tools.pass(1_300);
      assert.deepEqual(await queue.bodies(), ['late']);
    },
  },
  {
    id: 'sqs.message.queue-delay',
    says: 'A queue’s own delay holds for messages that bring none.',
    doc: pages.delays,
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, { DelaySeconds: '1' });
      await queue.send('late');
      await queue.send('at once', { DelaySeconds: 0 });
      assert.deepEqual(await queue.bodies(), ['at once']);
      await tools.pass(1_300);
      assert.deepEqual(await queue.bodies(), ['late']);
    },
  },
  {
    id: 'sqs.message.delay-limit',
    says: 'A delay of more than 900 seconds is refused.',
    doc: pages.api('SendMessage'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      await refuses(queue.send('x', { DelaySeconds: 901 }), invalid);
    },
  },
  {
    id: 'sqs.message.batch-of-ten',
    says: 'A receive asks for one to ten messages.',
    doc: pages.api('ReceiveMessage'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      const refusal = /^(?:Invalid|ReadCountOutOfRange)/;
      await refuses(queue.receive({ MaxNumberOfMessages: 0 }), refusal);
      await refuses(queue.receive({ MaxNumberOfMessages: 11 }), refusal);
    },
  },
  {
    id: 'sqs.message.empty-receive',
    says: 'A receive from an empty queue is answered without messages.',
    doc: pages.api('ReceiveMessage'),
    async run(aws, tools) {
      assert.deepEqual(await (await aQueue(aws, tools)).receive(), []);
    },
  },
  {
    id: 'sqs.message.long-poll-wakes',
    says: 'A long poll is answered as soon as a message comes.',
    doc: pages.polling,
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      const sent = tools.pass(200).then(() => queue.send('hello'));
      const [bodies] = await Promise.all([queue.bodies({ WaitTimeSeconds: 20 }), sent]);
      assert.deepEqual(bodies, ['hello']);
    },
  },
  {
    id: 'sqs.message.long-poll-ends',
    says: 'A long poll is answered empty when its time is over.',
    doc: pages.polling,
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, { ReceiveMessageWaitTimeSeconds: '1' });
      const started = tools.now();
      const [found] = await Promise.all([queue.receive(), tools.pass(1_000)]);
      assert.deepEqual(found, []);
      assert.ok(tools.now() - started >= 900, 'it waits');
    },
  },
  {
    id: 'sqs.message.wait-limit',
    says: 'A wait of more than 20 seconds is refused.',
    doc: pages.api('ReceiveMessage'),
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      await refuses(queue.receive({ WaitTimeSeconds: 21 }), invalid);
    },
  },
  {
    id: 'sqs.message.retention',
    says: 'A message is gone when its retention period is over, also while it is in flight.',
    doc: pages.api('SetQueueAttributes'),
    needs: 'clock',
    async run(aws, tools) {
      const queue = await aQueue(aws, tools, { MessageRetentionPeriod: '60' });
      await queue.send('old');
      await tools.pass(59_000);
      assert.deepEqual(await queue.bodies({ VisibilityTimeout: 0 }), ['old']);
      await tools.pass(2_000);
      assert.deepEqual(await queue.bodies(), []);
      assert.deepEqual(await queue.counts(0, 0), ['0', '0', '0']);
    },
  },
  {
    id: 'sqs.message.fair-group',
    says: 'A standard queue takes a message group, for fairness, and gives it back.',
    doc: pages.fairQueues,
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      await queue.send('x', { MessageGroupId: 'tenant-1' });
      const [message] = await queue.receive();
      assert.equal(message?.Attributes?.MessageGroupId, 'tenant-1');
    },
  },
];

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html */
function computeDigest(attributes: Readonly<Record<string, MessageAttributeValue>>): string {
  const hash = createHash('md5');
  const part = (bytes: Uint8Array): void => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  };
  for (const [name, { DataType = '', StringValue, BinaryValue }] of Object.entries(attributes).toSorted(
    ([one], [other]) => (one < other ? -1 : 1),
  )) {
    part(Buffer.from(name));
    part(Buffer.from(DataType));
    hash.update(Uint8Array.of(BinaryValue ? 2 : 1));
    part(BinaryValue ?? Buffer.from(StringValue ?? ''));
  }
  return hash.digest('hex');
}
