import { structure } from '../../protocol/shapes.ts';
import { operation } from '../engine.ts';
import { tableName } from '../tables/table-name.ts';
import * as shapes from './item-shapes.ts';
import { writeOne } from './single-write.ts';
import { deleteAction, putAction, refuseReturnValues } from './write-action.ts';

const conditional = {
  TableName: tableName,
  ConditionExpression: shapes.expression,
  ExpressionAttributeNames: shapes.names,
  ExpressionAttributeValues: shapes.values,
  ReturnValues: shapes.returnValues,
  ReturnValuesOnConditionCheckFailure: shapes.returnValuesOnConditionCheckFailure,
  ReturnConsumedCapacity: shapes.returnConsumedCapacity,
  ReturnItemCollectionMetrics: shapes.returnItemCollectionMetrics,
};

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutItem.html */
export const putItem = operation({
  name: 'PutItem',
  input: structure({ ...conditional, Item: shapes.item }),
  run(engine, input) {
    refuseReturnValues(input.ReturnValues);
    return writeOne(engine, putAction(input), input, ({ before }) =>
      input.ReturnValues === 'ALL_OLD' ? before?.item : undefined,
    );
  },
});

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteItem.html */
export const deleteItem = operation({
  name: 'DeleteItem',
  input: structure({ ...conditional, Key: shapes.item }),
  run(engine, input) {
    refuseReturnValues(input.ReturnValues);
    return writeOne(engine, deleteAction(input), input, ({ before }) =>
      input.ReturnValues === 'ALL_OLD' ? before?.item : undefined,
    );
  },
});
