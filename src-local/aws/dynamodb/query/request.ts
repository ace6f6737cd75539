import { validationException } from '../../protocol/aws-error.ts';
import { anything, boolean, integer, string, structure, type Infer } from '../../protocol/shapes.ts';
import { parseCondition, type Condition } from '../expressions/condition.ts';
import { parseKeyCondition, type KeyCondition } from '../expressions/key-condition.ts';
import { parseProjection, type Projection } from '../expressions/projection.ts';
import * as shapes from '../operations/item-shapes.ts';
import { parsedExpressions } from '../operations/parsed-expressions.ts';
import { indexName, tableName } from '../tables/table-name.ts';
import type { Item } from '../values/attribute-value.ts';
import { checkedItem } from '../values/check-item.ts';

export const queryInput = structure({
  TableName: tableName,
  IndexName: indexName,
  KeyConditionExpression: shapes.expression,
  FilterExpression: shapes.expression,
  ProjectionExpression: shapes.expression,
  ExpressionAttributeNames: shapes.names,
  ExpressionAttributeValues: shapes.values,
  Select: string({ oneOf: ['ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES', 'COUNT', 'SPECIFIC_ATTRIBUTES'] }),
  ScanIndexForward: boolean(),
  Limit: integer({ min: 1 }),
  ExclusiveStartKey: anything(),
  ConsistentRead: boolean(),
  ReturnConsumedCapacity: shapes.returnConsumedCapacity,
});

export type QueryInput = Infer<typeof queryInput>;

/** What can be known of a query without its table. */
export interface ParsedQuery {
  readonly conditions: readonly KeyCondition[];
  readonly filter: Condition | undefined;
  readonly projection: Projection | undefined;
  readonly startKey: Item | undefined;
}

export function parsedQuery(request: QueryInput): ParsedQuery {
  const { KeyConditionExpression, FilterExpression: filter, ProjectionExpression: projection } = request;
  if (KeyConditionExpression === undefined) {
    throw validationException(
      'Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.',
    );
  }
  const expressions = parsedExpressions(request, [KeyConditionExpression], (substituted) => ({
    conditions: parseKeyCondition(KeyConditionExpression, substituted),
    filter: filter === undefined ? undefined : parseCondition(filter, substituted, 'FilterExpression'),
    projection: projection === undefined ? undefined : parseProjection(projection, substituted),
  }));
  const { ExclusiveStartKey: start } = request;
  const startKey = start === undefined ? undefined : checkedItem(start, 'ExclusiveStartKey');
  return { ...expressions, startKey };
}
