import { Buffer } from 'node:buffer';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { buildWordsKey, formatWordFile, type StoredWord } from '#shared/domain/review/stored-words.ts';
import { lowScoreCode, statusByScore, type Thresholds } from '#shared/domain/statuses.ts';
import type { PipelineParts } from '../parts.ts';
import type { DocumentError, DocumentItem, DocumentUsage } from './item-shapes.ts';
import type { PagesRead, Verified } from './readers.ts';

interface DocumentResult {
  readonly fields: Verified['fields'];
  readonly lineItems: PagesRead['lineItems'];
  readonly checks: Verified['checks'];
  readonly score: number;
  readonly usage: DocumentUsage;
}

type Ended = Pick<
  DocumentItem,
  'status' | 'score' | 'stage' | 'fields' | 'lineItems' | 'checks' | 'usage'
> & { readonly error: DocumentError | undefined };

/** Decides the final status of a document that has passed every reader. */
export function decideEnd(result: DocumentResult, thresholds: Thresholds): Ended {
  const status = statusByScore(result.score, thresholds);
  return {
    ...result,
    status,
    stage: 'verify',
    error: status === 'FAILED' ? describeLowScore(result.score, thresholds) : undefined,
  };
}

function describeLowScore(score: number, { confidenceThreshold }: Thresholds): DocumentError {
  const message = `Confidence ${formatShare(score)} is under the ${formatShare(confidenceThreshold)} floor of this workflow`;
  return { stage: 'verify', code: lowScoreCode, message };
}

/** Two digits, unless that would say that 0.598 is 0.60. */
function formatShare(share: number): string {
  const short = share.toFixed(2);
  return Math.abs(Number(short) - share) < 1e-9 ? short : share.toFixed(3);
}

/** An item may have 400 KB (400 × 1,024), of which its keys, its claim and its review need some. */
export const largestItem = 350_000;

/** Results that are too large for an item are stored under this key; the status stays in the item. */
export function buildResultsKey({
  tenantId,
  batchId,
  documentId,
}: Pick<DocumentItem, 'tenantId' | 'batchId' | 'documentId'>): string {
  return `results/${tenantId}/${batchId}/${documentId}.json`;
}

/** The item as it can be kept: with its results, or with where they are. */
export async function fitIntoItem(parts: PipelineParts, document: DocumentItem): Promise<DocumentItem> {
  if (Buffer.byteLength(JSON.stringify(document)) <= largestItem) return document;
  const { fields, lineItems, checks, ...rest } = document;
  const body = Buffer.from(JSON.stringify({ fields, lineItems, checks }));
  const key = buildRunKey(document);
  const bucket = await putJson(parts, key, body);
  return { ...rest, resultsAt: { bucket, key, bytes: body.byteLength } };
}

/** The words of a page without a text layer are found only here, when a reviewer takes a value from it. */
export async function storeWordFile(
  parts: PipelineParts,
  document: DocumentItem,
  words: readonly StoredWord[],
): Promise<void> {
  if (words.length > 0) await putJson(parts, buildWordsKey(document), formatWordFile(words));
}

async function putJson(parts: PipelineParts, Key: string, Body: Buffer | string): Promise<string> {
  const Bucket = parts.names.extraction.documentsBucket;
  await parts.clients.s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'application/json' }));
  return Bucket;
}

/** A task of an earlier run that comes late must not write over what a later one has read. */
function buildRunKey(document: DocumentItem): string {
  const key = buildResultsKey(document);
  return document.run > 1 ? key.replace(/\.json$/, `-r${document.run}.json`) : key;
}
