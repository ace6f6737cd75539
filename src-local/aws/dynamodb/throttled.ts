import type { World } from '../../world/world.ts';

/** A request that a fault rule has throttled counts as on AWS: for the table, and for the index it asked. */
export function countThrottled(world: World, operation: string, input: unknown): void {
  const isRead = /Get|Query/.test(operation);
  for (const { table, index } of targetsOf(input)) {
    const event = isRead ? 'ReadThrottleEvents' : 'WriteThrottleEvents';
    count(world, 'ThrottledRequests', { TableName: table, Operation: operation });
    count(world, event, {
      TableName: table,
      ...(index === undefined ? {} : { GlobalSecondaryIndexName: index }),
    });
  }
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html#ThrottledRequests */
function count({ metrics, clock }: World, name: string, dimensions: Readonly<Record<string, string>>): void {
  metrics.record({ namespace: 'AWS/DynamoDB', name, dimensions, unit: 'Count', value: 1, time: clock.now() });
}

interface Target {
  readonly table: string;
  readonly index?: string;
}

/** The request has not been checked yet, so nothing is taken for granted about it. */
function targetsOf(input: unknown): Target[] {
  if (typeof input !== 'object' || input === null) return [];
  const { TableName, IndexName, RequestItems } = input as Record<string, unknown>;
  if (typeof TableName === 'string') {
    return [typeof IndexName === 'string' ? { table: TableName, index: IndexName } : { table: TableName }];
  }
  if (typeof RequestItems !== 'object' || RequestItems === null) return [];
  return Object.keys(RequestItems).map((table) => ({ table }));
}
