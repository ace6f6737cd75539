import { GetMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { stages } from '#pipelines/extraction/readers.ts';
import { anExtraction, type Extraction } from '#test/builders/an-extraction.ts';
import { fakeReaders, type FakeFile } from '#test/builders/fake-readers.ts';

describe('a batch', () => {
  it('begins when the last of its files has arrived, and not before', async () => {
    const extraction = await anExtraction({ documents: 3, uploaded: false });
    const { documents } = extraction;
    await extraction.upload(documents.slice(0, 2));
    await extraction.advance(60);
    expect(await extraction.batchNow()).toMatchObject({ status: 'QUEUED', received: 2, run: 0 });

    await extraction.upload(documents.slice(2));
    await extraction.advance(1);
    expect(await extraction.batchNow()).toMatchObject({
      status: 'PROCESSING',
      run: 1,
      counts: { PROCESSING: 3 },
    });
    await extraction.advance(60);
    expect(await extraction.batchNow()).toMatchObject({
      status: 'SUCCEEDED',
      counts: { QUEUED: 0, PROCESSING: 0, SUCCEEDED: 3 },
      runs: { 1: 'SUCCEEDED' },
    });
  });

  it('of 100 documents takes ten workers 150 seconds, at 15 seconds a document', async () => {
    const extraction = await anExtraction({ documents: 100 });
    await extraction.advance(149 - 7);
    expect(await extraction.batchNow()).toMatchObject({ status: 'PROCESSING' });
    await extraction.advance(15);
    expect(await extraction.batchNow()).toMatchObject({ status: 'SUCCEEDED', counts: { SUCCEEDED: 100 } });
    const seconds = await sumMetric(extraction, 'BatchSeconds');
    expect(Math.abs(seconds - 150)).toBeLessThanOrEqual(7.5);
  }, 60_000); // The batch has 300 tasks, each with the calls of a real one. They take a second or two, and many times that on a busy machine.

  it('gives each document the status of its score', async () => {
    const extraction = await aProcessedBatch({
      'sure.pdf': { score: 0.85 },
      'unsure.pdf': { score: 0.84 },
      'at-the-floor.pdf': { score: 0.6 },
      'faint.pdf': { score: 0.598 },
    });
    expect(await standing(extraction)).toEqual({
      'sure.pdf': 'SUCCEEDED',
      'unsure.pdf': 'REVIEW_REQUIRED',
      'at-the-floor.pdf': 'REVIEW_REQUIRED',
      'faint.pdf':
        'FAILED in verify: ConfidenceTooLow, Confidence 0.598 is under the 0.60 floor of this workflow',
    });
    expect(await extraction.batchNow()).toMatchObject({ status: 'FAILED' });
    expect(await sumMetric(extraction, 'DocumentsEnded', { Outcome: 'REVIEW_REQUIRED' })).toBe(2);
  });

  it('continues where one of its files is corrupt', async () => {
    const extraction = await aProcessedBatch({
      'a.pdf': {},
      'corrupt.pdf': { fails: { at: 'textract', as: 'BadDocumentException' } },
      'b.pdf': {},
    });
    expect(await standing(extraction)).toMatchObject({
      'a.pdf': 'SUCCEEDED',
      'corrupt.pdf': 'FAILED in textract: BadDocumentException, BadDocumentException in textract',
      'b.pdf': 'SUCCEEDED',
    });
    expect(await extraction.batchNow()).toMatchObject({ status: 'FAILED', runs: { 1: 'SUCCEEDED' } });
  });

  it('retries only failures that may pass', async () => {
    const extraction = await aProcessedBatch({
      'corrupt.pdf': { fails: { at: 'textract', as: 'BadDocumentException' } },
      'in-klingon.pdf': { fails: { at: 'textract', as: 'UnsupportedLanguage' } },
      'a-table.pdf': { fails: { at: 'gap-fill', as: 'SchemaMismatch' } },
      'guarded.pdf': { fails: { at: 'verify', as: 'GuardrailIntervened' } },
      'throttled.pdf': { fails: { at: 'textract', as: 'ThrottlingException' } },
      'slow.pdf': { fails: { at: 'verify', as: 'ModelTimeoutException' } },
    });
    expect(await standing(extraction)).toEqual({
      'corrupt.pdf': 'FAILED in textract: BadDocumentException, BadDocumentException in textract',
      'in-klingon.pdf': 'FAILED in textract: UnsupportedLanguage, UnsupportedLanguage in textract',
      'a-table.pdf': 'FAILED in gap-fill: SchemaMismatch, SchemaMismatch in gap-fill',
      'guarded.pdf': 'FAILED in verify: GuardrailIntervened, GuardrailIntervened in verify',
      'throttled.pdf': 'FAILED in textract: ThrottlingException, ThrottlingException in textract',
      'slow.pdf': 'FAILED in verify: ModelTimeoutException, ModelTimeoutException in verify',
    });
    expect(attempts(extraction)).toEqual({
      'corrupt.pdf': '1 textract',
      'in-klingon.pdf': '1 textract',
      'a-table.pdf': '1 textract, 1 gap-fill',
      'guarded.pdf': '1 textract, 1 gap-fill, 1 verify',
      'throttled.pdf': '3 textract',
      'slow.pdf': '1 textract, 1 gap-fill, 3 verify',
    });
  });

  it('succeeds after a stage was throttled twice', async () => {
    const extraction = await aProcessedBatch({
      'busy.pdf': { fails: { at: 'gap-fill', as: 'ThrottlingException', times: 2 } },
    });
    expect(await standing(extraction)).toEqual({ 'busy.pdf': 'SUCCEEDED' });
    expect(attempts(extraction)).toEqual({ 'busy.pdf': '1 textract, 3 gap-fill, 1 verify' });
  });

  it('keeps the cost of earlier stages where a later one fails', async () => {
    const extraction = await aProcessedBatch({
      'bad.pdf': { fails: { at: 'verify', as: 'GuardrailIntervened' } },
    });
    const [document] = await extraction.documentsNow();
    expect(document?.usage).toMatchObject({ textract: { pages: 1 }, gapFill: { inputTokens: 100 } });
    expect(document?.usage).not.toHaveProperty('verify');
  });

  it('leaves nothing between the stages behind', async () => {
    const extraction = await aProcessedBatch({
      'a.pdf': {},
      'bad.pdf': { fails: { at: 'verify', as: 'SchemaMismatch' } },
    });
    expect(await keysUnder(extraction, 'temporary/')).toEqual([]);
  });

  it('keeps results that are too large for an item in S3, and their status in the item', async () => {
    const extraction = await aProcessedBatch({
      'long.pdf': { bytes: 400_000 },
      'short.pdf': { bytes: 300_000 },
    });
    const [long, short] = await extraction.documentsNow();
    expect(short).toMatchObject({ status: 'SUCCEEDED', fields: { total: { value: '12.50' } } });
    expect(long).toMatchObject({
      status: 'SUCCEEDED',
      score: 0.95,
      resultsAt: { key: `results/northwind/${long?.batchId}/${long?.documentId}.json` },
    });
    expect(long).not.toHaveProperty('fields');
    const { bucket = '', key = '', bytes = 0 } = long?.resultsAt ?? {};
    const kept = await extraction.clients.s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    const text = (await kept.Body?.transformToString()) ?? '';
    expect(text).toHaveLength(bytes);
    expect(JSON.parse(text)).toMatchObject({
      fields: { number: {}, total: { value: '12.50' } },
      checks: [{}],
    });
  });

  it('is recorded in the passport of each document', async () => {
    const extraction = await aProcessedBatch({
      'bad.pdf': { fails: { at: 'textract', as: 'UnsupportedLanguage' } },
    });
    const passport = await extraction.passport(extraction.documents[0]?.documentId ?? '');
    expect(passport).toMatchObject([
      { what: 'ingested', actor: 'extraction', run: 1 },
      { what: 'failed', stage: 'textract', run: 1, after: { status: 'FAILED', code: 'UnsupportedLanguage' } },
    ]);
  });

  it('has keys in the status index only while it is in work or needs attention', async () => {
    const extraction = await anExtraction({
      documents: ['a.pdf', 'b.pdf'],
      readers: fakeReaders({ files: { 'b.pdf': { score: 0.7 } } }),
    });
    await extraction.advance(1);
    expect(await extraction.inStatusIndex('PROCESSING')).toEqual(['a.pdf', 'b.pdf']);
    await extraction.advance(60);
    expect(await extraction.inStatusIndex('PROCESSING')).toEqual([]);
    expect(await extraction.inStatusIndex('REVIEW_REQUIRED')).toEqual(['b.pdf']);
    expect(await extraction.inStatusIndex('SUCCEEDED')).toEqual([]);
  });
});

/** Returns a batch that has been processed to its end. */
async function aProcessedBatch(files: Readonly<Record<string, FakeFile>>): Promise<Extraction> {
  const extraction = await anExtraction({ documents: Object.keys(files), readers: fakeReaders({ files }) });
  await extraction.advance(90);
  expect(await extraction.batchNow()).toMatchObject({ runs: { 1: 'SUCCEEDED' } });
  expect((await extraction.batchNow()).counts).toEqual(await extraction.recount());
  return extraction;
}

async function standing(extraction: Extraction): Promise<Record<string, string>> {
  const documents = await extraction.documentsNow();
  return Object.fromEntries(
    documents.map(({ fileName, status, error }) => [
      fileName,
      error ? `${status} in ${error.stage}: ${error.code}, ${error.message}` : status,
    ]),
  );
}

/** Counts how often each stage has read a file. */
function attempts({ readers, documents }: Extraction): Record<string, string> {
  return Object.fromEntries(
    documents.map(({ fileName, documentId }) => {
      const calls = readers.calls.filter((call) => call.documentId === documentId);
      const counted = stages.map((stage) => [calls.filter((call) => call.stage === stage).length, stage]);
      return [
        fileName,
        counted
          .filter(([count]) => count !== 0)
          .map((words) => words.join(' '))
          .join(', '),
      ];
    }),
  );
}

async function keysUnder({ clients, parts }: Extraction, Prefix: string): Promise<(string | undefined)[]> {
  const { Contents = [] } = await clients.s3.send(
    new ListObjectsV2Command({ Bucket: parts.names.extraction.documentsBucket, Prefix }),
  );
  return Contents.map(({ Key }) => Key);
}

async function sumMetric(
  { clients, parts }: Extraction,
  MetricName: string,
  dimensions: Readonly<Record<string, string>> = {},
): Promise<number> {
  const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }));
  const { MetricDataResults = [] } = await clients.cloudwatch.send(
    new GetMetricDataCommand({
      StartTime: new Date(parts.now() - 3_600_000),
      EndTime: new Date(parts.now() + 60_000),
      MetricDataQueries: [
        {
          Id: 'all',
          MetricStat: { Metric: { Namespace: 'Autowired', MetricName, Dimensions }, Period: 60, Stat: 'Sum' },
        },
      ],
    }),
  );
  return (MetricDataResults[0]?.Values ?? []).reduce((sum, value) => sum + value, 0);
}
