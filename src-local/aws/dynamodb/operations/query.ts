import { validationException } from '../../protocol/aws-error.ts';
import { anything, boolean, integer, string, structure, type Infer } from '../../protocol/shapes.ts';
import { Consumption, readUnits } from '../capacity.ts';
import { operation, type Engine } from '../dynamo-db-engine.ts';
import { listAttributes, holds, parseCondition, type Condition } from '../expressions/condition.ts';
import { parseKeyCondition, type KeyCondition } from '../expressions/key-condition.ts';
import { parseExpressions } from '../expressions/names-and-values.ts';
import { parseProjection, project, listTopLevelNames, type Projection } from '../expressions/projection.ts';
import type { Entry } from '../storage/partitions.ts';
import { invalid, toPrimaryKey } from '../storage/primary-key.ts';
import type { SecondaryIndex } from '../storage/secondary-index.ts';
import { isBefore, type Sorted } from '../storage/sorted-entries.ts';
import type { Table } from '../storage/table.ts';
import { listKeyAttributes, type Keys } from '../tables/table-record.ts';
import { indexName, tableName } from '../tables/table-shapes.ts';
import type { Item } from '../values/attribute-value.ts';
import { checkItem } from '../values/check-item.ts';
import * as shapes from './item-shapes.ts';
import { keyRange, lastEvaluatedKey, findStart, type KeyRange } from './key-range.ts';

const queryInput = structure({
  TableName: tableName,
  IndexName: indexName,
  KeyConditionExpression: shapes.expression,
  FilterExpression: shapes.expression,
  ProjectionExpression: shapes.expression,
  ExpressionAttributeNames: shapes.names,
  ExpressionAttributeValues: shapes.values,
  Select: string({ oneOf: ['ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES', 'COUNT', 'SPECIFIC_ATTRIBUTES'] }),
  ScanIndexForward: boolean(),
  Limit: integer({ min: 1 }),
  ExclusiveStartKey: anything(),
  ConsistentRead: boolean(),
  ReturnConsumedCapacity: shapes.returnConsumedCapacity,
});

type QueryInput = Infer<typeof queryInput>;

/** Parsing needs no table, so a malformed query is refused before its table is looked up. */
interface ParsedQuery {
  readonly conditions: readonly KeyCondition[];
  readonly filter: Condition | undefined;
  readonly projection: Projection | undefined;
  readonly startKey: Item | undefined;
}

