import assert from 'node:assert/strict';
import {
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  type CancellationReason,
  type TransactWriteItem,
} from '@aws-sdk/client-dynamodb';
import type { Assertion, Clients } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { N, S, aTable, type Item, type Table } from './a-table.ts';
import { pages } from './pages.ts';

export const transactions: readonly Assertion[] = [
  {
    id: 'dynamodb.transaction.all',
    says: 'A transaction puts, updates, deletes and checks together.',
    doc: pages.transactions,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      for (const pk of ['u', 'd', 'c']) await table.put({ pk: S(pk), n: N(1) });
      await write(aws, [
        put(table, { pk: S('p') }),
        add(table, 'u'),
        { Delete: { TableName: table.name, Key: { pk: S('d') } } },
        check(table, 'c', 'attribute_exists(pk)'),
      ]);
      assert.deepEqual(await table.item({ pk: S('p') }), { pk: S('p') });
      assert.deepEqual(await table.item({ pk: S('u') }), { pk: S('u'), n: N(2) });
      assert.equal(await table.item({ pk: S('d') }), undefined);
    },
  },
  {
    id: 'dynamodb.transaction.nothing',
    says: 'When one condition fails nothing happens, and the reasons stand in the order of the items.',
    doc: pages.api('TransactWriteItems'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('c'), n: N(7) });
      const items = [
        put(table, { pk: S('p') }),
        check(table, 'c', 'attribute_not_exists(pk)'),
        add(table, 'u'),
      ];
      const error = await refuses(
        write(aws, items),
        'TransactionCanceledException',
        /\[None, ConditionalCheckFailed, None\]/,
      );
      assert.deepEqual(
        reasons(error).map(({ Code }) => Code),
        ['None', 'ConditionalCheckFailed', 'None'],
      );
      assert.equal(reasons(error)[1]?.Item, undefined);
      assert.equal(await table.item({ pk: S('p') }), undefined);
      assert.equal(await table.item({ pk: S('u') }), undefined);
    },
  },
  {
    id: 'dynamodb.transaction.item-on-failure',
    says: 'A reason holds the item when ReturnValuesOnConditionCheckFailure asked for it.',
    doc: pages.api('TransactWriteItems'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('c'), n: N(7) });
      const failing = {
        Put: {
          TableName: table.name,
          Item: { pk: S('c') },
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
        },
      };
      const error = await refuses(write(aws, [failing]), 'TransactionCanceledException');
      assert.deepEqual(reasons(error)[0]?.Item, { pk: S('c'), n: N(7) });
    },
  },
  {
    id: 'dynamodb.transaction.reason-validation',
    says: 'An update that does not fit its item cancels the transaction with the reason ValidationError.',
    doc: pages.api('TransactWriteItems'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('a'), n: S('text') });
      const items = [put(table, { pk: S('p') }), add(table, 'a')];
      const error = await refuses(write(aws, items), 'TransactionCanceledException');
      assert.deepEqual(
        reasons(error).map(({ Code }) => Code),
        ['None', 'ValidationError'],
      );
    },
  },
  {
    id: 'dynamodb.transaction.same-item-twice',
    says: 'Two operations on one item are refused.',
    doc: pages.api('TransactWriteItems'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await refuses(write(aws, [put(table, { pk: S('a') }), add(table, 'a')]), 'ValidationException');
      const both = [put(table, { pk: S('a') }), check(table, 'a', 'attribute_not_exists(pk)')];
      await refuses(write(aws, both), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.transaction.limit',
    says: 'A transaction takes a hundred operations, no more.',
    doc: pages.api('TransactWriteItems'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const puts = Array.from({ length: 101 }, (_, i) => put(table, { pk: S(`k${i}`) }));
      await write(aws, puts.slice(0, 100));
      await refuses(write(aws, puts), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.transaction.empty',
    says: 'A transaction of nothing is refused, and so is an entry of no or two operations.',
    doc: pages.api('TransactWriteItems'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await refuses(write(aws, []), 'ValidationException');
      await refuses(write(aws, [{}]), 'ValidationException');
      const two = { ...put(table, { pk: S('a') }), ...add(table, 'b') };
      await refuses(write(aws, [two]), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.transaction.missing-table',
    says: 'A transaction that names a table that is not there is refused.',
    doc: pages.api('TransactWriteItems'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const elsewhere = { Put: { TableName: tools.name('nowhere'), Item: { pk: S('a') } } };
      await refuses(write(aws, [put(table, { pk: S('a') }), elsewhere]), 'ResourceNotFoundException');
      assert.equal(await table.item({ pk: S('a') }), undefined);
    },
  },
  {
    id: 'dynamodb.transaction.token',
    says: 'The same request with the same token succeeds again without doing anything again.',
    doc: pages.transactions,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const token = tools.name('token');
      await write(aws, [add(table, 'a')], token);
      await write(aws, [add(table, 'a')], token);
      assert.deepEqual(await table.item({ pk: S('a') }), { pk: S('a'), n: N(1) });
    },
  },
  {
    id: 'dynamodb.transaction.token-mismatch',
    says: 'Another request with the same token is refused.',
    doc: pages.transactions,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const token = tools.name('token');
      await write(aws, [add(table, 'a')], token);
      const other = write(aws, [add(table, 'b')], token);
      await refuses(other, 'IdempotentParameterMismatchException');
    },
  },
  {
    id: 'dynamodb.transaction.token-expires',
    says: 'A token is forgotten after ten minutes.',
    doc: pages.transactions,
    needs: 'clock',
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const token = tools.name('token');
      await write(aws, [add(table, 'a')], token);
      await tools.pass(10 * 60_000 + 1_000);
      await write(aws, [add(table, 'a')], token);
      assert.deepEqual(await table.item({ pk: S('a') }), { pk: S('a'), n: N(2) });
    },
  },
  {
    id: 'dynamodb.transaction.get',
    says: 'TransactGetItems answers in the order of the request, with nothing for what is not there.',
    doc: pages.api('TransactGetItems'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('a'), n: N(1), secret: S('s') });
      await table.put({ pk: S('b'), n: N(2) });
      const get = (pk: string) => ({
        Get: { TableName: table.name, Key: { pk: S(pk) }, ProjectionExpression: 'pk, n' },
      });
      const TransactItems = ['b', 'gone', 'a'].map(get);
      const { Responses = [] } = await aws.dynamodb.send(new TransactGetItemsCommand({ TransactItems }));
      assert.deepEqual(
        Responses.map(({ Item }) => Item),
        [{ pk: S('b'), n: N(2) }, undefined, { pk: S('a'), n: N(1) }],
      );
    },
  },
  {
    id: 'dynamodb.transaction.get-twice',
    says: 'TransactGetItems refuses the same item twice.',
    doc: pages.api('TransactGetItems'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const get = { Get: { TableName: table.name, Key: { pk: S('a') } } };
      const read = new TransactGetItemsCommand({ TransactItems: [get, get] });
      await refuses(aws.dynamodb.send(read), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.transaction.race',
    says: 'Of twenty claims at the same time one succeeds.',
    doc: pages.transactions,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const claim = (by: number) =>
        write(aws, [
          {
            Put: {
              TableName: table.name,
              Item: { pk: S('a'), by: N(by) },
              ConditionExpression: 'attribute_not_exists(pk)',
            },
          },
        ]);
      const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => claim(i)));
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    },
  },
];

function write(aws: Clients, TransactItems: TransactWriteItem[], ClientRequestToken?: string) {
  const token = ClientRequestToken === undefined ? {} : { ClientRequestToken };
  return aws.dynamodb.send(new TransactWriteItemsCommand({ TransactItems, ...token }));
}

function put(table: Table, Item: Item): TransactWriteItem {
  return { Put: { TableName: table.name, Item } };
}

function add(table: Table, pk: string): TransactWriteItem {
  return {
    Update: {
      TableName: table.name,
      Key: { pk: S(pk) },
      UpdateExpression: 'ADD n :one',
      ExpressionAttributeValues: { ':one': N(1) },
    },
  };
}

function check(table: Table, pk: string, ConditionExpression: string): TransactWriteItem {
  return { ConditionCheck: { TableName: table.name, Key: { pk: S(pk) }, ConditionExpression } };
}

function reasons(error: Record<string, unknown>): CancellationReason[] {
  return (error['CancellationReasons'] ?? []) as CancellationReason[];
}
