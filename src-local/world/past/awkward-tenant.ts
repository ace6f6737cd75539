import { Buffer } from 'node:buffer';
import { namesByConvention, pipelineActor } from '#shared/domain/pipeline-names.ts';
import { ulidAt } from '#shared/domain/id-forms.ts';
import { nameItemsCollection } from '../../aws/dynamodb/past-items.ts';
import type { Item } from '../../aws/dynamodb/values/attribute-value.ts';
import { nameObjectsCollection, type DrawnObject } from '../../aws/s3/s3-records.ts';
import type { PastFacts, Tell, Told } from '../../journal/told.ts';
import {
  toStoredBatch,
  toStoredDocument,
  toStoredDocumentEvent,
} from '#pipelines/extraction/stored-items.ts';
import type {
  BatchItem,
  DocumentItem,
  DocumentUsage,
  HistoryEvent,
} from '#pipelines/extraction/item-shapes.ts';
import { buildObjectKey } from '#pipelines/extraction/keys.ts';
import { parseBatch } from '#pipelines/extraction/read-items.ts';
import { buildResultsKey } from '#pipelines/extraction/document-results.ts';
import type { ReadField, ReadLine } from '#pipelines/extraction/readers.ts';
import { hashText } from '../randomness.ts';
import { personItems } from './directory-items.ts';
import { batchIds } from './plan.ts';
import { formatIsoTime, makeEtag } from './made-ids.ts';
import importedItems from './imported-items.json' with { type: 'json' };
import { addKey, once, toAttributes } from './lazy-telling.ts';
import { awkwardPeople, awkwardTenantId, findWorkflow } from './tenants.ts';

const day = 24 * 3_600_000;
const { tenantId, projectId, workflowId, confidenceThreshold, reviewThreshold } = findWorkflow(
  awkwardTenantId,
  'archive',
);

/** Tells items that no pipeline of today would write, and that exist all the same. */
export function tellAwkwardTenant({ seed, anchor }: Pick<PastFacts, 'seed' | 'anchor'>): Told {
  const { table, documentsBucket: bucket } = namesByConvention('sandbox').extraction;
  const ledgerAt = anchor - 104 * day;
  const book = once(() => ledger(bucket, makeBatchId(seed, ledgerAt, 'ledger'), ledgerAt));
  const resultsObject = (): DrawnObject => ({
    drawn: hugeResultsRecipe,
    size: hugeResultsBytes,
    etag: makeEtag(`${seed}/${hugeResultsRecipe}`),
    modified: book().writtenAt,
    headers: [['content-type', 'application/json']],
    metadata: [],
    tags: [],
    content: [],
  });
  return new Map<string, Tell>([
    [
      nameItemsCollection(table),
      () => [
        ...listImports(seed, anchor).map(addKey),
        ...awkwardPeople.flatMap((person) => personItems(person, anchor).map(toAttributes).map(addKey)),
        ...book().items.map(addKey),
      ],
    ],
    [nameObjectsCollection(bucket), () => [[book().resultsKey, resultsObject()]]],
  ]);
}

/** Lists the imported batches that have a status. */
export function listImportedBatches({ seed, anchor }: Pick<PastFacts, 'seed' | 'anchor'>): BatchItem[] {
  return listImports(seed, anchor)
    .filter(
      ({ SK, status }) => status !== undefined && SK !== undefined && 'S' in SK && SK.S.startsWith('BATCH#'),
    )
    .map((item) => parseBatch(item as Parameters<typeof parseBatch>[0]));
}

function listImports(seed: string, anchor: number): Item[] {
  const at = anchor - 6.3 * day;
  return listImportedItems(formatIsoTime(at), (name) => makeBatchId(seed, at, name));
}

function makeBatchId(seed: string, time: number, name: string): string {
  return batchIds(time, hashText(`${seed}/quill/${name}`)).batchId;
}

/** Items that an import of the old system wrote into the table by hand: no run, no file, no passport. */
export function listImportedItems(at: string, idOf: (name: string) => string): Item[] {
  const text = JSON.stringify(importedItems)
    .replaceAll('{at}', at)
    .replaceAll('{ms}', String(Date.parse(at)))
    // Written out in the file, some tools would take it for the prototype.
    .replaceAll('{proto}', '__proto__')
    .replaceAll(/\{(odd|empty|bare)\}/g, (_, name: string) => idOf(name));
  return JSON.parse(text) as Item[];
}

