import { describe, expect, it } from 'vitest';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import type { Call } from '#local/aws/protocol/operation.ts';
import type { MessageContent, Receipt } from '#local/aws/sqs/message.ts';
import { defaultAttributes } from '#local/aws/sqs/queue-attributes.ts';
import type { QueueRecord } from '#local/aws/sqs/queue.ts';
import { sqs } from '#local/aws/sqs/sqs.ts';
import type { Clock } from '#local/world/clock.ts';
import type { Store } from '#local/journal/store.ts';

/**
 * Fills a queue with one visible message and 120,000 that are in flight for a minute, which are too many to
 * send in a test.
 */
function fill(store: Store, name: string): void {
  const id = '00000000-0000-4000-8000-000000000000';
  const times = { createdAt: startOfTime, modifiedAt: startOfTime };
  const attributes = defaultAttributes(name.endsWith('.fifo'));
  store.collection<QueueRecord>('sqs/queues').set(name, { id, name, ...times, attributes, tags: [] });
  const contents = store.collection<MessageContent>(`sqs/messages/${id}`);
  const receipts = store.collection<Receipt>(`sqs/receipts/${id}`);
  const sent = { sentAt: startOfTime, arrivedAt: startOfTime, availableAt: startOfTime };
  const received = { count: 1, firstAt: startOfTime, lastAt: startOfTime, visibleAt: startOfTime + 60_000 };
  for (let order = 0; order <= 120_000; order += 1) {
    const messageId = `message-${order}`;
    contents.set(messageId, { id: messageId, body: 'm', groupId: String(order), order, ...sent });
    if (order < 120_000) receipts.set(messageId, received);
  }
}

const call: Call = {
  requestId: '1',
  signal: new AbortController().signal,
  takeTime: () => Promise.resolve(),
  entryFails: () => false,
};

function aFullQueue(name: string): { clock: Clock; receive(more?: object): Promise<number> } {
  const { aws, clock } = aPocketAws();
  fill(aws.world.store, name);
  const service = sqs(aws.world);
  return {
    clock,
    async receive(more = {}) {
      const input = { QueueUrl: name, MaxNumberOfMessages: 10, ...more };
      const answer = (await service.run('ReceiveMessage', input, call)) as { Messages?: object[] };
      return answer.Messages?.length ?? 0;
    },
  };
}

describe('limits', () => {
  it('a standard queue with 120,000 messages in flight says so, unless one waits', async () => {
    const queue = aFullQueue('work');
    await expect(queue.receive()).rejects.toMatchObject({ name: 'OverLimit', queryCode: 'OverLimit' });
    const waiting = queue.receive({ WaitTimeSeconds: 20 });
    await queue.clock.advance(20_000);
    expect(await waiting).toBe(0);
    await queue.clock.advance(40_000);
    expect(await queue.receive()).toBe(10);
  });

  it('a FIFO queue with 120,000 messages in flight gives nothing and says nothing', async () => {
    const queue = aFullQueue('work.fifo');
    expect(await queue.receive()).toBe(0);
  });

  it.each([
    ['SendMessage', { MessageBody: 'one', Priority: 1 }],
    ['ReceiveMessage', { MaxMessages: 1 }],
    ['PurgeQueue', { Force: true }],
    ['SendMessage', { MessageBody: 'one', Priority: 1, QueueUrl: undefined }],
  ])('%s with a parameter that is unknown is refused, never ignored', async (operation, more) => {
    const { aws } = aPocketAws();
    const answer = await aws.dispatch({
      method: 'POST',
      path: '/',
      query: '',
      headers: { 'x-amz-target': `AmazonSQS.${operation}` },
      body: Buffer.from(JSON.stringify({ QueueUrl: '/000000000000/work', ...more })),
    });
    expect(answer.status).toBe(400);
    expect(answer.headers['x-amzn-errortype']).toBe('ValidationException');
  });

  it('an operation that is unknown is refused', async () => {
    const { aws } = aPocketAws();
    const headers = { 'x-amz-target': 'AmazonSQS.AddPermission' };
    const answer = await aws.dispatch({
      method: 'POST',
      path: '/',
      query: '',
      headers,
      body: Buffer.from('{}'),
    });
    expect(answer.headers['x-amzn-errortype']).toBe('UnknownOperationException');
  });
});
