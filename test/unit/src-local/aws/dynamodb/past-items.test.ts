import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { nameItemsCollection, formatItemKey } from '#local/aws/dynamodb/past-items.ts';
import { measureItem } from '#local/aws/dynamodb/values/size.ts';
import { Later } from '#local/journal/told.ts';
import type { AttributeValue } from '#local/aws/dynamodb/values/attribute-value.ts';
import { aPast } from '#test/builders/a-past.ts';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { anIndex, s, tableInput } from './a-table.ts';

type PastItem = Record<string, AttributeValue>;

const count = 1_200;
const indexed = tableInput({
  indexes: [
    anIndex('all', 'state at'),
    anIndex('few', 'state', { ProjectionType: 'INCLUDE', NonKeyAttributes: ['name'] }),
  ],
});

it('are in a table from its creation, in their order and in its indexes', async () => {
  const { dynamodb } = await aToldTable();
  const all = await dynamodb.send(new QueryCommand({ TableName: 'documents', ...partition('b1') }));
  expect(all.Items?.map(({ SK }) => SK?.S)).toEqual(
    Array.from({ length: count }, (_, number) => formatSortKey(number)),
  );
  const failed = await dynamodb.send(
    new QueryCommand({ TableName: 'documents', IndexName: 'all', ...inState('FAILED'), Select: 'COUNT' }),
  );
  expect(failed.Count).toBe(count / 10);
});

it('are stored under the same key as a client’s replacement', async () => {
  const { dynamodb, aws } = await aToldTable();
  const Item = { PK: s('b1'), SK: s(formatSortKey(3)), state: s('NEW') };
  await dynamodb.send(new PutItemCommand({ TableName: 'documents', Item }));
  expect(aws.world.store.collection(nameItemsCollection('documents')).size).toBe(count);
  expect(
    aws.world.store.collection(nameItemsCollection('documents')).get(formatItemKey('b1', formatSortKey(3))),
  ).toEqual(Item);
});

it('are created only when they are read', async () => {
  const { dynamodb, made, unread } = await aToldTable();
  await dynamodb.send(
    new UpdateTimeToLiveCommand({
      TableName: 'documents',
      TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' },
    }),
  );
  const Key = { PK: s('b1'), SK: s(formatSortKey(unread)) };
  expect(made).toEqual([]);
  for (let time = 0; time < 2; time += 1) {
    const { Item } = await dynamodb.send(new GetItemCommand({ TableName: 'documents', Key }));
    expect(Item).toEqual(createPastItem(unread));
  }
  expect(made).toEqual([unread]);
});

it('are seen by a lagging index as they were, although they had not been read', async () => {
  const { dynamodb, aws } = await aToldTable();
  aws.world.faults.set([{ id: 'lag', kind: 'index-lag', ms: 60_000 }]);
  const Key = { PK: s('b1'), SK: s(formatSortKey(10)) };
  await dynamodb.send(
    new UpdateItemCommand({
      TableName: 'documents',
      Key,
      UpdateExpression: 'SET #state = :done',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':done': s('DONE') },
    }),
  );
  const failed = new QueryCommand({ TableName: 'documents', IndexName: 'all', ...inState('FAILED') });
  const before = await dynamodb.send(failed);
  expect(before.Items?.find(({ SK }) => SK?.S === formatSortKey(10))).toEqual(createPastItem(10));
  await aws.advance(60_000);
  expect((await dynamodb.send(failed)).Count).toBe((before.Count ?? 0) - 1);
});

it('consume capacity by their size', async () => {
  const { dynamodb } = await aToldTable();
  const Key = { PK: s('b1'), SK: s(formatSortKey(290)) };
  const asked = {
    TableName: 'documents',
    Key,
    ReturnConsumedCapacity: 'TOTAL',
    ConsistentRead: true,
  } as const;
  const { ConsumedCapacity } = await dynamodb.send(new GetItemCommand({ ...asked }));
  expect(ConsumedCapacity?.CapacityUnits).toBe(1);
  const size = Array.from({ length: count }, (_, number) => measureItem(createPastItem(number))).reduce(
    (sum, one) => sum + one,
  );
  const described = await dynamodb.send(new DescribeTableCommand({ TableName: 'documents' }));
  expect(described.Table?.ItemCount).toBe(count);
  // The size is estimated from some of the items until they are read.
  expect(Math.abs((described.Table?.TableSizeBytes ?? 0) / size - 1)).toBeLessThan(0.1);
  await dynamodb.send(new QueryCommand({ TableName: 'documents', ...partition('b1') }));
  const read = await dynamodb.send(new DescribeTableCommand({ TableName: 'documents' }));
  expect(read.Table?.TableSizeBytes).toBe(size);
});

