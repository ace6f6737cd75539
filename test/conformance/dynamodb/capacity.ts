import assert from 'node:assert/strict';
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  type ConsumedCapacity,
} from '@aws-sdk/client-dynamodb';
import type { Assertion, Clients, Tools } from '#scripts/conformance/assertion.ts';
import { N, S, aTable, type Item, type Table } from './a-table.ts';
import { pages } from './pages.ts';

const total = { ReturnConsumedCapacity: 'TOTAL' } as const;
const byIndex = { ReturnConsumedCapacity: 'INDEXES' } as const;

export const capacity: readonly Assertion[] = [
  {
    id: 'dynamodb.capacity.read-sizes',
    says: 'A read costs half a unit for each 4 KB begun, twice that when it is consistent.',
    doc: pages.capacity,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put(ofSize(4_096, 'a'));
      await table.put(ofSize(4_097, 'b'));
      const cost = async (pk: string, ConsistentRead: boolean) =>
        units(await table.get({ pk: S(pk) }, { ...total, ConsistentRead }));
      assert.deepEqual([await cost('a', false), await cost('a', true)], [0.5, 1]);
      assert.deepEqual([await cost('b', false), await cost('b', true)], [1, 2]);
    },
  },
  {
    id: 'dynamodb.capacity.read-missing',
    says: 'Reading what is not there costs as much as the smallest item.',
    doc: pages.capacity,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      assert.equal(units(await table.get({ pk: S('x') }, { ...total, ConsistentRead: false })), 0.5);
      assert.equal(units(await table.get({ pk: S('x') }, { ...total, ConsistentRead: true })), 1);
    },
  },
  {
    id: 'dynamodb.capacity.empty-query',
    says: 'A query that finds nothing costs half a unit.',
    doc: pages.capacity,
    async run(aws, tools) {
      const table = await aTable(aws, tools, { sort: 'N' });
      assert.equal(units(await table.query({ ...partition('a'), ...total })), 0.5);
    },
  },
  {
    id: 'dynamodb.capacity.query-sums',
    says: 'A query costs the sum of the sizes it reads, rounded up once; a filter saves nothing.',
    doc: pages.capacity,
    async run(aws, tools) {
      const table = await aTable(aws, tools, { sort: 'N' });
      for (let i = 0; i < 10; i += 1) await table.put({ ...ofSize(900, 'a', 8), sk: N(i + 1) });
      assert.equal(units(await table.query({ ...partition('a'), ...total })), 1.5);
      const consistent = await table.query({ ...partition('a'), ...total, ConsistentRead: true });
      assert.equal(units(consistent), 3);
      const filtered = await table.query({
        ...partition('a'),
        ...total,
        FilterExpression: 'attribute_exists(gone)',
      });
      assert.deepEqual([filtered.Count, units(filtered)], [0, 1.5]);
    },
  },
  {
    id: 'dynamodb.capacity.write-sizes',
    says: 'A write costs a unit for each KB begun.',
    doc: pages.capacity,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      assert.equal(units(await table.put(ofSize(1_024, 'a'), total)), 1);
      assert.equal(units(await table.put(ofSize(1_025, 'b'), total)), 2);
    },
  },
  {
    id: 'dynamodb.capacity.larger-of-both',
    says: 'Replacing and deleting cost as much as the larger of the item before and after.',
    doc: pages.capacity,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put(ofSize(3_000, 'a'));
      assert.equal(units(await table.put(ofSize(100, 'a'), total)), 3);
      await table.put(ofSize(3_000, 'a'));
      assert.equal(units(await table.delete({ pk: S('a') }, total)), 3);
    },
  },
  {
    id: 'dynamodb.capacity.delete-missing',
    says: 'Deleting what is not there costs one unit.',
    doc: pages.capacity,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      assert.equal(units(await table.delete({ pk: S('a') }, total)), 1);
    },
  },
  {
    id: 'dynamodb.capacity.update-whole-item',
    says: 'An update costs as much as the whole item, whatever it changes.',
    doc: pages.capacity,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put(ofSize(3_500, 'a'));
      const answer = await table.update({ pk: S('a') }, 'SET n = :n', {
        ...total,
        ExpressionAttributeValues: { ':n': N(1) },
      });
      assert.equal(units(answer), 4);
    },
  },
  {
    id: 'dynamodb.capacity.index-put-small',
    says: 'A new small item in two indexes costs 3 units: table, index and index.',
    doc: pages.indexes,
    async run(aws, tools) {
      const table = await twoIndexes(aws, tools);
      const answer = await table.put({ pk: S('a'), team: S('red') }, byIndex);
      assert.deepEqual(arms(answer.ConsumedCapacity), { total: 3, table: 1, whole: 1, keys: 1 });
    },
  },
  {
    id: 'dynamodb.capacity.index-put-large',
    says: 'A new item of 4 KB costs 9 units with one index of all attributes and one of the keys.',
    doc: pages.indexes,
    async run(aws, tools) {
      const table = await twoIndexes(aws, tools);
      const answer = await table.put({ ...ofSize(3_900, 'a'), team: S('red') }, byIndex);
      assert.deepEqual(arms(answer.ConsumedCapacity), { total: 9, table: 4, whole: 4, keys: 1 });
    },
  },
  {
    id: 'dynamodb.capacity.index-key-moves',
    says: 'Changing the key of one index of all attributes costs 12 units for 4 KB: table, out and in again.',
    doc: pages.indexes,
    async run(aws, tools) {
      const table = await aTable(aws, tools, {
        indexes: { whole: { partition: 'team' }, keys: { partition: 'year', projects: 'KEYS_ONLY' } },
      });
      await table.put({ ...ofSize(3_900, 'a'), team: S('red') });
      const answer = await table.update({ pk: S('a') }, 'SET team = :blue', {
        ...byIndex,
        ExpressionAttributeValues: { ':blue': S('blue') },
      });
      assert.deepEqual(arms(answer.ConsumedCapacity), { total: 12, table: 4, whole: 8 });
    },
  },
  {
    id: 'dynamodb.capacity.index-untouched',
    says: 'An update that changes nothing an index projects costs that index nothing.',
    doc: pages.indexes,
    async run(aws, tools) {
      const table = await twoIndexes(aws, tools);
      await table.put({ pk: S('a'), team: S('red') });
      const answer = await table.update({ pk: S('a') }, 'SET n = :n', {
        ...byIndex,
        ExpressionAttributeValues: { ':n': N(1) },
      });
      assert.deepEqual(arms(answer.ConsumedCapacity), { total: 2, table: 1, whole: 1 });
    },
  },
  {
    id: 'dynamodb.capacity.index-sparse',
    says: 'An item that is in no index costs the table alone.',
    doc: pages.sparse,
    async run(aws, tools) {
      const table = await twoIndexes(aws, tools);
      const answer = await table.put({ pk: S('a') }, byIndex);
      assert.deepEqual(arms(answer.ConsumedCapacity), { total: 1, table: 1 });
    },
  },
  {
    id: 'dynamodb.capacity.index-query',
    says: 'A query of an index is charged to the index, by the size of what it projects.',
    doc: pages.indexes,
    async run(aws, tools) {
      const table = await twoIndexes(aws, tools);
      await table.put({ ...ofSize(8_000, 'a'), team: S('red') });
      const inTeam = {
        KeyConditionExpression: 'team = :red',
        ExpressionAttributeValues: { ':red': S('red') },
      };
      const query = (IndexName: string) => table.query({ IndexName, ...inTeam, ...byIndex });
      const whole = await tools.eventually(
        () => query('whole'),
        ({ Count }) => Count === 1,
      );
      assert.deepEqual(arms(whole.ConsumedCapacity), { total: 1, table: 0, whole: 1 });
      const keys = await tools.eventually(
        () => query('keys'),
        ({ Count }) => Count === 1,
      );
      assert.deepEqual(arms(keys.ConsumedCapacity), { total: 0.5, table: 0, keys: 0.5 });
    },
  },
  {
    id: 'dynamodb.capacity.batch-get',
    says: 'BatchGetItem rounds each item up by itself.',
    doc: pages.capacity,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put(ofSize(1_000, 'a'));
      await table.put(ofSize(5_000, 'b'));
      const Keys = ['a', 'b', 'missing'].map((pk) => ({ pk: S(pk) }));
      const get = (ConsistentRead: boolean) =>
        new BatchGetItemCommand({ RequestItems: { [table.name]: { Keys, ConsistentRead } }, ...total });
      const loose = await aws.dynamodb.send(get(false));
      assert.deepEqual(loose.ConsumedCapacity, [{ TableName: table.name, CapacityUnits: 2 }]);
      const consistent = await aws.dynamodb.send(get(true));
      assert.deepEqual(consistent.ConsumedCapacity, [{ TableName: table.name, CapacityUnits: 4 }]);
    },
  },
  {
    id: 'dynamodb.capacity.batch-write',
    says: 'BatchWriteItem adds up its writes.',
    doc: pages.capacity,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put(ofSize(2_500, 'c'));
      const write = new BatchWriteItemCommand({
        RequestItems: {
          [table.name]: [
            { PutRequest: { Item: ofSize(100, 'a') } },
            { PutRequest: { Item: ofSize(1_500, 'b') } },
            { DeleteRequest: { Key: { pk: S('c') } } },
          ],
        },
        ...total,
      });
      const { ConsumedCapacity } = await aws.dynamodb.send(write);
      assert.equal(ConsumedCapacity?.[0]?.CapacityUnits, 6);
    },
  },
  {
    id: 'dynamodb.capacity.transaction-write',
    says: 'A write in a transaction costs double.',
    doc: pages.transactions,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const write = new TransactWriteItemsCommand({
        TransactItems: [
          { Put: { TableName: table.name, Item: ofSize(100, 'a') } },
          { Put: { TableName: table.name, Item: ofSize(1_500, 'b') } },
        ],
        ...total,
      });
      const { ConsumedCapacity } = await aws.dynamodb.send(write);
      assert.equal(ConsumedCapacity?.[0]?.CapacityUnits, 6);
    },
  },
  {
    id: 'dynamodb.capacity.transaction-read',
    says: 'A read in a transaction costs two units for each 4 KB begun.',
    doc: pages.transactions,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put(ofSize(5_000, 'a'));
      const get = (pk: string) => ({ Get: { TableName: table.name, Key: { pk: S(pk) } } });
      const read = new TransactGetItemsCommand({ TransactItems: [get('a'), get('missing')], ...total });
      const { ConsumedCapacity } = await aws.dynamodb.send(read);
      assert.equal(ConsumedCapacity?.[0]?.CapacityUnits, 6);
    },
  },
  {
    id: 'dynamodb.capacity.only-when-asked',
    says: 'Consumed capacity is told only when asked for.',
    doc: pages.api('GetItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      assert.equal((await table.put({ pk: S('a') })).ConsumedCapacity, undefined);
      const none = await table.get({ pk: S('a') }, { ReturnConsumedCapacity: 'NONE' });
      assert.equal(none.ConsumedCapacity, undefined);
    },
  },
];

