import { AwsError } from '../../protocol/aws-error.ts';
import { list, required, structure } from '../../protocol/shapes.ts';
import { validationException } from '../../protocol/aws-error.ts';
import { Consumption } from '../capacity/consumption.ts';
import { readUnits } from '../capacity/units.ts';
import { operation } from '../engine.ts';
import { project } from '../expressions/projection.ts';
import { projectionOf } from '../operations/get-item.ts';
import * as shapes from '../operations/item-shapes.ts';
import { primaryKeyOfLookup, refuseEmptyKeys } from '../storage/primary-key.ts';
import { tableName } from '../tables/table-name.ts';
import { checkedItem } from '../values/check-item.ts';
import { cancelled, orRefusal, reasonOf, refuseMeeting } from './attempt.ts';

const mostReads = 100;
const largestTransaction = 4 * 1024 * 1024;

const transactGet = structure({
  Get: required(
    structure({
      TableName: tableName,
      Key: shapes.item,
      ProjectionExpression: shapes.expression,
      ExpressionAttributeNames: shapes.names,
    }),
  ),
});

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactGetItems.html */
export const transactGetItems = operation({
  name: 'TransactGetItems',
  input: structure({
    ReturnConsumedCapacity: shapes.returnConsumedCapacity,
    TransactItems: required(list(transactGet, { min: 1, max: mostReads })),
  }),
  run(engine, input) {
    const requested = input.TransactItems.map(({ Get }) => ({
      calledIt: Get.TableName,
      projection: projectionOf(Get),
      lookup: checkedItem(Get.Key, 'Key'),
    }));
    const located = requested.map((request) => {
      const table = engine.table(request.calledIt);
      const { keys } = table.record;
      refuseEmptyKeys(keys, request.lookup);
      return { ...request, table, key: orRefusal(() => primaryKeyOfLookup(keys, request.lookup)) };
    });
    refuseMeeting(located);
    if (located.some(({ key }) => key instanceof AwsError)) {
      throw cancelled(located.map(({ key }) => (key instanceof AwsError ? reasonOf(key) : { Code: 'None' })));
    }

    const consumption = new Consumption('Read', { transactional: true });
    let bytes = 0;
    const Responses = located.map(({ table, key, calledIt, projection }) => {
      const found = key instanceof AwsError ? undefined : table.find(key);
      bytes += found?.size ?? 0;
      consumption.add(table, calledIt, readUnits(found?.size ?? 0, 'transactional'));
      if (!found) return {};
      return { Item: projection ? project(found.item, projection) : found.item };
    });
    if (bytes > largestTransaction) {
      throw validationException('The aggregate size of the items in the transaction exceeds 4 MB');
    }
    return { Responses, ConsumedCapacity: consumption.report(engine.world, input.ReturnConsumedCapacity) };
  },
});
