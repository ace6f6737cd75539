import { BatchWriteItemCommand, type TransactWriteItem, type WriteRequest } from '@aws-sdk/client-dynamodb';
import { ulidAt } from '#shared/domain/ulid.ts';
import type { PipelineParts } from '../parts.ts';
import { toItem } from '../plain-items.ts';
import type { BatchItem, DocumentItem, WorkflowItem } from './item-shapes.ts';
import { keyOf, objectKeyOf } from './items/keys.ts';
import { isRefused, OthersWereQuicker, putNew, transact } from './items/transact.ts';
import { batchAsKept, documentAsKept } from './items/written-items.ts';

export interface Submission {
  readonly batch: BatchItem;
  readonly documents: readonly DocumentItem[];
}

/** A batch as it will be kept, with the thresholds of now: an edit of the workflow affects later ones only. */
export function newSubmission(
  parts: PipelineParts,
  workflow: WorkflowItem,
  files: readonly { readonly fileName: string; readonly documentId?: string }[],
  { submittedBy, batchId = `batch-${newUlid(parts)}` }: { submittedBy: string; batchId?: string },
): Submission {
  const { tenantId, projectId, workflowId, confidenceThreshold, reviewThreshold } = workflow;
  const createdAt = new Date(parts.now()).toISOString();
  const common = { version: 1, createdAt, updatedAt: createdAt };
  const ulid = newUlid(parts);
  const documents = files.map((file, index): DocumentItem => {
    const { fileName, documentId = idInOrder(ulid, index) } = file;
    const document = { tenantId, batchId, documentId, fileName };
    return { ...document, status: 'QUEUED', objectKey: objectKeyOf(document), run: 1, ...common };
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
  const first = [putNew(parts, batchAsKept(batch)), countInProject(parts, batch), ...also];
  const fit = mostActions - first.length;
  await putBefore(parts, documents.slice(fit));
  const actions = [
    ...first,
    ...documents.slice(0, fit).map((document) => putNew(parts, documentAsKept(document))),
  ];
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const reasons = await transact(parts, actions);
    if (reasons === 'done') return 'done';
    if (reasons.some(isRefused)) return 'refused';
    await parts.pause(attempt);
  }
  throw new OthersWereQuicker(`${mostAttempts} attempts to submit ${batch.batchId} met another change`);
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
const mostActions = 100;
const mostPuts = 25;
const mostAttempts = 60;
const secondsADay = 86_400;

function newUlid(parts: PipelineParts): string {
  return ulidAt(parts.now(), () => parts.dice.unit());
}

/** By id they stand in the order of their submission. */
function idInOrder(ulid: string, index: number): string {
  return `doc-${ulid.slice(0, -4)}${String(index).padStart(4, '0')}`;
}

function countInProject(
  parts: PipelineParts,
  { tenantId, projectId, createdAt }: BatchItem,
): TransactWriteItem {
  return {
    Update: {
      TableName: parts.names.extraction.table,
      Key: toItem(keyOf.project(tenantId, projectId)),
      ConditionExpression: 'attribute_exists(PK)',
      UpdateExpression: 'SET updatedAt = :at ADD batchCount :one, version :one',
      ExpressionAttributeValues: toItem({ ':at': createdAt, ':one': 1 }),
    },
  };
}

/** Without their batch nobody reaches them, and they go by themselves (decision 009). */
async function putBefore(parts: PipelineParts, documents: readonly DocumentItem[]): Promise<void> {
  const ttl = Math.floor(parts.now() / 1_000) + secondsADay;
  let waiting: WriteRequest[] = documents.map((document) => ({
    PutRequest: { Item: toItem(documentAsKept({ ...document, ttl })) },
  }));
  for (let attempt = 1; waiting.length > 0; attempt += 1) {
    const table = parts.names.extraction.table;
    const { UnprocessedItems } = await parts.clients.dynamodb.send(
      new BatchWriteItemCommand({ RequestItems: { [table]: waiting.slice(0, mostPuts) } }),
    );
    const left = UnprocessedItems?.[table] ?? [];
    waiting = [...left, ...waiting.slice(mostPuts)];
    if (left.length === 0) continue;
    if (attempt > documents.length + mostAttempts)
      throw new OthersWereQuicker('The table takes no more documents now');
    await parts.pause(attempt);
  }
}
