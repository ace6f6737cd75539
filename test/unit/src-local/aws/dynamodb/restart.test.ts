import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DescribeTableCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { drivenClock } from '#local/world/clock.ts';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { anIndex, aTable, n, s } from './a-table.ts';

const TableName = 'documents';

function aHome(): (time?: number) => ReturnType<typeof aPocketAws> {
  const folder = mkdtempSync(join(tmpdir(), 'dynamodb-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return (time = startOfTime) => aPocketAws({ folder, clock: drivenClock(time) });
}

it('finds items, order, indexes and sizes as they were', async () => {
  const open = aHome();
  const first = open();
  await aTable(first.dynamodb, { indexes: [anIndex('byOwner', 'owner scoreN')] });
  for (const [SK, score] of [
    ['b', 2],
    ['é', 10],
    ['a', -1],
  ] as const) {
    const Item = { PK: s('p'), SK: s(SK), owner: s('ada'), scoreN: n(score) };
    await first.dynamodb.send(new PutItemCommand({ TableName, Item }));
  }
  await first.dynamodb.send(
    new UpdateItemCommand({
      TableName,
      Key: { PK: s('p'), SK: s('a') },
      UpdateExpression: 'REMOVE #o',
      ExpressionAttributeNames: { '#o': 'owner' },
    }),
  );
  const before = await first.dynamodb.send(new DescribeTableCommand({ TableName }));
  first.aws.close();

  const { dynamodb } = open();
  const after = await dynamodb.send(new DescribeTableCommand({ TableName }));
  expect(after.Table).toEqual(before.Table);
  const query = async (
    KeyConditionExpression: string,
    value: string,
    IndexName?: string,
  ): Promise<unknown> => {
    const { Items } = await dynamodb.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression,
        ...(IndexName && { IndexName, ExpressionAttributeNames: { '#o': 'owner' } }),
        ExpressionAttributeValues: { ':v': s(value) },
      }),
    );
    return Items?.map((item) => item['SK']?.S);
  };
  expect(await query('PK = :v', 'p')).toEqual(['a', 'b', 'é']);
  expect(await query('#o = :v', 'ada', 'byOwner')).toEqual(['b', 'é']);
});

it('continues to wait for items to expire, and sweeps what expired meanwhile', async () => {
  const open = aHome();
  const first = open();
  await aTable(first.dynamodb, { keys: 'PK' });
  await first.dynamodb.send(
    new UpdateTimeToLiveCommand({
      TableName,
      TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' },
    }),
  );
  const put = (name: string, seconds: number): Promise<unknown> =>
    first.dynamodb.send(
      new PutItemCommand({ TableName, Item: { PK: s(name), ttl: n(startOfTime / 1000 + seconds) } }),
    );
  await put('meanwhile', 60);
  await put('later', 7200);
  first.aws.close();

  const { dynamodb, clock } = open(startOfTime + 3_600_000);
  const count = async (): Promise<unknown> =>
    (await dynamodb.send(new DescribeTableCommand({ TableName }))).Table?.ItemCount;
  expect(await count()).toBe(2);
  await clock.advance(10 * 60_000);
  expect(await count()).toBe(1);
  await clock.advance(3_600_000);
  expect(await count()).toBe(0);
});

it('remembers the tokens of transactions', async () => {
  const open = aHome();
  const first = open();
  await aTable(first.dynamodb, { keys: 'PK' });
  const add = new TransactWriteItemsCommand({
    ClientRequestToken: 'once',
    TransactItems: [
      {
        Update: {
          TableName,
          Key: { PK: s('p') },
          UpdateExpression: 'ADD hits :one',
          ExpressionAttributeValues: { ':one': n(1) },
        },
      },
    ],
  });
  await first.dynamodb.send(add);
  first.aws.close();

  const { dynamodb } = open();
  await dynamodb.send(add);
  const { Item } = await dynamodb.send(new GetItemCommand({ TableName, Key: { PK: s('p') } }));
  expect(Item?.['hits']).toEqual(n(1));
});