function parseQuery(request: QueryInput): ParsedQuery {
  const { KeyConditionExpression, FilterExpression: filter, ProjectionExpression: projection } = request;
  if (KeyConditionExpression === undefined) {
    throw validationException(
      'Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.',
    );
  }
  const expressions = parseExpressions(request, [KeyConditionExpression], (substituted) => ({
    conditions: parseKeyCondition(KeyConditionExpression, substituted),
    filter: filter === undefined ? undefined : parseCondition(filter, substituted, 'FilterExpression'),
    projection: projection === undefined ? undefined : parseProjection(projection, substituted),
  }));
  const { ExclusiveStartKey: start } = request;
  const startKey = start === undefined ? undefined : checkItem(start, 'ExclusiveStartKey');
  return { ...expressions, startKey };
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html */
export const query = operation({
  name: 'Query',
  input: queryInput,
  run(engine, request) {
    const { conditions, filter, projection, startKey } = parseQuery(request);
    const table = engine.table(request.TableName);
    const index = request.IndexName === undefined ? undefined : findIndex(table, request.IndexName);
    if (index?.record.kind === 'global' && request.ConsistentRead) {
      throw validationException('Consistent reads are not supported on global secondary indexes');
    }
    const tableKeys = table.record.keys;
    const indexKeys = index?.record.keys;
    const range = keyRange(conditions, indexKeys ?? tableKeys);
    refuseKeysInFilter(filter, indexKeys ?? tableKeys, index);
    const view = chooseView(index, request.Select, projection);
    const start = startKey && findStart(startKey, tableKeys, indexKeys, range);

    const backwards = request.ScanIndexForward === false;
    const { isBelow, isAbove } = narrowRange(range, start, backwards);
    const { entries } = index ?? table;
    const read = entries.between(range.hash, isBelow, isAbove, backwards);
    const page = readPage(read, request.Limit, filter, view);
    return {
      Items: view.counts ? undefined : page.found.map(({ item }) => view.shown(item)),
      Count: page.found.length,
      ScannedCount: page.read.length,
      LastEvaluatedKey: page.last && lastEvaluatedKey(page.last.item, tableKeys, indexKeys),
      ConsumedCapacity: describeConsumed(engine, request, {
        table,
        index,
        page,
        readsTable: view.readsTable,
      }),
    };
  },
});

function findIndex(table: Table, name: string): SecondaryIndex {
  const index = table.settledIndex(name);
  if (!index) throw validationException(`The table does not have the specified index: ${name}`);
  return index;
}

/** Limits the range to the entries after the start, in the direction of reading. */
function narrowRange(
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

function describeConsumed(
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
  // A local index fetches missing attributes from its table, which is read item by item.
  for (const { item } of readsTable ? page.read : []) {
    const whole = table.find(toPrimaryKey(table.record.keys, item));
    consumption.add(table, calledIt, readUnits(whole?.size ?? 0, kind));
  }
  return consumption.report(engine.world, ReturnConsumedCapacity)?.[0];
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.Pagination.html */
const largestPage = 1024 * 1024;

interface Page {
  readonly read: readonly Entry[];
  /** The entries that passed the filter. */
  readonly found: readonly Entry[];
  /** The size of all entries that were read, because those are charged. */
  readonly bytes: number;
  /** The last one read, when the page ended before the range did. */
  readonly last: Entry | undefined;
}

/** A page ends where its limit is reached, even if nothing follows, or where one more item would not fit. */
function readPage(
  entries: Iterable<Entry>,
  limit: number | undefined,
  filter: Condition | undefined,
  view: View,
): Page {
  const read: Entry[] = [];
  let bytes = 0;
  let last: Entry | undefined;
  for (const entry of entries) {
    if (read.length > 0 && bytes + entry.size > largestPage) {
      last = read.at(-1);
      break;
    }
    bytes += entry.size;
    read.push(entry);
    if (read.length === limit) {
      last = entry;
      break;
    }
  }
  const found = filter ? read.filter(({ item }) => holds(filter, view.inIndex(item))) : read;
  return { read, found, bytes, last };
}

type Select = 'ALL_ATTRIBUTES' | 'ALL_PROJECTED_ATTRIBUTES' | 'SPECIFIC_ATTRIBUTES' | 'COUNT';

interface View {
  readonly counts: boolean;
  /** A local index sends for what it does not have itself, and that is read from the table. */
  readonly readsTable: boolean;
  /** The filter is applied to this form of the item. */
  readonly inIndex: (item: Item) => Item;
  readonly shown: (item: Item) => Item;
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html#DDB-Query-request-Select */
function chooseView(
  index: SecondaryIndex | undefined,
  select: Select | undefined,
  projection: Projection | undefined,
): View {
  refuseContradiction(index, select, projection);
  const inIndex = (item: Item): Item => (index ? index.projectImage(item) : item);
  const readsTable = index !== undefined && wantsMore(index, select, projection);
  if (readsTable && index.record.kind === 'global') throw notProjected(index, projection);
  const whole = (item: Item): Item => (readsTable ? item : inIndex(item));
  return {
    counts: select === 'COUNT',
    readsTable,
    inIndex,
    shown: projection ? (item) => project(whole(item), projection) : whole,
  };
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.FilterExpression.html */
function refuseKeysInFilter(
  filter: Condition | undefined,
  keys: Keys,
  index: SecondaryIndex | undefined,
): void {
  const filtered = filter ? listAttributes(filter) : [];
  for (const { name } of listKeyAttributes(keys)) {
    if (filtered.includes(name)) {
      throw validationException(
        `Filter Expression can only contain non-primary key attributes: Primary key attribute: ${name}`,
      );
    }
  }
  const unknown = index ? filtered.filter((name) => !index.projects(name)) : [];
  if (index && unknown.length > 0) {
    throw invalid(
      `Secondary index ${index.record.name} does not project one or more filter attributes: ` +
        `[${unknown.join(', ')}]`,
    );
  }
}

function refuseContradiction(
  index: SecondaryIndex | undefined,
  select: Select | undefined,
  projection: Projection | undefined,
): void {
  if (projection && select !== undefined && select !== 'SPECIFIC_ATTRIBUTES') {
    const what = select === 'COUNT' ? 'only the Count' : select;
    throw validationException(`Cannot specify the ProjectionExpression when choosing to get ${what}`);
  }
  if (!projection && select === 'SPECIFIC_ATTRIBUTES') {
    throw validationException(
      'Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES',
    );
  }
  if (!index && select === 'ALL_PROJECTED_ATTRIBUTES') {
    throw validationException('ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName');
  }
}

function wantsMore(
  index: SecondaryIndex,
  select: Select | undefined,
  projection: Projection | undefined,
): boolean {
  if (projection) return listTopLevelNames(projection).some((name) => !index.projects(name));
  return select === 'ALL_ATTRIBUTES' && index.record.projection.type !== 'ALL';
}

function notProjected(index: SecondaryIndex, projection: Projection | undefined): Error {
  const { name } = index.record;
  if (!projection) {
    return invalid(
      `Select type ALL_ATTRIBUTES is not supported for global secondary index ${name} ` +
        'because its projection type is not ALL',
    );
  }
  const unknown = listTopLevelNames(projection).filter((attribute) => !index.projects(attribute));
  return invalid(`Global secondary index ${name} does not project [${unknown.join(', ')}]`);
}
