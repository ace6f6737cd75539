import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { ulidAt } from '#shared/domain/id-forms.ts';
import type { PipelineParts } from '../parts.ts';
import { toItem } from '../plain-items.ts';
import { mostActions, transactInTurn } from '../transact.ts';
import type { BatchItem, DocumentItem, WorkflowItem } from './item-shapes.ts';
import { putNew, toStoredBatch, toStoredDocument } from './stored-items.ts';
import { keyOf, buildObjectKey } from './keys.ts';

export interface Submission {
  readonly batch: BatchItem;
  readonly documents: readonly DocumentItem[];
}

/** A batch as it will be kept, with the thresholds and the number of reviewers of now: an edit of the workflow affects later ones only. */
export function newSubmission(
  parts: PipelineParts,
  workflow: WorkflowItem,
  files: readonly { readonly fileName: string; readonly documentId?: string }[],
  { submittedBy, batchId = `batch-${newUlid(parts)}` }: { submittedBy: string; batchId?: string },
): Submission {
  const { tenantId, projectId, workflowId, confidenceThreshold, reviewThreshold, secondReview } = workflow;
  const createdAt = new Date(parts.now()).toISOString();
  const common = { version: 1, createdAt, updatedAt: createdAt };
  const ulid = newUlid(parts);
  const documents = files.map((file, index): DocumentItem => {
    const { fileName, documentId = makeOrderedId(ulid, index) } = file;
    const document = { tenantId, batchId, documentId, fileName };
    return { ...document, status: 'QUEUED', objectKey: buildObjectKey(document), run: 1, ...common };
  });
  const counts = { QUEUED: files.length, PROCESSING: 0, SUCCEEDED: 0, REVIEW_REQUIRED: 0 };
  const batch: BatchItem = {
    tenantId,
    projectId,
    batchId,
    workflowId,
    status: 'QUEUED',
    counts: { ...counts, FAILED: 0, REJECTED: 0 },
    documentCount: files.length,
    received: 0,
    run: 0,
    runs: {},
    confidenceThreshold,
    reviewThreshold,
    ...(secondReview && { secondReview }),
    submittedBy,
    ...common,
  };
  return { batch, documents };
}

/** `refused`: the batch is there already, its project is not, or a condition in `also` does not hold. */
export async function submitBatch(
  parts: PipelineParts,
  { batch, documents }: Submission,
  also: readonly TransactWriteItem[] = [],
): Promise<'done' | 'refused'> {
  const first = [putNew(parts, toStoredBatch(batch)), countInProject(parts, batch), ...also];
  const fit = mostActions - first.length;
  const before = documents.slice(fit);
  if (!(await putBefore(parts, before))) return 'refused';
  const actions = [
    ...first,
    ...documents.slice(0, fit).map((document) => putNew(parts, toStoredDocument(document))),
  ];
  const outcome = await transactInTurn(parts, actions, { mostAttempts });
  if (outcome !== 'done') return 'refused';
  await keepDocuments(parts, before);
  return 'done';
}

const mostAttempts = 60;
const secondsADay = 86_400;
/** Documents are put before their batch with so many days to live, and files are put to a batch for less. */
export const daysUntilKept = 15;

function newUlid(parts: PipelineParts): string {
  return ulidAt(parts.now(), () => parts.dice.unit());
}

/** The ids sort in the order of their submission: their last four characters count, to a million. */
export function makeOrderedId(ulid: string, index: number): string {
  return `doc-${ulid.slice(0, -4)}${index.toString(32).toUpperCase().padStart(4, '0')}`;
}

/** A part of the transaction that writes the batches. */
export function countInProject(
  parts: PipelineParts,
  { tenantId, projectId, createdAt }: BatchItem,
  batches = 1,
): TransactWriteItem {
  return {
    Update: {
      TableName: parts.names.extraction.table,
      Key: toItem(keyOf.project(tenantId, projectId)),
      ConditionExpression: 'attribute_exists(PK)',
      UpdateExpression: 'SET updatedAt = :at ADD batchCount :batches, version :one',
      ExpressionAttributeValues: toItem({ ':at': createdAt, ':batches': batches, ':one': 1 }),
    },
  };
}

/**
 * Documents without their batch cannot be reached, and expire automatically (decision 009). Returns false when one of
 * them already belongs to a batch, so the same submission has been made before.
 */
async function putBefore(parts: PipelineParts, documents: readonly DocumentItem[]): Promise<boolean> {
  const ttl = Math.floor(parts.now() / 1_000) + daysUntilKept * secondsADay;
  const puts = documents.map((document): TransactWriteItem => ({
    Put: {
      TableName: parts.names.extraction.table,
      Item: toItem(toStoredDocument({ ...document, ttl })),
      // An item left by an attempt that was stopped may be replaced.
      ConditionExpression: 'attribute_not_exists(PK) OR attribute_exists(#ttl)',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
    },
  }));
  return putInTransactions(parts, puts);
}

/** Now they belong to a batch. Where this is not reached, the arrival of its file keeps each of them. */
export async function keepDocuments(parts: PipelineParts, documents: readonly DocumentItem[]): Promise<void> {
  const updates = documents.map(({ tenantId, batchId, documentId }): TransactWriteItem => ({
    Update: {
      TableName: parts.names.extraction.table,
      Key: toItem(keyOf.document(tenantId, batchId, documentId)),
      ConditionExpression: 'attribute_exists(PK)',
      UpdateExpression: 'REMOVE #ttl',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
    },
  }));
  await putInTransactions(parts, updates);
}

async function putInTransactions(
  parts: PipelineParts,
  actions: readonly TransactWriteItem[],
): Promise<boolean> {
  for (let from = 0; from < actions.length; from += mostActions) {
    const some = actions.slice(from, from + mostActions);
    if ((await transactInTurn(parts, some, { mostAttempts })) !== 'done') return false;
  }
  return true;
}
