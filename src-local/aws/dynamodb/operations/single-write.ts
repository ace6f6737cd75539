import { AwsError } from '../../protocol/aws-error.ts';
import { Consumption, type ReturnConsumedCapacity } from '../capacity/consumption.ts';
import { writeUnits } from '../capacity/units.ts';
import type { Engine } from '../engine.ts';
import { keyAttributesOf } from '../storage/primary-key.ts';
import type { Table } from '../storage/table.ts';
import { commit, type PlannedWrite } from '../storage/write.ts';
import type { Item } from '../values/attribute-value.ts';
import { keyOf, meetsCondition, planned, refuseMalformed, type WriteAction } from './write-action.ts';

export interface Wanted {
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity;
  readonly ReturnItemCollectionMetrics?: 'SIZE' | 'NONE';
}

/**
 * PutItem, UpdateItem and DeleteItem differ in the action and in what they return of it.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/WorkingWithItems.html#WorkingWithItems.WritingData
 */
export function writeOne(
  engine: Engine,
  action: WriteAction,
  wanted: Wanted,
  attributesOf: (write: PlannedWrite) => Item | undefined,
): object {
  const table = engine.table(action.tableName);
  refuseMalformed(table, action);
  const key = keyOf(table, action);
  const current = table.find(key);
  const consumption = new Consumption('Write');
  if (!meetsCondition(action, current?.item)) {
    const attempted = action.what === 'Put' ? action.size : 0;
    consumption.add(table, action.tableName, writeUnits(Math.max(current?.size ?? 0, attempted)));
    consumption.report(engine.world, 'NONE');
    countFailedCondition(table);
    throw conditionalCheckFailed(action.returnsOld ? current?.item : undefined);
  }
  const write = planned(table, key, action);
  commit(write);
  consumption.addWrite(write, action.tableName);
  return {
    Attributes: attributesOf(write),
    ConsumedCapacity: consumption.report(engine.world, wanted.ReturnConsumedCapacity)?.[0],
    ItemCollectionMetrics:
      wanted.ReturnItemCollectionMetrics === 'SIZE' ? collectionMetricsOf(table, action.item) : undefined,
  };
}

/**
 * Only tables with a local index have item collections. One of a gigabyte does not fit in here, so that the
 * estimate is always the first.
 */
export function collectionMetricsOf(table: Table, item: Item): object | undefined {
  if ([...table.indexes.values()].every(({ record }) => record.kind === 'global')) return undefined;
  const { hash } = table.record.keys;
  return { ItemCollectionKey: keyAttributesOf({ hash }, item), SizeEstimateRangeGB: [0, 1] };
}

function conditionalCheckFailed(item: Item | undefined): AwsError {
  const message = 'The conditional request failed';
  return new AwsError('ConditionalCheckFailedException', message, item ? { fields: { Item: item } } : {});
}

export function countFailedCondition({ world, record }: Table): void {
  world.metrics.record({
    namespace: 'AWS/DynamoDB',
    name: 'ConditionalCheckFailedRequests',
    dimensions: { TableName: record.name },
    unit: 'Count',
    value: 1,
    time: world.clock.now(),
  });
}