it('are updated as a whole, and stay so when the world is opened again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'told-items-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const first = await aToldTable(folder);
  await first.dynamodb.send(
    new UpdateItemCommand({
      TableName: 'documents',
      Key: { PK: s('b1'), SK: s(formatSortKey(10)) },
      UpdateExpression: 'SET #state = :done',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':done': s('DONE') },
    }),
  );
  first.aws.close();
  const made: number[] = [];
  const again = aPocketAws({ folder, past: aToldPast(made) });
  expect(made).toEqual([]);
  const { Items } = await again.dynamodb.send(
    new QueryCommand({ TableName: 'documents', IndexName: 'all', ...inState('DONE') }),
  );
  expect(Items).toEqual([{ ...createPastItem(10), state: s('DONE') }]);
});

it('that were to expire do so', async () => {
  const { dynamodb, aws } = await aToldTable();
  const TimeToLiveSpecification = { Enabled: true, AttributeName: 'ttl' };
  await dynamodb.send(new UpdateTimeToLiveCommand({ TableName: 'documents', TimeToLiveSpecification }));
  await aws.advance(100 * 60_000);
  const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: 'documents' }));
  expect(Table?.ItemCount).toBe(count - 101);
});

it('do not expire when they were replaced by others that never do, read or not', async () => {
  const { dynamodb, aws } = aPocketAws({ past: aToldPast([]) });
  await dynamodb.send(new CreateTableCommand(tableInput()));
  const TimeToLiveSpecification = { Enabled: true, AttributeName: 'ttl' };
  await dynamodb.send(new UpdateTimeToLiveCommand({ TableName: 'documents', TimeToLiveSpecification }));
  const Key = { PK: s('b1'), SK: s(formatSortKey(1)) };
  await dynamodb.send(new PutItemCommand({ TableName: 'documents', Item: Key }));
  await aws.advance(100 * 60_000);
  expect((await dynamodb.send(new GetItemCommand({ TableName: 'documents', Key }))).Item).toEqual(Key);
});

it('are gone with their table', async () => {
  const { dynamodb } = await aToldTable();
  await dynamodb.send(new DeleteTableCommand({ TableName: 'documents' }));
  await dynamodb.send(new CreateTableCommand(indexed));
  const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: 'documents' }));
  expect([Table?.ItemCount, Table?.TableSizeBytes]).toEqual([0, 0]);
});

async function aToldTable(
  folder?: string,
): Promise<ReturnType<typeof aPocketAws> & { made: number[]; unread: number }> {
  const made: number[] = [];
  const world = aPocketAws({ past: aToldPast(made), ...(folder !== undefined && { folder }) });
  await world.dynamodb.send(new CreateTableCommand(indexed));
  // Some items were already read for the size of the table.
  const unread = Array.from({ length: count }, (_, number) => number).find(
    (number) => !made.includes(number),
  );
  made.length = 0;
  return { ...world, made, unread: unread ?? 0 };
}

/** Returns a past that adds the number of each created item to `made`. */
function aToldPast(made: number[]): ReturnType<typeof aPast> {
  return aPast({
    *[nameItemsCollection('documents')]() {
      for (let number = 0; number < count; number += 1) {
        const item = createPastItem(number);
        const { state, at, ttl } = item;
        const make = (): PastItem => {
          made.push(number);
          return item;
        };
        yield [formatItemKey('b1', formatSortKey(number)), new Later(make, { state, at, ttl })] as const;
      }
    },
  });
}

function createPastItem(number: number): PastItem {
  return {
    PK: { S: 'b1' },
    SK: { S: formatSortKey(number) },
    state: { S: number % 10 === 0 ? 'FAILED' : 'SUCCEEDED' },
    at: { S: `2026-01-0${1 + (number % 9)}` },
    name: { S: `invoice ${number}` },
    ttl: { N: String(startOfTime / 1_000 + number * 60) },
    fields: { M: { total: { N: String(number) }, text: { S: 'é'.repeat(number % 300) } } },
  };
}

function formatSortKey(number: number): string {
  return `DOC#${String(number).padStart(4, '0')}`;
}

function partition(key: string): object {
  return { KeyConditionExpression: 'PK = :pk', ExpressionAttributeValues: { ':pk': s(key) } };
}

function inState(state: string): object {
  return {
    KeyConditionExpression: '#state = :state',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':state': s(state) },
  };
}
