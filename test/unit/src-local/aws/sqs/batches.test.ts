import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
} from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { aQueue } from './queue-client.ts';

const entries = (count: number, MessageBody = 'one'): SendMessageBatchRequestEntry[] =>
  Array.from({ length: count }, (_, n) => ({ Id: `e${n}`, MessageBody }));

describe('a batch', () => {
  it('sends ten, reports each separately, and accepts the valid ones', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { MaximumMessageSize: '1024' });
    const answer = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: queue.url,
        Entries: [
          { Id: 'good', MessageBody: 'one' },
          { Id: 'long', MessageBody: 'a'.repeat(1025) },
          { Id: 'odd', MessageBody: '\u0001' },
          { Id: 'slow', MessageBody: 'two', DelaySeconds: 901 },
          { Id: 'fine', MessageBody: 'three' },
        ],
      }),
    );
    expect(answer.Successful?.map(({ Id }) => Id)).toEqual(['good', 'fine']);
    expect(answer.Failed).toMatchObject([
      { Id: 'long', Code: 'InvalidParameterValue', SenderFault: true },
      { Id: 'odd', Code: 'InvalidMessageContents', SenderFault: true },
      { Id: 'slow', Code: 'InvalidParameterValue', SenderFault: true },
    ]);
    expect(await queue.receiveBodies({ MaxNumberOfMessages: 10 })).toEqual(['one', 'three']);
  });

  it.each<[string, string, SendMessageBatchRequestEntry[]]>([
    ['EmptyBatchRequest', 'There should be at least one SendMessageBatchRequestEntry in the request.', []],
    [
      'TooManyEntriesInBatchRequest',
      'Maximum number of entries per request are 10. You have sent 11.',
      entries(11),
    ],
    ['BatchEntryIdsNotDistinct', 'Id e0 repeated.', [...entries(1), ...entries(1)]],
    [
      'InvalidBatchEntryId',
      'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
      [{ Id: 'a:b', MessageBody: 'one' }],
    ],
    [
      'BatchRequestTooLong',
      'Batch requests cannot be longer than 1048576 bytes. You have sent 1048577 bytes.',
      [...entries(1, 'a'.repeat(1_048_576)), { Id: 'more', MessageBody: 'b' }],
    ],
  ])('is refused with %s', async (name, message, Entries) => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    await expect(
      sqs.send(new SendMessageBatchCommand({ QueueUrl: queue.url, Entries })),
    ).rejects.toMatchObject({ name, Code: `AWS.SimpleQueueService.${name}`, message });
    expect(await queue.counts()).toEqual([0, 0, 0]);
  });

  it('to a FIFO queue is refused as a whole when an entry lacks its group', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'orders.fifo');
    const Entries = [
      { Id: 'good', MessageBody: 'one', MessageGroupId: 'a' },
      { Id: 'bad', MessageBody: 'two' },
    ];
    await expect(
      sqs.send(new SendMessageBatchCommand({ QueueUrl: queue.url, Entries })),
    ).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
    expect(await queue.counts()).toEqual([0, 0, 0]);
  });

  it('deletes and hides each by its handle', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    for (const body of ['one', 'two']) await queue.send(body);
    const [one, two] = await queue.receive({ MaxNumberOfMessages: 2 });
    const QueueUrl = queue.url;
    const hidden = await sqs.send(
      new ChangeMessageVisibilityBatchCommand({
        QueueUrl,
        Entries: [
          { Id: 'one', ReceiptHandle: one?.ReceiptHandle, VisibilityTimeout: 0 },
          { Id: 'long', ReceiptHandle: two?.ReceiptHandle, VisibilityTimeout: 43_201 },
          { Id: 'garbage', ReceiptHandle: 'x', VisibilityTimeout: 1 },
          { Id: 'again', ReceiptHandle: one?.ReceiptHandle, VisibilityTimeout: 9 },
        ],
      }),
    );
    expect(hidden.Successful).toEqual([{ Id: 'one' }]);
    expect(hidden.Failed).toMatchObject([
      { Id: 'long', Code: 'InvalidParameterValue', SenderFault: true },
      { Id: 'garbage', Code: 'ReceiptHandleIsInvalid', SenderFault: true },
      { Id: 'again', Code: 'AWS.SimpleQueueService.MessageNotInflight', SenderFault: true },
    ]);
    const deleted = await sqs.send(
      new DeleteMessageBatchCommand({
        QueueUrl,
        Entries: [
          { Id: 'two', ReceiptHandle: two?.ReceiptHandle },
          { Id: 'garbage', ReceiptHandle: 'x' },
        ],
      }),
    );
    expect(deleted.Successful).toEqual([{ Id: 'two' }]);
    expect(deleted.Failed).toMatchObject([
      { Id: 'garbage', Code: 'ReceiptHandleIsInvalid', SenderFault: true },
    ]);
    expect(await queue.counts()).toEqual([1, 0, 0]);
  });

  it('fails in part, through no fault of the sender, when a fault rule says so', async () => {
    const { sqs, aws } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    aws.world.faults.set([{ id: 'half', kind: 'partial-batch', service: 'sqs', times: 2 }]);
    const answer = await sqs.send(new SendMessageBatchCommand({ QueueUrl: queue.url, Entries: entries(3) }));
    expect(answer.Failed).toMatchObject([
      { Id: 'e0', Code: 'InternalError', SenderFault: false },
      { Id: 'e1', Code: 'InternalError', SenderFault: false },
    ]);
    expect(answer.Successful).toMatchObject([{ Id: 'e2' }]);
    expect(await queue.counts()).toEqual([1, 0, 0]);
  });
});
