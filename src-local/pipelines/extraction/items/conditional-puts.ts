import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { PipelineParts } from '../../parts.ts';
import { toItem, type PlainItem } from '../../plain-items.ts';

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
