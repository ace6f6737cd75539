import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, it, onTestFinished } from 'vitest';
import { drivenClock } from '#local/world/clock.ts';
import { buildSchema } from '#local/world/sheets/fields.ts';
import { drawSheet } from '#local/world/sheets/draw-sheet.ts';
import { drawWordFile } from '#local/world/sheets/draw-paper.ts';
import { recipeText } from '#local/world/sheets/recipe-text.ts';
import type { SheetRecipe } from '#local/world/sheets/sheet.ts';
import { getDocument } from '#pipelines/extraction/read-items.ts';
import { buildWordsKey } from '#shared/domain/review/stored-words.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { runExtraction } from '#test/builders/run-extraction.ts';

const recipe: SheetRecipe = {
  kind: 'invoice',
  layout: 1,
  recipient: 'Northwind Logistics',
  seed: 'a scan',
  pages: 2,
  isScanned: true,
  dated: '2026-01-02',
};

it('the words of a scan are stored beside its results, and never in its item', async () => {
  const running = await runExtraction({ clock: drivenClock(startOfTime) });
  onTestFinished(() => running.aws.close());
  const { aws, clients, parts } = running;
  const Bucket = parts.names.extraction.documentsBucket;
  const schema = buildSchema('invoice');
  await running.plant({ schema });
  const { documents } = await running.submit(['scan.pdf']);
  const [document] = documents;
  if (document === undefined) throw new Error('Nothing was submitted');
  await clients.s3.send(
    new PutObjectCommand({
      Bucket,
      Key: document.objectKey,
      Body: await drawSheet(recipe),
      Metadata: { sheet: recipeText(recipe) },
    }),
  );
  await aws.advance(90_000);

  const now = await getDocument(parts, document);
  expect(['SUCCEEDED', 'REVIEW_REQUIRED']).toContain(now?.status);
  expect(Object.keys(now ?? {})).not.toContain('words');
  const stored = await clients.s3.send(new GetObjectCommand({ Bucket, Key: buildWordsKey(document) }));
  expect(stored.ContentType).toBe('application/json');
  const text = (await stored.Body?.transformToString()) ?? '';
  expect(text).toBe(Buffer.from(drawWordFile(recipe, schema)).toString().trim());
  // Nothing but the words is left, because what the stages passed on is deleted.
  const { Contents = [] } = await clients.s3.send(new ListObjectsV2Command({ Bucket }));
  expect(Contents.map(({ Key }) => Key)).toEqual([document.objectKey, buildWordsKey(document)]);
});
