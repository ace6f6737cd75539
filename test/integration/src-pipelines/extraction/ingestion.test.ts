import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { ListExecutionsCommand } from '@aws-sdk/client-sfn';
import { ReceiveMessageCommand, SendMessageCommand, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { buildStateMachineArn } from '#pipelines/extraction/state-machine.ts';
import { newSubmission, submitBatch } from '#pipelines/extraction/submit-batch.ts';
import type { QueueRecord } from '#pipelines/parts.ts';
import { fromItem, toItem, type PlainItem } from '#pipelines/plain-items.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { anExtraction, type Extraction } from '#test/builders/an-extraction.ts';
import { clientsAround } from '#test/builders/clients-around.ts';

describe('ingestion', () => {
  it('counts a file once when S3 sends its event twice', async () => {
    const extraction = await anExtraction({ documents: 2, isFollowing: false });
    const [first] = await received(extraction);
    expect(await ingest(extraction, first, first)).toEqual([]);
    expect(await ingest(extraction, first)).toEqual([]);
    expect(await extraction.batchNow()).toMatchObject({ received: 1, run: 0, status: 'QUEUED' });
    expect(await extraction.passport(extraction.documents[0]?.documentId ?? '')).toHaveLength(1);
  });

  it('counts a file once when its event comes 20 times in the same moment', async () => {
    const extraction = await anExtraction({ documents: 2, isFollowing: false });
    const [first] = await received(extraction);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => ingest(extraction, first)));
    expect(outcomes.flat()).toEqual([]);
    expect(await extraction.batchNow()).toMatchObject({ received: 1 });
  });

  it('counts a file once when it is uploaded twice', async () => {
    const extraction = await anExtraction({ documents: 2, uploaded: false });
    const [first] = extraction.documents;
    await extraction.upload([first, first, first].flatMap((one) => one ?? []));
    await extraction.advance(60);
    expect(await extraction.batchNow()).toMatchObject({ received: 1 });
  });

  it('starts one execution, however often the last file’s event comes', async () => {
    const extraction = await anExtraction({ documents: 3, isFollowing: false });
    const records = await received(extraction);
    const all = [...records, ...records, ...records];
    expect((await Promise.all(all.map((record) => ingest(extraction, record)))).flat()).toEqual([]);
    expect(await executions(extraction)).toEqual([`${extraction.batch.batchId}-r1`]);
    await extraction.advance(60);
    expect(await ingest(extraction, ...records)).toEqual([]);
    await extraction.advance(60);
    expect(await extraction.batchNow()).toMatchObject({ received: 3, run: 1, status: 'SUCCEEDED' });
    expect(await executions(extraction)).toHaveLength(1);
  });

  it('starts the run from a duplicate where the consumer stopped after it counted the last file', async () => {
    const extraction = await anExtraction({ documents: 1, isFollowing: false });
    const [record] = await received(extraction);
    const { aws } = extraction;
    aws.world.faults.set([{ id: 'states', kind: 'server-error', service: 'sfn', times: 1 }]);
    expect(await ingest(extraction, record)).toEqual([record?.messageId]);
    expect(await executions(extraction)).toEqual([]);
    expect(await ingest(extraction, record)).toEqual([]);
    expect(await executions(extraction)).toHaveLength(1);
  });

  it('starts the run from a duplicate event if the consumer stopped after it counted the last file', async () => {
    const extraction = await anExtraction({ documents: 101, uploaded: false });
    const documents = await extraction.documentsNow();
    expect(documents.filter(({ ttl }) => ttl !== undefined)).toEqual([]);
    await extraction.advance(3 * 86_400);
    expect((await extraction.batchNow()).counts).toEqual(await extraction.recount());
  });

  it('removes the time to live from a document whose submission was interrupted', async () => {
    const extraction = await anExtraction({ documents: 1, uploaded: false });
    const { parts } = extraction;
    let transactions = 0;
    const clients = clientsAround(parts.clients, (command, go) => {
      if (command === 'TransactWriteItemsCommand') transactions += 1;
      return transactions > 2 ? Promise.reject(new Error('The process was killed')) : go();
    });
    const workflow = await extraction.plant();
    const files = Array.from({ length: 101 }, (_, index) => ({ fileName: `${index}.pdf` }));
    const submission = newSubmission(parts, workflow, files, { submittedBy: 'customer' });
    await expect(submitBatch({ ...parts, clients }, submission)).rejects.toThrow('killed');
    const last = async () => (await extraction.documentsNow(submission.batch)).at(-1);
    expect((await last())?.ttl).toBe(Math.floor(parts.now() / 1_000) + 15 * 86_400);
    await extraction.upload(submission.documents.slice(-1));
    await extraction.advance(1);
    expect(await last()).toMatchObject({ receivedAt: expect.any(String) });
    expect(await last()).not.toHaveProperty('ttl');
  });

  it('does not mistake S3’s own test message for a file', async () => {
    const extraction = await anExtraction({ documents: 1, isFollowing: false, uploaded: false });
    const [test] = await received(extraction);
    expect(test?.body).toContain('s3:TestEvent');
    expect(await ingest(extraction, test)).toEqual([]);
  });

  it.each([
    ['MalformedMessage', 'no JSON'],
    ['MalformedMessage', '{"Records":[]}'],
    ['KeyOutsideConvention', 'documents/northwind/scan.pdf'],
    ['KeyOutsideConvention', 'documents/northwind/{batchId}/{documentId}/a/b.pdf'],
    ['KeyOutsideConvention', 'documents/northwind//{documentId}/invoice-1.pdf'],
    ['UnknownBatch', 'documents/northwind/batch-unknown/{documentId}/invoice-1.pdf'],
    ['UnknownBatch', 'documents/kestrel/{batchId}/{documentId}/invoice-1.pdf'],
    ['UnknownDocument', 'documents/northwind/{batchId}/doc-unknown/invoice-1.pdf'],
    ['UnknownDocument', 'documents/northwind/{batchId}/{documentId}/another.pdf'],
    ['FileGone', 'documents/northwind/{batchId}/{documentId}/invoice-1.pdf'],
  ])('explains a dead letter: %s, %s', async (code, about) => {
    const extraction = await anExtraction({ documents: 1, isFollowing: false });
    const { batch, documents, clients, parts } = extraction;
    const [document] = documents;
    const Bucket = parts.names.extraction.documentsBucket;
    await clients.s3.send(new DeleteObjectCommand({ Bucket, Key: document?.objectKey }));
    const key = about.replace('{batchId}', batch.batchId).replace('{documentId}', document?.documentId ?? '');
    const record = aRecord(code === 'MalformedMessage' ? about : anEvent(Bucket, key));
    expect(await ingest(extraction, record)).toEqual(['a-message']);
    expect(await ingest(extraction, record)).toEqual(['a-message']);
    expect(await readFailure(extraction, 'a-message')).toMatchObject({
      queue: 'autowired-documents-sandbox',
      stage: 'ingest',
      code,
      attempts: 2,
      version: 2,
      ttl: Math.floor(parts.now() / 1_000) + 14 * 86_400,
    });
  });

  it('records in the passport that a file came from a redriven dead letter', async () => {
    const extraction = await anExtraction({ documents: 2, isFollowing: false });
    const { documentQueue, documentDeadLetterQueue } = extraction.parts.names.extraction;
    const [first, second] = await received(extraction);
    expect(await ingest(extraction, first)).toEqual([]);
    await extraction.advance(600);
    await extraction.clients.sqs.send(
      new SendMessageCommand({ QueueUrl: documentDeadLetterQueue, MessageBody: second?.body }),
    );
    await extraction.clients.sqs.send(
      new StartMessageMoveTaskCommand({
        SourceArn: `arn:aws:sqs:local:000000000000:${documentDeadLetterQueue}`,
        DestinationArn: `arn:aws:sqs:local:000000000000:${documentQueue}`,
      }),
    );
    await extraction.advance(60);
    const all = await received(extraction);
    const again = all.filter(({ attributes }) => Number(attributes.SentTimestamp) > startOfTime);
    expect(await ingest(extraction, ...again)).toEqual([]);
    const [one, other] = extraction.documents;
    expect(await whatHappened(extraction, one?.documentId)).toEqual(['ingested']);
    expect(await whatHappened(extraction, other?.documentId)).toEqual(['message redriven', 'ingested']);
  });

  it('reads keys as S3 writes them in its events', async () => {
    const extraction = await anExtraction({ documents: ['Rechnung März + 10% (2).pdf'] });
    await extraction.advance(60);
    expect(await extraction.batchNow()).toMatchObject({ status: 'SUCCEEDED' });
  });

  it('sends an unusable message to the dead letters after three receives', async () => {
    const extraction = await anExtraction({ documents: 1 });
    const { clients, parts } = extraction;
    const { documentQueue, documentDeadLetterQueue } = parts.names.extraction;
    await clients.sqs.send(new SendMessageCommand({ QueueUrl: documentQueue, MessageBody: 'no JSON' }));
    await extraction.advance(600);
    const letters = await received(extraction, documentDeadLetterQueue);
    expect(letters.map(({ body }) => body)).toEqual(['no JSON']);
    expect(await readFailure(extraction, letters[0]?.messageId ?? '')).toMatchObject({ attempts: 3 });
    // The other batch has been processed.
    expect(await extraction.batchNow()).toMatchObject({ status: 'SUCCEEDED' });
  });
});

