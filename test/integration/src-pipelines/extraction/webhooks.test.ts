import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { GetQueueAttributesCommand, ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { documentsPartition } from '#pipelines/extraction/keys.ts';
import type { PipelineParts } from '#pipelines/parts.ts';
import { fromItem, toItem, type PlainItem } from '#pipelines/plain-items.ts';
import { anExtraction, type Extraction } from '#test/builders/an-extraction.ts';

const url = 'https://customer.example/hook';

describe('a webhook', () => {
  it('tells the customer the result of a run, once it has ended', async () => {
    const { post, posted } = aCustomer(() => 200);
    const extraction = await anExtraction({ documents: 2, workflow: { webhookUrl: url }, post });
    await extraction.advance(14);
    expect(posted).toEqual([]);
    await extraction.advance(10);
    const { batchId } = extraction.batch;
    expect(posted).toMatchObject([
      {
        url,
        body: { tenantId: 'northwind', batchId, run: 1, status: 'SUCCEEDED', counts: { SUCCEEDED: 2 } },
      },
    ]);
    expect(await deliveries(extraction)).toMatchObject([
      { outcome: 'delivered', status: 200, attempts: 1, run: 1, url },
    ]);
  });

  it('is not sent if the workflow has no webhook', async () => {
    const { post, posted } = aCustomer(() => 200);
    const extraction = await anExtraction({ documents: 1, post });
    await extraction.advance(60);
    expect(await extraction.batchNow()).toMatchObject({ status: 'SUCCEEDED' });
    expect(posted).toEqual([]);
  });

  it('is tried five times, and then becomes a dead letter with the reason', async () => {
    const { post, posted } = aCustomer(() => 503);
    const extraction = await anExtraction({ documents: 1, workflow: { webhookUrl: url }, post });
    await extraction.advance(1_800);
    expect(posted).toHaveLength(5);
    // Every attempt has the same id, so that the customer recognises a repetition.
    expect(new Set(posted.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const letters = await readDeadLetters(extraction);
    expect(letters).toHaveLength(1);
    expect(await deliveries(extraction)).toMatchObject([{ outcome: 'refused', status: 503, attempts: 5 }]);
    expect(await listItems(extraction, `MESSAGE#${letters[0]?.MessageId}`)).toMatchObject([
      {
        stage: 'webhook',
        code: 'WebhookRefused',
        message: `${url} answered 503`,
        attempts: 5,
        queue: 'autowired-webhooks-sandbox',
        batchId: extraction.batch.batchId,
      },
    ]);
    // A failed webhook does not change the batch.
    expect(await extraction.batchNow()).toMatchObject({ status: 'SUCCEEDED', runs: { 1: 'SUCCEEDED' } });
  });

  it('is retried when there is no answer', async () => {
    let isDown = true;
    const { post, posted } = aCustomer(() => {
      if (isDown) throw new Error('connection refused');
      return 204;
    });
    const extraction = await anExtraction({ documents: 1, workflow: { webhookUrl: url }, post });
    await extraction.advance(30);
    expect(await deliveries(extraction)).toMatchObject([{ outcome: 'no answer', attempts: 1 }]);
    isDown = false;
    await extraction.advance(120);
    expect(posted).toHaveLength(2);
    expect(await deliveries(extraction)).toMatchObject([{ outcome: 'delivered', status: 204, attempts: 2 }]);
    expect(await readDeadLetters(extraction)).toEqual([]);
  });

  it('that was refused and then not answered records that there was no answer', async () => {
    const answers = [503];
    const { post } = aCustomer(() => {
      const answer = answers.shift();
      if (answer === undefined) throw new Error('connection refused');
      return answer;
    });
    const extraction = await anExtraction({ documents: 1, workflow: { webhookUrl: url }, post });
    await extraction.advance(100);
    const [delivery] = await deliveries(extraction);
    expect(delivery).toMatchObject({ outcome: 'no answer', attempts: 2 });
    expect(delivery).not.toHaveProperty('status');
  });

  it('that fails holds up neither another webhook nor a document', async () => {
    const { post, posted } = aCustomer((to) => (to === url ? 500 : 200));
    const extraction = await anExtraction({ documents: 1, workflow: { webhookUrl: url }, post });
    await extraction.advance(20);
    await extraction.plant({ webhookUrl: 'https://other.example/hook' });
    const other = await extraction.submit(['b.pdf']);
    await extraction.upload(other.documents);
    await extraction.advance(20);
    expect(await extraction.batchNow(other.batch.batchId)).toMatchObject({ status: 'SUCCEEDED' });
    expect(posted.map((one) => one.url)).toContain('https://other.example/hook');
  });

  it('with an unhelpful message is explained', async () => {
    const extraction = await anExtraction({ documents: 1 });
    const { webhookQueue } = extraction.parts.names.extraction;
    await extraction.clients.sqs.send(new SendMessageCommand({ QueueUrl: webhookQueue, MessageBody: '{}' }));
    await extraction.advance(1_800);
    const [letter] = await readDeadLetters(extraction);
    expect(await listItems(extraction, `MESSAGE#${letter?.MessageId}`)).toMatchObject([
      { code: 'MalformedMessage', attempts: 5 },
    ]);
  });
});

interface Posted {
  readonly url: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

function aCustomer(answer: (url: string) => number): { post: PipelineParts['post']; posted: Posted[] } {
  const posted: Posted[] = [];
  return {
    posted,
    async post(to, body, headers) {
      posted.push({ url: to, body: JSON.parse(body), headers });
      return Promise.resolve({ status: answer(to) });
    },
  };
}

async function readDeadLetters({ clients, parts }: Extraction) {
  const QueueUrl = parts.names.extraction.webhookDeadLetterQueue;
  const { Attributes } = await clients.sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['MessageRetentionPeriod'] }),
  );
  expect(Attributes).toEqual({ MessageRetentionPeriod: String(14 * 86_400) });
  const { Messages = [] } = await clients.sqs.send(
    new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
  );
  return Messages;
}

async function deliveries(extraction: Extraction): Promise<PlainItem[]> {
  const { tenantId, batchId } = extraction.batch;
  return listItems(extraction, documentsPartition(tenantId, batchId), 'DELIVERY#');
}

async function listItems(
  { clients, parts }: Extraction,
  PK: string,
  under = 'FAILURE',
): Promise<PlainItem[]> {
  const { Items = [] } = await clients.dynamodb.send(
    new QueryCommand({
      TableName: parts.names.extraction.table,
      KeyConditionExpression: 'PK = :partition AND begins_with(SK, :under)',
      ExpressionAttributeValues: toItem({ ':partition': PK, ':under': under }),
    }),
  );
  return Items.map(fromItem);
}
