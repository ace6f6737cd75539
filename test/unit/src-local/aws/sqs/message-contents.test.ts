import { ReceiveMessageCommand, SendMessageCommand, type MessageAttributeValue } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { aQueue } from './queue-client.ts';

const text = (StringValue: string): MessageAttributeValue => ({ DataType: 'String', StringValue });

describe('message contents', () => {
  // The digests are AWS's own answers to these messages, as other projects recorded them.
  it.each<[string, Record<string, MessageAttributeValue>]>([
    ['19e27d4e946b072f3f58da80d94fd778', { attribName1: text('attribValue 1') }],
    [
      '9fe1b90bbd9965bdf77bac517c7d2495',
      {
        customNumberTypeAttrib: {
          DataType: 'Number.float',
          StringValue: '4563442423554324324264524243.32543234',
        },
      },
    ],
    [
      '31a92b15d92f8db860eda32aceb656c3',
      { binaryAttribute: { DataType: 'Binary', BinaryValue: Buffer.from('Hello binary world!') } },
    ],
    [
      '4c360f3fdafd970e05fae2f149d997f5',
      { Hello: text('There'), General: text('Kenobi'), 'Help.Me': text('Me') },
    ],
  ])('has digest %s of its attributes', async (digest, MessageAttributes) => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    const sent = await sqs.send(
      new SendMessageCommand({ QueueUrl: queue.url, MessageBody: 'msg', MessageAttributes }),
    );
    expect(sent).toMatchObject({
      MD5OfMessageBody: '6e2baaf3b97dbeef01c0043275f9a0e7',
      MD5OfMessageAttributes: digest,
    });
    const [message] = await queue.receive({ MessageAttributeNames: ['All'] });
    expect(message).toMatchObject({ MD5OfMessageAttributes: digest });
    expect(Object.keys(message?.MessageAttributes ?? {}).toSorted()).toEqual(
      Object.keys(MessageAttributes).toSorted(),
    );
  });

  it('has the digest of just the attributes that are given', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { VisibilityTimeout: '0' });
    await queue.send('msg', {
      MessageAttributes: { Hello: text('There'), General: text('Kenobi'), 'Help.Me': text('Me') },
    });
    const digestOf = async (...MessageAttributeNames: string[]) =>
      (await queue.receive({ MessageAttributeNames }))[0]?.MD5OfMessageAttributes;
    expect(await digestOf('Hello', 'General')).toBe('fca026605781cb4126a1e9044df24232');
    expect(await digestOf('Hello', 'Missing')).toBe('a311262e065454b75da111d535b8dacd');
    expect(await digestOf('Hel.*')).toBe('83fee93c1bcd8b9a5a923ffacdc636c7');
    expect(await digestOf('Missing')).toBeUndefined();
  });

  it('has a digest of the trace header, which does not count as an attribute', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    const StringValue = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1';
    const sent = await sqs.send(
      new SendMessageCommand({
        QueueUrl: queue.url,
        MessageBody: 'test',
        MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue } },
      }),
    );
    expect(sent.MD5OfMessageSystemAttributes).toBe('5ae4d5d7636402d80f4eb6d213245a88');
    expect(sent.MD5OfMessageAttributes).toBeUndefined();
  });

  it.each(['\u0000', '\u0008', '\uFFFF', '\uFFFE', '\uD800 alone', 'a\u001Fb'])(
    'refuses a body with %j',
    async (body) => {
      const { sqs, aws } = aPocketAws();
      const queue = await aQueue(sqs, 'work');
      // The request is sent directly, because the SDK would change half a surrogate pair.
      const answer = await aws.dispatch({
        method: 'POST',
        path: '/',
        query: '',
        headers: { 'x-amz-target': 'AmazonSQS.SendMessage' },
        body: Buffer.from(JSON.stringify({ QueueUrl: queue.url, MessageBody: body })),
      });
      expect(answer.status).toBe(400);
      expect(answer.headers['x-amzn-errortype']).toBe('InvalidMessageContents');
    },
  );

  it('takes tabs, line ends and everything from the space on', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    const body = '\t\r\n ~\u007F\u0085\uD7FF\uE000\uFFFD\u{10000}\u{10FFFF}';
    await queue.send(body);
    expect(await queue.receiveBodies()).toEqual([body]);
  });

  it('counts bytes of body and attributes up to the size that the queue allows', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { MaximumMessageSize: '1024' });
    const MessageAttributes = { name: text('value') };
    const attributeSize = 'name'.length + 'String'.length + 'value'.length;
    await queue.send('ä'.repeat(512));
    await queue.send('a'.repeat(1024 - attributeSize), { MessageAttributes });
    await expect(queue.send(`${'ä'.repeat(512)}a`)).rejects.toMatchObject({
      Code: 'InvalidParameterValue',
      message: 'One or more parameters are invalid. Reason: Message must be shorter than 1024 bytes.',
    });
    await expect(queue.send('a'.repeat(1025 - attributeSize), { MessageAttributes })).rejects.toThrow(
      'shorter than 1024',
    );
  });

  it('takes a message of 1 MiB and none that is longer', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    await queue.send('a'.repeat(1_048_576));
    await expect(queue.send('a'.repeat(1_048_577))).rejects.toThrow('shorter than 1048576');
    const [message] = await queue.receive();
    expect(message?.Body).toHaveLength(1_048_576);
  });

  it.each<[string, Record<string, MessageAttributeValue>]>([
    ['an empty value', { name: text('') }],
    ['a value of the other kind', { name: { DataType: 'Binary', StringValue: 'x' } }],
    ['a type that does not exist', { name: { DataType: 'Text', StringValue: 'x' } }],
    ['a type that is too long', { name: { DataType: `Number.${'L'.repeat(256)}`, StringValue: '1' } }],
    ['a number that is none', { name: { DataType: 'Number', StringValue: 'x' } }],
    ['a number of 39 digits', { name: { DataType: 'Number', StringValue: '1'.repeat(39) } }],
    ['a number that is too large', { name: { DataType: 'Number', StringValue: '1e127' } }],
    ['a forbidden character', { name: text('a\u0008') }],
    ['a name with a forbidden character', { 'a!b': text('x') }],
    ['a reserved name', { 'aWs.x': text('x') }],
    ['a name that ends with a period', { 'x.': text('x') }],
    ['a name with two periods', { 'x..y': text('x') }],
    ['a name that is too long', { ['x'.repeat(257)]: text('x') }],
    ['eleven of them', Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`a${n}`, text('x')]))],
  ])('refuses attributes with %s', async (_what, MessageAttributes) => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    await expect(queue.send('msg', { MessageAttributes })).rejects.toMatchObject({
      Code: 'InvalidParameterValue',
    });
    expect(await queue.counts()).toEqual([0, 0, 0]);
  });

  it.each<[string, object]>([
    ['a delay below zero', { DelaySeconds: -1 }],
    ['a delay over 15 minutes', { DelaySeconds: 901 }],
    ['a deduplication id', { MessageDeduplicationId: 'one' }],
    ['a group with a space', { MessageGroupId: 'a b' }],
    ['a group that is too long', { MessageGroupId: 'a'.repeat(129) }],
    ['an unknown system attribute', { MessageSystemAttributes: { Colour: text('red') } }],
  ])('refuses a message to a standard queue with %s', async (_what, more) => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    await expect(queue.send('msg', more)).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
  });

  it.each<[string, object]>([
    ['no message', { MaxNumberOfMessages: 0 }],
    ['eleven messages', { MaxNumberOfMessages: 11 }],
    ['a wait over 20 seconds', { WaitTimeSeconds: 21 }],
    ['a timeout over 12 hours', { VisibilityTimeout: 43_201 }],
    ['an attempt id', { ReceiveRequestAttemptId: 'one' }],
  ])('refuses a receive from a standard queue with %s', async (_what, more) => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    await expect(sqs.send(new ReceiveMessageCommand({ QueueUrl: queue.url, ...more }))).rejects.toMatchObject(
      { Code: 'InvalidParameterValue' },
    );
  });
});
