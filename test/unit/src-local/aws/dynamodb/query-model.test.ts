import {
  BatchWriteItemCommand,
  DeleteItemCommand,
  DescribeTableCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { clientsOver } from '#test/builders/aws-clients.ts';
import { pocketAws } from '#local/aws/pocket-aws.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { drivenClock } from '#local/world/clock.ts';
import { anIndex, aTable, n, s, type Item } from './a-table.ts';

const TableName = 'documents';
const hash = (item: Item, name: string): string | undefined => item[name]?.S;

/** Models a table as simply as possible, as a list of items. */
class Model {
  items: Item[] = [];

  find({ PK, SK }: Item): Item | undefined {
    return this.items.find((item) => item['PK']?.S === PK?.S && item['SK']?.S === SK?.S);
  }

  put(item: Item): void {
    this.delete(item);
    this.items.push(item);
  }

  delete(key: Item): void {
    this.items = this.items.filter((item) => item !== this.find(key));
  }

  query(index: Index, partition: string, from: number, to: number): Item[] {
    return this.items
      .filter((item) => hash(item, index.hash) === partition && readRange(item, index) !== undefined)
      .filter((item) => {
        const range = readRange(item, index) ?? 0;
        return range >= from && range <= to;
      });
  }
}

interface Index {
  readonly name?: string;
  readonly hash: string;
  readonly range: string;
}

const indexes: Index[] = [
  { hash: 'PK', range: 'SK' },
  { name: 'whole', hash: 'owner', range: 'scoreN' },
  { name: 'thin', hash: 'owner', range: 'SK' },
];

function readRange(item: Item, { range }: Index): number | undefined {
  const value = item[range];
  return value ? Number(value.N ?? value.S) : undefined;
}

const partition = fc.constantFrom('a', 'b');
const sortKey = fc.integer({ min: 10, max: 40 }).map(String);
const anItem = fc
  .record(
    {
      PK: partition,
      SK: sortKey,
      owner: partition,
      score: fc.integer({ min: -3, max: 3 }),
      text: fc.string(),
    },
    { requiredKeys: ['PK', 'SK'] },
  )
  .map(({ PK, SK, owner, score, text }): Item => ({
    PK: s(PK),
    SK: s(SK),
    ...(owner !== undefined && { owner: s(owner) }),
    ...(score !== undefined && { scoreN: n(score) }),
    ...(text !== undefined && { text: s(text) }),
  }));

const step = fc.record({
  kind: fc.constantFrom('put', 'delete', 'owner', 'disown', 'batch', 'transaction'),
  item: anItem,
  other: anItem,
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function take({ kind, item: one, other }: Step, dynamodb: DynamoDBClient, model: Model): Promise<void> {
  const { PK, SK } = one;
  const Key = { PK, SK } as Item;
  const there = model.find(Key);
  const names = { ExpressionAttributeNames: { '#o': 'owner' } };
  if (kind === 'put') {
    await dynamodb.send(new PutItemCommand({ TableName, Item: one }));
    model.put(one);
  } else if (kind === 'delete') {
    await dynamodb.send(new DeleteItemCommand({ TableName, Key }));
    model.delete(one);
  } else if (kind === 'owner') {
    const ExpressionAttributeValues = { ':o': s('b') };
    await dynamodb.send(
      new UpdateItemCommand({
        TableName,
        Key,
        UpdateExpression: 'SET #o = :o',
        ...names,
        ExpressionAttributeValues,
      }),
    );
    model.put({ ...(there ?? Key), owner: s('b') });
  } else if (kind === 'disown') {
    await dynamodb.send(new UpdateItemCommand({ TableName, Key, UpdateExpression: 'REMOVE #o', ...names }));
    const { owner: _gone, ...rest } = there ?? Key;
    model.put(rest);
  } else if (kind === 'batch') {
    const items = other['PK']?.S === PK?.S && other['SK']?.S === SK?.S ? [one] : [one, other];
    const requests = items.map((Item) => ({ PutRequest: { Item } }));
    await dynamodb.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }));
    for (const each of items) model.put(each);
  } else {
    // A transaction writes all or nothing, and its second action passes only where there is no item yet.
    const ConditionExpression = 'attribute_not_exists(PK)';
    const same = other['PK']?.S === PK?.S && other['SK']?.S === SK?.S;
    const possible = !same && !model.find(other);
    const TransactItems = [
      { Put: { TableName, Item: one } },
      { Put: { TableName, Item: other, ConditionExpression } },
    ];
    const done = dynamodb.send(new TransactWriteItemsCommand({ TransactItems })).then(
      () => true,
      () => false,
    );
    expect(await done).toBe(possible);
    if (possible) for (const each of [one, other]) model.put(each);
  }
}

