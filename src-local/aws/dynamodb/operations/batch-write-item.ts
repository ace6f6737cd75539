import { validationException } from '../../protocol/aws-error.ts';
import { list, map, required, structure } from '../../protocol/shapes.ts';
import { Consumption } from '../capacity/consumption.ts';
import { operation, type Engine } from '../engine.ts';
import { commit, type PlannedWrite } from '../storage/write.ts';
import * as shapes from './item-shapes.ts';
import { collectionMetricsOf } from './single-write.ts';
import { ThrottledEntries } from './throttled-entries.ts';
import {
  deleteAction,
  keyOf,
  planned,
  putAction,
  refuseMalformed,
  type WriteAction,
} from './write-action.ts';

const mostWrites = 25;

const writeRequest = structure({
  PutRequest: structure({ Item: shapes.item }),
  DeleteRequest: structure({ Key: shapes.item }),
});

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html */
export const batchWriteItem = operation({
  name: 'BatchWriteItem',
  input: structure({
    RequestItems: required(map(list(writeRequest, { min: 1, max: mostWrites }), { min: 1, max: mostWrites })),
    ReturnConsumedCapacity: shapes.returnConsumedCapacity,
    ReturnItemCollectionMetrics: shapes.returnItemCollectionMetrics,
  }),
  run(engine, input, call) {
    const requests = Object.entries(input.RequestItems).flatMap(([TableName, writes]) =>
      writes.map((write) => ({ write, action: actionOf(TableName, write) })),
    );
    if (requests.length > mostWrites) {
      throw validationException('Too many items requested for the BatchWriteItem call');
    }
    const found = plan(engine, requests);

    const consumption = new Consumption('Write');
    const throttled = new ThrottledEntries(engine.world, 'BatchWriteItem', call);
    const unprocessed = new Map<string, object[]>();
    const collections = new Map<string, object[]>();
    for (const { write, action, plannedWrite } of found) {
      const { tableName } = action;
      if (throttled.strike(plannedWrite.table.record.name)) {
        unprocessed.set(tableName, [...(unprocessed.get(tableName) ?? []), write]);
        continue;
      }
      commit(plannedWrite);
      consumption.addWrite(plannedWrite, tableName);
      const metrics =
        input.ReturnItemCollectionMetrics === 'SIZE'
          ? collectionMetricsOf(plannedWrite.table, action.item)
          : undefined;
      if (metrics) collections.set(tableName, [...(collections.get(tableName) ?? []), metrics]);
    }
    throttled.finish();
    return {
      UnprocessedItems: Object.fromEntries(unprocessed),
      ItemCollectionMetrics: collections.size > 0 ? Object.fromEntries(collections) : undefined,
      ConsumedCapacity: consumption.report(engine.world, input.ReturnConsumedCapacity),
    };
  },
});

interface Request {
  readonly write: object;
  readonly action: WriteAction;
}

function actionOf(
  TableName: string,
  { PutRequest, DeleteRequest }: { PutRequest?: { Item: unknown }; DeleteRequest?: { Key: unknown } },
): WriteAction {
  if (PutRequest && !DeleteRequest) return putAction({ TableName, Item: PutRequest.Item });
  if (DeleteRequest && !PutRequest) return deleteAction({ TableName, Key: DeleteRequest.Key });
  throw validationException(
    'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
  );
}

/** No two writes of a batch meet, so that all can be found possible before the first one happens. */
function plan(engine: Engine, requests: readonly Request[]): (Request & { plannedWrite: PlannedWrite })[] {
  const seen = new Set<string>();
  return requests.map((request) => {
    const { action } = request;
    const table = engine.table(action.tableName);
    refuseMalformed(table, action);
    const key = keyOf(table, action);
    const place = `${table.record.name}/${key.text}`;
    if (seen.has(place)) throw validationException('Provided list of item keys contains duplicates');
    seen.add(place);
    return { ...request, plannedWrite: planned(table, key, action) };
  });
}
