import {
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
  type AttributeDefinition,
  type AttributeValue,
  type DeleteItemCommandInput,
  type DynamoDBClient,
  type GetItemCommandInput,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
  type PutItemCommandInput,
  type QueryCommandInput,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import type { Clients, Tools } from '#scripts/conformance/assertion.ts';

export type Item = Record<string, AttributeValue>;
type KeyType = 'S' | 'N' | 'B';

export interface IndexShape {
  readonly partition: string;
  readonly sort?: string;
  /** The index projects all attributes unless this lists the ones to include. */
  readonly projects?: 'KEYS_ONLY' | readonly string[];
}

export interface TableShape {
  /** This is the type of the sort key `sk`. Without it there is only the partition key `pk`. */
  readonly sort?: KeyType;
  readonly indexes?: Readonly<Record<string, IndexShape>>;
  /** Lists the types of index keys that are not text. */
  readonly types?: Readonly<Record<string, KeyType>>;
}

type Without<T> = Omit<T, 'TableName'>;

/** Creates a table for one assertion, with the calls that assertions make on it. */
export async function aTable(aws: Clients, tools: Tools, shape: TableShape = {}) {
  const TableName = tools.name('table');
  const db = aws.dynamodb;
  await db.send(new CreateTableCommand(tableInput(TableName, shape)));
  tools.afterwards(() => db.send(new DeleteTableCommand({ TableName })));
  await tableActive(db, tools, TableName);
  return {
    name: TableName,
    put: (Item: Item, more: Partial<PutItemCommandInput> = {}) =>
      db.send(new PutItemCommand({ TableName, Item, ...more })),
    get: (Key: Item, more: Partial<GetItemCommandInput> = {}) =>
      db.send(new GetItemCommand({ TableName, Key, ConsistentRead: true, ...more })),
    /** Returns the item, or undefined if there is none. */
    item: async (Key: Item) =>
      (await db.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item,
    delete: (Key: Item, more: Partial<DeleteItemCommandInput> = {}) =>
      db.send(new DeleteItemCommand({ TableName, Key, ...more })),
    update: (Key: Item, UpdateExpression: string, more: Partial<UpdateItemCommandInput> = {}) =>
      db.send(new UpdateItemCommand({ TableName, Key, UpdateExpression, ...more })),
    query: (input: Without<QueryCommandInput>) => db.send(new QueryCommand({ TableName, ...input })),
  };
}

export type Table = Awaited<ReturnType<typeof aTable>>;

export async function tableActive(db: DynamoDBClient, tools: Tools, TableName: string): Promise<void> {
  await tools.eventually(
    () => db.send(new DescribeTableCommand({ TableName })),
    ({ Table }) =>
      Table?.TableStatus === 'ACTIVE' &&
      (Table.GlobalSecondaryIndexes ?? []).every(({ IndexStatus }) => IndexStatus === 'ACTIVE'),
  );
}

export function tableInput(TableName: string, { sort, indexes = {}, types = {} }: TableShape) {
  const keys = new Map<string, KeyType>([['pk', 'S']]);
  if (sort) keys.set('sk', sort);
  for (const index of Object.values(indexes)) {
    for (const key of [index.partition, index.sort]) {
      if (key !== undefined && !keys.has(key)) keys.set(key, types[key] ?? 'S');
    }
  }
  const list = Object.entries(indexes).map(([name, index]) => indexInput(name, index));
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST' as const,
    AttributeDefinitions: [...keys].map(([AttributeName, AttributeType]): AttributeDefinition => ({
      AttributeName,
      AttributeType,
    })),
    KeySchema: keySchema('pk', sort ? 'sk' : undefined),
    ...(list.length > 0 ? { GlobalSecondaryIndexes: list } : {}),
  };
}

export function indexInput(
  IndexName: string,
  { partition, sort, projects }: IndexShape,
): GlobalSecondaryIndex {
  const KeySchema = keySchema(partition, sort);
  if (projects === undefined) return { IndexName, KeySchema, Projection: { ProjectionType: 'ALL' } };
  if (projects === 'KEYS_ONLY') return { IndexName, KeySchema, Projection: { ProjectionType: projects } };
  const Projection = { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...projects] };
  return { IndexName, KeySchema, Projection };
}

function keySchema(partition: string, sort: string | undefined): KeySchemaElement[] {
  return [
    { AttributeName: partition, KeyType: 'HASH' },
    ...(sort === undefined ? [] : [{ AttributeName: sort, KeyType: 'RANGE' as const }]),
  ];
}

export const S = (text: string): AttributeValue => ({ S: text });
export const N = (number: number | string): AttributeValue => ({ N: String(number) });
export const L = (...items: AttributeValue[]): AttributeValue => ({ L: items });
export const M = (entries: Item): AttributeValue => ({ M: entries });
export const SS = (...texts: string[]): AttributeValue => ({ SS: texts });
export const NS = (...numbers: (number | string)[]): AttributeValue => ({ NS: numbers.map(String) });
export const B = (...bytes: number[]): AttributeValue => ({ B: Uint8Array.from(bytes) });
