import assert from 'node:assert/strict';
import type { QueryCommandInput, QueryCommandOutput } from '@aws-sdk/client-dynamodb';
import type { Assertion, Clients, Tools } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { B, N, S, aTable, type Table } from './a-table.ts';
import { pages } from './pages.ts';

/** Lists which of the sort keys 1 to 5 each key condition finds. */
const keyConditions: readonly [stem: string, condition: string, found: readonly number[]][] = [
  ['equal', 'sk = :two', [2]],
  ['less', 'sk < :two', [1]],
  ['at-most', 'sk <= :two', [1, 2]],
  ['greater', 'sk > :four', [5]],
  ['at-least', 'sk >= :four', [4, 5]],
  ['between', 'sk BETWEEN :two AND :four', [2, 3, 4]],
];

const refusedConditions: readonly [stem: string, condition: string, says: string][] = [
  ['no-partition', 'sk = :two', 'The partition key must be in the key condition.'],
  ['partition-range', 'pk > :a', 'The partition key is only compared for equality.'],
  ['or', 'pk = :a AND (sk = :two OR sk = :four)', 'OR is refused in a key condition.'],
  ['not-equal', 'pk = :a AND sk <> :two', 'Inequality is refused in a key condition.'],
  ['in', 'pk = :a AND sk IN (:two, :four)', 'IN is refused in a key condition.'],
  ['not-a-key', 'pk = :a AND nth = :two', 'Only key attributes may be in a key condition.'],
  ['key-twice', 'pk = :a AND sk > :two AND sk < :four', 'One condition a key.'],
  ['contains', 'pk = :a AND contains(sk, :two)', 'contains is refused in a key condition.'],
  ['wrong-type', 'pk = :two', 'A key is only compared with a value of its own type.'],
];

