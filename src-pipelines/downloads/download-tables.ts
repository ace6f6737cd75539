import {
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
  BatchGetItemCommand,
  ConditionalCheckFailedException,
  type AttributeValue,
  type Put,
  type KeysAndAttributes,
  type Update,
} from '@aws-sdk/client-dynamodb';
import type { PipelineParts } from '../parts.ts';
import { fromItem, toItem, toAttribute, type PlainItem } from '../plain-items.ts';
import { OthersWereQuicker } from '../transact.ts';
import {
  nextBatch,
  nextFile,
  type BatchItem,
  type BatchChanges,
  type FileItem,
  type FileChanges,
} from './download-items.ts';

export async function getBatch(parts: PipelineParts, batchId: string): Promise<BatchItem | undefined> {
  const { Item } = await parts.clients.dynamodb.send(
    new GetItemCommand({
      TableName: getBatchesTable(parts),
      Key: toItem({ BatchID: batchId }),
      ConsistentRead: true,
    }),
  );
  return Item && parseBatch(Item);
}

/** Returns the batches of a day in every status. It reads an index, so each may be slightly out of date. */
export async function listBatches(parts: PipelineParts, date: string): Promise<readonly BatchItem[]> {
  const batches: BatchItem[] = [];
  let from: Record<string, AttributeValue> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await parts.clients.dynamodb.send(
      new QueryCommand({
        TableName: getBatchesTable(parts),
        IndexName: 'PollingDateIndex',
        KeyConditionExpression: 'PollingDate = :date',
        ExpressionAttributeValues: toItem({ ':date': date }),
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    batches.push(...Items.map(parseBatch));
    from = LastEvaluatedKey;
  } while (from);
  return batches;
}

/** False: there is one of this id, and it stays as it is. */
export function putBatch(parts: PipelineParts, batch: BatchItem): Promise<boolean> {
  return attemptWrite(parts.clients.dynamodb.send(new PutItemCommand(toBatchPut(parts, batch))));
}

/** The write alone, for a transaction. */
export function toBatchPut(parts: PipelineParts, batch: BatchItem): Put & { Item: PutItem } {
  return {
    TableName: getBatchesTable(parts),
    Item: toItem(batch as unknown as PlainItem),
    ConditionExpression: 'attribute_not_exists(BatchID)',
  };
}

/** Returns the changed batch, or undefined where another change came first and nothing was written. */
export async function changeBatch(
  parts: PipelineParts,
  before: BatchItem,
  changes: BatchChanges,
): Promise<BatchItem | undefined> {
  const next = nextBatch(parts, before, changes);
  const isDone = await attemptWrite(
    parts.clients.dynamodb.send(new UpdateItemCommand(toBatchUpdate(parts, before, next, changes))),
  );
  return isDone ? next : undefined;
}

export function toBatchUpdate(
  parts: PipelineParts,
  { BatchID, Status, UpdatedAt }: BatchItem,
  next: BatchItem,
  changes: BatchChanges,
): ConditionalUpdate {
  return buildUpdate(getBatchesTable(parts), {
    key: { BatchID },
    seen: { Status, UpdatedAt },
    changes: { ...(changes as PlainItem), UpdatedAt: next.UpdatedAt },
  });
}

type PutItem = Record<string, AttributeValue>;

function getBatchesTable({ names }: PipelineParts): string {
  return names.downloads.batchesTable;
}

function parseBatch(kept: Record<string, AttributeValue>): BatchItem {
  return fromItem(kept) as unknown as BatchItem;
}

export async function getFile(parts: PipelineParts, fileId: string): Promise<FileItem | undefined> {
  const { Item } = await parts.clients.dynamodb.send(
    new GetItemCommand({
      TableName: getJobsTable(parts),
      Key: toItem({ FileID: fileId }),
      ConsistentRead: true,
    }),
  );
  return Item && parseFile(Item);
}

/** Returns the files by id; missing ones are left out. */
export async function getFiles(
  parts: PipelineParts,
  fileIds: Iterable<string>,
): Promise<ReadonlyMap<string, FileItem>> {
  const files = new Map<string, FileItem>();
  const keys = [...new Set(fileIds)].map((id) => toItem({ FileID: id }));
  for (let from = 0; from < keys.length; from += mostAtOnce) {
    let left: KeysAndAttributes | undefined = {
      Keys: keys.slice(from, from + mostAtOnce),
      ConsistentRead: true,
    };
    for (let attempt = 1; left; attempt += 1) {
      const RequestItems: Record<string, KeysAndAttributes> = { [getJobsTable(parts)]: left };
      const answer = await parts.clients.dynamodb.send(new BatchGetItemCommand({ RequestItems }));
      for (const kept of answer.Responses?.[getJobsTable(parts)] ?? []) {
        const file = parseFile(kept);
        files.set(file.FileID, file);
      }
      left = answer.UnprocessedKeys?.[getJobsTable(parts)];
      if (!left) break;
      if (attempt === mostAttempts) throw new OthersWereQuicker('The table answers for no more files now');
      await parts.pause(attempt);
    }
  }
  return files;
}

/** False: there is one of this id, and it stays as it is. */
export function putFile(parts: PipelineParts, file: FileItem): Promise<boolean> {
  return attemptWrite(
    parts.clients.dynamodb.send(
      new PutItemCommand({
        TableName: getJobsTable(parts),
        Item: toItem(file as unknown as PlainItem),
        ConditionExpression: 'attribute_not_exists(FileID)',
      }),
    ),
  );
}

/** Returns the changed file, or undefined where another change came first and nothing was written. */
export async function changeFile(
  parts: PipelineParts,
  before: FileItem,
  changes: FileChanges,
): Promise<FileItem | undefined> {
  const next = nextFile(parts, before, changes);
  const isDone = await attemptWrite(
    parts.clients.dynamodb.send(new UpdateItemCommand(toFileUpdate(parts, before, next, changes))),
  );
  return isDone ? next : undefined;
}

/** The write that makes it so, alone or in a transaction. */
export function toFileUpdate(
  parts: PipelineParts,
  { FileID, Status, StatusUpdatedAt }: FileItem,
  next: FileItem,
  changes: FileChanges,
): ConditionalUpdate {
  return buildUpdate(getJobsTable(parts), {
    key: { FileID },
    seen: { Status, StatusUpdatedAt },
    changes: {
      ...(changes as PlainItem),
      ...(changes.Status !== undefined && { StatusUpdatedAt: next.StatusUpdatedAt }),
    },
  });
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html */
const mostAtOnce = 100;
const mostAttempts = 60;

function getJobsTable({ names }: PipelineParts): string {
  return names.downloads.jobsTable;
}

function parseFile(kept: Record<string, AttributeValue>): FileItem {
  return fromItem(kept) as unknown as FileItem;
}

/** It fits UpdateItem and a transaction. */
type ConditionalUpdate = Update & { readonly UpdateExpression: string };

/**
 * Sets the attributes in `changes` and removes those that are undefined there, on condition that the item is still as it
 * was `seen`. Attributes that this code does not know stay as they are.
 */
function buildUpdate(
  table: string,
  { key, seen, changes }: { readonly key: PlainItem; readonly seen: PlainItem; readonly changes: PlainItem },
): ConditionalUpdate {
  const names: Record<string, string> = {};
  const values: Record<string, PlainItem[string]> = {};
  const nameAttribute = (attribute: string): string => {
    names[`#${attribute}`] = attribute;
    return `#${attribute}`;
  };
  const equals = (attribute: string, as: string, value: PlainItem[string]): string => {
    values[as] = value;
    return `${nameAttribute(attribute)} = ${as}`;
  };

  const sets: string[] = [];
  const removals: string[] = [];
  for (const [attribute, value] of Object.entries(changes)) {
    if (toAttribute(value) === undefined) removals.push(nameAttribute(attribute));
    else sets.push(equals(attribute, `:${attribute}`, value));
  }
  const conditions = Object.entries(seen).map(([attribute, value]) =>
    value === undefined
      ? `attribute_not_exists(${nameAttribute(attribute)})`
      : equals(attribute, `:seen${attribute}`, value),
  );
  return {
    TableName: table,
    Key: toItem(key),
    UpdateExpression: [
      ...(sets.length > 0 ? [`SET ${sets.join(', ')}`] : []),
      ...(removals.length > 0 ? [`REMOVE ${removals.join(', ')}`] : []),
    ].join(' '),
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: toItem(values),
  };
}

/** False where the condition of the write did not hold, so that nothing was written. */
async function attemptWrite(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
