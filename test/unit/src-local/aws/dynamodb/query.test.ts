import {
  BatchWriteItemCommand,
  QueryCommand,
  type DynamoDBClient,
  type QueryCommandInput,
  type QueryCommandOutput,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { anIndex, aTable, n, s, type Item } from './a-table.ts';

type Ask = (more?: Partial<QueryCommandInput>) => Promise<QueryCommandOutput>;

const names = ['Z', 'a', 'aa', 'ab', 'b', 'é', '\uffee', '😀'];

/**
 * Plants one partition of documents, whose names differ in UTF-8 and UTF-16 order, and a few items in other
 * partitions.
 */
async function documents(items: Item[] = names.map((name, score) => document(name, { scoreN: n(score) }))) {
  const { dynamodb } = aPocketAws();
  const TableName = await aTable(dynamodb, {
    indexes: [
      anIndex('byStatus', 'status scoreN'),
      anIndex('thin', 'status', { ProjectionType: 'INCLUDE', NonKeyAttributes: ['extra'] }),
    ],
    local: [anIndex('byScore', 'PK scoreN', { ProjectionType: 'KEYS_ONLY' })],
  });
  await putAll(dynamodb, [...items, { PK: s('other'), SK: s('a') }, { PK: s('batc'), SK: s('h') }]);
  const ask: Ask = (more = {}) =>
    dynamodb.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'PK = :p',
        ...more,
        ExpressionAttributeValues: {
          ...(more.KeyConditionExpression?.includes(':p') === false ? {} : { ':p': s('batch') }),
          ...more.ExpressionAttributeValues,
        },
      }),
    );
  return { ask, dynamodb, TableName };
}

function document(name: string, more: Item = {}): Item {
  return { PK: s('batch'), SK: s(name), ...more };
}

async function putAll(dynamodb: DynamoDBClient, items: readonly Item[]): Promise<void> {
  for (let at = 0; at < items.length; at += 25) {
    const requests = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
    await dynamodb.send(new BatchWriteItemCommand({ RequestItems: { documents: requests } }));
  }
}

const sortKeys = ({ Items = [] }: QueryCommandOutput): unknown[] => Items.map((item) => item['SK']?.S);

describe('a sort key condition', () => {
  it.each([
    ['nothing more', '', {}, names],
    ['=', 'SK = :a', { ':a': s('ab') }, ['ab']],
    ['<', 'SK < :a', { ':a': s('aa') }, ['Z', 'a']],
    ['<=', 'SK <= :a', { ':a': s('aa') }, ['Z', 'a', 'aa']],
    ['>', 'SK > :a', { ':a': s('é') }, ['\uffee', '😀']],
    ['>=', 'SK >= :a', { ':a': s('é') }, ['é', '\uffee', '😀']],
    ['BETWEEN', 'SK BETWEEN :a AND :b', { ':a': s('a'), ':b': s('ab') }, ['a', 'aa', 'ab']],
    ['begins_with', 'begins_with(SK, :a)', { ':a': s('a') }, ['a', 'aa', 'ab']],
    ['begins_with a surrogate', 'begins_with(SK, :a)', { ':a': s('😀') }, ['😀']],
  ] as const)('with %s finds its range, either way round', async (_case, condition, values, expected) => {
    const { ask } = await documents();
    const KeyConditionExpression = condition ? `PK = :p AND ${condition}` : 'PK = :p';
    const more = { KeyConditionExpression, ExpressionAttributeValues: values };
    expect(sortKeys(await ask(more))).toEqual(expected);
    const backwards = await ask({ ...more, ScanIndexForward: false });
    expect(sortKeys(backwards)).toEqual(expected.toReversed());
  });

  it('orders numbers by value, however long', async () => {
    const scores = [
      '-1e20',
      '-10',
      '-9.5',
      '-9',
      '-0.01',
      '0',
      '1e-130',
      '0.1',
      '9',
      '10',
      '12345678901234567890123456789012345678',
      '12345678901234567890123456789012345679',
      '1e100',
    ];
    const { ask } = await documents(
      scores.map((score, i) => document(`${i}`.padStart(2, '0'), { scoreN: n(score) })).toReversed(),
    );
    const answer = await ask({ IndexName: 'byScore' });
    expect(sortKeys(answer)).toEqual(scores.map((_, i) => `${i}`.padStart(2, '0')));
    const some = await ask({
      IndexName: 'byScore',
      KeyConditionExpression: 'PK = :p AND scoreN BETWEEN :a AND :b',
      ExpressionAttributeValues: { ':a': n('-9.50'), ':b': n('0.0') },
    });
    expect(sortKeys(some)).toEqual(['02', '03', '04', '05']);
  });
});

