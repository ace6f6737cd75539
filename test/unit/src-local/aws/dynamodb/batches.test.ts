import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  PutItemCommand,
  QueryCommand,
  type BatchWriteItemCommandOutput,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { aTable, n, s, type Item } from './a-table.ts';

const TableName = 'documents';
const key = (number: number | string): Item => ({ PK: s('a'), SK: s(`${number}`) });
const put = (number: number, more: Item = {}): WriteRequest => ({
  PutRequest: { Item: { ...key(number), ...more } },
});
const range = (length: number): number[] => Array.from({ length }, (_, number) => number);

async function aWorld() {
  const { dynamodb, aws } = aPocketAws();
  await aTable(dynamodb);
  const write = (requests: WriteRequest[]): Promise<BatchWriteItemCommandOutput> =>
    dynamodb.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }));
  return { dynamodb, faults: aws.world.faults, write };
}

describe('a batch of writes', () => {
  it('puts and deletes', async () => {
    const { dynamodb, write } = await aWorld();
    await write(range(3).map((number) => put(number)));
    expect((await write([put(3), { DeleteRequest: { Key: key(0) } }])).UnprocessedItems).toEqual({});
    const { Items } = await dynamodb.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'PK = :p',
        ExpressionAttributeValues: { ':p': s('a') },
      }),
    );
    expect(Items).toEqual([key(1), key(2), key(3)]);
  });

  it.each([
    ['more than 25', range(26).map((number) => put(number)), /less than or equal to 25/],
    ['two on one item', [put(1), { DeleteRequest: { Key: key(1) } }], /contains duplicates/],
    ['a request of neither kind', [{}], /exactly one of the supported datatypes/],
    [
      'an item without its key',
      [{ PutRequest: { Item: { colour: s('red') } } }],
      /The provided key element does not match the schema/,
    ],
    [
      'one that is wrong, even behind a good one',
      [put(1), { PutRequest: { Item: { PK: s('a'), SK: n(1) } } }],
      /Type mismatch for key SK/,
    ],
  ])('is refused for %s', async (_case, requests, message) => {
    const { dynamodb, write } = await aWorld();
    await expect(write(requests)).rejects.toThrow(message);
    const { Responses } = await dynamodb.send(
      new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [key(1)] } } }),
    );
    expect(Responses).toEqual({ [TableName]: [] });
  });

  it('leaves what a fault strikes unprocessed', async () => {
    const { faults, write } = await aWorld();
    faults.set([{ id: 'f', kind: 'partial-batch', operation: 'BatchWriteItem', times: 2 }]);
    const { UnprocessedItems } = await write(range(5).map((number) => put(number)));
    expect(UnprocessedItems).toEqual({ [TableName]: [put(0), put(1)] });
    expect((await write(UnprocessedItems?.[TableName] ?? [])).UnprocessedItems).toEqual({});
  });

  it('fails as a whole when a fault strikes every entry', async () => {
    const { dynamodb, faults, write } = await aWorld();
    faults.set([{ id: 'f', kind: 'partial-batch', service: 'dynamodb' }]);
    const refused = { name: 'ProvisionedThroughputExceededException' };
    await expect(write([put(0), put(1)])).rejects.toMatchObject(refused);
    const read = new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [key(0)] } } });
    await expect(dynamodb.send(read)).rejects.toMatchObject(refused);
    faults.set([]);
    expect((await dynamodb.send(read)).Responses).toEqual({ [TableName]: [] });
  });
});

describe('a batch of reads', () => {
  it('finds existing items, with the requested attributes', async () => {
    const { dynamodb, write } = await aWorld();
    await write(range(3).map((number) => put(number, { text: s('x') })));
    const { Responses, UnprocessedKeys } = await dynamodb.send(
      new BatchGetItemCommand({
        RequestItems: {
          [TableName]: {
            Keys: [key(2), key('nope'), key(0)],
            ProjectionExpression: 'SK, #t',
            ExpressionAttributeNames: { '#t': 'text' },
          },
        },
      }),
    );
    expect(Responses?.[TableName]).toEqual([2, 0].map((number) => ({ SK: s(`${number}`), text: s('x') })));
    expect(UnprocessedKeys).toEqual({});
  });

  it('stops at 16 MB', async () => {
    const { dynamodb } = await aWorld();
    for (const number of range(50)) {
      const Item = { ...key(number), text: s('x'.repeat(389_980)) };
      await dynamodb.send(new PutItemCommand({ TableName, Item }));
    }
    const Keys = range(50).map(key);
    const { Responses, UnprocessedKeys } = await dynamodb.send(
      new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } }),
    );
    expect(Responses?.[TableName]).toHaveLength(43);
    expect(UnprocessedKeys).toEqual({ [TableName]: { Keys: Keys.slice(43), ConsistentRead: true } });
  });

  it.each([
    ['more than a hundred', range(101).map(key), /less than or equal to 100/],
    ['the same one twice', [key(1), key(1)], /contains duplicates/],
    ['none', [], /greater than or equal to 1/],
  ])('is refused for %s', async (_case, Keys, message) => {
    const { dynamodb } = await aWorld();
    await expect(
      dynamodb.send(new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys } } })),
    ).rejects.toThrow(message);
  });

  it('leaves what a fault strikes unprocessed', async () => {
    const { dynamodb, faults } = await aWorld();
    faults.set([{ id: 'f', kind: 'partial-batch', times: 1 }]);
    const { UnprocessedKeys } = await dynamodb.send(
      new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [key(1), key(2)] } } }),
    );
    expect(UnprocessedKeys).toEqual({ [TableName]: { Keys: [key(1)] } });
  });
});
