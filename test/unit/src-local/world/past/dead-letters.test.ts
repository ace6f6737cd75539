import { BatchGetItemCommand } from '@aws-sdk/client-dynamodb';
import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListMessageMoveTasksCommand,
  ReceiveMessageCommand,
  StartMessageMoveTaskCommand,
  type Message,
} from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, test } from 'vitest';
import { messageProblems } from '#pipelines/extraction/message-problem.ts';
import { readFileEvent } from '#pipelines/extraction/ingest-files.ts';
import { fromItem, toItem } from '#pipelines/plain-items.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { openFortnight, theWeeks, type Fortnight } from '#test/builders/a-fortnight.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';

const { extraction } = namesByConvention('sandbox');
const hour = 3_600_000;

let fortnight: Fortnight;
beforeEach(async () => {
  fortnight = await openFortnight();
  return () => fortnight.aws.close();
});

async function findUrl(QueueName: string): Promise<string> {
  const { QueueUrl = '' } = await fortnight.clients.sqs.send(new GetQueueUrlCommand({ QueueName }));
  return QueueUrl;
}

async function readDepth(name: string): Promise<number> {
  const { Attributes } = await fortnight.clients.sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: await findUrl(name), AttributeNames: ['All'] }),
  );
  return Number(Attributes?.['ApproximateNumberOfMessages']);
}

async function receiveAll(name: string): Promise<Message[]> {
  const QueueUrl = await findUrl(name);
  const all: Message[] = [];
  for (;;) {
    const { Messages = [] } = await fortnight.clients.sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['All'],
        VisibilityTimeout: 600,
      }),
    );
    if (Messages.length === 0) return all;
    all.push(...Messages);
  }
}

describe('the seeded dead letters', () => {
  test('are as many as alarms report, and 40 of them expire within nine hours', async () => {
    expect(await readDepth(extraction.documentDeadLetterQueue)).toBe(46);
    expect(await readDepth(extraction.webhookDeadLetterQueue)).toBe(212);
    await fortnight.aws.advance(9 * hour);
    expect(await readDepth(extraction.webhookDeadLetterQueue)).toBe(172);
    expect(await readDepth(extraction.documentDeadLetterQueue)).toBe(46);
  });

  test('have the times, the receives and the source that they came with', async () => {
    const messages = await receiveAll(extraction.webhookDeadLetterQueue);
    expect(messages).toHaveLength(212);
    const sent = new Map(theWeeks().webhookLetters.map((letter) => [letter.messageId, letter.sentAt]));
    for (const { MessageId = '', Attributes } of messages) {
      expect(Attributes?.SentTimestamp).toBe(String(sent.get(MessageId)));
      expect(Number(Attributes?.SentTimestamp)).toBeGreaterThan(startOfTime - 14 * 24 * hour);
      expect(Attributes?.DeadLetterQueueSourceArn).toBe(
        `arn:aws:sqs:local:000000000000:${extraction.webhookQueue}`,
      );
    }
    const receives = messages.map(({ Attributes }) => Number(Attributes?.ApproximateReceiveCount));
    // Five receives came before this one, and some messages were also viewed.
    expect(new Set(receives)).toEqual(new Set([6, 7, 8]));
  });

  test.each([
    ['documents', extraction.documentDeadLetterQueue, 45],
    ['webhooks', extraction.webhookDeadLetterQueue, 205],
  ] as const)('of %s have a reason under their ids, with a few exceptions', async (_, queue, explained) => {
    const ids = (await receiveAll(queue)).map(({ MessageId = '' }) => MessageId);
    const found = [];
    for (let at = 0; at < ids.length; at += 100) {
      const Keys = ids.slice(at, at + 100).map((id) => toItem(keyOf.messageFailure(id)));
      const { Responses } = await fortnight.clients.dynamodb.send(
        new BatchGetItemCommand({ RequestItems: { [extraction.table]: { Keys } } }),
      );
      found.push(...(Responses?.[extraction.table] ?? []).map(fromItem));
    }
    expect(found).toHaveLength(explained);
    const known: readonly string[] = [...messageProblems, 'ThrottlingException'];
    for (const failure of found) expect(known).toContain(failure['code']);
  });

  test('of documents contain errors of the pipeline itself', () => {
    for (const { body, failure } of theWeeks().documentLetters) {
      const refused = catchRefusal(body);
      if (refused) {
        expect({ code: refused.name, message: refused.message }).toEqual({
          code: failure?.code,
          message: failure?.message,
        });
        continue;
      }
      const [file] = readFileEvent(body);
      const { tenantId, batchId, documentId } = failure ?? {};
      if (tenantId !== undefined) expect(file).toMatchObject({ tenantId, batchId, documentId });
    }
  });

  test('of webhooks name existing batches', () => {
    const { batches, webhookLetters } = theWeeks();
    const ids = new Set(batches.map(({ batchId }) => batchId));
    const told = webhookLetters.filter(({ failure }) => failure?.code !== 'MalformedMessage');
    expect(told.length).toBeGreaterThan(200);
    for (const { body } of told) expect(ids).toContain((JSON.parse(body) as { batchId: string }).batchId);
  });

  test('can be redriven to the queue that they came from', async () => {
    const SourceArn = `arn:aws:sqs:local:000000000000:${extraction.documentDeadLetterQueue}`;
    await fortnight.clients.sqs.send(new StartMessageMoveTaskCommand({ SourceArn }));
    await fortnight.aws.advance(5_000);
    expect(await readDepth(extraction.documentDeadLetterQueue)).toBe(0);
    // The count includes the message that S3 sent to check whether the queue exists.
    expect(await readDepth(extraction.documentQueue)).toBe(47);
    const { Results = [] } = await fortnight.clients.sqs.send(
      new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 10 }),
    );
    // SQS lists the newest first.
    expect(Results.map(({ Status }) => Status)).toEqual(['COMPLETED', 'FAILED', 'COMPLETED']);
    expect(Results[0]).toMatchObject({ ApproximateNumberOfMessagesMoved: 46 });
    expect(Results[1]).toMatchObject({ FailureReason: 'AWS.SimpleQueueService.NonExistentQueue' });
  });

  test('were redriven before, and one redrive was stopped half-way', async () => {
    const SourceArn = `arn:aws:sqs:local:000000000000:${extraction.webhookDeadLetterQueue}`;
    const { Results = [] } = await fortnight.clients.sqs.send(
      new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 10 }),
    );
    expect(Results).toMatchObject([
      { Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 9 },
      { Status: 'CANCELLED', ApproximateNumberOfMessagesMoved: 31, ApproximateNumberOfMessagesToMove: 118 },
    ]);
  });
});

function catchRefusal(body: string): Error | undefined {
  try {
    readFileEvent(body);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
