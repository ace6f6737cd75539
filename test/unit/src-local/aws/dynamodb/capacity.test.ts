import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type ConsumedCapacity,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import type { MetricPoint } from '#local/world/world.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { anIndex, aTable, n, s, type Item } from './a-table.ts';

const TableName = 'documents';
const ReturnConsumedCapacity = 'INDEXES' as const;
const Key = { PK: s('a'), SK: s('1') };

/** Returns an item of exactly this many bytes. */
function sized(bytes: number, more: Item = {}): Item {
  const item = { ...Key, ...more };
  const taken = Object.entries(item).reduce((sum, [name, { S = '' }]) => sum + name.length + S.length, 0);
  return { ...item, t: s('x'.repeat(bytes - taken - 1)) };
}

async function aTableWith(...items: Item[]): Promise<{ dynamodb: DynamoDBClient; points: MetricPoint[] }> {
  const { dynamodb, aws } = aPocketAws();
  await aTable(dynamodb, {
    indexes: [
      anIndex('whole', 'owner'),
      anIndex('keys', 'status', { ProjectionType: 'KEYS_ONLY' }),
      anIndex('some', 'status owner', { ProjectionType: 'INCLUDE', NonKeyAttributes: ['extra'] }),
    ],
  });
  for (const Item of items) await dynamodb.send(new PutItemCommand({ TableName, Item }));
  const points: MetricPoint[] = [];
  aws.world.metrics.listen((point) => points.push(point));
  return { dynamodb, points };
}

/**
 * Returns the units of the table and the indexes `whole`, `keys` and `some`, with zero for an index that the
 * answer leaves out.
 */
function arms(capacity: ConsumedCapacity | undefined): (number | undefined)[] {
  const { Table, GlobalSecondaryIndexes: indexes = {} } = capacity ?? {};
  const of = (name: string): number => indexes[name]?.CapacityUnits ?? 0;
  const sum = (Table?.CapacityUnits ?? 0) + of('whole') + of('keys') + of('some');
  expect(capacity?.CapacityUnits).toBe(sum);
  return [Table?.CapacityUnits, of('whole'), of('keys'), of('some')];
}