async function ingest(
  { functions }: Extraction,
  ...records: readonly (QueueRecord | undefined)[]
): Promise<string[]> {
  const { batchItemFailures } = await functions.ingestFiles({
    Records: records.filter((record) => record !== undefined),
  });
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

/** Reads the messages in a queue, without S3's test message where the document queue holds more. */
async function received(
  { clients, parts }: Extraction,
  queue: string = parts.names.extraction.documentQueue,
): Promise<QueueRecord[]> {
  const records: QueueRecord[] = [];
  for (;;) {
    const { Messages = [] } = await clients.sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queue,
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['SentTimestamp'],
      }),
    );
    if (Messages.length === 0) break;
    records.push(
      ...Messages.map(({ MessageId = '', Body = '', Attributes }) =>
        aRecord(Body, MessageId, Attributes?.SentTimestamp),
      ),
    );
  }
  const files = records.filter(({ body }) => !body.includes('s3:TestEvent'));
  return files.length > 0 ? files : records;
}

function aRecord(body: string, messageId = 'a-message', SentTimestamp = '0'): QueueRecord {
  return {
    messageId,
    body,
    attributes: { ApproximateReceiveCount: '1', SentTimestamp },
    eventSourceARN: 'arn:aws:sqs:local:000000000000:autowired-documents-sandbox',
  };
}

function anEvent(bucket: string, key: string): string {
  return JSON.stringify({
    Records: [
      {
        eventSource: 'aws:s3',
        eventTime: '2026-01-05T09:00:00.000Z',
        s3: { bucket: { name: bucket }, object: { key } },
      },
    ],
  });
}

async function readFailure({ clients, parts }: Extraction, messageId: string): Promise<PlainItem> {
  const { Item = {} } = await clients.dynamodb.send(
    new GetItemCommand({
      TableName: parts.names.extraction.table,
      Key: toItem(keyOf.messageFailure(messageId)),
    }),
  );
  return fromItem(Item);
}

async function whatHappened(extraction: Extraction, documentId = ''): Promise<unknown[]> {
  return (await extraction.passport(documentId)).map(({ what }) => what);
}

async function executions({ clients, parts }: Extraction): Promise<(string | undefined)[]> {
  const { executions: all = [] } = await clients.sfn.send(
    new ListExecutionsCommand({ stateMachineArn: buildStateMachineArn(parts) }),
  );
  return all.map(({ name }) => name);
}
