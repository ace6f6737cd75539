import { PutObjectCommand } from '@aws-sdk/client-s3';
import { buildObjectKey } from '#pipelines/extraction/keys.ts';
import type { StoriedBatch } from '#local/world/past/story.ts';
import type { PlannedDocument } from '#local/world/past/plan.ts';
import { s3Event } from '#local/world/past/document-dead-letters.ts';
import { seededRandomness } from '#local/world/randomness.ts';
import { recipeText } from '#local/world/sheets/recipe-text.ts';
import type { RunningExtraction } from '#test/builders/run-extraction.ts';

/** Puts a planned file into the bucket and notifies ingestion of it at once. */
export async function letFileArrive(
  { clients, parts, functions }: RunningExtraction,
  { workflow: { tenantId }, batchId }: StoriedBatch,
  planned: PlannedDocument,
): Promise<void> {
  const Bucket = parts.names.extraction.documentsBucket;
  const Key = buildObjectKey({ tenantId, batchId, ...planned });
  const Metadata = { sheet: recipeText(planned.recipe) };
  await clients.s3.send(new PutObjectCommand({ Bucket, Key, Body: '%PDF-1.7', Metadata }));
  const upload = { bucket: Bucket, key: Key, size: 8, etag: '0', at: parts.now() };
  const { batchItemFailures } = await functions.ingestFiles({
    Records: [
      {
        messageId: parts.dice.uuid(),
        body: s3Event(parts, upload, seededRandomness(Key)),
        attributes: { ApproximateReceiveCount: '1', SentTimestamp: String(parts.now()) },
        eventSourceARN: 'arn:aws:sqs:local:000000000000:documents',
      },
    ],
  });
  if (batchItemFailures.length > 0) throw new Error(`${Key} was not taken in`);
}
