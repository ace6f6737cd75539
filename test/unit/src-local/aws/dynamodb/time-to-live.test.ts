import {
  DeleteItemCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateTimeToLiveCommand,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import type { MetricPoint } from '#local/world/world.ts';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { anIndex, aTable, n, s } from './a-table.ts';

const TableName = 'documents';
const minute = 60_000;
const year = 365 * 24 * 60 * minute;
const now = startOfTime / 1000;

async function aWorld() {
  const { dynamodb, clock, aws } = aPocketAws();
  await aTable(dynamodb, { keys: 'PK', indexes: [anIndex('byOwner', 'owner')] });
  const set = (Enabled: boolean, AttributeName = 'ttl'): Promise<unknown> =>
    dynamodb.send(
      new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: { Enabled, AttributeName } }),
    );
  const put = (name: string, ttl: AttributeValue): Promise<unknown> =>
    dynamodb.send(new PutItemCommand({ TableName, Item: { PK: s(name), owner: s('ada'), ttl } }));
  const left = async (): Promise<unknown[]> => {
    const { Items = [] } = await dynamodb.send(
      new QueryCommand({
        TableName,
        IndexName: 'byOwner',
        KeyConditionExpression: '#o = :o',
        ExpressionAttributeNames: { '#o': 'owner' },
        ExpressionAttributeValues: { ':o': s('ada') },
      }),
    );
    const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName }));
    expect(Table?.ItemCount).toBe(Items.length);
    return Items.map((item) => item['PK']?.S);
  };
  return { dynamodb, clock, metrics: aws.world.metrics, set, put, left };
}

describe('expired items', () => {
  it('stay readable for a while, then go, from the indexes too', async () => {
    const { dynamodb, clock, set, put, left } = await aWorld();
    await set(true);
    await put('soon', n(now + 60));
    await put('later', n(now + 3600));
    await clock.advance(minute);
    const get = new GetItemCommand({ TableName, Key: { PK: s('soon') } });
    expect((await dynamodb.send(get)).Item).toBeDefined();
    await clock.advance(10 * minute);
    expect((await dynamodb.send(get)).Item).toBeUndefined();
    expect(await left()).toEqual(['later']);
    await clock.advance(65 * minute);
    expect(await left()).toEqual([]);
  });

  it('are those with epoch seconds in a number, no more than five years ago', async () => {
    const { clock, set, put, left } = await aWorld();
    await set(true);
    await put('past', n(now - 10));
    await put('text', s(`${now - 10}`));
    await put('milliseconds', n(startOfTime));
    await put('ancient', n(now - (5 * year) / 1000 - 3600));
    await put('negative', n(-1));
    await clock.advance(30 * minute);
    expect(new Set(await left())).toEqual(new Set(['ancient', 'milliseconds', 'negative', 'text']));
  });

  it('are found among items that were there before, changed or deleted since', async () => {
    const { dynamodb, clock, set, put, left } = await aWorld();
    await put('before', n(now + 60));
    await put('saved', n(now + 60));
    await put('gone', n(now + 60));
    await set(true);
    await put('saved', n(now + 7200));
    await dynamodb.send(new DeleteItemCommand({ TableName, Key: { PK: s('gone') } }));
    await clock.advance(30 * minute);
    expect(await left()).toEqual(['saved']);
  });

  it('consume no capacity, and are counted', async () => {
    const { clock, metrics, set, put } = await aWorld();
    await set(true);
    await put('one', n(now + 1));
    await put('two', n(now + 2));
    const points: MetricPoint[] = [];
    metrics.listen((point) => points.push(point));
    await clock.advance(30 * minute);
    expect(points).toMatchObject([
      { name: 'TimeToLiveDeletedItemCount', value: 2, dimensions: { TableName } },
    ]);
  });

  it('stay once it is switched off', async () => {
    const { clock, set, put, left } = await aWorld();
    await set(true);
    await clock.advance(60 * minute);
    await put('one', n(now + 3700));
    await set(false);
    await clock.advance(60 * minute);
    expect(await left()).toEqual(['one']);
  });
});

describe('the setting', () => {
  it('is described', async () => {
    const { dynamodb, set } = await aWorld();
    const describeIt = new DescribeTimeToLiveCommand({ TableName });
    const off = await dynamodb.send(describeIt);
    expect(off.TimeToLiveDescription).toEqual({ TimeToLiveStatus: 'DISABLED' });
    await set(true);
    const on = await dynamodb.send(describeIt);
    expect(on.TimeToLiveDescription).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' });
  });

  it('changes once an hour, and never to what it is', async () => {
    const { clock, set } = await aWorld();
    await expect(set(false)).rejects.toThrow('TimeToLive is already disabled');
    await set(true);
    await expect(set(true)).rejects.toThrow('TimeToLive is already enabled');
    await expect(set(true, 'other')).rejects.toThrow(/active on a different AttributeName/);
    await expect(set(false)).rejects.toThrow(/modified multiple times within a fixed interval/);
    await clock.advance(60 * minute);
    await set(false);
  });
});
