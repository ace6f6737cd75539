import { validationException } from '../../protocol/aws-error.ts';
import { boolean, structure } from '../../protocol/shapes.ts';
import { Consumption, readUnits } from '../capacity.ts';
import { operation, type Engine } from '../dynamo-db-engine.ts';
import { parseExpressions } from '../expressions/names-and-values.ts';
import { parseProjection, project, type Projection } from '../expressions/projection.ts';
import { projectTouched, type Update } from '../expressions/update.ts';
import { toLookupKey } from '../storage/primary-key.ts';
import type { PlannedWrite } from '../storage/write.ts';
import { tableName } from '../tables/table-shapes.ts';
import type { Item } from '../values/attribute-value.ts';
import { checkItem } from '../values/check-item.ts';
import * as shapes from './item-shapes.ts';
import {
  deleteAction,
  putAction,
  updateAction,
  writeOne,
  type Wanted,
  type WriteAction,
} from './write-action.ts';

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
    const projection = readProjection(input);
    const lookup = checkItem(input.Key, 'Key');
    const table = engine.table(input.TableName);
    const found = table.find(toLookupKey(table.record.keys, lookup));
    const consumption = new Consumption('Read');
    const units = readUnits(found?.size ?? 0, input.ConsistentRead ? 'consistent' : 'eventual');
    consumption.add(table, input.TableName, units);
    return {
      Item: found && (projection ? project(found.item, projection) : found.item),
      ConsumedCapacity: consumption.report(engine.world, input.ReturnConsumedCapacity)?.[0],
    };
  },
});

export function readProjection(request: {
  readonly ProjectionExpression?: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
}): Projection | undefined {
  const { ProjectionExpression: text } = request;
  return parseExpressions(request, [text], (substituted) =>
    text === undefined ? undefined : parseProjection(text, substituted),
  );
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutItem.html */
export const putItem = operation({
  name: 'PutItem',
  input: structure({ ...shapes.conditionalWrite, Item: shapes.item }),
  run: (engine, input) => writeReturningOld(engine, input, putAction),
});

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteItem.html */
export const deleteItem = operation({
  name: 'DeleteItem',
  input: structure({ ...shapes.conditionalWrite, Key: shapes.item }),
  run: (engine, input) => writeReturningOld(engine, input, deleteAction),
});

/** PutItem and DeleteItem can return the old item and nothing else. */
function writeReturningOld<I extends Wanted & { readonly ReturnValues?: shapes.ReturnValues }>(
  engine: Engine,
  input: I,
  actionOf: (input: I) => WriteAction,
): object {
  const { ReturnValues: wanted = 'NONE' } = input;
  if (wanted !== 'NONE' && wanted !== 'ALL_OLD') {
    throw validationException('ReturnValues can only be ALL_OLD or NONE');
  }
  return writeOne(engine, actionOf(input), input, ({ before }) =>
    wanted === 'ALL_OLD' ? before?.item : undefined,
  );
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateItem.html */
export const updateItem = operation({
  name: 'UpdateItem',
  input: structure({ ...shapes.conditionalWrite, Key: shapes.item, UpdateExpression: shapes.expression }),
  run(engine, input) {
    const action = updateAction(input);
    return writeOne(engine, action, input, (write) =>
      returned[input.ReturnValues ?? 'NONE'](write, action.update),
    );
  },
});

const returned: Record<
  shapes.ReturnValues,
  (write: PlannedWrite, update: Update | undefined) => Item | undefined
> = {
  NONE: () => undefined,
  ALL_OLD: ({ before }) => before?.item,
  ALL_NEW: ({ after }) => after?.item,
  UPDATED_OLD: ({ before }, update) => projectTouchedPart(before?.item, update),
  UPDATED_NEW: ({ after }, update) => projectTouchedPart(after?.item, update),
};

function projectTouchedPart(item: Item | undefined, update: Update | undefined): Item | undefined {
  const attributes = item && update && projectTouched(item, update);
  return attributes && Object.keys(attributes).length > 0 ? attributes : undefined;
}
