import { AwsError } from '../../protocol/aws-error.ts';
import { Consumption, writeUnits, type ReturnConsumedCapacity } from '../capacity.ts';
import type { Engine } from '../dynamo-db-engine.ts';
import { holds, parseCondition, type Condition } from '../expressions/condition.ts';
import { parseExpressions, type NamesAndValues } from '../expressions/names-and-values.ts';
import { applyUpdate, parseUpdate, listTouchedTopLevel, type Update } from '../expressions/update.ts';
import {
  invalid,
  pickKeyAttributes,
  toPrimaryKey,
  toLookupKey,
  refuseEmptyKeys,
  type PrimaryKey,
} from '../storage/primary-key.ts';
import type { Table } from '../storage/table.ts';
import { commit, planWrite, refuseLarge, type PlannedWrite } from '../storage/write.ts';
import { listKeyAttributes } from '../tables/table-record.ts';
import type { Item } from '../values/attribute-value.ts';
import { checkItem } from '../values/check-item.ts';
import { measureItem } from '../values/size.ts';

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
  const key = readPrimaryKey(table, action);
  const current = table.find(key);
  const consumption = new Consumption('Write');
  if (!meetsCondition(action, current?.item)) {
    const attempted = action.what === 'Put' ? action.size : 0;
    consumption.add(table, action.tableName, writeUnits(Math.max(current?.size ?? 0, attempted)));
    consumption.report(engine.world, 'NONE');
    countFailedCondition(table);
    throw conditionalCheckFailed(action.returnsOld ? current?.item : undefined);
  }
  const write = planAction(table, key, action);
  commit(write);
  consumption.addWrite(write, action.tableName);
  return {
    Attributes: attributesOf(write),
    ConsumedCapacity: consumption.report(engine.world, wanted.ReturnConsumedCapacity)?.[0],
    ItemCollectionMetrics:
      wanted.ReturnItemCollectionMetrics === 'SIZE'
        ? describeCollectionMetrics(table, action.item)
        : undefined,
  };
}

/**
 * Only tables with a local index have item collections. One of a gigabyte does not fit in here, so that the
 * estimate is always the first.
 */
export function describeCollectionMetrics(table: Table, item: Item): object | undefined {
  if ([...table.indexes.values()].every(({ record }) => record.kind === 'global')) return undefined;
  const { hash } = table.record.keys;
  return { ItemCollectionKey: pickKeyAttributes({ hash }, item), SizeEstimateRangeGB: [0, 1] };
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

/**
 * A change to one item as a request asks for it, alone or in a transaction. It is read before any table is looked
 * up, as AWS does: a malformed request is malformed whether or not there is a table.
 */
export interface WriteAction {
  readonly tableName: string;
  readonly what: 'Put' | 'Update' | 'Delete' | 'ConditionCheck';
  /** The item to put or the key, and its size in bytes. */
  readonly item: Item;
  readonly size: number;
  readonly condition: Condition | undefined;
  readonly update: Update | undefined;
  readonly returnsOld: boolean;
}

interface Conditional extends NamesAndValues {
  readonly TableName: string;
  readonly ConditionExpression?: string;
  readonly ReturnValuesOnConditionCheckFailure?: 'ALL_OLD' | 'NONE';
}

export function putAction(request: Conditional & { Item: unknown }): WriteAction {
  return readAction('Put', request, checkItem(request.Item, 'Item'));
}

export function updateAction(
  request: Conditional & { Key: unknown; UpdateExpression?: string },
): WriteAction {
  return readAction('Update', request, checkItem(request.Key, 'Key'), request.UpdateExpression);
}

export function deleteAction(request: Conditional & { Key: unknown }): WriteAction {
  return readAction('Delete', request, checkItem(request.Key, 'Key'));
}

export function conditionCheckAction(request: Conditional & { Key: unknown }): WriteAction {
  return readAction('ConditionCheck', request, checkItem(request.Key, 'Key'));
}

/** Refuses faults in the request itself. They refuse even a transaction, where other faults only cancel it. */
export function refuseMalformed(table: Table, { what, item, size }: WriteAction): void {
  refuseEmptyKeys(table.record.keys, item);
  if (what !== 'Put') return;
  for (const index of table.indexes.values()) index.refuseEmptyKeys(item);
  refuseLarge(size, 'put');
}

/** An item to put is checked before its condition is evaluated. */
export function readPrimaryKey(table: Table, { what, item }: WriteAction): PrimaryKey {
  const { keys } = table.record;
  if (what !== 'Put') return toLookupKey(keys, item);
  const key = toPrimaryKey(keys, item);
  for (const index of table.indexes.values()) index.refuseWrongKeys(item);
  return key;
}

export function meetsCondition({ condition }: WriteAction, current: Item | undefined): boolean {
  return !condition || holds(condition, current);
}

/** Call it once the condition is met. */
export function planAction(table: Table, key: PrimaryKey, write: WriteAction): PlannedWrite {
  const { what, item, update } = write;
  if (what === 'Delete') return planWrite(table, key, undefined);
  if (what === 'Put') return planWrite(table, key, write);
  const current = table.find(key);
  if (what === 'ConditionCheck') return planWrite(table, key, current);
  const next = update ? applyToItem(table, current?.item ?? item, update) : (current?.item ?? item);
  const size = measureItem(next);
  refuseLarge(size, 'update');
  return planWrite(table, key, { item: next, size });
}

function applyToItem(table: Table, current: Item, update: Update): Item {
  const touched = listTouchedTopLevel(update);
  for (const { name } of listKeyAttributes(table.record.keys)) {
    if (touched.includes(name)) {
      throw invalid(`Cannot update attribute ${name}. This attribute is part of the key`);
    }
  }
  const next = applyUpdate(current, update);
  for (const index of table.indexes.values()) {
    index.refuseEmptyKeys(next, touched);
    index.refuseWrongKeys(next, touched);
  }
  return next;
}

function readAction(
  what: WriteAction['what'],
  request: Conditional,
  item: Item,
  updateText?: string,
): WriteAction {
  const { ConditionExpression: conditionText } = request;
  return parseExpressions(request, [conditionText, updateText], (substituted) => {
    const update = updateText === undefined ? undefined : parseUpdate(updateText, substituted);
    const condition =
      conditionText === undefined
        ? undefined
        : parseCondition(conditionText, substituted, 'ConditionExpression');
    return {
      tableName: request.TableName,
      what,
      item,
      size: measureItem(item),
      condition,
      update,
      returnsOld: request.ReturnValuesOnConditionCheckFailure === 'ALL_OLD',
    };
  });
}
