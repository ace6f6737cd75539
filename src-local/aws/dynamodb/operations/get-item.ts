import { boolean, structure } from '../../protocol/shapes.ts';
import { Consumption } from '../capacity/consumption.ts';
import { readUnits } from '../capacity/units.ts';
import { operation } from '../engine.ts';
import { parseProjection, project, type Projection } from '../expressions/projection.ts';
import { primaryKeyOfLookup } from '../storage/primary-key.ts';
import { tableName } from '../tables/table-name.ts';
import { checkedItem } from '../values/check-item.ts';
import * as shapes from './item-shapes.ts';
import { parsedExpressions } from './parsed-expressions.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_GetItem.html */
export const getItem = operation({
  name: 'GetItem',
  input: structure({
    TableName: tableName,
    Key: shapes.item,
    ConsistentRead: boolean(),
    ProjectionExpression: shapes.expression,
    ExpressionAttributeNames: shapes.names,
    ReturnConsumedCapacity: shapes.returnConsumedCapacity,
  }),
  run(engine, input) {
    const projection = projectionOf(input);
    const lookup = checkedItem(input.Key, 'Key');
    const table = engine.table(input.TableName);
    const found = table.find(primaryKeyOfLookup(table.record.keys, lookup));
    const consumption = new Consumption('Read');
    const units = readUnits(found?.size ?? 0, input.ConsistentRead ? 'consistent' : 'eventual');
    consumption.add(table, input.TableName, units);
    return {
      Item: found && (projection ? project(found.item, projection) : found.item),
      ConsumedCapacity: consumption.report(engine.world, input.ReturnConsumedCapacity)?.[0],
    };
  },
});

export function projectionOf(request: {
  readonly ProjectionExpression?: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
}): Projection | undefined {
  const { ProjectionExpression: text } = request;
  return parsedExpressions(request, [text], (substituted) =>
    text === undefined ? undefined : parseProjection(text, substituted),
  );
}
