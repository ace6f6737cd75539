import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import type { BatchItem, DocumentItem, WorkflowItem } from '#pipelines/extraction/item-shapes.ts';
import { keyOf, buildObjectKey } from '#pipelines/extraction/keys.ts';
import { toStoredBatch, toStoredDocument, toStoredWorkflow } from '#pipelines/extraction/stored-items.ts';
import type { PipelineParts } from '#pipelines/parts.ts';
import { toItem, type PlainItem } from '#pipelines/plain-items.ts';
import type { ReadField, ReadLine } from '#pipelines/extraction/readers.ts';
import { deriveBatchStatus, documentStatuses } from '#shared/domain/statuses.ts';
import type { Api } from './an-api.ts';
import { startOfTime } from './a-pocket-aws.ts';

export interface PlantedBatch {
  readonly batch: BatchItem;
  readonly workflow: WorkflowItem;
  readonly documents: readonly DocumentItem[];
  /** Returns the parameters for calls on a document. */
  readonly at: (index: number) => {
    readonly tenantId: string;
    readonly batchId: string;
    readonly documentId: string;
  };
  /** Holds the parameters for calls on its workflow. */
  readonly workflowAt: { readonly tenantId: string; readonly projectId: string; readonly workflowId: string };
}

/** Where items are planted: an API under test, or a whole sandbox. */
export interface Planted {
  readonly put: Api['put'];
  readonly parts: Pick<PipelineParts, 'clients' | 'names'>;
}

/**
 * Plants a batch whose first run is over, in a project with a workflow. Every item is as the pipeline would
 * have written it.
 */
export async function plantBatch(
  { put, parts }: Planted,
  documents: readonly Partial<DocumentItem>[],
  {
    tenantId = 'northwind',
    run = 1,
    secondReview,
    ...ids
  }: { tenantId?: string; batchId?: string; run?: number; secondReview?: 'blind' } = {},
): Promise<PlantedBatch> {
  const { batchId = `batch-of-${tenantId}` } = ids;
  const workflow = aWorkflow({ tenantId });
  const { projectId } = workflow;
  const planted = documents.map((document, index) =>
    aDocument({
      tenantId,
      batchId,
      documentId: `doc-${index + 1}-of-${tenantId}`,
      run: Math.max(run, 1),
      ...document,
    }),
  );
  const counts = Object.fromEntries(
    documentStatuses.map((status) => [status, planted.filter((one) => one.status === status).length]),
  ) as BatchItem['counts'];
  const runs: BatchItem['runs'] = run === 0 ? {} : { [String(run)]: 'SUCCEEDED' };
  const batch: BatchItem = {
    tenantId,
    projectId,
    batchId,
    workflowId: workflow.workflowId,
    status: deriveBatchStatus({ counts, runs: Object.values(runs) }),
    counts,
    documentCount: planted.length,
    received: planted.length,
    run,
    runs,
    confidenceThreshold: workflow.confidenceThreshold,
    reviewThreshold: workflow.reviewThreshold,
    ...(secondReview && { secondReview }),
    submittedBy: 'user-1',
    ...common,
  };
  await put({
    ...keyOf.project(tenantId, projectId),
    name: `A project of ${tenantId}`,
    batchCount: 1,
    version: 1,
  });
  await put(toStoredWorkflow(workflow));
  await put(toStoredBatch(batch));
  await putAll(parts, planted.map(toStoredDocument));
  return {
    batch,
    workflow,
    documents: planted,
    workflowAt: { tenantId, projectId, workflowId: workflow.workflowId },
    at: (index) => ({ tenantId, batchId, documentId: planted[index]?.documentId ?? '' }),
  };
}

async function putAll({ clients, names }: Planted['parts'], items: readonly PlainItem[]): Promise<void> {
  for (let from = 0; from < items.length; from += 25) {
    const some = items.slice(from, from + 25).map((item) => ({ PutRequest: { Item: toItem(item) } }));
    await clients.dynamodb.send(
      new BatchWriteItemCommand({ RequestItems: { [names.extraction.table]: some } }),
    );
  }
}

export function aWorkflow(workflow: Partial<WorkflowItem> = {}): WorkflowItem {
  const { tenantId = 'northwind' } = workflow;
  return {
    projectId: `project-of-${tenantId}`,
    workflowId: `workflow-of-${tenantId}`,
    name: `Invoices of ${tenantId}`,
    schema: { number: 'text', total: 'money', dueOn: 'date', account: 'iban' },
    confidenceThreshold: 0.6,
    reviewThreshold: 0.85,
    ...common,
    ...workflow,
    tenantId,
  };
}

function aDocument(
  document: Pick<DocumentItem, 'tenantId' | 'batchId' | 'documentId'> & Partial<DocumentItem>,
): DocumentItem {
  const fileName = `${document.documentId}.pdf`;
  return {
    status: 'REVIEW_REQUIRED',
    fileName,
    objectKey: buildObjectKey({ ...document, fileName }),
    run: 1,
    receivedAt: common.createdAt,
    score: 0.8,
    stage: 'verify',
    fields: {
      number: aField(`number of ${document.documentId}`),
      total: { ...aField('12.50'), confidence: 0.5, flags: ['below threshold'] },
    },
    lineItems: [aLine('Freight'), aLine('Handling')],
    ...common,
    ...document,
  };
}

export function aField(value: string): ReadField {
  return { value, confidence: 0.9, readBy: 'textract', page: 1, box: [0.1, 0.1, 0.2, 0.05] };
}

function aLine(description: string): ReadLine {
  const cells = { description, quantity: '1', unit: '6.25', amount: '6.25' };
  return { ...cells, confidence: 0.9, page: 1, box: [0.1, 0.4, 0.8, 0.05] };
}

const before = new Date(startOfTime - 3_600_000).toISOString();
const common = { version: 3, createdAt: before, updatedAt: before };
