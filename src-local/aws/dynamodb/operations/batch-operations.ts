import type { World } from '../../../world/world.ts';
import { AwsError, validationException } from '../../protocol/aws-error.ts';
import type { Call } from '../../protocol/operation.ts';
import { anything, boolean, list, map, required, structure, type Infer } from '../../protocol/shapes.ts';
import { Consumption, readUnits } from '../capacity.ts';
import { operation, type Engine } from '../dynamo-db-engine.ts';
import { project, type Projection } from '../expressions/projection.ts';
import { toLookupKey, type PrimaryKey } from '../storage/primary-key.ts';
import type { Table } from '../storage/table.ts';
import { commit, type PlannedWrite } from '../storage/write.ts';
import { listKeyAttributes } from '../tables/table-record.ts';
import { countThrottledRequest, countThrottleEvent } from '../throttled.ts';
import { findMember, type Item } from '../values/attribute-value.ts';
import { checkItem } from '../values/check-item.ts';
import { readProjection } from './item-operations.ts';
import * as shapes from './item-shapes.ts';
import {
  describeCollectionMetrics,
  deleteAction,
  readPrimaryKey,
  planAction,
  putAction,
  refuseMalformed,
  type WriteAction,
} from './write-action.ts';

const mostKeys = 100;
const largestAnswer = 16 * 1024 * 1024;

const keysAndAttributes = structure({
  Keys: required(list(anything(), { min: 1, max: mostKeys })),
  ConsistentRead: boolean(),
  ProjectionExpression: shapes.expression,
  ExpressionAttributeNames: shapes.names,
});

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html */
export const batchGetItem = operation({
  name: 'BatchGetItem',
  input: structure({
    RequestItems: required(map(keysAndAttributes, { min: 1, max: mostKeys })),
    ReturnConsumedCapacity: shapes.returnConsumedCapacity,
  }),
  run(engine, input, call) {
    const requests = Object.entries(input.RequestItems);
    if (requests.reduce((sum, [, { Keys }]) => sum + Keys.length, 0) > mostKeys) {
      throw validationException('Too many items requested for the BatchGetItem call');
    }
    const read = requests.map(([tableName, request]) => toTableRead(tableName, request));
    const lookups = read.map((request) => lookUpKeys(engine, request));

    const consumption = new Consumption('Read');
    const throttled = new ThrottledEntries(engine.world, 'BatchGetItem', call);
    let bytes = 0;
    const responses: [string, Item[]][] = [];
    const unprocessed: [string, object][] = [];
    for (const { table, keys, tableName, request, projection } of lookups) {
      const items: Item[] = [];
      const left: unknown[] = [];
      keys.forEach((key, position) => {
        const found = table.find(key);
        const size = found?.size ?? 0;
        if (throttled.strike(table.record.name) || bytes + size > largestAnswer) {
          left.push(request.Keys[position]);
          return;
        }
        bytes += size;
        consumption.add(
          table,
          tableName,
          readUnits(size, request.ConsistentRead ? 'consistent' : 'eventual'),
        );
        if (found) items.push(projection ? project(found.item, projection) : found.item);
      });
      responses.push([tableName, items]);
      if (left.length > 0) unprocessed.push([tableName, { ...request, Keys: left }]);
    }
    throttled.finish();
    return {
      Responses: Object.fromEntries(responses),
      UnprocessedKeys: Object.fromEntries(unprocessed),
      ConsumedCapacity: consumption.report(engine.world, input.ReturnConsumedCapacity),
    };
  },
});

interface TableRead {
  readonly tableName: string;
  readonly request: Infer<typeof keysAndAttributes>;
  readonly items: readonly Item[];
  readonly projection: Projection | undefined;
}

function toTableRead(tableName: string, request: TableRead['request']): TableRead {
  const projection = readProjection(request);
  return { tableName, request, items: request.Keys.map((key) => checkItem(key, 'Key')), projection };
}

function lookUpKeys(engine: Engine, read: TableRead): TableRead & { table: Table; keys: PrimaryKey[] } {
  const table = engine.table(read.tableName);
  const keys = read.items.map((item) => toLookupKey(table.record.keys, item));
  if (new Set(keys.map(({ text }) => text)).size < keys.length) {
    throw validationException('Provided list of item keys contains duplicates');
  }
  return { ...read, table, keys };
}

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
      writes.map((write) => ({ write, action: toWriteAction(TableName, write) })),
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
          ? describeCollectionMetrics(plannedWrite.table, action.item)
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

function toWriteAction(
  TableName: string,
  { PutRequest, DeleteRequest }: { PutRequest?: { Item: unknown }; DeleteRequest?: { Key: unknown } },
): WriteAction {
  if (PutRequest && !DeleteRequest) return putAction({ TableName, Item: PutRequest.Item });
  if (DeleteRequest && !PutRequest) return deleteAction({ TableName, Key: DeleteRequest.Key });
  throw validationException(
    'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
  );
}

/** In a batch, the refusal of an item without its key names no attribute, unlike that of PutItem. */
function refuseMissingKey(table: Table, { item }: WriteAction): void {
  const isComplete = listKeyAttributes(table.record.keys).every(({ name }) => findMember(item, name));
  if (!isComplete) throw validationException('The provided key element does not match the schema');
}

/** A batch holds no two writes to one item, so all can be checked before the first one happens. */
function plan(engine: Engine, requests: readonly Request[]): (Request & { plannedWrite: PlannedWrite })[] {
  const seen = new Set<string>();
  return requests.map((request) => {
    const { action } = request;
    const table = engine.table(action.tableName);
    refuseMalformed(table, action);
    refuseMissingKey(table, action);
    const key = readPrimaryKey(table, action);
    const place = `${table.record.name}/${key.text}`;
    if (seen.has(place)) throw validationException('Provided list of item keys contains duplicates');
    seen.add(place);
    return { ...request, plannedWrite: planAction(table, key, action) };
  });
}

/**
 * Lets a fault rule keep entries of a batch from being processed. Those entries are returned as unprocessed; if
 * no other is left, the batch itself fails.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html
 */
class ThrottledEntries {
  readonly #world: World;
  readonly #operation: string;
  readonly #call: Call;
  readonly #tables: string[] = [];
  #asked = 0;

  constructor(world: World, name: string, call: Call) {
    this.#world = world;
    this.#operation = name;
    this.#call = call;
  }

  /** Call it once for each entry. */
  strike(table: string): boolean {
    this.#asked += 1;
    if (!this.#call.entryFails()) return false;
    this.#tables.push(table);
    return true;
  }

  /** Call it once all entries have been read. */
  finish(): void {
    for (const table of this.#tables) countThrottleEvent(this.#world, this.#operation, { table });
    if (this.#tables.length < this.#asked) return;
    for (const table of new Set(this.#tables)) countThrottledRequest(this.#world, this.#operation, table);
    throw new AwsError(
      'ProvisionedThroughputExceededException',
      'The level of configured provisioned throughput for the table was exceeded. ' +
        'Consider increasing your provisioning level with the UpdateTable API.',
    );
  }
}
