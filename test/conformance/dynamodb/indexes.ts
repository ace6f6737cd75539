import assert from 'node:assert/strict';
import type { QueryCommandInput, QueryCommandOutput } from '@aws-sdk/client-dynamodb';
import type { Assertion, Clients, Tools } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { N, S, aTable, type Table } from './a-table.ts';
import { pages } from './pages.ts';

/** Covers the content, the order and the paging of global secondary indexes. */
export const indexes: readonly Assertion[] = [
  {
    id: 'dynamodb.index.query',
    says: 'An index finds items by its own keys, in the order of its sort key.',
    doc: pages.indexes,
    async run(aws, tools) {
      const table = await teams(aws, tools);
      await table.put({ pk: S('a'), team: S('red'), grade: N(10) });
      await table.put({ pk: S('b'), team: S('red'), grade: N(9) });
      await table.put({ pk: S('c'), team: S('blue'), grade: N(1) });
      assert.deepEqual(await found(tools, table, inTeam('red'), 2), ['b', 'a']);
    },
  },
  {
    id: 'dynamodb.index.sparse',
    says: 'An item without all the keys of an index is not in it, and leaves it when a key is removed.',
    doc: pages.sparse,
    async run(aws, tools) {
      const table = await teams(aws, tools);
      await table.put({ pk: S('a'), team: S('red'), grade: N(1) });
      await table.put({ pk: S('b'), team: S('red') });
      await table.put({ pk: S('c'), grade: N(1) });
      assert.deepEqual(await found(tools, table, inTeam('red'), 1), ['a']);
      await table.update({ pk: S('a') }, 'REMOVE grade');
      assert.deepEqual(await found(tools, table, inTeam('red'), 0), []);
      assert.deepEqual(await table.item({ pk: S('a') }), { pk: S('a'), team: S('red') });
    },
  },
  {
    id: 'dynamodb.index.moves',
    says: 'An item whose index key changes moves in the index; one that is deleted leaves it.',
    doc: pages.indexes,
    async run(aws, tools) {
      const table = await teams(aws, tools);
      await table.put({ pk: S('a'), team: S('red'), grade: N(1) });
      await table.update({ pk: S('a') }, 'SET team = :blue', {
        ExpressionAttributeValues: { ':blue': S('blue') },
      });
      assert.deepEqual(await found(tools, table, inTeam('red'), 0), []);
      assert.deepEqual(await found(tools, table, inTeam('blue'), 1), ['a']);
      await table.delete({ pk: S('a') });
      assert.deepEqual(await found(tools, table, inTeam('blue'), 0), []);
    },
  },
  {
    id: 'dynamodb.index.paging-over-ties',
    says: 'Items with the same index keys page without loss; the page key holds the keys of index and table.',
    doc: pages.paging,
    async run(aws, tools) {
      const table = await teams(aws, tools);
      for (const pk of ['a', 'b', 'c', 'd', 'e']) await table.put({ pk: S(pk), team: S('red'), grade: N(1) });
      await found(tools, table, inTeam('red'), 5);
      const seen: string[] = [];
      let start: QueryCommandOutput['LastEvaluatedKey'];
      do {
        const from = start ? { ExclusiveStartKey: start } : {};
        const page: QueryCommandOutput = await table.query({ ...inTeam('red'), Limit: 2, ...from });
        seen.push(...listNames(page));
        start = page.LastEvaluatedKey;
        if (start) assert.deepEqual(start, { pk: S(seen.at(-1) ?? ''), team: S('red'), grade: N(1) });
      } while (start);
      assert.deepEqual(seen.toSorted(), ['a', 'b', 'c', 'd', 'e']);
    },
  },
  {
    id: 'dynamodb.index.projection',
    says: 'An index gives the attributes that it projects: keys only, or the named ones with the keys.',
    doc: pages.indexes,
    async run(aws, tools) {
      const table = await aTable(aws, tools, {
        indexes: {
          bare: { partition: 'team', projects: 'KEYS_ONLY' },
          named: { partition: 'team', projects: ['title'] },
        },
      });
      await table.put({ pk: S('a'), team: S('red'), title: S('t'), secret: S('s') });
      const inIndex = (IndexName: string) => ({ ...inTeam('red'), IndexName });
      await found(tools, table, inIndex('bare'), 1);
      await found(tools, table, inIndex('named'), 1);
      const bare = await table.query(inIndex('bare'));
      assert.deepEqual(bare.Items, [{ pk: S('a'), team: S('red') }]);
      const named = await table.query(inIndex('named'));
      assert.deepEqual(named.Items, [{ pk: S('a'), team: S('red'), title: S('t') }]);
    },
  },
  {
    id: 'dynamodb.index.not-projected',
    says: 'Asking an index for what it does not project is refused.',
    doc: pages.api('Query'),
    async run(aws, tools) {
      const table = await aTable(aws, tools, {
        indexes: { byTeam: { partition: 'team', projects: 'KEYS_ONLY' } },
      });
      const all = table.query({ ...inTeam('red'), Select: 'ALL_ATTRIBUTES' });
      await refuses(all, 'ValidationException');
      const one = table.query({ ...inTeam('red'), ProjectionExpression: 'secret' });
      await refuses(one, 'ValidationException');
    },
  },
  {
    id: 'dynamodb.index.consistent-read',
    says: 'A consistent read of a global secondary index is refused.',
    doc: pages.api('Query'),
    async run(aws, tools) {
      const table = await teams(aws, tools);
      await refuses(table.query({ ...inTeam('red'), ConsistentRead: true }), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.index.missing',
    says: 'A query of an index that the table does not have is refused.',
    doc: pages.api('Query'),
    async run(aws, tools) {
      const table = await teams(aws, tools);
      await refuses(table.query({ ...inTeam('red'), IndexName: 'byNothing' }), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.index.wrong-key-type',
    says: 'An item whose index key has another type than the index says is refused.',
    doc: pages.indexes,
    async run(aws, tools) {
      const table = await teams(aws, tools);
      await refuses(table.put({ pk: S('a'), team: N(1), grade: N(1) }), 'ValidationException');
      await refuses(table.put({ pk: S('a'), team: { NULL: true } }), 'ValidationException');
      await table.put({ pk: S('a'), team: S('red') });
      const update = table.update({ pk: S('a') }, 'SET team = :one', {
        ExpressionAttributeValues: { ':one': N(1) },
      });
      await refuses(update, 'ValidationException');
    },
  },
  {
    id: 'dynamodb.index.empty-key',
    says: 'An index key of empty text is refused.',
    doc: pages.naming,
    async run(aws, tools) {
      const table = await teams(aws, tools);
      await refuses(table.put({ pk: S('a'), team: S('') }), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.index.overloaded',
    says: 'One attribute may be a key of the table and of an index.',
    doc: pages.indexes,
    async run(aws, tools) {
      const table = await aTable(aws, tools, {
        sort: 'S',
        indexes: { byTeam: { partition: 'team', sort: 'pk' }, turned: { partition: 'sk', sort: 'pk' } },
      });
      await table.put({ pk: S('a'), sk: S('x'), team: S('red') });
      await table.put({ pk: S('b'), sk: S('x') });
      assert.deepEqual(await found(tools, table, inTeam('red'), 1), ['a']);
      const turned = {
        IndexName: 'turned',
        KeyConditionExpression: 'sk = :x',
        ExpressionAttributeValues: { ':x': S('x') },
      };
      assert.deepEqual(await found(tools, table, turned, 2), ['a', 'b']);
    },
  },
  {
    id: 'dynamodb.index.start-key',
    says: 'A start key for an index must hold the keys of index and table.',
    doc: pages.api('Query'),
    async run(aws, tools) {
      const table = await teams(aws, tools);
      const start = { ExclusiveStartKey: { team: S('red'), grade: N(1) } };
      await refuses(table.query({ ...inTeam('red'), ...start }), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.index.filter-on-table-key',
    says: 'A filter on a key of the table is allowed in an index that has other keys.',
    doc: pages.filters,
    async run(aws, tools) {
      const table = await teams(aws, tools);
      await table.put({ pk: S('a'), team: S('red'), grade: N(1) });
      await table.put({ pk: S('b'), team: S('red'), grade: N(2) });
      await found(tools, table, inTeam('red'), 2);
      const answer = await table.query({
        ...inTeam('red'),
        FilterExpression: 'pk = :b',
        ExpressionAttributeValues: { ':team': S('red'), ':b': S('b') },
      });
      assert.deepEqual([listNames(answer), answer.ScannedCount], [['b'], 2]);
    },
  },
];

function teams(aws: Clients, tools: Tools): Promise<Table> {
  const byTeam = { partition: 'team', sort: 'grade' };
  return aTable(aws, tools, { indexes: { byTeam }, types: { grade: 'N' } });
}

function inTeam(team: string): Omit<QueryCommandInput, 'TableName'> {
  return {
    IndexName: 'byTeam',
    KeyConditionExpression: 'team = :team',
    ExpressionAttributeValues: { ':team': S(team) },
  };
}

/** Indexes follow their table with a delay, so this polls. */
async function found(
  tools: Tools,
  table: Table,
  query: Omit<QueryCommandInput, 'TableName'>,
  count: number,
): Promise<string[]> {
  const answer = await tools.eventually(
    () => table.query(query),
    ({ Count }) => Count === count,
  );
  return listNames(answer);
}

function listNames({ Items = [] }: QueryCommandOutput): string[] {
  return Items.map(({ pk }) => pk?.S ?? '');
}