/**
 * Returns an item with this many bytes. Names and values count, including `pk` and `t`. `besides` is the size
 * of what is added later.
 */
function ofSize(bytes: number, pk: string, besides = 0): Item {
  const rest = bytes - besides - 'pk'.length - pk.length - 't'.length;
  return { pk: S(pk), t: S('x'.repeat(rest)) };
}

function partition(pk: string) {
  return { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': S(pk) } };
}

function twoIndexes(aws: Clients, tools: Tools): Promise<Table> {
  return aTable(aws, tools, {
    indexes: { whole: { partition: 'team' }, keys: { partition: 'team', projects: 'KEYS_ONLY' } },
  });
}

function units({
  ConsumedCapacity,
}: {
  ConsumedCapacity?: ConsumedCapacity | undefined;
}): number | undefined {
  return ConsumedCapacity?.CapacityUnits;
}

function arms(capacityOf: ConsumedCapacity | undefined): Record<string, number | undefined> {
  const perIndex = Object.entries(capacityOf?.GlobalSecondaryIndexes ?? {});
  return {
    total: capacityOf?.CapacityUnits,
    table: capacityOf?.Table?.CapacityUnits,
    ...Object.fromEntries(perIndex.map(([name, { CapacityUnits }]) => [name, CapacityUnits])),
  };
}
