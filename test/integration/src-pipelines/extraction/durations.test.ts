import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { keepSpend } from '#pipelines/extraction/keep-spend.ts';
import { toStoredBatch, toStoredDocument } from '#pipelines/extraction/stored-items.ts';
import { toItem, type PlainItem } from '#pipelines/plain-items.ts';
import { readDurations } from '#shared/domain/batch-durations.ts';
import { anExtraction, type Extraction } from '#test/builders/an-extraction.ts';
import { fakeReaders } from '#test/builders/fake-readers.ts';
import { expectSums, listItems, readUsage } from './read-sums.ts';

describe('how long batches took', () => {
  it('counts a batch that failed as failed, also when a redrive has repaired it', async () => {
    const extraction = await anExtraction({
      documents: 1,
      readers: fakeReaders({
        latencyMs: 1_000,
        files: {
          'throttled.pdf': { fails: { at: 'gap-fill', as: 'ThrottlingException', untilRun: 1 } },
        },
      }),
    });
    const { batch, documents } = await extraction.submit(['throttled.pdf', 'fine.pdf']);
    await extraction.upload(documents);
    await extraction.advance(120);
    const failed = (await extraction.documentsNow(batch)).find(({ status }) => status === 'FAILED');
    const durationsNow = async (): Promise<ReturnType<typeof readDurations>> => {
      const items = await listItems(extraction, [{ batch }]);
      return readDurations(readUsage(items.get(`TENANT#${batch.tenantId}#BATCH#${batch.batchId}|SPEND#1`)));
    };
    expect(await durationsNow()).toMatchObject({ batches: 1, failed: 1 });
    await extraction.ask({
      path: `/batches/${batch.batchId}/reprocess`,
      body: { documentIds: [failed?.documentId] },
    });
    await extraction.advance(120);
    const now = await extraction.batchNow(batch.batchId);
    expect(now).toMatchObject({ status: 'SUCCEEDED', runEnds: { 1: { firstStatus: 'FAILED' } } });
    expect(await durationsNow()).toMatchObject({ batches: 1, failed: 1 });
  });

  it('does not count a run that ended before the status of its batch was kept', async () => {
    const extraction = await anExtraction({ documents: 2, isKept: false });
    await extraction.advance(120);
    const { runEnds, ...batch } = await extraction.batchNow();
    const { firstStatus: _, ...end } = runEnds?.[1] ?? { firstAt: '', lastAt: '' };
    await keepSpend(extraction.parts, { ...batch, runEnds: { 1: end } });
    const item = (await listItems(extraction)).get(
      `TENANT#${batch.tenantId}#SPEND|BY#${end.firstAt.slice(0, 10)}#WORKFLOW#${batch.projectId}#${batch.workflowId}`,
    );
    expect(readDurations(readUsage(item))).toMatchObject({ batches: 0, uncounted: 1 });
  });

  it('adds a run to a day whose documents were read by a dozen models', async () => {
    const extraction = await anExtraction({ documents: 24, isKept: false });
    await extraction.advance(300);
    const documents = await extraction.documentsNow();
    for (const [at, document] of documents.entries()) {
      const model = `eu.vendor.model-${at % 12}-20260101-v1:0`;
      const used = { model, inputTokens: 1_000 + at, outputTokens: 50 + at, ms: 900 };
      const usage = { textract: { pages: 1, ms: 700 }, gapFill: used, verify: used };
      await put(extraction, toStoredDocument({ ...document, usage }));
    }
    const batch = await extraction.batchNow();
    const { firstAt = '' } = batch.runEnds?.[1] ?? {};
    const day = firstAt.slice(0, 10);
    // The rows of the day are there already, so that everything is added by one expression each.
    const other = { ...batch, batchId: 'another' };
    await keepSpend(extraction.parts, batch);
    await put(extraction, toStoredBatch(other));
    for (const document of await extraction.documentsNow()) {
      await put(extraction, toStoredDocument({ ...document, batchId: 'another' }));
    }
    await keepSpend(extraction.parts, other);
    const items = await listItems(extraction, [{ batch }, { batch: other }]);
    const sum = readUsage(items.get(`SPEND|DAY#${day}`));
    expect(Object.keys(sum).length).toBeGreaterThan(85);
    expect(readDurations(sum)).toMatchObject({ batches: 2, uncounted: 0 });
    await expectSums({ extraction, submissions: [{ batch }, { batch: other }] });
  });
});

async function put({ clients, parts }: Extraction, item: PlainItem): Promise<void> {
  await clients.dynamodb.send(
    new PutItemCommand({ TableName: parts.names.extraction.table, Item: toItem(item) }),
  );
}