/** One document whose results are too large for an item. Its execution is older than Step Functions remembers. */
function ledger(bucket: string, batchId: string, submittedAt: number): Ledger {
  const at = (seconds: number): string => new Date(submittedAt + seconds * 1_000).toISOString();
  const documentId = `${batchId.replace('batch-', 'doc-').slice(0, -2)}A1`;
  const ids = { tenantId, batchId, documentId };
  const objectKey = buildObjectKey({ ...ids, fileName });
  const results = { bucket, key: buildResultsKey(ids), bytes: hugeResultsBytes };
  const event = (seconds: number, what: string, rest: Partial<HistoryEvent>): HistoryEvent => ({
    eventId: ulidAt(submittedAt + seconds * 1_000, () => 0.5),
    at: at(seconds),
    what,
    actor: pipelineActor,
    batchId,
    run: 1,
    ...rest,
  });
  const events = [
    event(receivedAfter, 'ingested', {}),
    event(readAfter, 'processed', { stage: 'verify', before: { status: 'PROCESSING' }, after: ended }),
  ];
  const written = { createdAt: at(0), updatedAt: at(readAfter), run: 1 };
  const document: DocumentItem = {
    ...ids,
    ...written,
    ...ended,
    version: 6,
    fileName,
    objectKey,
    receivedAt: at(receivedAfter),
    stage: 'verify',
    resultsAt: results,
    usage,
  };
  const batch: BatchItem = {
    ...written,
    tenantId,
    projectId,
    batchId,
    workflowId,
    confidenceThreshold,
    reviewThreshold,
    version: 7,
    status: 'SUCCEEDED',
    counts: { QUEUED: 0, PROCESSING: 0, SUCCEEDED: 1, REVIEW_REQUIRED: 0, FAILED: 0, REJECTED: 0 },
    documentCount: 1,
    received: 1,
    runs: { 1: 'SUCCEEDED' },
    submittedBy: 'user-cagla-quill',
  };
  const storedEvents = events.map((one) => toStoredDocumentEvent(tenantId, documentId, one));
  return {
    items: [toStoredBatch(batch), toStoredDocument(document), ...storedEvents].map(toAttributes),
    resultsKey: results.key,
    writtenAt: submittedAt + readAfter * 1_000,
  };
}

interface Ledger {
  readonly items: readonly Item[];
  readonly resultsKey: string;
  readonly writtenAt: number;
}

const fileName = 'ledger-1998-2024.pdf';
/** Seconds after it was submitted. */
const receivedAfter = 40;
const readAfter = 412;
const ended = { status: 'SUCCEEDED', score: 0.97 } as const;
const usage: DocumentUsage = {
  textract: { pages: 75, ms: 214_000 },
};

/** The text that stands for them in a told object. */
const hugeResultsRecipe = 'results of the ledger of quill';
const hugeResultsBytes = 460_000;

/** An inventory with 3,000 lines: more than fits into an item, so its results lie in S3. */
export function drawHugeResults(recipe: string): Uint8Array | undefined {
  if (recipe !== hugeResultsRecipe) return undefined;
  const text = JSON.stringify({ fields, lineItems: lines(), checks: [check] });
  const bytes = Buffer.alloc(hugeResultsBytes, ' ');
  bytes.write(text);
  return bytes;
}

const lineCount = 3_000;
const linesPerPage = 40;

const fields: Readonly<Record<string, ReadField>> = {
  reference: field('LEDGER-1998/2024', 0.99),
  total: field('4498500.00', 0.98),
};
const check = {
  name: 'Line items add up to the total',
  passed: true,
  detail: '3000 lines add up to 4498500.00',
};

function lines(): ReadLine[] {
  return Array.from({ length: lineCount }, (_, index) => ({
    description: `Page ${index + 1} of the ledger`,
    quantity: '1',
    unit: 'page',
    amount: `${index}.00`,
    confidence: 0.97,
    page: 1 + Math.floor(index / linesPerPage),
    box: [0.08, 0.1 + (index % linesPerPage) * 0.02, 0.84, 0.018],
  }));
}

function field(value: string, confidence: number): ReadField {
  return { value, confidence, readBy: 'textract', page: 1, box: [0.6, 0.1, 0.3, 0.02] };
}
