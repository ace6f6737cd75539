import { CreateBucketCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { ReaderError, type ReaderJob, type Readers } from '#pipelines/extraction/readers.ts';
import { buildSchema } from '#local/world/sheets/fields.ts';
import { readSheet } from '#local/world/sheets/reading.ts';
import { recipeText } from '#local/world/sheets/recipe-text.ts';
import { defects, type SheetRecipe } from '#local/world/sheets/sheet.ts';
import { simulatedReaders } from '#local/world/sheets/simulated-readers.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { aRecipe } from './a-recipe.ts';

const Bucket = 'autowired-documents';
const Key = 'documents/northwind/batch-1/doc-1/invoice.pdf';

describe('a document that was drawn here', () => {
  it.each([undefined, ...defects])(
    'is read as in its recipe, in the first run and the second: %s',
    async (defect) => {
      const recipe = aRecipe({ kind: 'form', about: 'claim', pages: 2, ...(defect && { defect }) });
      const s3 = await aBucketWith('%PDF-1.7 of no matter', recipe);
      for (const run of [1, 2]) {
        const { job, slept } = aJob({ run, schema: buildSchema('form', 'claim') });
        const told = readSheet(recipe, job);
        const read = await readThrough(simulatedReaders({ s3 }), job);
        expect(read).toEqual(
          told.ok
            ? { ...told.result, stageMs: undefined }
            : { ...told.error, usage: undefined, stageMs: undefined },
        );
        expect(slept).toEqual(told.ok ? told.result.stageMs : told.stageMs);
      }
    },
  );

  it('is read by Textract first, and what it has not found by the model', async () => {
    const readers = simulatedReaders({ s3: await aBucketWith('%PDF-', aRecipe()) });
    const { job } = aJob({ schema: { ...buildSchema('invoice'), incoterm: 'text' } });
    const first = await readers.textract(job);
    const filled = await readers.gapFill(job, first);
    expect(Object.keys(first.fields)).toHaveLength(9);
    expect(Object.keys(filled.fields)).toHaveLength(3);
    expect(new Set(first.missing)).toEqual(new Set([...Object.keys(filled.fields), 'incoterm']));
    expect(first.lineItems.length).toBeGreaterThan(2);
  });

  it('is read as fast as configured', async () => {
    const { job, slept } = aJob({});
    const readers = simulatedReaders({ s3: await aBucketWith('%PDF-', aRecipe()) }, { latencyMs: 15 });
    await readThrough(readers, job);
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(20);
  });
});

describe('a file of the user’s own', () => {
  it('is read by its bytes, always the same', async () => {
    const readers = simulatedReaders({ s3: await aBucketWith('%PDF-1.4 another program made this') });
    const { job } = aJob({ schema: buildSchema('delivery note') });
    const read = await readThrough(readers, job);
    expect(read).toMatchObject({
      score: expect.any(Number),
      fields: { grossWeight: { page: expect.any(Number) } },
    });
    expect(await readThrough(readers, job)).toEqual(read);
    const others = simulatedReaders({ s3: await aBucketWith('%PDF-1.4 another made this') });
    expect(await readThrough(others, job)).not.toEqual(read);
  });

  it('is a bad document if it is not a PDF', async () => {
    const readers = simulatedReaders({ s3: await aBucketWith('PK\u0003\u0004 a spreadsheet') });
    expect(await readThrough(readers, aJob({}).job)).toMatchObject({
      stage: 'textract',
      code: 'BadDocumentException',
      message: 'The file is no PDF: 18 bytes that begin with "PK.. ".',
    });
  });

  it('is read by its bytes if its recipe is invalid', async () => {
    const { s3 } = aPocketAws();
    await s3.send(new CreateBucketCommand({ Bucket }));
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: '%PDF-', Metadata: { sheet: 'of music' } }));
    expect(await readThrough(simulatedReaders({ s3 }), aJob({}).job)).toHaveProperty('score');
  });
});

async function aBucketWith(body: string, recipe?: SheetRecipe): Promise<S3Client> {
  const { s3 } = aPocketAws();
  await s3.send(new CreateBucketCommand({ Bucket }));
  const Metadata = recipe && { sheet: recipeText(recipe) };
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: body, ...(Metadata && { Metadata }) }));
  return s3;
}

function aJob(over: Partial<ReaderJob>): { job: ReaderJob; slept: number[] } {
  const slept: number[] = [];
  const job: ReaderJob = {
    bucket: Bucket,
    key: Key,
    documentId: 'doc-1',
    run: 1,
    schema: buildSchema('invoice'),
    retryCount: 0,
    reviewThreshold: 0.85,
    async sleep(ms) {
      slept.push(ms);
    },
    ...over,
  };
  return { job, slept };
}

/**
 * Runs all three stages as the processor does. Returns their results, or the stage that failed and its error.
 */
async function readThrough(readers: Readers, job: ReaderJob): Promise<object> {
  let stage = 'textract';
  try {
    const first = await readers.textract(job);
    stage = 'gap-fill';
    const filled = await readers.gapFill(job, first);
    stage = 'verify';
    const { fields, checks, score, usage } = await readers.verify(job, first, filled);
    const all = { textract: first.usage, gapFill: filled.usage, verify: usage };
    return { fields, lineItems: first.lineItems, checks, score, usage: all };
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error;
    return { stage, code: error.name, message: error.message };
  }
}
