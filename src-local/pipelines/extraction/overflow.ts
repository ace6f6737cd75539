import { PutObjectCommand } from '@aws-sdk/client-s3';
import { Buffer } from 'node:buffer';
import type { PipelineParts } from '../parts.ts';
import type { DocumentItem } from './item-shapes.ts';

/** An item may have 400 KB (400 × 1,024), of which its keys, its claim and its review need some. */
export const largestItem = 350_000;

/** Where results that are too large for an item lie; the status stays in the item. */
export function resultsKeyOf({
  tenantId,
  batchId,
  documentId,
}: Pick<DocumentItem, 'tenantId' | 'batchId' | 'documentId'>): string {
  return `results/${tenantId}/${batchId}/${documentId}.json`;
}

/** The item as it can be kept: with its results, or with where they are. */
export async function fitted(parts: PipelineParts, document: DocumentItem): Promise<DocumentItem> {
  if (Buffer.byteLength(JSON.stringify(document)) <= largestItem) return document;
  const { fields, lineItems, checks, ...rest } = document;
  const body = Buffer.from(JSON.stringify({ fields, lineItems, checks }));
  const place = { bucket: parts.names.extraction.documentsBucket, key: keyOfRun(document) };
  await parts.clients.s3.send(
    new PutObjectCommand({
      Bucket: place.bucket,
      Key: place.key,
      Body: body,
      ContentType: 'application/json',
    }),
  );
  return { ...rest, resultsAt: { ...place, bytes: body.byteLength } };
}

/** A task of an earlier run that comes late must not write over what a later one has read. */
function keyOfRun(document: DocumentItem): string {
  const key = resultsKeyOf(document);
  return document.run > 1 ? key.replace(/\.json$/, `-r${document.run}.json`) : key;
}
