import {
  TransactionCanceledException,
  TransactWriteItemsCommand,
  type CancellationReason,
  type TransactWriteItem,
} from '@aws-sdk/client-dynamodb';
import type { PipelineParts } from '../../parts.ts';
import { toItem, type PlainItem } from '../../plain-items.ts';

/** Many attempts at a change met other changes of the same items; the next may go well. */
export class OthersWereQuicker extends Error {}

/** All of it, or nothing: then the reasons, one for each action. */
export async function transact(
  parts: PipelineParts,
  actions: readonly TransactWriteItem[],
): Promise<'done' | readonly CancellationReason[]> {
  try {
    await parts.clients.dynamodb.send(new TransactWriteItemsCommand({ TransactItems: [...actions] }));
    return 'done';
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const reasons = error.CancellationReasons ?? [];
    if (!reasons.every(({ Code = 'None' }) => expected.has(Code))) throw error;
    return reasons;
  }
}

/** Its condition did not hold: somebody has changed the item. */
export function isRefused(reason: CancellationReason | undefined): boolean {
  return reason?.Code === 'ConditionalCheckFailed';
}

export function putNew(parts: PipelineParts, item: PlainItem): TransactWriteItem {
  return {
    Put: {
      TableName: parts.names.extraction.table,
      Item: toItem(item),
      ConditionExpression: 'attribute_not_exists(PK)',
    },
  };
}

/** Over the item of this version, and no other. */
export function putOver(
  parts: PipelineParts,
  item: PlainItem,
  before: { readonly version?: number },
): TransactWriteItem {
  const { version } = before;
  return {
    Put: {
      TableName: parts.names.extraction.table,
      Item: toItem(item),
      ExpressionAttributeNames: { '#version': 'version' },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      ...(version === undefined
        ? { ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(#version)' }
        : {
            ConditionExpression: '#version = :version',
            ExpressionAttributeValues: toItem({ ':version': version }),
          }),
    },
  };
}

/** Anything else is no matter of who was quicker. */
const expected = new Set([
  'None',
  'ConditionalCheckFailed',
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);
