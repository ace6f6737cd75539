import { describe, expect, it } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { documentQueues, fifoQueues, queueDoors, type Planted } from '#test/builders/queue-doors.ts';
import type { MessageToSend, ReceivedMessage } from '#main/aws/queues.ts';

const letters = documentQueues.name;
const { source } = documentQueues;
const how = { most: 10, visibilitySeconds: 120 };
const bodies = (count: number): Planted[] =>
  Array.from({ length: count }, (_, at) => ({ MessageBody: `body ${at}` }));

const asSent = ({ body, attributes, system }: ReceivedMessage): MessageToSend => ({
  body,
  attributes,
  traceHeader: system['AWSTraceHeader'],
  groupId: system['MessageGroupId'],
});

describe('a message that is sent and deleted', () => {
  it('is the same message, under a new id, and gone from where it was', async () => {
    const { queues, deadLetters, takenFrom, depthOf } = await queueDoors();
    const attributes = {
      kind: { DataType: 'String', StringValue: 'late' },
      raw: { DataType: 'Binary', BinaryValue: Uint8Array.of(0, 255) },
    };
    await deadLetters(documentQueues, [{ MessageBody: 'body', MessageAttributes: attributes }]);
    const messages = valueOf(await queues.receive(letters, how));
    const sent = await queues.send(source, messages.map(asSent));
    expect(sent).toEqual([{ kind: 'done', messageId: expect.any(String) as string }]);
    expect(
      await queues.delete(
        letters,
        messages.map(({ receiptHandle }) => receiptHandle),
      ),
    ).toEqual([{ kind: 'done', messageId: null }]);
    const [arrived] = await takenFrom(source);
    expect(arrived).toMatchObject({ Body: 'body', MessageAttributes: attributes });
    expect(sent).toEqual([{ kind: 'done', messageId: arrived?.MessageId }]);
    expect(arrived?.MessageId).not.toBe(messages[0]?.messageId);
    expect(await depthOf(letters)).toBe(0);
  });

  it('keeps its group in a FIFO queue, and is accepted once under one deduplication id', async () => {
    const { queues, deadLetters, takenFrom } = await queueDoors();
    await deadLetters(
      fifoQueues,
      ['a', 'b', 'c'].map((body) => ({
        MessageBody: body,
        MessageGroupId: body === 'c' ? 'g2' : 'g1',
        MessageDeduplicationId: body,
      })),
    );
    const messages = valueOf(await queues.receive(fifoQueues.name, how));
    expect(messages.map(({ body, system }) => [body, system['MessageGroupId']])).toEqual([
      ['a', 'g1'],
      ['b', 'g1'],
      ['c', 'g2'],
    ]);
    const again = messages.map((one) => ({ ...asSent(one), deduplicationId: `again-${one.messageId}` }));
    const first = await queues.send(fifoQueues.source, again);
    expect(await queues.send(fifoQueues.source, again)).toEqual(first);
    const arrived = await takenFrom(fifoQueues.source);
    expect(arrived.map(({ Body, Attributes }) => [Body, Attributes?.MessageGroupId])).toEqual([
      ['a', 'g1'],
      ['b', 'g1'],
      ['c', 'g2'],
    ]);
  });

  it('is refused entry by entry: an invalid entry does not hold up the others', async () => {
    const { queues, depthOf } = await queueDoors();
    const of = (body: string): MessageToSend => ({ body, attributes: {} });
    expect(await queues.send(source, [of('good'), of('b\u0000d'), of('good too')])).toMatchObject([
      { kind: 'done' },
      { kind: 'refused', name: 'InvalidMessageContents', mayTryAgain: false },
      { kind: 'done' },
    ]);
    expect(await depthOf(source)).toBe(2);
  });

  it('can be tried again if SQS itself was at fault', async () => {
    const { queues, put, aws, depthOf } = await queueDoors();
    await put(letters, bodies(6));
    const held = valueOf(await queues.receive(letters, how));
    aws.world.faults.set([{ id: 'x', kind: 'partial-batch', service: 'sqs', times: 2 }]);
    const outcomes = await queues.send(source, held.map(asSent));
    expect(outcomes.filter(({ kind }) => kind === 'done')).toHaveLength(4);
    expect(outcomes.filter(({ kind }) => kind === 'refused')).toMatchObject([
      { name: 'InternalError', mayTryAgain: true },
      { name: 'InternalError', mayTryAgain: true },
    ]);
    expect(await depthOf(source)).toBe(4);
  });

  it.each(['hide', 'delete'] as const)('with an invalid handle is reported as unchanged: %s', async (act) => {
    const { queues, put, depthOf } = await queueDoors();
    await put(letters, bodies(1));
    const [held] = valueOf(await queues.receive(letters, how));
    const handles = ['nonsense', held?.receiptHandle ?? ''];
    const outcomes = await (act === 'hide'
      ? queues.hide(letters, handles, 0)
      : queues.delete(letters, handles));
    expect(outcomes).toMatchObject([{ kind: 'refused', mayTryAgain: false }, { kind: 'done' }]);
    expect(await depthOf(letters)).toBe(act === 'hide' ? 1 : 0);
  });
});