describe('a write costs', () => {
  const owned = { owner: s('ada') };
  const both = { owner: s('ada'), status: s('FAILED') };

  it.each([
    ['a unit', undefined, sized(1024), [1, 0, 0, 0]],
    ['two for a byte more than a kilobyte', undefined, sized(1025), [2, 0, 0, 0]],
    ['one more for each index it enters', undefined, sized(500, both), [1, 1, 1, 1]],
    ['by what each index keeps', undefined, sized(3500, both), [4, 4, 1, 1]],
    ['by the larger of before and after', sized(3500, owned), sized(100, owned), [4, 4, 0, 0]],
    ['nothing in an index when nothing changes there', sized(500, both), sized(500, both), [1, 0, 0, 0]],
    ['only where something changes', sized(500, both), sized(501, both), [1, 1, 0, 0]],
    [
      'a deletion and a write where a key moves',
      sized(3500, owned),
      sized(3500, { owner: s('bob') }),
      [4, 8, 0, 0],
    ],
    ['a deletion where it leaves an index', sized(500, both), sized(500), [1, 1, 1, 1]],
  ] as const)('%s', async (_case, before, after, expected) => {
    const { dynamodb } = await aTableWith(...(before ? [before] : []));
    const { ConsumedCapacity } = await dynamodb.send(
      new PutItemCommand({ TableName, Item: after, ReturnConsumedCapacity }),
    );
    expect(arms(ConsumedCapacity)).toEqual(expected);
  });

  it('3, 9 and 12 in the three cases of the emulator report', async () => {
    const { dynamodb } = aPocketAws();
    await aTable(dynamodb, {
      indexes: [anIndex('one', 'owner'), anIndex('two', 'status', { ProjectionType: 'KEYS_ONLY' })],
    });
    const total = async (command: PutItemCommand | UpdateItemCommand): Promise<number | undefined> =>
      (await dynamodb.send(command as PutItemCommand)).ConsumedCapacity?.CapacityUnits;
    const put = (Item: Item): PutItemCommand =>
      new PutItemCommand({ TableName, Item, ReturnConsumedCapacity: 'TOTAL' });
    expect(await total(put(sized(500, both)))).toBe(3);
    expect(await total(put({ ...sized(3500, both), SK: s('2') }))).toBe(4 + 4 + 1);
    const move = new UpdateItemCommand({
      TableName,
      Key: { ...Key, SK: s('2') },
      UpdateExpression: 'SET #o = :o',
      ExpressionAttributeNames: { '#o': 'owner' },
      ExpressionAttributeValues: { ':o': s('bob') },
      ReturnConsumedCapacity: 'TOTAL',
    });
    expect(await total(move)).toBe(4 + 4 + 4);
  });

  it('a unit for deleting nothing, and the item for deleting something', async () => {
    const { dynamodb } = await aTableWith(sized(3500, owned));
    const del = new DeleteItemCommand({ TableName, Key, ReturnConsumedCapacity });
    expect(arms((await dynamodb.send(del)).ConsumedCapacity)).toEqual([4, 4, 0, 0]);
    expect(arms((await dynamodb.send(del)).ConsumedCapacity)).toEqual([1, 0, 0, 0]);
  });

  it('what all of a batch cost', async () => {
    const { dynamodb } = await aTableWith();
    const items = [sized(1025, owned), { ...sized(100), SK: s('2') }];
    const { ConsumedCapacity } = await dynamodb.send(
      new BatchWriteItemCommand({
        RequestItems: { [TableName]: items.map((Item) => ({ PutRequest: { Item } })) },
        ReturnConsumedCapacity,
      }),
    );
    expect(arms(ConsumedCapacity?.[0])).toEqual([3, 2, 0, 0]);
  });

  it('twice as much in a transaction, but for the indexes, which follow as ever', async () => {
    const { dynamodb } = await aTableWith({ ...sized(2500), SK: s('2') });
    const { ConsumedCapacity } = await dynamodb.send(
      new TransactWriteItemsCommand({
        TransactItems: [
          { Put: { TableName, Item: sized(1500, owned) } },
          {
            ConditionCheck: {
              TableName,
              Key: { ...Key, SK: s('2') },
              ConditionExpression: 'attribute_exists(PK)',
            },
          },
        ],
        ReturnConsumedCapacity,
      }),
    );
    expect(ConsumedCapacity).toEqual([
      {
        TableName,
        CapacityUnits: 12,
        WriteCapacityUnits: 12,
        Table: { CapacityUnits: 10, WriteCapacityUnits: 10 },
        GlobalSecondaryIndexes: { whole: { CapacityUnits: 2, WriteCapacityUnits: 2 } },
      },
    ]);
  });
});

