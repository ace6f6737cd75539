import { CreateBucketCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import {
  AnalyzeDocumentCommand,
  AnalyzeExpenseCommand,
  GetDocumentAnalysisCommand,
  GetExpenseAnalysisCommand,
  StartDocumentAnalysisCommand,
  StartExpenseAnalysisCommand,
  TextractClient,
} from '@aws-sdk/client-textract';
import { expect, it } from 'vitest';
import { requestHandler } from '#local/aws/request-handler.ts';
import type { FileReading } from '#local/aws/textract/found-pages.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';

const at = { S3Object: { Bucket: 'a-bucket', Name: 'a-file.pdf' } };

it('answers a page at once, with its fields, lines and text', async () => {
  const { textract } = await aTextract(aReading(1));
  const { DocumentMetadata, ExpenseDocuments } = await textract.send(
    new AnalyzeExpenseCommand({ Document: at }),
  );
  expect(DocumentMetadata).toEqual({ Pages: 1 });
  expect(ExpenseDocuments).toMatchObject([
    {
      SummaryFields: [
        {
          Type: { Text: 'TOTAL' },
          LabelDetection: { Text: 'Total due' },
          ValueDetection: { Text: '120.50', Confidence: 93, Geometry: { BoundingBox: { Left: 0.7 } } },
          PageNumber: 1,
        },
      ],
      LineItemGroups: [
        {
          LineItems: [
            {
              LineItemExpenseFields: expect.arrayContaining([
                expect.objectContaining({ Type: { Text: 'EXPENSE_ROW' } }),
              ]),
            },
          ],
        },
      ],
      Blocks: expect.arrayContaining([expect.objectContaining({ BlockType: 'LINE', Text: 'Total due' })]),
    },
  ]);
});

it('answers forms and tables only if they are asked for', async () => {
  const { textract } = await aTextract(aReading(1));
  const ask = async (FeatureTypes: ('FORMS' | 'TABLES')[]): Promise<Set<string>> => {
    const { Blocks = [] } = await textract.send(new AnalyzeDocumentCommand({ Document: at, FeatureTypes }));
    return new Set(Blocks.map(({ BlockType = '' }) => BlockType));
  };
  expect(await ask(['FORMS'])).toEqual(new Set(['PAGE', 'LINE', 'WORD', 'KEY_VALUE_SET']));
  expect(await ask(['TABLES'])).toEqual(new Set(['PAGE', 'LINE', 'WORD', 'TABLE', 'CELL']));
});

it('takes several pages only as a job, which takes its time and starts once for each token', async () => {
  const { textract, clock } = await aTextract({ ...aReading(2), ms: 6_000 });
  const refused = textract.send(new AnalyzeExpenseCommand({ Document: at }));
  await expect(refused).rejects.toMatchObject({ name: 'UnsupportedDocumentException' });
  const start = new StartExpenseAnalysisCommand({ DocumentLocation: at, ClientRequestToken: 'doc-1-r1' });
  const { JobId } = await textract.send(start);
  expect(await textract.send(start)).toMatchObject({ JobId });
  const get = () => textract.send(new GetExpenseAnalysisCommand({ JobId }));
  expect((await get()).JobStatus).toBe('IN_PROGRESS');
  await clock.advance(6_000);
  expect(await get()).toMatchObject({ JobStatus: 'SUCCEEDED', DocumentMetadata: { Pages: 2 } });
  const other = { ...start.input, DocumentLocation: { S3Object: { Bucket: 'a-bucket', Name: 'b' } } };
  await expect(textract.send(new StartExpenseAnalysisCommand(other))).rejects.toMatchObject({
    name: 'IdempotentParameterMismatchException',
  });
  await expect(textract.send(new GetDocumentAnalysisCommand({ JobId }))).rejects.toMatchObject({
    name: 'InvalidJobIdException',
  });
});

it('gives a long answer in parts', async () => {
  const { textract, clock } = await aTextract(aReading(2));
  const { JobId } = await textract.send(
    new StartDocumentAnalysisCommand({ DocumentLocation: at, FeatureTypes: ['FORMS'] }),
  );
  await clock.advance(1_000);
  const ids: (string | undefined)[] = [];
  let NextToken: string | undefined;
  do {
    const part = await textract.send(
      new GetDocumentAnalysisCommand({ JobId, MaxResults: 4, ...(NextToken && { NextToken }) }),
    );
    expect(part.Blocks?.length).toBeLessThanOrEqual(4);
    ids.push(...(part.Blocks ?? []).map(({ Id }) => Id));
    NextToken = part.NextToken;
  } while (NextToken !== undefined);
  expect(ids.length).toBeGreaterThan(8);
  expect(new Set(ids).size).toBe(ids.length);
});

it('fails as the world says, under the id of that request', async () => {
  const { textract } = await aTextract({
    ms: 0,
    code: 'BadDocumentException',
    message: 'It breaks off',
    requestId: 'told-before',
  });
  await expect(textract.send(new AnalyzeExpenseCommand({ Document: at }))).rejects.toMatchObject({
    name: 'BadDocumentException',
    message: 'It breaks off',
    $metadata: { requestId: 'told-before' },
  });
  const { JobId } = await textract.send(new StartExpenseAnalysisCommand({ DocumentLocation: at }));
  expect(await textract.send(new GetExpenseAnalysisCommand({ JobId }))).toMatchObject({
    JobStatus: 'FAILED',
    StatusMessage: 'It breaks off',
  });
});

it('refuses what it does not have, by name', async () => {
  const { textract } = await aTextract(aReading(1));
  const queries = { Document: at, FeatureTypes: ['QUERIES' as const] };
  await expect(textract.send(new AnalyzeDocumentCommand(queries))).rejects.toMatchObject({
    name: 'InvalidParameterException',
    message: expect.stringContaining('QUERIES'),
  });
  const bytes = { Document: { Bytes: new Uint8Array(4) } };
  await expect(textract.send(new AnalyzeExpenseCommand(bytes))).rejects.toMatchObject({
    message: expect.stringContaining("Parameter 'document.bytes' is unknown or not supported"),
  });
  const nowhere = { Document: { S3Object: { Bucket: 'a-bucket', Name: 'nothing' } } };
  await expect(textract.send(new AnalyzeExpenseCommand(nowhere))).rejects.toMatchObject({
    name: 'InvalidS3ObjectException',
  });
});

const twoWords = [
  [0.6, 0.8, 0.05, 0.01],
  [0.66, 0.8, 0.04, 0.01],
] as const;

function aReading(pages: number): FileReading {
  const box = [0.1, 0.4, 0.8, 0.02] as const;
  return {
    ms: 0,
    found: {
      pages,
      lines: [
        { text: 'Total due', page: 1, box: [0.6, 0.8, 0.1, 0.01], words: twoWords },
        { text: '120.50', page: 1, box: [0.7, 0.8, 0.1, 0.01], words: [[0.7, 0.8, 0.1, 0.01]] },
        ...['Article', 'Qty', 'Each', 'Amount', 'Pallet', '2', '60.25', '120.50'].map((text) => ({
          text,
          page: 1,
          box,
          words: [box],
        })),
      ],
      values: [{ type: 'TOTAL', label: 0, value: 1, confidence: 0.93 }],
      headings: [[2, 3, 4, 5]],
      rows: [{ cells: [6, 7, 8, 9], page: 1, box, confidence: 0.97 }],
    },
  };
}

async function aTextract(reading: FileReading) {
  const { aws, clock, s3 } = aPocketAws({ readFile: () => Promise.resolve(reading) });
  await s3.send(new CreateBucketCommand({ Bucket: 'a-bucket' }));
  for (const Key of ['a-file.pdf', 'b']) {
    await s3.send(new PutObjectCommand({ Bucket: 'a-bucket', Key, Body: '%PDF-' }));
  }
  const textract = new TextractClient({
    region: 'local',
    endpoint: 'http://127.0.0.1:1',
    credentials: { accessKeyId: 'sandbox', secretAccessKey: 'sandbox' },
    requestHandler: requestHandler(aws.dispatch),
    maxAttempts: 1,
  });
  return { textract, clock };
}