describe('a failure on the way', () => {
  it('after a change leaves it unclear; the change was requested once, and is done', async () => {
    const { queues, put, aws, sent, depthOf } = await queueDoors();
    await put(letters, bodies(3));
    const held = valueOf(await queues.receive(letters, how));
    aws.world.faults.set([{ id: 'x', kind: 'reset-after-apply', service: 'sqs' }]);
    const unclear = held.map(() => ({ kind: 'unclear', why: expect.any(String) as string }));
    // The queue's address has to be known before the fault begins.
    expect(
      await queues.delete(
        letters,
        held.map(({ receiptHandle }) => receiptHandle),
      ),
    ).toEqual(unclear);
    aws.world.faults.set([{ id: 'x', kind: 'reset-after-apply', operation: 'SendMessageBatch' }]);
    expect(await queues.send(source, held.map(asSent))).toEqual(unclear);
    expect(sent.filter((one) => one.endsWith('Batch'))).toEqual(['DeleteMessageBatch', 'SendMessageBatch']);
    aws.world.faults.set([]);
    expect(await depthOf(letters)).toBe(0);
    expect(await depthOf(source)).toBe(3);
  });

  it('that asks for a slower pace has done nothing for certain, and a receive waits for it', async () => {
    const { queues, put, aws, depthOf } = await queueDoors();
    await put(letters, bodies(3));
    aws.world.faults.set([{ id: 'x', kind: 'throttle', operation: 'ReceiveMessage', times: 3 }]);
    const held = valueOf(await queues.receive(letters, how));
    expect(held).toHaveLength(3);
    aws.world.faults.set([{ id: 'x', kind: 'throttle', operation: 'SendMessageBatch' }]);
    expect(await queues.send(source, held.map(asSent))).toMatchObject(
      held.map(() => ({ kind: 'refused', mayTryAgain: true })),
    );
    expect(await depthOf(source)).toBe(0);
  });

  it.each([
    ['server-error', 'unclear'],
    ['expired-token', 'refused'],
  ] as const)('%s leaves a change %s', async (kind, outcome) => {
    const { queues, aws } = await queueDoors();
    aws.world.faults.set([{ id: 'x', kind, operation: 'SendMessageBatch' }]);
    expect(await queues.send(source, [{ body: 'b', attributes: {} }])).toMatchObject([{ kind: outcome }]);
  });

  it('in a receive has hidden messages that no one holds, and they come back automatically', async () => {
    const { queues, put, aws, sent, clock } = await queueDoors();
    await put(letters, bodies(2));
    aws.world.faults.set([{ id: 'x', kind: 'reset-after-apply', operation: 'ReceiveMessage' }]);
    expect(await queues.receive(letters, how)).toMatchObject({ failure: { code: 'aws-unreachable' } });
    expect(sent.filter((one) => one === 'ReceiveMessage')).toHaveLength(1);
    aws.world.faults.set([]);
    expect(valueOf(await queues.receive(letters, how))).toEqual([]);
    await clock.advance(121_000);
    expect(valueOf(await queues.receive(letters, how))).toHaveLength(2);
  });
});
