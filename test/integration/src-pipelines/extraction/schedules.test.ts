import {
  DeleteObjectCommand,
  GetObjectTaggingCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { DeleteItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { parseBatch } from '#pipelines/extraction/read-items.ts';
import { keyOf, projectPartition } from '#pipelines/extraction/keys.ts';
import { filesAtOnce, submitScheduledBatches } from '#pipelines/extraction/scheduled-batches.ts';
import { sweepStatusIndex } from '#pipelines/extraction/sweep-status-index.ts';
import { toItem } from '#pipelines/plain-items.ts';
import { anExtraction, type Extraction } from '#test/builders/an-extraction.ts';
import { clientsAround } from '#test/builders/clients-around.ts';
import { fakeReaders } from '#test/builders/fake-readers.ts';

const day = 86_400;
const carrierInvoices = 'northwind/freight-invoices/carrier-invoices';

describe('the sweep of the status index', () => {
  it('removes documents that failed 14 days ago, and none that are younger or in review', async () => {
    const extraction = await anExtraction({
      documents: ['bad.pdf', 'unsure.pdf'],
      readers: fakeReaders({
        files: {
          'bad.pdf': { fails: { at: 'textract', as: 'BadDocumentException' } },
          'unsure.pdf': { score: 0.7 },
        },
      }),
    });
    await extraction.advance(60);
    await sweepAfter(extraction, 13.9);
    expect(await extraction.inStatusIndex('FAILED')).toEqual(['bad.pdf']);
    const before = await extraction.documentsNow();

    await sweepAfter(extraction, 14.1);
    expect(await extraction.inStatusIndex('FAILED')).toEqual([]);
    expect(await extraction.inStatusIndex('REVIEW_REQUIRED')).toEqual(['unsure.pdf']);
    // The tenant's review queue needs the batch to stay in the index.
    expect(await failedBatches(extraction)).toBe(1);
    // The attributes that people see are unchanged.
    expect(await extraction.documentsNow()).toEqual(before);

    const unsure = before.find(({ status }) => status === 'REVIEW_REQUIRED');
    const path = `/documents/northwind/${unsure?.batchId}/${unsure?.documentId}/review`;
    const body = { decision: 'approve', corrections: [] };
    expect(await extraction.ask({ path, body, version: unsure?.version ?? 0 })).toMatchObject({
      status: 200,
    });
    await sweepAfter(extraction, 14.1);
    expect(await failedBatches(extraction)).toBe(0);
  });
});

describe('scheduled batches', () => {
  it('are made of the files in a workflow’s inbox, which then move', async () => {
    const extraction = await anExtraction({ documents: 1 });
    await inInbox(extraction, 'northwind/freight-invoices/carrier-invoices/März 1.pdf');
    await inInbox(extraction, 'northwind/freight-invoices/carrier-invoices/b.pdf');
    await inInbox(extraction, 'northwind/freight-invoices/unknown/c.pdf');
    await extraction.functions.submitScheduledBatches();
    await extraction.advance(60);
    const [batch] = await scheduled(extraction);
    expect(batch).toMatchObject({ status: 'SUCCEEDED', documentCount: 2, submittedBy: 'extraction' });
    expect(await keysUnder(extraction, 'inbox/')).toEqual(['inbox/northwind/freight-invoices/unknown/c.pdf']);
  });

  it('continue from where an earlier call of the day stopped', async () => {
    const extraction = await anExtraction({ documents: 1 });
    const { aws } = extraction;
    await inInbox(extraction, 'northwind/freight-invoices/carrier-invoices/a.pdf');
    await inInbox(extraction, 'northwind/freight-invoices/carrier-invoices/b.pdf');
    aws.world.faults.set([
      { id: 'copies', kind: 'server-error', service: 's3', operation: 'CopyObject', mentions: '/b.pdf' },
    ]);
    await expect(extraction.functions.submitScheduledBatches()).rejects.toThrow();
    await extraction.advance(60);
    expect(await scheduled(extraction)).toMatchObject([{ status: 'QUEUED', received: 1, documentCount: 2 }]);
    aws.world.faults.set([]);
    // Another file that arrives in between waits for the next day.
    await inInbox(extraction, 'northwind/freight-invoices/carrier-invoices/c.pdf');
    await extraction.functions.submitScheduledBatches();
    await extraction.advance(60);
    expect(await scheduled(extraction)).toMatchObject([{ status: 'SUCCEEDED', documentCount: 2 }]);
    expect(await keysUnder(extraction, 'inbox/')).toHaveLength(1);

    const { parts } = extraction;
    await submitScheduledBatches({ ...parts, now: () => parts.now() + day * 1_000 })();
    await extraction.advance(60);
    expect(await scheduled(extraction)).toHaveLength(2);
    expect(await keysUnder(extraction, 'inbox/')).toEqual([]);
  });

  it('move the other files if one cannot be moved', async () => {
    const extraction = await anExtraction({ documents: 1 });
    await inInbox(extraction, 'northwind/freight-invoices/carrier-invoices/a.pdf');
    await inInbox(extraction, 'northwind/freight-invoices/carrier-invoices/b.pdf');
    extraction.aws.world.faults.set([
      { id: 'copies', kind: 'server-error', service: 's3', operation: 'CopyObject', mentions: '/a.pdf' },
    ]);
    await expect(extraction.functions.submitScheduledBatches()).rejects.toThrow();
    await extraction.advance(60);
    expect(await scheduled(extraction)).toMatchObject([{ received: 1, documentCount: 2 }]);
    expect(await keysUnder(extraction, 'inbox/')).toEqual([expect.stringMatching(/a\.pdf$/)]);
  });

  it('leave late files of a large batch to the next day, and count those that they have', async () => {
    const extraction = await anExtraction({ documents: 1 });
    const { functions } = extraction;
    await inInbox(extraction, 'northwind/freight-invoices/carrier-invoices/first.pdf');
    await functions.submitScheduledBatches();
    for (let n = 0; n < 99; n += 1) {
      await inInbox(extraction, `northwind/freight-invoices/carrier-invoices/${n}.pdf`);
    }
    await functions.submitScheduledBatches();
    await extraction.advance(60);
    const [batch] = await scheduled(extraction);
    expect(batch).toMatchObject({ status: 'SUCCEEDED', documentCount: 1, received: 1 });
    expect(batch && (await extraction.documentsNow(batch))).toHaveLength(1);
    expect(await keysUnder(extraction, 'inbox/')).toHaveLength(99);
  });

  it('have no tags of a file in the inbox', async () => {
    const extraction = await anExtraction({ documents: 1 });
    const { clients, parts } = extraction;
    const Bucket = parts.names.extraction.documentsBucket;
    const Key = `inbox/${carrierInvoices}/a.pdf`;
    const Tagging = 'GuardDutyMalwareScanStatus=NO_THREATS_FOUND';
    await clients.s3.send(new PutObjectCommand({ Bucket, Key, Body: 'a file', Tagging }));
    await extraction.functions.submitScheduledBatches();
    await extraction.advance(60);
    const [batch] = await scheduled(extraction);
    expect(batch).toMatchObject({ status: 'SUCCEEDED' });
    const [document] = batch ? await extraction.documentsNow(batch) : [];
    const place = { Bucket, Key: document?.objectKey };
    expect(await clients.s3.send(new GetObjectTaggingCommand(place))).toMatchObject({ TagSet: [] });
  });

  it('leave the files of an unknown project where they are, however many', async () => {
    const extraction = await anExtraction({ documents: 1 });
    const { clients, parts } = extraction;
    await clients.dynamodb.send(
      new DeleteItemCommand({
        TableName: parts.names.extraction.table,
        Key: toItem(keyOf.project('northwind', 'freight-invoices')),
      }),
    );
    for (let n = 0; n < 100; n += 1) {
      await inInbox(extraction, `northwind/freight-invoices/carrier-invoices/${n}.pdf`);
    }
    await extraction.functions.submitScheduledBatches();
    expect(await keysUnder(extraction, 'inbox/')).toHaveLength(100);
  });

  it('are completed the day after if every call of their day was stopped', async () => {
    const extraction = await anExtraction({ documents: 1 });
    const { aws, parts } = extraction;
    await inInbox(extraction, 'northwind/freight-invoices/carrier-invoices/a.pdf');
    await inInbox(extraction, 'northwind/freight-invoices/carrier-invoices/b.pdf');
    aws.world.faults.set([
      { id: 'copies', kind: 'server-error', service: 's3', operation: 'CopyObject', mentions: '/b.pdf' },
    ]);
    await expect(extraction.functions.submitScheduledBatches()).rejects.toThrow();
    aws.world.faults.set([]);
    await extraction.advance(60);
    // One file has the name of a file that was already submitted, and one is new.
    await inInbox(extraction, 'northwind/freight-invoices/carrier-invoices/a.pdf');
    await submitScheduledBatches({ ...parts, now: () => parts.now() + day * 1_000 })();
    await extraction.advance(60);
    const batches = await scheduled(extraction);
    expect(batches.map(({ status }) => status)).toEqual(['SUCCEEDED', 'SUCCEEDED']);
    expect(batches.map(({ documentCount }) => documentCount).toSorted((one, other) => one - other)).toEqual([
      1, 2,
    ]);
    expect(await keysUnder(extraction, 'inbox/')).toEqual([]);
  });

  it('are completed also after a fault that lasted over two days', async () => {
    const extraction = await anExtraction({ documents: 1 });
    const { functions } = extraction;
    await inInbox(extraction, `${carrierInvoices}/a.pdf`, `${carrierInvoices}/b.pdf`);
    failCopies(extraction, '/a.pdf');
    await expect(functions.submitScheduledBatches()).rejects.toThrow();
    await extraction.advance(day);
    await inInbox(extraction, `${carrierInvoices}/c.pdf`);
    await expect(functions.submitScheduledBatches()).rejects.toThrow();
    await extraction.advance(day);
    extraction.aws.world.faults.set([]);
    await functions.submitScheduledBatches();
    await extraction.advance(60);
    expect(await listFinished(extraction)).toEqual(['1 of 1 SUCCEEDED', '2 of 2 SUCCEEDED']);
    expect(await keysUnder(extraction, 'inbox/')).toEqual([]);
  });

  it('are completed by the new version of a file that was replaced before it could be moved', async () => {
    const extraction = await anExtraction({ documents: 1 });
    const { functions } = extraction;
    await inInbox(extraction, `${carrierInvoices}/a.pdf`, `${carrierInvoices}/b.pdf`);
    failCopies(extraction, '/a.pdf');
    await expect(functions.submitScheduledBatches()).rejects.toThrow();
    extraction.aws.world.faults.set([]);
    await extraction.advance(2 * day);
    await inInbox(extraction, `${carrierInvoices}/a.pdf`);
    await functions.submitScheduledBatches();
    await extraction.advance(60);
    expect(await listFinished(extraction)).toEqual(['2 of 2 SUCCEEDED']);
  });

  it('do not take a later file of the same name for one that was moved and not read yet', async () => {
    const extraction = await anExtraction({ documents: 1, isFollowing: false });
    const { functions } = extraction;
    await inInbox(extraction, `${carrierInvoices}/a.pdf`, `${carrierInvoices}/b.pdf`);
    failCopies(extraction, '/a.pdf');
    await expect(functions.submitScheduledBatches()).rejects.toThrow();
    extraction.aws.world.faults.set([]);
    await extraction.advance(day);
    await inInbox(extraction, `${carrierInvoices}/b.pdf`);
    await functions.submitScheduledBatches();
    const counts = (await scheduled(extraction)).map(({ documentCount }) => documentCount);
    expect(new Set(counts)).toEqual(new Set([1, 2]));
    const moved = await keysUnder(extraction, 'documents/northwind/batch-');
    expect(moved.filter((key) => key?.endsWith('/b.pdf'))).toHaveLength(2);
    expect(await keysUnder(extraction, 'inbox/')).toEqual([]);
  });

  it('keep all documents of a call that was cut, however long their files cannot be moved', async () => {
    const extraction = await anExtraction({ documents: 1 });
    const { functions } = extraction;
    // The last three do not fit into the transaction of their batch, and are put before it with a time to live.
    const files = Array.from({ length: 101 }, (_, n) => `${carrierInvoices}/${100 + n}.pdf`);
    await inInbox(extraction, ...files);
    await expect(submitScheduledBatches(cutAfter(2, extraction))()).rejects.toThrow('out of its time');
    failCopies(extraction, '/200.pdf');
    for (let days = 0; days < 4; days += 1) {
      await extraction.advance(day);
      await expect(functions.submitScheduledBatches()).rejects.toThrow();
    }
    await extraction.advance(60);
    const [batch] = await scheduled(extraction);
    expect(batch).toMatchObject({ received: 100, documentCount: 101 });
    const documents = batch && (await extraction.documentsNow(batch));
    expect(documents?.filter(({ ttl }) => ttl !== undefined)).toEqual([]);
    extraction.aws.world.faults.set([]);
    await functions.submitScheduledBatches();
    await extraction.advance(600);
    expect(await listFinished(extraction)).toEqual(['101 of 101 SUCCEEDED']);
  }, 60_000);

  it('leave out a file that was taken away between a call that was cut and the next, also when it is back', async () => {
    const extraction = await anExtraction({ documents: 1 });
    const { clients, functions, parts } = extraction;
    const files = Array.from({ length: 101 }, (_, n) => `${carrierInvoices}/${100 + n}.pdf`);
    await inInbox(extraction, ...files);
    await expect(submitScheduledBatches(cutAfter(1, extraction))()).rejects.toThrow('out of its time');
    const Bucket = parts.names.extraction.documentsBucket;
    await extraction.advance(60);
    await clients.s3.send(new DeleteObjectCommand({ Bucket, Key: `inbox/${carrierInvoices}/200.pdf` }));
    failCopies(extraction, '/100.pdf');
    await expect(functions.submitScheduledBatches()).rejects.toThrow();
    await extraction.advance(day);
    await inInbox(extraction, `${carrierInvoices}/200.pdf`);
    await expect(functions.submitScheduledBatches()).rejects.toThrow();
    await extraction.advance(60);
    expect(await listFinished(extraction)).toEqual(['1 of 1 SUCCEEDED', '99 of 100 QUEUED']);
  });

  it('are filled by many files at once, the smallest inbox first', async () => {
    const extraction = await anExtraction({ documents: 1 });
    const { parts } = extraction;
    await extraction.plant({ workflowId: 'fuel-invoices' });
    const names = Array.from({ length: 40 }, (_, n) => `${n}.pdf`);
    await inInbox(extraction, ...names.map((name) => `${carrierInvoices}/${name}`));
    await inInbox(extraction, 'northwind/freight-invoices/fuel-invoices/one.pdf');
    let [copying, most] = [0, 0];
    const order: number[] = [];
    const clients = clientsAround(parts.clients, async (command, go) => {
      if (command !== 'CopyObjectCommand') return go();
      copying += 1;
      most = Math.max(most, copying);
      order.push(most);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return go().finally(() => (copying -= 1));
    });
    await submitScheduledBatches({ ...parts, clients })();
    expect(most).toBe(filesAtOnce);
    // The only file of the small inbox was moved alone, before any other.
    expect(order.slice(0, 2)).toEqual([1, 1]);
    await extraction.advance(120);
    expect(await listFinished(extraction)).toEqual(['1 of 1 SUCCEEDED', '40 of 40 SUCCEEDED']);
  });
});

/** Sweeps as if this many days had passed. */
function sweepAfter({ parts }: Extraction, days: number): Promise<void> {
  return sweepStatusIndex({ ...parts, now: () => parts.now() + days * day * 1_000 })();
}

async function inInbox(
  { clients, parts }: Pick<Extraction, 'clients' | 'parts'>,
  ...places: readonly string[]
): Promise<void> {
  const Bucket = parts.names.extraction.documentsBucket;
  for (const place of places) {
    await clients.s3.send(new PutObjectCommand({ Bucket, Key: `inbox/${place}`, Body: 'a file' }));
  }
}

function failCopies({ aws }: Extraction, mentions: string): void {
  aws.world.faults.set([
    { id: 'copies', kind: 'server-error', service: 's3', operation: 'CopyObject', mentions },
  ]);
}

/** Parts with which a function is stopped after so many transactions. */
function cutAfter(transactions: number, { parts }: Extraction): Extraction['parts'] {
  let begun = 0;
  const clients = clientsAround(parts.clients, (command, go) => {
    if (command === 'TransactWriteItemsCommand') begun += 1;
    return begun > transactions ? Promise.reject(new Error('The function ran out of its time')) : go();
  });
  return { ...parts, clients };
}

async function listFinished(extraction: Extraction): Promise<string[]> {
  const batches = await scheduled(extraction);
  return batches
    .map(({ received, documentCount, status }) => `${received} of ${documentCount} ${status}`)
    .toSorted();
}

async function keysUnder({ clients, parts }: Extraction, Prefix: string): Promise<(string | undefined)[]> {
  const Bucket = parts.names.extraction.documentsBucket;
  const { Contents = [] } = await clients.s3.send(new ListObjectsV2Command({ Bucket, Prefix }));
  return Contents.map(({ Key }) => Key);
}

async function scheduled({ clients, parts, batch: { tenantId, projectId } }: Extraction) {
  const { Items = [] } = await clients.dynamodb.send(
    new QueryCommand({
      TableName: parts.names.extraction.table,
      KeyConditionExpression: 'PK = :project AND begins_with(SK, :batch)',
      ExpressionAttributeValues: toItem({
        ':project': projectPartition(tenantId, projectId),
        ':batch': 'BATCH#',
      }),
    }),
  );
  return Items.map(parseBatch).filter(({ submittedBy }) => submittedBy === 'extraction');
}

async function failedBatches({ clients, parts }: Extraction): Promise<number | undefined> {
  const { Count } = await clients.dynamodb.send(
    new QueryCommand({
      TableName: parts.names.extraction.table,
      IndexName: 'GSI2',
      KeyConditionExpression: 'GSI2PK = :failed',
      ExpressionAttributeValues: toItem({ ':failed': 'TENANT#northwind#STATUS#FAILED' }),
    }),
  );
  return Count;
}
