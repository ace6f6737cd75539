import { GetItemCommand, QueryCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import type { PipelineParts } from '../parts.ts';
import { fromItem, toItem, type PlainItem } from '../plain-items.ts';
import type { BatchItem, DocumentItem, WorkflowItem } from './item-shapes.ts';
import { keyOf } from './keys.ts';

export type BatchRef = Pick<BatchItem, 'tenantId' | 'projectId' | 'batchId'>;
type DocumentRef = Pick<DocumentItem, 'tenantId' | 'batchId' | 'documentId'>;
type Kept = Record<string, AttributeValue>;

/** Attributes that this code does not know are kept, because the whole item is written back. */
export function parseDocument(kept: Kept): DocumentItem {
  const { PK, SK, attributes } = withoutKeys(kept);
  const [, tenantId, , batchId] = PK.split('#');
  const [, documentId] = SK.split('#');
  return { ...attributes, tenantId, batchId, documentId } as unknown as DocumentItem;
}

export function parseBatch(kept: Kept): BatchItem {
  const { PK, SK, attributes } = withoutKeys(kept);
  const [, tenantId, , projectId] = PK.split('#');
  const [, batchId] = SK.split('#');
  return { ...attributes, tenantId, projectId, batchId } as unknown as BatchItem;
}

function parseWorkflow(kept: Kept): WorkflowItem {
  const { PK, SK, attributes } = withoutKeys(kept);
  const [, tenantId, , projectId] = PK.split('#');
  const [, workflowId] = SK.split('#');
  return { ...attributes, tenantId, projectId, workflowId } as unknown as WorkflowItem;
}

export async function getDocument(
  parts: PipelineParts,
  { tenantId, batchId, documentId }: DocumentRef,
): Promise<DocumentItem | undefined> {
  const kept = await getItem(parts, keyOf.document(tenantId, batchId, documentId));
  return kept && parseDocument(kept);
}

export async function getBatch(
  parts: PipelineParts,
  { tenantId, projectId, batchId }: BatchRef,
): Promise<BatchItem | undefined> {
  const kept = await getItem(parts, keyOf.batch(tenantId, projectId, batchId));
  return kept && parseBatch(kept);
}

export async function getWorkflow(
  parts: PipelineParts,
  { tenantId, projectId, workflowId }: Pick<WorkflowItem, 'tenantId' | 'projectId' | 'workflowId'>,
): Promise<WorkflowItem | undefined> {
  const kept = await getItem(parts, keyOf.workflow(tenantId, projectId, workflowId));
  return kept && parseWorkflow(kept);
}

/**
 * Finds a batch by its id and its tenant, where that is known. An index may be slightly out of date, so changes are
 * conditional on the version.
 */
export async function findBatch(
  parts: PipelineParts,
  batchId: string,
  tenantId?: string,
): Promise<BatchItem | undefined> {
  const batches = await findBatches(parts, batchId);
  return batches.find((batch) => tenantId === undefined || batch.tenantId === tenantId);
}

/** Ids are unique only within a tenant. */
export async function findBatches(parts: PipelineParts, batchId: string): Promise<BatchItem[]> {
  const { Items = [] } = await parts.clients.dynamodb.send(
    new QueryCommand({
      TableName: parts.names.extraction.table,
      IndexName: 'GSI3',
      KeyConditionExpression: 'GSI3PK = :batchId AND GSI3SK = :batch',
      ExpressionAttributeValues: toItem({ ':batchId': batchId, ':batch': 'BATCH' }),
    }),
  );
  return Items.map(parseBatch);
}

/** Reads the items of a partition whose sort key begins with `SK`. */
export async function* queryUnder(
  parts: PipelineParts,
  { PK, SK }: { readonly PK: string; readonly SK: string },
): AsyncGenerator<Record<string, AttributeValue>> {
  let next: Record<string, AttributeValue> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await parts.clients.dynamodb.send(
      new QueryCommand({
        TableName: parts.names.extraction.table,
        ConsistentRead: true,
        KeyConditionExpression: 'PK = :partition AND begins_with(SK, :under)',
        ExpressionAttributeValues: toItem({ ':partition': PK, ':under': SK }),
        ...(next && { ExclusiveStartKey: next }),
      }),
    );
    yield* Items;
    next = LastEvaluatedKey;
  } while (next);
}

export async function getItem(parts: PipelineParts, key: PlainItem): Promise<Kept | undefined> {
  const { Item } = await parts.clients.dynamodb.send(
    new GetItemCommand({
      TableName: parts.names.extraction.table,
      Key: toItem(key),
      ConsistentRead: true,
    }),
  );
  return Item;
}

function withoutKeys(kept: Kept): { PK: string; SK: string; attributes: PlainItem } {
  const { PK, SK, GSI1PK: _1, GSI1SK: _2, GSI2PK: _3, GSI2SK: _4, GSI3PK: _5, GSI3SK: _6, ...rest } = kept;
  return { PK: PK?.S ?? '', SK: SK?.S ?? '', attributes: fromItem(rest) };
}