describe('pages', () => {
  it('end at the limit, even when nothing follows', async () => {
    const { ask } = await documents();
    const first = await ask({ Limit: 8 });
    expect(first.LastEvaluatedKey).toEqual({ PK: s('batch'), SK: s('😀') });
    const rest = await ask({ Limit: 8, ExclusiveStartKey: first.LastEvaluatedKey });
    expect(rest).toMatchObject({ Items: [], Count: 0 });
    expect(rest.LastEvaluatedKey).toBeUndefined();
  });

  it('count the limit before the filter', async () => {
    const { ask } = await documents();
    const page = await ask({
      Limit: 4,
      FilterExpression: 'scoreN > :n',
      ExpressionAttributeValues: { ':n': n(2) },
    });
    expect(page).toMatchObject({ Count: 1, ScannedCount: 4, LastEvaluatedKey: { SK: s('ab') } });
  });

  it('contain at most one megabyte of the table', async () => {
    const size = 2 + 5 + 2 + 4 + 'text'.length;
    const items = Array.from({ length: 12 }, (_, i) =>
      document(`${i}`.padStart(4, '0'), { text: s('x'.repeat(1024 * 128 - size)) }),
    );
    const { ask } = await documents(items);
    const page = await ask({ ProjectionExpression: 'SK' });
    expect(page).toMatchObject({ Count: 8, LastEvaluatedKey: { SK: s('0007') } });
    expect(page.Items?.[0]).toEqual({ SK: s('0000') });
    expect((await ask({ ExclusiveStartKey: page.LastEvaluatedKey })).LastEvaluatedKey).toBeUndefined();
  });

  it.each([true, false])(
    'go through equal index keys without loss, forwards: %s',
    async (ScanIndexForward) => {
      const items = Array.from({ length: 10 }, (_, i) =>
        document(`${i}`, { status: s('FAILED'), scoreN: n(i < 7 ? 1 : 2) }),
      );
      const { ask } = await documents(items);
      const seen: unknown[] = [];
      let ExclusiveStartKey: Item | undefined;
      do {
        const page = await ask({
          IndexName: 'byStatus',
          KeyConditionExpression: '#s = :s',
          ExpressionAttributeNames: { '#s': 'status' },
          ExpressionAttributeValues: { ':s': s('FAILED') },
          Limit: 3,
          ScanIndexForward,
          ExclusiveStartKey,
        });
        seen.push(...sortKeys(page));
        ExclusiveStartKey = page.LastEvaluatedKey;
        if (ExclusiveStartKey)
          expect(Object.keys(ExclusiveStartKey).toSorted()).toEqual(['PK', 'SK', 'scoreN', 'status']);
      } while (ExclusiveStartKey);
      expect(seen).toHaveLength(10);
      expect(new Set(seen)).toEqual(new Set(items.map((item) => item['SK']?.S)));
      expect(new Set(seen.slice(ScanIndexForward ? 7 : 0).slice(0, 3))).toEqual(new Set(['7', '8', '9']));
    },
  );

  it('go on from an item that is gone', async () => {
    const { ask } = await documents();
    const page = await ask({ ExclusiveStartKey: { PK: s('batch'), SK: s('aaa') } });
    expect(sortKeys(page)[0]).toBe('ab');
  });

  it.each([
    ['another partition', { PK: s('other'), SK: s('a') }, /outside query boundaries/],
    ['before the range', { PK: s('batch'), SK: s('Z') }, /does not match the range key predicate/],
    ['behind the range', { PK: s('batch'), SK: s('c') }, /does not match the range key predicate/],
    ['half a key', { PK: s('batch') }, /starting key is invalid/],
    ['a key of the wrong type', { PK: s('batch'), SK: n(1) }, /does not match the schema/],
    ['more than the key', { PK: s('batch'), SK: s('a'), status: s('x') }, /starting key is invalid/],
  ])('cannot start from %s', async (_case, ExclusiveStartKey, message) => {
    const { ask } = await documents();
    const more = {
      KeyConditionExpression: 'PK = :p AND begins_with(SK, :a)',
      ExpressionAttributeValues: { ':a': s('a') },
    };
    await expect(ask({ ...more, ExclusiveStartKey })).rejects.toThrow(message);
  });
});

