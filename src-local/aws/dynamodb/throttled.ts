import type { World } from '../../world/world.ts';

/** A request that a fault rule throttles is counted as on AWS: for its table, and for its index. */
export function countThrottled(world: World, operation: string, input: unknown): void {
  // Operations on tables themselves use no table's throughput.
  if (!events.has(operation)) return;
  for (const target of listTargets(input)) {
    countThrottledRequest(world, operation, target.table);
    countThrottleEvent(world, operation, target);
  }
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html#ThrottledRequests */
export function countThrottledRequest(world: World, operation: string, table: string): void {
  count(world, 'ThrottledRequests', { TableName: table, Operation: operation });
}

export function countThrottleEvent(world: World, operation: string, { table, index }: Target): void {
  const event = events.get(operation);
  const dimensions = index === undefined ? {} : { GlobalSecondaryIndexName: index };
  if (event) count(world, event, { TableName: table, ...dimensions });
}

const events: ReadonlyMap<string, string> = new Map([
  ['GetItem', 'ReadThrottleEvents'],
  ['BatchGetItem', 'ReadThrottleEvents'],
  ['TransactGetItems', 'ReadThrottleEvents'],
  ['Query', 'ReadThrottleEvents'],
  ['PutItem', 'WriteThrottleEvents'],
  ['UpdateItem', 'WriteThrottleEvents'],
  ['DeleteItem', 'WriteThrottleEvents'],
  ['BatchWriteItem', 'WriteThrottleEvents'],
  ['TransactWriteItems', 'WriteThrottleEvents'],
]);

function count({ metrics, clock }: World, name: string, dimensions: Readonly<Record<string, string>>): void {
  metrics.record({ namespace: 'AWS/DynamoDB', name, dimensions, unit: 'Count', value: 1, time: clock.now() });
}

interface Target {
  readonly table: string;
  readonly index?: string;
}

/** The request has not been validated yet, so its members can be of any type. */
function listTargets(input: unknown): Target[] {
  const { TableName, IndexName, RequestItems, TransactItems } = toRecord(input);
  if (typeof TableName === 'string') {
    return [typeof IndexName === 'string' ? { table: TableName, index: IndexName } : { table: TableName }];
  }
  const actions = Array.isArray(TransactItems) ? TransactItems.flatMap(listActions) : [];
  const tables = [...Object.keys(toRecord(RequestItems)), ...actions.map((action) => action['TableName'])];
  return [...new Set(tables)].flatMap((table) => (typeof table === 'string' ? [{ table }] : []));
}

function listActions(entry: unknown): Readonly<Record<string, unknown>>[] {
  return Object.values(toRecord(entry)).map(toRecord);
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