async function everyPage(dynamodb: DynamoDBClient, input: object): Promise<Item[]> {
  const items: Item[] = [];
  let ExclusiveStartKey: Item | undefined;
  do {
    const page = await dynamodb.send(new QueryCommand({ TableName, ...input, ExclusiveStartKey }));
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
}

it('answers every query as a plain list of items would, whatever happened before', async () => {
  const bounds = fc.tuple(fc.integer({ min: 10, max: 40 }), fc.integer({ min: 10, max: 40 }));
  const scores = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }));
  const scenario = fc.record({
    steps: fc.array(step, { maxLength: 40, size: 'max' }),
    bounds,
    scores,
    Limit: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
    forwards: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ steps, bounds: sortKeys, scores: numbers, Limit, forwards }) => {
      const aws = pocketAws({ clock: drivenClock(0) });
      const { dynamodb } = clientsOver(requestHandler(aws.dispatch));
      await aTable(dynamodb, {
        indexes: [
          anIndex('whole', 'owner scoreN'),
          anIndex('thin', 'owner SK', { ProjectionType: 'INCLUDE', NonKeyAttributes: ['text'] }),
        ],
      });
      const model = new Model();
      for (const each of steps) await take(each, dynamodb, model);
      for (const index of indexes) {
        const isNumber = index.range === 'scoreN';
        const [from = 0, to = 0] = (isNumber ? numbers : sortKeys).toSorted((one, other) => one - other);
        for (const owner of ['a', 'b']) {
          const read = await everyPage(dynamodb, {
            ...(index.name && { IndexName: index.name }),
            KeyConditionExpression: '#h = :h AND #r BETWEEN :from AND :to',
            ExpressionAttributeNames: { '#h': index.hash, '#r': index.range },
            ExpressionAttributeValues: {
              ':h': s(owner),
              ':from': isNumber ? n(from) : s(`${from}`),
              ':to': isNumber ? n(to) : s(`${to}`),
            },
            ScanIndexForward: forwards,
            ...(Limit && { Limit }),
          });
          const ranges = read.map((each) => readRange(each, index) ?? 0);
          expect(ranges).toEqual(ranges.toSorted((one, other) => (forwards ? one - other : other - one)));
          const expected = model.query(index, owner, from, to).map((each) => seenIn(index, each));
          expect(inOrder(read)).toEqual(inOrder(expected));
        }
      }
      const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName }));
      expect(Table?.ItemCount).toBe(model.items.length);
      expect(Table?.GlobalSecondaryIndexes?.map(({ ItemCount }) => ItemCount)).toEqual(
        indexes
          .slice(1)
          .map(
            (index) =>
              model.items.filter((each) => hash(each, index.hash) && readRange(each, index) !== undefined)
                .length,
          ),
      );
      aws.close();
    }),
    { numRuns: 12 },
  );
}, 30_000);

function seenIn({ name }: Index, { scoreN, ...item }: Item): Item {
  return name === 'thin' || !scoreN ? item : { ...item, scoreN };
}

function inOrder(items: readonly Item[]): Item[] {
  const place = ({ PK, SK }: Item): string => `${PK?.S}/${SK?.S}`;
  return items.toSorted((one, other) => (place(one) < place(other) ? -1 : 1));
}