export const queries: readonly Assertion[] = [
  ...keyConditions.map(([stem, condition, found]): Assertion => ({
    id: `dynamodb.query.${stem}`,
    says: `A sort key condition “${condition}” finds just those keys.`,
    doc: pages.keyConditions,
    async run(aws, tools) {
      const table = await fiveItems(aws, tools);
      assert.deepEqual(listKeys(await table.query(inPartition(`pk = :a AND ${condition}`))), found);
    },
  })),
  ...refusedConditions.map(([stem, condition, says]): Assertion => ({
    id: `dynamodb.query.refused.${stem}`,
    says,
    doc: pages.keyConditions,
    async run(aws, tools) {
      const table = await fiveItems(aws, tools);
      await refuses(table.query(inPartition(condition)), 'ValidationException');
    },
  })),
  {
    id: 'dynamodb.query.begins-with',
    says: 'begins_with on the sort key finds every key with that beginning.',
    doc: pages.keyConditions,
    async run(aws, tools) {
      const table = await aTable(aws, tools, { sort: 'S' });
      for (const sk of ['doc#1', 'doc#2', 'do', 'dod', 'page#1']) await table.put({ pk: S('a'), sk: S(sk) });
      const { Items = [] } = await table.query({
        KeyConditionExpression: 'pk = :a AND begins_with(sk, :d)',
        ExpressionAttributeValues: { ':a': S('a'), ':d': S('doc#') },
      });
      assert.deepEqual(
        Items.map(({ sk }) => sk?.S),
        ['doc#1', 'doc#2'],
      );
    },
  },
  {
    id: 'dynamodb.query.backwards',
    says: 'ScanIndexForward false gives the same items from the other end.',
    doc: pages.api('Query'),
    async run(aws, tools) {
      const table = await fiveItems(aws, tools);
      const found = await table.query({ ...inPartition('pk = :a'), ScanIndexForward: false, Limit: 2 });
      assert.deepEqual(listKeys(found), [5, 4]);
      assert.deepEqual(found.LastEvaluatedKey, { pk: S('a'), sk: N(4) });
    },
  },
  {
    id: 'dynamodb.query.text-order',
    says: 'Text is in the order of its UTF-8 bytes, not of its UTF-16 units.',
    doc: pages.naming,
    async run(aws, tools) {
      const table = await aTable(aws, tools, { sort: 'S' });
      const sorted = ['A', 'Z', 'a', 'aa', 'b', 'z', 'é', '漢', '\uFFFD', '😀'];
      for (const sk of sorted.toReversed()) await table.put({ pk: S('a'), sk: S(sk) });
      const { Items = [] } = await table.query(inPartition('pk = :a'));
      assert.deepEqual(
        Items.map(({ sk }) => sk?.S),
        sorted,
      );
    },
  },
  {
    id: 'dynamodb.query.byte-order',
    says: 'Bytes are in the order of unsigned bytes.',
    doc: pages.naming,
    async run(aws, tools) {
      const table = await aTable(aws, tools, { sort: 'B' });
      const sorted = [B(0), B(1), B(1, 0), B(127), B(128), B(255), B(255, 0)];
      for (const sk of sorted.toReversed()) await table.put({ pk: S('a'), sk });
      const { Items = [] } = await table.query(inPartition('pk = :a'));
      assert.deepEqual(
        Items.map(({ sk }) => sk),
        sorted,
      );
    },
  },
  {
    id: 'dynamodb.query.last-evaluated-key',
    says: 'Limit ends a page with the key to go on after; the last page has none.',
    doc: pages.paging,
    async run(aws, tools) {
      const table = await fiveItems(aws, tools);
      const seen: number[][] = [];
      let start: QueryCommandOutput['LastEvaluatedKey'];
      do {
        const from = start ? { ExclusiveStartKey: start } : {};
        const page: QueryCommandOutput = await table.query({ ...inPartition('pk = :a'), Limit: 2, ...from });
        seen.push(listKeys(page));
        start = page.LastEvaluatedKey;
      } while (start);
      assert.deepEqual(seen, [[1, 2], [3, 4], [5]]);
    },
  },
  {
    id: 'dynamodb.query.exactly-limit',
    says: 'A page that Limit fills has a LastEvaluatedKey even when nothing follows.',
    doc: pages.paging,
    async run(aws, tools) {
      const table = await fiveItems(aws, tools);
      const page = await table.query({ ...inPartition('pk = :a'), Limit: 5 });
      assert.deepEqual(page.LastEvaluatedKey, { pk: S('a'), sk: N(5) });
      const start = { ExclusiveStartKey: { pk: S('a'), sk: N(5) } };
      const after = await table.query({ ...inPartition('pk = :a'), ...start });
      assert.equal(after.Count, 0);
      assert.equal(after.LastEvaluatedKey, undefined);
    },
  },
  {
    id: 'dynamodb.query.start-between',
    says: 'A start key need not belong to an item.',
    doc: pages.api('Query'),
    async run(aws, tools) {
      const table = await fiveItems(aws, tools);
      const start = { ExclusiveStartKey: { pk: S('a'), sk: N('2.5') } };
      assert.deepEqual(listKeys(await table.query({ ...inPartition('pk = :a'), ...start })), [3, 4, 5]);
    },
  },
  {
    id: 'dynamodb.query.start-outside',
    says: 'A start key outside what the query asks for is refused.',
    doc: pages.api('Query'),
    async run(aws, tools) {
      const table = await fiveItems(aws, tools);
      const elsewhere = { ExclusiveStartKey: { pk: S('b'), sk: N(1) } };
      await refuses(table.query({ ...inPartition('pk = :a'), ...elsewhere }), 'ValidationException');
      const beyond = { ExclusiveStartKey: { pk: S('a'), sk: N(1) } };
      await refuses(
        table.query({ ...inPartition('pk = :a AND sk > :four'), ...beyond }),
        'ValidationException',
      );
    },
  },
  {
    id: 'dynamodb.query.start-malformed',
    says: 'A start key that is no key of the table is refused.',
    doc: pages.api('Query'),
    async run(aws, tools) {
      const table = await fiveItems(aws, tools);
      const half = { ExclusiveStartKey: { pk: S('a') } };
      await refuses(table.query({ ...inPartition('pk = :a'), ...half }), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.query.filter-after-limit',
    says: 'Limit counts what is read, before the filter: a page may be empty and yet not the last.',
    doc: pages.filters,
    async run(aws, tools) {
      const table = await fiveItems(aws, tools);
      const input = { ...inPartition('pk = :a', 'nth = :four'), FilterExpression: 'nth = :four' };
      const page = await table.query({ ...input, Limit: 2 });
      assert.deepEqual([page.Count, page.ScannedCount], [0, 2]);
      assert.deepEqual(page.LastEvaluatedKey, { pk: S('a'), sk: N(2) });
      const whole = await table.query(input);
      assert.deepEqual([whole.Count, whole.ScannedCount], [1, 5]);
    },
  },
  {
    id: 'dynamodb.query.filter-on-key',
    says: 'A filter on a key attribute is refused.',
    doc: pages.filters,
    async run(aws, tools) {
      const table = await fiveItems(aws, tools);
      const input = { ...inPartition('pk = :a', ':two'), FilterExpression: 'sk = :two' };
      await refuses(table.query(input), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.query.count',
    says: 'Select COUNT gives the count without the items.',
    doc: pages.api('Query'),
    async run(aws, tools) {
      const table = await fiveItems(aws, tools);
      const answer = await table.query({ ...inPartition('pk = :a AND sk > :two'), Select: 'COUNT' });
      assert.deepEqual([answer.Count, answer.ScannedCount, answer.Items], [3, 3, undefined]);
    },
  },
  {
    id: 'dynamodb.query.select-conflicts',
    says: 'COUNT with a projection is refused, and so are projected attributes of a table.',
    doc: pages.api('Query'),
    async run(aws, tools) {
      const table = await fiveItems(aws, tools);
      const input = inPartition('pk = :a');
      await refuses(
        table.query({ ...input, Select: 'COUNT', ProjectionExpression: 'sk' }),
        'ValidationException',
      );
      await refuses(table.query({ ...input, Select: 'SPECIFIC_ATTRIBUTES' }), 'ValidationException');
      await refuses(table.query({ ...input, Select: 'ALL_PROJECTED_ATTRIBUTES' }), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.query.limit-zero',
    says: 'A Limit of zero is refused.',
    doc: pages.api('Query'),
    async run(aws, tools) {
      const table = await fiveItems(aws, tools);
      await refuses(table.query({ ...inPartition('pk = :a'), Limit: 0 }), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.query.one-megabyte',
    says: 'A page ends at 1 MB, and the next goes on without a gap.',
    doc: pages.paging,
    async run(aws, tools) {
      const table = await aTable(aws, tools, { sort: 'N' });
      for (let i = 1; i <= 5; i += 1) await table.put({ pk: S('a'), sk: N(i), txt: S('x'.repeat(390_000)) });
      const first = await table.query(inPartition('pk = :a'));
      assert.ok(first.LastEvaluatedKey, 'the first page says that more follows');
      assert.ok(
        (first.Count ?? 0) === 2 || first.Count === 3,
        `${first.Count} items of 390 KB in a page of 1 MB`,
      );
      const rest = await table.query({
        ...inPartition('pk = :a'),
        ExclusiveStartKey: first.LastEvaluatedKey,
      });
      assert.deepEqual([...listKeys(first), ...listKeys(rest)].slice(0, 4), [1, 2, 3, 4]);
    },
  },
];

const values = { ':a': S('a'), ':two': N(2), ':four': N(4) };

function inPartition(condition: string, more = ''): Omit<QueryCommandInput, 'TableName'> {
  const used = Object.entries(values).filter(([name]) =>
    new RegExp(`${name}\\b`).test(`${condition} ${more}`),
  );
  return { KeyConditionExpression: condition, ExpressionAttributeValues: Object.fromEntries(used) };
}

async function fiveItems(aws: Clients, tools: Tools): Promise<Table> {
  const table = await aTable(aws, tools, { sort: 'N' });
  for (let i = 1; i <= 5; i += 1) await table.put({ pk: S('a'), sk: N(i), nth: N(i) });
  await table.put({ pk: S('b'), sk: N(1) });
  return table;
}

function listKeys({ Items = [] }: QueryCommandOutput): number[] {
  return Items.map(({ sk }) => Number(sk?.N));
}
