import { CreateBucketCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import type { World } from '#local/world/world.ts';
import { drivenClock } from '#local/world/clock.ts';
import { drawWordFile } from '#local/world/sheets/draw-paper.ts';
import { readDrawnDocuments, type ReadingPurpose } from '#local/world/sheets/drawn-documents.ts';
import { buildSchema } from '#local/world/sheets/fields.ts';
import { readAll, readSheet } from '#local/world/sheets/reading.ts';
import { recipeText } from '#local/world/sheets/recipe-text.ts';
import { computeWordsSize, defects, type SheetRecipe } from '#local/world/sheets/sheet.ts';
import { formatWordFile, parseWordFile } from '#shared/domain/review/stored-words.ts';
import { ReaderError, type Box, type ReaderJob, type Readers } from '#pipelines/extraction/readers.ts';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { embeddedReaders } from '#test/builders/embedded-readers.ts';
import { aRecipe, many } from './a-recipe.ts';

const Bucket = 'autowired-documents';
const Key = 'documents/northwind/batch-1/doc-1/invoice.pdf';

describe('a document that was drawn here', () => {
  it.each([undefined, ...defects])(
    'is read by Textract and the model as in its recipe, in the first run and the second: %s',
    async (defect) => {
      for (const pages of [1, 2]) {
        const recipe = aRecipe({ kind: 'form', about: 'claim', pages, ...(defect && { defect }) });
        for (const run of [1, 2]) {
          const schema = buildSchema('form', 'claim');
          const desk = await aDesk({ run, schema }, '%PDF-1.7 of no matter', recipe);
          expect(await desk.readThrough()).toEqual(told(recipe, { run, schema }));
        }
      }
    },
  );

  it(
    'of any kind, in any layout and on several pages, keeps every field, place and figure',
    { timeout: 20_000 },
    async () => {
      for (const recipe of [
        ...many(18),
        ...many(9, { defect: 'unsure' }),
        ...many(9, { defect: 'illegible' }),
      ]) {
        const schema = buildSchema(recipe.kind, recipe.about);
        const desk = await aDesk({ run: 1, schema }, '%PDF-', recipe);
        expect(await desk.readThrough()).toEqual(told(recipe, { run: 1, schema }));
      }
    },
  );

  it('is read by Textract first, and what it has not found by the model', async () => {
    const schema = { ...buildSchema('invoice'), incoterm: 'text' };
    const desk = await aDesk({ run: 1, schema }, '%PDF-', aRecipe());
    const [first, filled] = await desk.inTime(async (readers, job) => {
      const read = await readers.textract(job);
      return [read, await readers.gapFill(job, read)] as const;
    });
    expect(Object.keys(first.fields)).toHaveLength(9);
    expect(Object.keys(filled.fields)).toHaveLength(3);
    expect(new Set(first.missing)).toEqual(new Set([...Object.keys(filled.fields), 'incoterm']));
    expect(first.lineItems.length).toBeGreaterThan(2);
  });
});

describe('the words of a drawn document', { timeout: 20_000 }, () => {
  const scans = [
    ...many(9, { isScanned: true }),
    ...many(9, { isScanned: true, defect: 'unsure' }),
    ...many(9, { isScanned: true, defect: 'illegible' }),
  ];

  it('are told as the pipeline stores them of what Textract finds, filled up to their size', async () => {
    for (const recipe of scans) {
      const schema = buildSchema(recipe.kind, recipe.about);
      const desk = await aDesk({ run: 1, schema }, '%PDF-', recipe);
      const { words } = await desk.inTime((readers, job) => readers.textract(job));
      const bytes = drawWordFile(recipe, schema);
      expect(bytes.length).toBe(computeWordsSize(recipe));
      expect(Buffer.from(bytes).toString().trim()).toBe(formatWordFile(words));
    }
  });

  it('stand in the places of the values, as tilted as the page', () => {
    for (const recipe of scans) {
      const schema = buildSchema(recipe.kind, recipe.about);
      const words = parseWordFile(Buffer.from(drawWordFile(recipe, schema)).toString()) ?? [];
      const { fields } = readAll(recipe, { schema, reviewThreshold: 0.85 });
      for (const { page, box, value, readings } of Object.values(fields)) {
        const within = words.filter((word) => word.page === page && hasMiddle(box, word.box));
        expect(within.map(({ text }) => text).join(' ')).toBe(readings?.textract?.value ?? value);
      }
    }
  });
});

function hasMiddle([left, top, width, height]: Box, [x, y, wide, high]: Box): boolean {
  const [middleX, middleY] = [x + wide / 2, y + high / 2];
  return middleX > left && middleX < left + width && middleY > top && middleY < top + height;
}

describe('a file of the user’s own', () => {
  const schema = buildSchema('delivery note');

  it('is read by its bytes, always the same', async () => {
    const desk = await aDesk({ run: 1, schema }, '%PDF-1.4 another program made this');
    const read = await desk.readThrough();
    expect(read).toMatchObject({
      score: expect.any(Number),
      fields: { grossWeight: { page: expect.any(Number) } },
    });
    const again = await aDesk({ run: 1, schema }, '%PDF-1.4 another program made this');
    expect(await again.readThrough()).toEqual(read);
    const other = await aDesk({ run: 1, schema }, '%PDF-1.4 another made this');
    expect(await other.readThrough()).not.toEqual(read);
  });

  it('is a bad document if it is not a PDF', async () => {
    const desk = await aDesk({ run: 1, schema }, 'PK\u0003\u0004 a spreadsheet');
    expect(await desk.readThrough()).toMatchObject({
      stage: 'textract',
      code: 'BadDocumentException',
      message: expect.stringContaining('The file is no PDF: 18 bytes that begin with "PK.. ". Request '),
    });
  });
});

/** The world tells this of such a document without reading it. */
function told(recipe: SheetRecipe, purpose: ReadingPurpose): object {
  const reading = readSheet(recipe, { ...purpose, reviewThreshold: 0.85 });
  if (!reading.ok) return reading.error;
  const { stageMs: _, ...result } = reading.result;
  return result;
}

interface Desk {
  /** Runs with the clock held, as a function does, while time passes. */
  inTime<T>(work: (readers: Readers, job: ReaderJob) => Promise<T>): Promise<T>;
  /** All three stages as the processor runs them: their results, or the stage that failed and its error. */
  readThrough(): Promise<object>;
}

async function aDesk(purpose: ReadingPurpose, body: string, recipe?: SheetRecipe): Promise<Desk> {
  const clock = drivenClock(startOfTime);
  const file = async (world: World) => {
    const at = { Bucket, Key };
    const { Metadata } = (await world.call('s3', 'HeadObject', at)) as { Metadata: Record<string, string> };
    const bytes = async () => ((await world.call('s3', 'GetObject', at)) as { Body: Uint8Array }).Body;
    return { bucket: Bucket, key: Key, metadata: Metadata, bytes };
  };
  const services = readDrawnDocuments({
    findPurpose: () => Promise.resolve(purpose),
    findFile: () => file(aws.world),
  });
  const { aws, s3 } = aPocketAws({ clock, ...services });
  await s3.send(new CreateBucketCommand({ Bucket }));
  const Metadata = recipe && { sheet: recipeText(recipe) };
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: body, ...(Metadata && { Metadata }) }));
  const readers = embeddedReaders(aws);
  const job: ReaderJob = {
    bucket: Bucket,
    key: Key,
    documentId: 'doc-1',
    retryCount: 0,
    reviewThreshold: 0.85,
    sleep: (ms) => clock.sleepForHolder(ms),
    signal: new AbortController().signal,
    ...purpose,
  };
  const inTime: Desk['inTime'] = async (work) => {
    const release = clock.hold();
    const working = work(readers, job).finally(release);
    await Promise.all([working, clock.advance(120_000)]);
    return working;
  };
  return { inTime, readThrough: () => inTime(readThrough) };
}

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
