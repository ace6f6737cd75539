import { Buffer } from 'node:buffer';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { BatchItem, DocumentItem } from '../../extraction/item-shapes.ts';
import { findBatch, getWorkflow } from '../../extraction/items/read-items.ts';
import { largestItem, resultsKeyOf } from '../../extraction/overflow.ts';
import type { PipelineParts } from '../../parts.ts';
import { ApiProblem } from '../call.ts';
import type { Results } from './correct.ts';

/** What was read from a document, wherever it is kept. */
export async function readResults(parts: PipelineParts, document: DocumentItem): Promise<Results> {
  const { fields, lineItems, checks, resultsAt } = document;
  if (!resultsAt) return { ...legible({ fields, lineItems }), ...(checks && { checks }) };
  const { Body } = await parts.clients.s3.send(
    new GetObjectCommand({ Bucket: resultsAt.bucket, Key: resultsAt.key }),
  );
  const kept = JSON.parse((await Body?.transformToString()) ?? '{}') as Partial<Results>;
  return { ...kept, ...legible(kept) };
}

/** Imported by hand, they may be anything; what cannot be corrected is left out once something else is. */
function legible({ fields, lineItems }: { fields?: unknown; lineItems?: unknown }): Results {
  const isMap =
    typeof fields === 'object' && fields !== null && Object.getPrototypeOf(fields) === Object.prototype;
  return {
    fields: isMap ? (fields as Results['fields']) : {},
    lineItems: Array.isArray(lineItems) ? (lineItems as Results['lineItems']) : [],
  };
}

/** The fields that its workflow reads, and their types. */
export async function schemaOf(
  parts: PipelineParts,
  { batchId }: DocumentItem,
  batch?: BatchItem,
): Promise<Readonly<Record<string, string>>> {
  const found = batch ?? (await findBatch(parts, batchId));
  const workflow = found && (await getWorkflow(parts, found));
  return workflow?.schema ?? {};
}

/** With the same results as before, and more than before beside them. */
export async function withRoom(parts: PipelineParts, document: DocumentItem): Promise<DocumentItem> {
  if (sizeOf(document) <= largestItem) return document;
  return withResults(parts, document, await readResults(parts, document));
}

/** With other results than before: in the item as long as they fit, and under a key of their own else. */
export async function withResults(
  parts: PipelineParts,
  document: DocumentItem,
  results: Results,
): Promise<DocumentItem> {
  const { fields: _, lineItems: __, checks: ___, resultsAt: ____, ...rest } = document;
  const whole = { ...rest, ...results } as DocumentItem;
  if (!document.resultsAt && sizeOf(whole) <= largestItem) return whole;
  if (sizeOf(rest) > largestItem) {
    throw new ApiProblem(
      'too-large',
      'With so many corrections the document would not fit into an item. Nothing was done.',
    );
  }
  const body = Buffer.from(JSON.stringify(results));
  const place = {
    bucket: parts.names.extraction.documentsBucket,
    // What is there may be read until the change is made, and after it by who has lost the race.
    key: resultsKeyOf(document).replace(/\.json$/, `-v${document.version}-${parts.dice.hex(8)}.json`),
  };
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

function sizeOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
