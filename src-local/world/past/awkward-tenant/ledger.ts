import { ulidAt } from '#shared/domain/ulid.ts';
import type { Item } from '../../../aws/dynamodb/values/attribute-value.ts';
import {
  pipelineActor,
  toStoredBatch,
  toStoredDocument,
  toStoredDocumentEvent,
} from '../../../pipelines/extraction/stored-items.ts';
import type {
  BatchItem,
  DocumentItem,
  DocumentUsage,
  HistoryEvent,
} from '../../../pipelines/extraction/item-shapes.ts';
import { buildObjectKey } from '../../../pipelines/extraction/keys.ts';
import { buildResultsKey } from '../../../pipelines/extraction/document-results.ts';
import { hugeResultsBytes } from './huge-results.ts';
import { quillWorkflows } from './quill.ts';
import { toAttributes } from './to-attributes.ts';

const { tenantId, projectId, workflowId, confidenceThreshold, reviewThreshold } = quillWorkflows.archive;

/** One document whose results are too large for an item. Its execution is older than Step Functions remembers. */
export function ledger(bucket: string, batchId: string, submittedAt: number): Ledger {
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
  const keptEvents = events.map((one) => toStoredDocumentEvent(tenantId, documentId, one));
  return {
    items: [toStoredBatch(batch), toStoredDocument(document), ...keptEvents].map(toAttributes),
    results: { key: results.key, writtenAt: submittedAt + readAfter * 1_000 },
  };
}

export interface Ledger {
  readonly items: readonly Item[];
  readonly results: { readonly key: string; readonly writtenAt: number };
}

const fileName = 'ledger-1998-2024.pdf';
/** Seconds after it was submitted. */
const receivedAfter = 40;
const readAfter = 412;
const ended = { status: 'SUCCEEDED', score: 0.97 } as const;
const usage: DocumentUsage = {
  textract: { pages: 75, ms: 214_000 },
};
