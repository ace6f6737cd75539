import { describe, expect, it } from 'vitest';
import { getAttention, keepAttention } from '#pipelines/extraction/keep-attention.ts';
import { stateKey } from '#pipelines/extraction/keep-progress.ts';
import type { StreamRecord } from '#pipelines/parts.ts';
import { fromItem, toItem, type PlainItem } from '#pipelines/plain-items.ts';
import { GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { attentionShards } from '#shared/domain/attention.ts';
import { anExtraction, type Extraction } from '#test/builders/an-extraction.ts';
import { fakeReaders, type FakeFile } from '#test/builders/fake-readers.ts';

const files: Readonly<Record<string, FakeFile>> = {
  'unsure.pdf': { score: 0.7 },
  'corrupt.pdf': { fails: { at: 'textract', as: 'BadDocumentException', untilRun: 1 } },
};

describe('attention', () => {
  it('follows a batch from its first document in work until nothing of it needs attention', async () => {
    const extraction = await anExtraction({
      documents: ['unsure.pdf', 'corrupt.pdf', 'corrupt.pdf'],
      readers: fakeReaders({ latencyMs: 10_000, files }),
    });
    const { batch } = extraction;
    await extraction.advance(12);
    expect(await getAttention(extraction.parts, batch)).toMatchObject({
      status: 'PROCESSING',
      GSI2PK: expect.stringMatching(/^ATTENTION#PROCESSING#/),
    });

    await extraction.advance(120);
    const failed = await getAttention(extraction.parts, batch);
    const [[fingerprint, cause] = []] = Object.entries(failed?.causes ?? {});
    expect(failed).toMatchObject({ status: 'FAILED', counts: { FAILED: 2, REVIEW_REQUIRED: 1 }, waiting: 1 });
    expect(cause).toMatchObject({ count: 2, code: 'BadDocumentException' });
    expect(failed?.GSI1SK).toBe(failed?.oldestReviewAt);
    const [ofDay] = await query(extraction, `CAUSES#${failed?.since.slice(0, 10)}`);
    expect(ofDay).toMatchObject({ SK: `CAUSE#${fingerprint}`, count: 2, tenants: 1 });
    expect(await query(extraction, `CAUSE#${fingerprint}#${failed?.since.slice(0, 10)}`)).toMatchObject([
      { SK: `TENANT#${batch.tenantId}`, count: 2, newestBatchId: batch.batchId },
    ]);
    expect(await query(extraction, 'CAUSES#KNOWN')).toHaveLength(1);
    expect(await listShards(extraction, 'FAILED')).toEqual([batch.batchId]);

    const documents = await extraction.documentsNow();
    const documentIds = documents.filter(({ status }) => status === 'FAILED').map((one) => one.documentId);
    await extraction.ask({
      path: `/batches/${batch.batchId}/reprocess`,
      body: { documentIds },
      persona: 'support',
    });
    const waiting = documents.find(({ status }) => status === 'REVIEW_REQUIRED');
    if (!waiting) throw new Error('No document waits');
    const path = `/documents/${batch.tenantId}/${batch.batchId}/${waiting.documentId}`;
    const claimed = await extraction.ask({
      path: `${path}/claim`,
      version: waiting.version,
      persona: 'reviewer',
    });
    expect(claimed.status).toBe(200);
    await extraction.ask({
      path: `${path}/review`,
      version: waiting.version + 1,
      persona: 'reviewer',
      body: { decision: 'approve' },
    });
    await extraction.advance(120);
    const last = await getAttention(extraction.parts, batch);
    expect(last).toMatchObject({ status: 'SUCCEEDED', waiting: 0, causes: {}, ttl: expect.any(Number) });
    expect(Object.keys(last ?? {}).filter((name) => name.startsWith('GSI'))).toEqual([]);
    expect(await query(extraction, `CAUSES#${failed?.since.slice(0, 10)}`)).toMatchObject([{ count: 2 }]);
  });

  it('has the deliveries that were given up, also of a batch that needs nothing else', async () => {
    const extraction = await anExtraction({
      documents: 1,
      workflow: { webhookUrl: 'https://customer.example/hook' },
      post: () => Promise.resolve({ status: 500 }),
    });
    await extraction.advance(3 * 3_600);
    expect(await getAttention(extraction.parts, extraction.batch)).toMatchObject({
      status: 'SUCCEEDED',
      deliveriesGivenUp: 1,
      GSI3PK: expect.stringMatching(/^ATTENTION#DELIVERY#/),
    });
  });

  it('says how far it has followed', async () => {
    const extraction = await anExtraction({ documents: 1 });
    await extraction.advance(60);
    const { keptSince, upTo } = await readState(extraction);
    if (typeof keptSince !== 'string' || typeof upTo !== 'string') throw new Error('The state has no times');
    expect(keptSince <= extraction.batch.createdAt).toBe(true);
    expect(upTo > keptSince).toBe(true);
  });
});

describe('a batch that cannot be kept for a while', () => {
  it('holds back how far the table was followed, although other shards of the stream go on', async () => {
    const extraction = await anExtraction({ documents: 1 });
    await extraction.advance(60);
    const { batch, parts } = extraction;
    const { upTo: before } = await readState(extraction);
    if (typeof before !== 'string') throw new Error('The state has no time');
    let isHeldUp = true;
    parts.clients.dynamodb.middlewareStack.add(
      (next) => (args) => {
        const isOfBatch = JSON.stringify(args.input).includes(batch.batchId);
        if (isHeldUp && isOfBatch) throw new Error('Throughput exceeds the current limit');
        return next(args);
      },
      { step: 'initialize' },
    );
    const keep = keepAttention(parts);
    const after = (seconds: number): number => Date.parse(before) / 1_000 + seconds;
    const ofBatch = aRecord(`TENANT#${batch.tenantId}#PROJECT#${batch.projectId}`, batch.batchId, after(10));
    const another = aRecord('TENANT#other#PROJECT#any', 'batch-other', after(300));

    await expect(keep({ Records: [ofBatch] })).rejects.toThrow('Throughput');
    expect(await keep({ Records: [another] })).toEqual({ batchItemFailures: [] });
    const state = await readState(extraction);
    expect(state).toMatchObject({ upTo: toTime(after(10)) });
    // It is read by all, so it names no tenant and no batch.
    expect(JSON.stringify(state)).not.toContain(batch.batchId);

    isHeldUp = false;
    await keep({ Records: [ofBatch] });
    await keep({ Records: [another] });
    expect(await readState(extraction)).toMatchObject({ upTo: toTime(after(300)) });
    expect(await readState(extraction)).not.toHaveProperty('behind');
  });
});

function aRecord(partition: string, batchId: string, seconds: number): StreamRecord {
  return {
    dynamodb: {
      Keys: { PK: { S: partition }, SK: { S: `BATCH#${batchId}` } },
      ApproximateCreationDateTime: seconds,
      SequenceNumber: String(seconds),
    },
  };
}

function toTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}

async function readState({ clients, parts }: Extraction): Promise<PlainItem> {
  const { Item = {} } = await clients.dynamodb.send(
    new GetItemCommand({ TableName: parts.names.extraction.table, Key: toItem(stateKey) }),
  );
  return fromItem(Item);
}

async function listShards(extraction: Extraction, status: string): Promise<unknown[]> {
  const found = await Promise.all(
    attentionShards.map((shard) => query(extraction, `ATTENTION#${status}#${shard}`, 'GSI2')),
  );
  return found.flat().map(({ batchId }) => batchId);
}

async function query(
  { clients, parts }: Extraction,
  partition: string,
  index?: string,
): Promise<PlainItem[]> {
  const { Items = [] } = await clients.dynamodb.send(
    new QueryCommand({
      TableName: parts.names.extraction.table,
      ...(index !== undefined && { IndexName: index }),
      KeyConditionExpression: '#key = :partition',
      ExpressionAttributeNames: { '#key': index === undefined ? 'PK' : `${index}PK` },
      ExpressionAttributeValues: toItem({ ':partition': partition }),
    }),
  );
  return Items.map(fromItem);
}
