import {
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
  type AttributeValue,
  type Put,
} from '@aws-sdk/client-dynamodb';
import type { PipelineParts } from '../../parts.ts';
import { fromItem, toItem, type PlainItem } from '../../plain-items.ts';
import { conditionalUpdate, type ConditionalUpdate } from './conditional-update.ts';
import type { BatchItem } from './item-shapes.ts';
import { nextBatch, type BatchChanges } from './next-item.ts';
import { unlessRefused } from './unless-refused.ts';

export async function getBatch(parts: PipelineParts, batchId: string): Promise<BatchItem | undefined> {
  const { Item } = await parts.clients.dynamodb.send(
    new GetItemCommand({
      TableName: tableOf(parts),
      Key: toItem({ BatchID: batchId }),
      ConsistentRead: true,
    }),
  );
  return Item && batchFrom(Item);
}

/** Of a day, in every status. From an index, so each may be a moment old. */
export async function batchesOf(parts: PipelineParts, date: string): Promise<readonly BatchItem[]> {
  const batches: BatchItem[] = [];
  let from: Record<string, AttributeValue> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await parts.clients.dynamodb.send(
      new QueryCommand({
        TableName: tableOf(parts),
        IndexName: 'PollingDateIndex',
        KeyConditionExpression: 'PollingDate = :date',
        ExpressionAttributeValues: toItem({ ':date': date }),
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    batches.push(...Items.map(batchFrom));
    from = LastEvaluatedKey;
  } while (from);
  return batches;
}

/** False: there is one of this id, and it stays as it is. */
export function putBatch(parts: PipelineParts, batch: BatchItem): Promise<boolean> {
  return unlessRefused(parts.clients.dynamodb.send(new PutItemCommand(batchPut(parts, batch))));
}

/** The write alone, for a transaction. */
export function batchPut(parts: PipelineParts, batch: BatchItem): Put & { Item: PutItem } {
  return {
    TableName: tableOf(parts),
    Item: toItem(batch as unknown as PlainItem),
    ConditionExpression: 'attribute_not_exists(BatchID)',
  };
}

/** The batch as it is after that; undefined where somebody was quicker, and nothing has changed. */
export async function changeBatch(
  parts: PipelineParts,
  before: BatchItem,
  changes: BatchChanges,
): Promise<BatchItem | undefined> {
  const next = nextBatch(parts, before, changes);
  const isDone = await unlessRefused(
    parts.clients.dynamodb.send(new UpdateItemCommand(batchUpdate(parts, before, next, changes))),
  );
  return isDone ? next : undefined;
}

export function batchUpdate(
  parts: PipelineParts,
  { BatchID, Status, UpdatedAt }: BatchItem,
  next: BatchItem,
  changes: BatchChanges,
): ConditionalUpdate {
  return conditionalUpdate(tableOf(parts), {
    key: { BatchID },
    seen: { Status, UpdatedAt },
    changes: { ...(changes as PlainItem), UpdatedAt: next.UpdatedAt },
  });
}

type PutItem = Record<string, AttributeValue>;

function tableOf({ names }: PipelineParts): string {
  return names.downloads.batchesTable;
}

function batchFrom(kept: Record<string, AttributeValue>): BatchItem {
  return fromItem(kept) as unknown as BatchItem;
}