describe('a read costs', () => {
  it.each([
    [4096, false, 0.5],
    [4097, false, 1],
    [4096, true, 1],
    [4097, true, 2],
  ])('for %i bytes, consistent %s: %d', async (bytes, ConsistentRead, units) => {
    const { dynamodb } = await aTableWith(sized(bytes));
    const get = new GetItemCommand({ TableName, Key, ConsistentRead, ReturnConsumedCapacity: 'TOTAL' });
    expect((await dynamodb.send(get)).ConsumedCapacity).toEqual({ TableName, CapacityUnits: units });
  });

  it('each item separately in a batch, the missing ones too', async () => {
    const { dynamodb } = await aTableWith(sized(100), { ...sized(4097), SK: s('2') });
    const Keys = ['1', '2', '3'].map((SK) => ({ ...Key, SK: s(SK) }));
    const { ConsumedCapacity } = await dynamodb.send(
      new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys } }, ReturnConsumedCapacity }),
    );
    expect(arms(ConsumedCapacity?.[0])).toEqual([0.5 + 1 + 0.5, 0, 0, 0]);
  });

  it('two units for each 4 KB in a transaction', async () => {
    const { dynamodb } = await aTableWith(sized(4097));
    const gets = ['1', '2'].map((SK) => ({ Get: { TableName, Key: { ...Key, SK: s(SK) } } }));
    const { ConsumedCapacity } = await dynamodb.send(
      new TransactGetItemsCommand({ TransactItems: gets, ReturnConsumedCapacity: 'TOTAL' }),
    );
    expect(ConsumedCapacity).toEqual([{ TableName, CapacityUnits: 6, ReadCapacityUnits: 6 }]);
  });

  const query = (dynamodb: DynamoDBClient, more: object = {}): Promise<ConsumedCapacity | undefined> =>
    dynamodb
      .send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'PK = :p',
          ExpressionAttributeValues: { ':p': s('a') },
          ReturnConsumedCapacity,
          ...more,
        }),
      )
      .then(({ ConsumedCapacity }) => ConsumedCapacity);

  it('the page as a whole in a query, before filter and projection', async () => {
    const { dynamodb } = await aTableWith(
      ...['1', '2', '3', '4', '5'].map((SK) => ({ ...sized(1000), SK: s(SK) })),
    );
    const filtered = { FilterExpression: 'attribute_exists(nope)', ProjectionExpression: 'PK' };
    expect(arms(await query(dynamodb))).toEqual([1, 0, 0, 0]);
    expect(arms(await query(dynamodb, filtered))).toEqual([1, 0, 0, 0]);
    expect(arms(await query(dynamodb, { ConsistentRead: true }))).toEqual([2, 0, 0, 0]);
    expect(arms(await query(dynamodb, { Limit: 4 }))).toEqual([0.5, 0, 0, 0]);
  });

  it('half a unit for finding nothing', async () => {
    const { dynamodb } = await aTableWith();
    expect(arms(await query(dynamodb))).toEqual([0.5, 0, 0, 0]);
  });

  it('by what the index keeps, and nothing of the table', async () => {
    const { dynamodb } = await aTableWith(sized(9000, { owner: s('ada'), status: s('FAILED') }));
    const of = (IndexName: string, name: string, value: string): Promise<ConsumedCapacity | undefined> =>
      query(dynamodb, {
        IndexName,
        KeyConditionExpression: '#n = :v',
        ExpressionAttributeNames: { '#n': name },
        ExpressionAttributeValues: { ':v': s(value) },
      });
    expect(arms(await of('whole', 'owner', 'ada'))).toEqual([0, 1.5, 0, 0]);
    expect(arms(await of('keys', 'status', 'FAILED'))).toEqual([0, 0, 0.5, 0]);
  });
});

describe('CloudWatch hears of', () => {
  const told = (points: MetricPoint[]): unknown[] =>
    points.map(({ name, dimensions, value }) => [name, dimensions['GlobalSecondaryIndexName'] ?? '', value]);

  it('what tables and indexes consume', async () => {
    const { dynamodb, points } = await aTableWith();
    await dynamodb.send(new PutItemCommand({ TableName, Item: sized(1500, { owner: s('ada') }) }));
    await dynamodb.send(new GetItemCommand({ TableName, Key }));
    expect(told(points)).toEqual([
      ['ConsumedWriteCapacityUnits', 'whole', 2],
      ['ConsumedWriteCapacityUnits', '', 2],
      ['ConsumedReadCapacityUnits', '', 0.5],
    ]);
    expect(points[0]).toMatchObject({ namespace: 'AWS/DynamoDB', unit: 'Count', dimensions: { TableName } });
  });

  it('failed conditions, which are charged all the same, and of user errors', async () => {
    const { dynamodb, points } = await aTableWith(sized(1500));
    const put = new PutItemCommand({
      TableName,
      Item: sized(2500),
      ConditionExpression: 'attribute_not_exists(PK)',
    });
    await expect(dynamodb.send(put)).rejects.toThrow();
    await expect(dynamodb.send(new GetItemCommand({ TableName, Key: { PK: n(1) } }))).rejects.toThrow();
    expect(told(points)).toEqual([
      ['ConsumedWriteCapacityUnits', '', 3],
      ['ConditionalCheckFailedRequests', '', 1],
      ['UserErrors', '', 1],
    ]);
  });
});
