import { validationException } from '../../protocol/aws-error.ts';
import { anything, boolean, list, map, required, structure, type Infer } from '../../protocol/shapes.ts';
import { Consumption } from '../capacity/consumption.ts';
import { readUnits } from '../capacity/units.ts';
import { operation, type Engine } from '../engine.ts';
import { project, type Projection } from '../expressions/projection.ts';
import { primaryKeyOfLookup, type PrimaryKey } from '../storage/primary-key.ts';
import type { Table } from '../storage/table.ts';
import type { Item } from '../values/attribute-value.ts';
import { checkedItem } from '../values/check-item.ts';
import { projectionOf } from './get-item.ts';
import * as shapes from './item-shapes.ts';
import { ThrottledEntries } from './throttled-entries.ts';

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
    const read = requests.map(([tableName, request]) => readOfTable(tableName, request));
    const lookups = read.map((request) => lookedUp(engine, request));

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

function readOfTable(tableName: string, request: TableRead['request']): TableRead {
  const projection = projectionOf(request);
  return { tableName, request, items: request.Keys.map((key) => checkedItem(key, 'Key')), projection };
}

function lookedUp(engine: Engine, read: TableRead): TableRead & { table: Table; keys: PrimaryKey[] } {
  const table = engine.table(read.tableName);
  const keys = read.items.map((item) => primaryKeyOfLookup(table.record.keys, item));
  if (new Set(keys.map(({ text }) => text)).size < keys.length) {
    throw validationException('Provided list of item keys contains duplicates');
  }
  return { ...read, table, keys };
}