describe('an index', () => {
  const byStatus = {
    KeyConditionExpression: '#s = :s',
    ExpressionAttributeNames: { '#s': 'status' },
    ExpressionAttributeValues: { ':s': s('FAILED') },
  };
  const two = [
    document('1', { status: s('FAILED'), scoreN: n(1), extra: s('x'), text: s('long') }),
    document('2', { status: s('FAILED') }),
  ];

  it('holds only items that have all its keys', async () => {
    const { ask } = await documents(two);
    expect(sortKeys(await ask({ IndexName: 'byStatus', ...byStatus }))).toEqual(['1']);
    expect(sortKeys(await ask({ IndexName: 'thin', ...byStatus }))).toEqual(['1', '2']);
  });

  it('shows what it projects and no more', async () => {
    const { ask } = await documents(two);
    const { Items } = await ask({ IndexName: 'thin', ...byStatus, Limit: 1 });
    expect(Items).toEqual([{ PK: s('batch'), SK: s('1'), status: s('FAILED'), extra: s('x') }]);
  });

  it.each([
    ['a consistent read', { ConsistentRead: true }, /not supported on global secondary indexes/],
    ['all attributes', { Select: 'ALL_ATTRIBUTES' }, /its projection type is not ALL/],
    [
      'an attribute it does not have',
      { ProjectionExpression: 'PK, #t', ExpressionAttributeNames: { '#s': 'status', '#t': 'text' } },
      /does not project \[text\]/,
    ],
    [
      'a filter on what it does not have',
      { FilterExpression: 'scoreN = :s' },
      /does not project one or more filter attributes: \[scoreN\]/,
    ],
    ['a filter on its key', { FilterExpression: '#s = :s' }, /Primary key attribute: status/],
  ])('that is global does not serve %s', async (_case, more, message) => {
    const { ask } = await documents(two);
    await expect(ask({ IndexName: 'thin', ...byStatus, ...(more as object) })).rejects.toThrow(message);
  });

  it('that is local reads what it lacks from the table, and may be consistent', async () => {
    const { ask } = await documents(two);
    const answer = await ask({
      IndexName: 'byScore',
      Select: 'ALL_ATTRIBUTES',
      ConsistentRead: true,
      ReturnConsumedCapacity: 'INDEXES',
    });
    expect(answer.Items).toEqual([two[0]]);
    expect(answer.ConsumedCapacity).toMatchObject({
      CapacityUnits: 2,
      Table: { CapacityUnits: 1 },
      LocalSecondaryIndexes: { byScore: { CapacityUnits: 1 } },
    });
  });
});

it('counts without items', async () => {
  const { ask } = await documents();
  const answer = await ask({ Select: 'COUNT' });
  expect(answer).toMatchObject({ Count: 8, ScannedCount: 8 });
  expect(answer.Items).toBeUndefined();
});

it.each([
  [
    'no key condition',
    { KeyConditionExpression: undefined, ExpressionAttributeValues: undefined },
    /KeyConditionExpression parameter must be specified/,
  ],
  ['no partition key', { KeyConditionExpression: 'SK = :p' }, /missed key schema element: PK/],
  ['a range of partition keys', { KeyConditionExpression: 'PK > :p' }, /Query key condition not supported/],
  [
    'a condition on another attribute',
    { KeyConditionExpression: 'PK = :p AND extra = :p' },
    /missed key schema element: SK/,
  ],
  ['a key of the wrong type', { ExpressionAttributeValues: { ':p': n(1) } }, /does not match schema type/],
  ['an index that is not there', { IndexName: 'nope' }, /does not have the specified index: nope/],
  ['a filter on the key', { FilterExpression: 'SK = :p' }, /Primary key attribute: SK/],
  [
    'projected attributes of no index',
    { Select: 'ALL_PROJECTED_ATTRIBUTES' },
    /only when Querying using an IndexName/,
  ],
  ['a count of attributes', { Select: 'COUNT', ProjectionExpression: 'SK' }, /only the Count/],
  ['a limit of nothing', { Limit: 0 }, /greater than or equal to 1/],
])('refuses %s', async (_case, more, message) => {
  const { ask } = await documents();
  await expect(ask(more as Partial<QueryCommandInput>)).rejects.toThrow(message);
});
