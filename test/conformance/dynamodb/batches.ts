import assert from 'node:assert/strict';
import { BatchGetItemCommand, BatchWriteItemCommand, type WriteRequest } from '@aws-sdk/client-dynamodb';
import type { Assertion, Clients } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { N, S, aTable, type Table } from './a-table.ts';
import { pages } from './pages.ts';

export const batches: readonly Assertion[] = [
  {
    id: 'dynamodb.batch.get',
    says: 'BatchGetItem gives what is there and leaves out what is not.',
    doc: pages.api('BatchGetItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('a'), n: N(1) });
      await table.put({ pk: S('b'), n: N(2) });
      const { Responses, UnprocessedKeys } = await get(aws, table, ['b', 'gone', 'a']);
      assert.deepEqual(Responses?.[table.name]?.map(({ pk }) => pk?.S).toSorted(), ['a', 'b']);
      assert.deepEqual(UnprocessedKeys, {});
    },
  },
  {
    id: 'dynamodb.batch.get-projection',
    says: 'BatchGetItem gives the named attributes only.',
    doc: pages.api('BatchGetItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('a'), n: N(1), secret: S('s') });
      const { Responses } = await aws.dynamodb.send(
        new BatchGetItemCommand({
          RequestItems: {
            [table.name]: {
              Keys: [{ pk: S('a') }],
              ProjectionExpression: '#n',
              ExpressionAttributeNames: { '#n': 'n' },
            },
          },
        }),
      );
      assert.deepEqual(Responses?.[table.name], [{ n: N(1) }]);
    },
  },
  {
    id: 'dynamodb.batch.get-limit',
    says: 'BatchGetItem takes a hundred keys, no more.',
    doc: pages.api('BatchGetItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const keys = Array.from({ length: 101 }, (_, i) => `k${i}`);
      await get(aws, table, keys.slice(0, 100));
      await refuses(get(aws, table, keys), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.batch.get-duplicates',
    says: 'BatchGetItem refuses the same key twice.',
    doc: pages.api('BatchGetItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await refuses(get(aws, table, ['a', 'a']), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.batch.get-sixteen-megabytes',
    says: 'BatchGetItem gives at most 16 MB and names the keys that it has left.',
    doc: pages.api('BatchGetItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const keys = Array.from({ length: 50 }, (_, i) => `k${i}`);
      const txt = S('x'.repeat(390_000));
      for (let from = 0; from < keys.length; from += 25) {
        const puts = keys.slice(from, from + 25).map((pk) => ({ PutRequest: { Item: { pk: S(pk), txt } } }));
        await write(aws, table, puts);
      }
      const { Responses, UnprocessedKeys } = await get(aws, table, keys);
      const given = Responses?.[table.name]?.length ?? 0;
      const left = UnprocessedKeys?.[table.name]?.Keys?.length ?? 0;
      assert.equal(given + left, 50);
      assert.ok(given === 43 || given === 42, `${given} items of 390 KB in 16 MB`);
    },
  },
  {
    id: 'dynamodb.batch.write',
    says: 'BatchWriteItem puts and deletes, and leaves nothing unprocessed.',
    doc: pages.api('BatchWriteItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('a') });
      const requests = [
        { DeleteRequest: { Key: { pk: S('a') } } },
        { DeleteRequest: { Key: { pk: S('gone') } } },
        { PutRequest: { Item: { pk: S('b'), n: N(1) } } },
      ];
      const { UnprocessedItems } = await write(aws, table, requests);
      assert.deepEqual(UnprocessedItems, {});
      assert.equal(await table.item({ pk: S('a') }), undefined);
      assert.deepEqual(await table.item({ pk: S('b') }), { pk: S('b'), n: N(1) });
    },
  },
  {
    id: 'dynamodb.batch.write-limit',
    says: 'BatchWriteItem takes 25 requests, no more.',
    doc: pages.api('BatchWriteItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const puts = Array.from({ length: 26 }, (_, i) => ({ PutRequest: { Item: { pk: S(`k${i}`) } } }));
      await write(aws, table, puts.slice(0, 25));
      await refuses(write(aws, table, puts), 'ValidationException');
      assert.equal(await table.item({ pk: S('k25') }), undefined);
    },
  },
  {
    id: 'dynamodb.batch.write-duplicates',
    says: 'BatchWriteItem refuses two requests for one item, also a put and a delete.',
    doc: pages.api('BatchWriteItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const put = { PutRequest: { Item: { pk: S('a') } } };
      const remove = { DeleteRequest: { Key: { pk: S('a') } } };
      await refuses(write(aws, table, [put, put]), 'ValidationException');
      await refuses(write(aws, table, [put, remove]), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.batch.empty',
    says: 'A batch of nothing is refused.',
    doc: pages.api('BatchWriteItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await refuses(write(aws, table, []), 'ValidationException');
      await refuses(
        aws.dynamodb.send(new BatchWriteItemCommand({ RequestItems: {} })),
        'ValidationException',
      );
      await refuses(get(aws, table, []), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.batch.missing-table',
    says: 'A batch that names a table that is not there is refused as a whole.',
    doc: pages.api('BatchWriteItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const put = [{ PutRequest: { Item: { pk: S('a') } } }];
      const both = { [table.name]: put, [tools.name('nowhere')]: put };
      const call = aws.dynamodb.send(new BatchWriteItemCommand({ RequestItems: both }));
      await refuses(call, 'ResourceNotFoundException');
      assert.equal(await table.item({ pk: S('a') }), undefined);
    },
  },
];

function get(aws: Clients, table: Table, keys: readonly string[]) {
  const Keys = keys.map((pk) => ({ pk: S(pk) }));
  return aws.dynamodb.send(new BatchGetItemCommand({ RequestItems: { [table.name]: { Keys } } }));
}

function write(aws: Clients, table: Table, requests: WriteRequest[]) {
  return aws.dynamodb.send(new BatchWriteItemCommand({ RequestItems: { [table.name]: requests } }));
}
