import { validationException } from '../../protocol/aws-error.ts';
import { Consumption } from '../capacity/consumption.ts';
import { readUnits } from '../capacity/units.ts';
import { operation, type Engine } from '../engine.ts';
import { primaryKeyOf } from '../storage/primary-key.ts';
import type { SecondaryIndex } from '../storage/secondary-index.ts';
import { isBefore, type Sorted } from '../storage/sorted-entries.ts';
import type { Table } from '../storage/table.ts';
import { keyRange, type KeyRange } from './key-range.ts';
import { readPage, type Page } from './page.ts';
import { parsedQuery, queryInput, type QueryInput } from './request.ts';
import { lastEvaluatedKey, startOf } from './start-key.ts';
import { refuseKeysInFilter, viewOf } from './view.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html */
export const query = operation({
  name: 'Query',
  input: queryInput,
  run(engine, request) {
    const { conditions, filter, projection, startKey } = parsedQuery(request);
    const table = engine.table(request.TableName);
    const index = request.IndexName === undefined ? undefined : indexOf(table, request.IndexName);
    if (index?.record.kind === 'global' && request.ConsistentRead) {
      throw validationException('Consistent reads are not supported on global secondary indexes');
    }
    const tableKeys = table.record.keys;
    const indexKeys = index?.record.keys;
    const range = keyRange(conditions, indexKeys ?? tableKeys);
    refuseKeysInFilter(filter, indexKeys ?? tableKeys, index);
    const view = viewOf(index, request.Select, projection);
    const start = startKey && startOf(startKey, tableKeys, indexKeys, range);

    const backwards = request.ScanIndexForward === false;
    const { isBelow, isAbove } = restOf(range, start, backwards);
    const { entries } = index ?? table;
    const read = entries.between(range.hash, isBelow, isAbove, backwards);
    const page = readPage(read, request.Limit, filter, view);
    return {
      Items: view.counts ? undefined : page.found.map(({ item }) => view.shown(item)),
      Count: page.found.length,
      ScannedCount: page.read.length,
      LastEvaluatedKey: page.last && lastEvaluatedKey(page.last.item, tableKeys, indexKeys),
      ConsumedCapacity: consumed(engine, request, { table, index, page, readsTable: view.readsTable }),
    };
  },
});

function indexOf(table: Table, name: string): SecondaryIndex {
  const index = table.settledIndex(name);
  if (!index) throw validationException(`The table does not have the specified index: ${name}`);
  return index;
}

/** What of the range lies behind the start, in the direction of reading. */
function restOf(
  { isBelow, isAbove }: KeyRange,
  start: Sorted | undefined,
  backwards: boolean,
): Pick<KeyRange, 'isBelow' | 'isAbove'> {
  if (!start) return { isBelow, isAbove };
  const { sort, tie } = start;
  if (backwards) return { isBelow, isAbove: (entry) => !isBefore(entry, sort, tie) };
  const isStart = (entry: Sorted): boolean => entry.sort === sort && entry.tie === tie;
  return { isBelow: (entry) => isBefore(entry, sort, tie) || isStart(entry), isAbove };
}

interface Read {
  readonly table: Table;
  readonly index: SecondaryIndex | undefined;
  readonly page: Page;
  readonly readsTable: boolean;
}

function consumed(
  engine: Engine,
  request: QueryInput,
  { table, index, page, readsTable }: Read,
): object | undefined {
  const { TableName: calledIt, ConsistentRead, ReturnConsumedCapacity } = request;
  const kind = ConsistentRead ? 'consistent' : 'eventual';
  const consumption = new Consumption('Read');
  const units = readUnits(page.bytes, kind);
  if (index) consumption.addToIndex(table, calledIt, index.record.name, units);
  else consumption.add(table, calledIt, units);
  // What a local index sends for is read item by item.
  for (const { item } of readsTable ? page.read : []) {
    const whole = table.find(primaryKeyOf(table.record.keys, item));
    consumption.add(table, calledIt, readUnits(whole?.size ?? 0, kind));
  }
  return consumption.report(engine.world, ReturnConsumedCapacity)?.[0];
}
