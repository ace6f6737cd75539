import { anything, map, required, string } from '../../protocol/shapes.ts';
import { tableName } from '../tables/table-shapes.ts';

/** Members that the operations on items share. The engine itself looks into items and values. */

export const item = required(anything());
export const expression = string();
export const names = map(string());
export const values = map(anything());

export const returnConsumedCapacity = string({ oneOf: ['INDEXES', 'TOTAL', 'NONE'] });
export const returnItemCollectionMetrics = string({ oneOf: ['SIZE', 'NONE'] });
export const returnValues = string({ oneOf: ['ALL_NEW', 'ALL_OLD', 'NONE', 'UPDATED_NEW', 'UPDATED_OLD'] });
export const returnValuesOnConditionCheckFailure = string({ oneOf: ['ALL_OLD', 'NONE'] });

export type ReturnValues = 'ALL_NEW' | 'ALL_OLD' | 'NONE' | 'UPDATED_NEW' | 'UPDATED_OLD';

/** PutItem, UpdateItem and DeleteItem share these members. */
export const conditionalWrite = {
  TableName: tableName,
  ConditionExpression: expression,
  ExpressionAttributeNames: names,
  ExpressionAttributeValues: values,
  ReturnValues: returnValues,
  ReturnValuesOnConditionCheckFailure: returnValuesOnConditionCheckFailure,
  ReturnConsumedCapacity: returnConsumedCapacity,
  ReturnItemCollectionMetrics: returnItemCollectionMetrics,
};
