import {
  GetItemCommand,
  PutItemCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  type DynamoDBClient,
  type TransactWriteItem,
  type TransactWriteItemsCommandOutput,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { anIndex, aTable, n, s, type Item } from './a-table.ts';

const TableName = 'documents';
const key = (SK: string): Item => ({ PK: s('a'), SK: s(SK) });
const put = (SK: string, more: object = {}, item: Item = {}): TransactWriteItem => ({
  Put: { TableName, Item: { ...key(SK), ...item }, ...more },
});
const mustBeNew = { ConditionExpression: 'attribute_not_exists(PK)' };

async function aWorld(...present: string[]) {
  const { dynamodb, clock } = aPocketAws();
  await aTable(dynamodb, { indexes: [anIndex('byOwner', 'owner')] });
  for (const SK of present)
    await dynamodb.send(new PutItemCommand({ TableName, Item: { ...key(SK), count: n(1) } }));
  const transact = (
    TransactItems: TransactWriteItem[],
    ClientRequestToken?: string,
  ): Promise<TransactWriteItemsCommandOutput> =>
    dynamodb.send(
      new TransactWriteItemsCommand({
        TransactItems,
        ReturnConsumedCapacity: 'TOTAL',
        ...(ClientRequestToken && { ClientRequestToken }),
      }),
    );
  return { dynamodb, clock, transact };
}

async function itemAt(dynamodb: DynamoDBClient, SK: string): Promise<Item | undefined> {
  return (await dynamodb.send(new GetItemCommand({ TableName, Key: key(SK) }))).Item;
}

describe('a transaction', () => {
  it('does all that it was asked to', async () => {
    const { dynamodb, transact } = await aWorld('1', '2', '3');
    await transact([
      put('new'),
      {
        Update: {
          TableName,
          Key: key('1'),
          UpdateExpression: 'ADD #c :one',
          ExpressionAttributeNames: { '#c': 'count' },
          ExpressionAttributeValues: { ':one': n(1) },
        },
      },
      { Delete: { TableName, Key: key('2') } },
      { ConditionCheck: { TableName, Key: key('3'), ConditionExpression: 'attribute_exists(PK)' } },
    ]);
    expect(await itemAt(dynamodb, 'new')).toEqual(key('new'));
    expect(await itemAt(dynamodb, '1')).toMatchObject({ count: n(2) });
    expect(await itemAt(dynamodb, '2')).toBeUndefined();
    expect(await itemAt(dynamodb, '3')).toEqual({ ...key('3'), count: n(1) });
  });

  it('does nothing when one condition fails, and reports the state of each action', async () => {
    const { dynamodb, transact } = await aWorld('1');
    await expect(
      transact([
        put('new'),
        put('1', { ...mustBeNew, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
        put('2', {}, { owner: n(1) }),
      ]),
    ).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      message:
        'Transaction cancelled, please refer cancellation reasons for specific reasons ' +
        '[None, ConditionalCheckFailed, ValidationError]',
      CancellationReasons: [
        { Code: 'None' },
        {
          Code: 'ConditionalCheckFailed',
          Message: 'The conditional request failed',
          Item: { ...key('1'), count: n(1) },
        },
        { Code: 'ValidationError', Message: expect.stringContaining('Type mismatch for Index Key owner') },
      ],
    });
    expect(await itemAt(dynamodb, 'new')).toBeUndefined();
  });

  it.each([
    [
      'two actions on one item',
      [put('1'), { Delete: { TableName, Key: key('1') } }],
      /multiple operations on one item/,
    ],
    ['an empty key', [put('')], /empty string value. Key: SK/],
    ['an item too large', [put('1', {}, { text: s('x'.repeat(410_000)) })], /Item size has exceeded/],
    [
      'more than 4 MB',
      Array.from({ length: 11 }, (_, i) => put(`${i}`, {}, { text: s('x'.repeat(400_000)) })),
      /exceeds 4 MB/,
    ],
    [
      'more than a hundred actions',
      Array.from({ length: 101 }, (_, i) => put(`${i}`)),
      /less than or equal to 100/,
    ],
    [
      'an action of two kinds',
      [{ ...put('1'), Delete: { TableName, Key: key('2') } }],
      /can only contain one of/,
    ],
    ['an action of no kind', [{}], /should contain Delete or Put or Update/],
  ])('is refused as a whole for %s', async (_case, actions, message) => {
    const { dynamodb, transact } = await aWorld();
    await expect(transact(actions)).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringMatching(message),
    });
    expect(await itemAt(dynamodb, '1')).toBeUndefined();
  });

  it('hears of a malformed action before it looks for tables', async () => {
    const { transact } = await aWorld();
    const unused = {
      ConditionExpression: 'attribute_exists(PK)',
      ExpressionAttributeValues: { ':v': s('x') },
    };
    await expect(
      transact([{ Put: { TableName: 'nope', Item: key('1') } }, put('1', unused)]),
    ).rejects.toThrow(/unused in expressions: keys: {:v}/);
    await expect(transact([{ Put: { TableName: 'nope', Item: key('1') } }])).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });
});

describe('a repeated token', () => {
  const actions = [put('1', mustBeNew, { text: s('x'.repeat(1500)) })];

  it('does nothing again, and costs a read', async () => {
    const { transact } = await aWorld();
    expect((await transact(actions, 'once')).ConsumedCapacity).toEqual([
      { TableName, CapacityUnits: 4, WriteCapacityUnits: 4 },
    ]);
    expect((await transact(actions, 'once')).ConsumedCapacity).toEqual([
      { TableName, CapacityUnits: 2, ReadCapacityUnits: 2 },
    ]);
  });

  it('is refused with other actions', async () => {
    const { transact } = await aWorld();
    await transact(actions, 'once');
    await expect(transact([put('2')], 'once')).rejects.toMatchObject({
      name: 'IdempotentParameterMismatchException',
    });
  });

  it('is a new one after ten minutes, or when the first attempt failed', async () => {
    const { clock, transact } = await aWorld('1');
    await expect(transact(actions, 'once')).rejects.toMatchObject({ name: 'TransactionCanceledException' });
    await transact([put('2', mustBeNew)], 'once');
    await clock.advance(10 * 60 * 1000 - 1);
    await transact([put('2', mustBeNew)], 'once');
    await clock.advance(1);
    await expect(transact([put('2', mustBeNew)], 'once')).rejects.toMatchObject({
      name: 'TransactionCanceledException',
    });
  });
});

describe('reading in a transaction', () => {
  it('answers in order, with nothing for what is not there', async () => {
    const { dynamodb } = await aWorld('1');
    const { Responses } = await dynamodb.send(
      new TransactGetItemsCommand({
        TransactItems: [
          { Get: { TableName, Key: key('nope') } },
          { Get: { TableName, Key: key('1'), ProjectionExpression: 'SK' } },
        ],
      }),
    );
    expect(Responses).toEqual([{}, { Item: { SK: s('1') } }]);
  });

  it('is cancelled for a key that does not fit', async () => {
    const { dynamodb } = await aWorld('1');
    const TransactItems = [
      { Get: { TableName, Key: key('1') } },
      { Get: { TableName, Key: { PK: s('a') } } },
    ];
    await expect(dynamodb.send(new TransactGetItemsCommand({ TransactItems }))).rejects.toMatchObject({
      CancellationReasons: [{ Code: 'None' }, { Code: 'ValidationError' }],
    });
  });
});
