import {
  BatchGetItemCommand,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
  type AttributeValue,
  type KeysAndAttributes,
} from '@aws-sdk/client-dynamodb';
import type { PipelineParts } from '../../parts.ts';
import { fromItem, toItem, type PlainItem } from '../../plain-items.ts';
import { OthersWereQuicker } from '../../transact.ts';
import { conditionalUpdate, type ConditionalUpdate } from './conditional-update.ts';
import type { FileItem } from './item-shapes.ts';
import { nextFile, type FileChanges } from './next-item.ts';
import { unlessRefused } from './unless-refused.ts';

export async function getFile(parts: PipelineParts, fileId: string): Promise<FileItem | undefined> {
  const { Item } = await parts.clients.dynamodb.send(
    new GetItemCommand({ TableName: tableOf(parts), Key: toItem({ FileID: fileId }), ConsistentRead: true }),
  );
  return Item && fileFrom(Item);
}

/** By id; those that are not there are left out. */
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
      const RequestItems: Record<string, KeysAndAttributes> = { [tableOf(parts)]: left };
      const answer = await parts.clients.dynamodb.send(new BatchGetItemCommand({ RequestItems }));
      for (const kept of answer.Responses?.[tableOf(parts)] ?? []) {
        const file = fileFrom(kept);
        files.set(file.FileID, file);
      }
      left = answer.UnprocessedKeys?.[tableOf(parts)];
      if (!left) break;
      if (attempt === mostAttempts) throw new OthersWereQuicker('The table answers for no more files now');
      await parts.pause(attempt);
    }
  }
  return files;
}

/** False: there is one of this id, and it stays as it is. */
export function putFile(parts: PipelineParts, file: FileItem): Promise<boolean> {
  return unlessRefused(
    parts.clients.dynamodb.send(
      new PutItemCommand({
        TableName: tableOf(parts),
        Item: toItem(file as unknown as PlainItem),
        ConditionExpression: 'attribute_not_exists(FileID)',
      }),
    ),
  );
}

/** The file as it is after that; undefined where somebody was quicker, and nothing has changed. */
export async function changeFile(
  parts: PipelineParts,
  before: FileItem,
  changes: FileChanges,
): Promise<FileItem | undefined> {
  const next = nextFile(parts, before, changes);
  const isDone = await unlessRefused(
    parts.clients.dynamodb.send(new UpdateItemCommand(fileUpdate(parts, before, next, changes))),
  );
  return isDone ? next : undefined;
}

/** The write that makes it so, alone or in a transaction. */
export function fileUpdate(
  parts: PipelineParts,
  { FileID, Status, StatusUpdatedAt }: FileItem,
  next: FileItem,
  changes: FileChanges,
): ConditionalUpdate {
  return conditionalUpdate(tableOf(parts), {
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

function tableOf({ names }: PipelineParts): string {
  return names.downloads.jobsTable;
}

function fileFrom(kept: Record<string, AttributeValue>): FileItem {
  return fromItem(kept) as unknown as FileItem;
}
