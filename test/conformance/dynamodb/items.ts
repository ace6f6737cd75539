import assert from 'node:assert/strict';
import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import type { Assertion } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { B, L, M, N, NS, S, SS, aTable } from './a-table.ts';
import { pages } from './pages.ts';

/** Covers put, get and delete of single items. */
export const items: readonly Assertion[] = [
  {
    id: 'dynamodb.items.every-type',
    says: 'An item comes back as it was put, whatever the types of its attributes.',
    doc: pages.types,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const item = {
        pk: S('a'),
        text: S('æ 漢 😀'),
        number: N('-12.75'),
        bytes: B(0, 255, 128),
        yes: { BOOL: true },
        nothing: { NULL: true },
        list: L(S('x'), N(1), L(M({ deep: S('y') }))),
        map: M({ inner: M({ count: N(3) }) }),
        texts: SS('one'),
        numbers: NS(7),
        emptyText: S(''),
        emptyList: L(),
        emptyMap: M({}),
      };
      await table.put(item);
      assert.deepEqual(await table.item({ pk: S('a') }), item);
    },
  },
  {
    id: 'dynamodb.items.get-missing',
    says: 'Getting what is not there is answered without an Item.',
    doc: pages.api('GetItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const answer = await table.get({ pk: S('absent') });
      assert.equal(Object.hasOwn(answer, 'Item') && answer.Item !== undefined, false);
    },
  },
  {
    id: 'dynamodb.items.put-replaces',
    says: 'Putting replaces the whole item and gives the old one when asked for ALL_OLD.',
    doc: pages.api('PutItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const first = await table.put({ pk: S('a'), old: N(1) }, { ReturnValues: 'ALL_OLD' });
      assert.equal(first.Attributes, undefined);
      const second = await table.put({ pk: S('a'), fresh: N(2) }, { ReturnValues: 'ALL_OLD' });
      assert.deepEqual(second.Attributes, { pk: S('a'), old: N(1) });
      assert.deepEqual(await table.item({ pk: S('a') }), { pk: S('a'), fresh: N(2) });
    },
  },
  {
    id: 'dynamodb.items.put-return-values',
    says: 'Putting refuses ReturnValues other than NONE and ALL_OLD.',
    doc: pages.api('PutItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const put = table.put({ pk: S('a') }, { ReturnValues: 'ALL_NEW' });
      await refuses(put, 'ValidationException');
    },
  },
  {
    id: 'dynamodb.items.delete-return-values',
    says: 'Deleting refuses ReturnValues other than NONE and ALL_OLD.',
    doc: pages.api('DeleteItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const remove = table.delete({ pk: S('a') }, { ReturnValues: 'UPDATED_NEW' });
      await refuses(remove, 'ValidationException');
    },
  },
  {
    id: 'dynamodb.items.delete-twice',
    says: 'Deleting gives the old item when asked, and deleting again is no error.',
    doc: pages.api('DeleteItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('a'), n: N(1) });
      const first = await table.delete({ pk: S('a') }, { ReturnValues: 'ALL_OLD' });
      assert.deepEqual(first.Attributes, { pk: S('a'), n: N(1) });
      const second = await table.delete({ pk: S('a') }, { ReturnValues: 'ALL_OLD' });
      assert.equal(second.Attributes, undefined);
    },
  },
  {
    id: 'dynamodb.items.missing-key',
    says: 'An item without one of its key attributes is refused.',
    doc: pages.api('PutItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools, { sort: 'S' });
      await refuses(table.put({ pk: S('a') }), 'ValidationException');
      await refuses(table.get({ pk: S('a') }), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.items.extra-key',
    says: 'A key with more attributes than the schema has is refused.',
    doc: pages.api('GetItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const get = table.get({ pk: S('a'), sk: S('b') });
      await refuses(get, 'ValidationException');
    },
  },
  {
    id: 'dynamodb.items.wrong-key-type',
    says: 'A key attribute of another type than the schema says is refused.',
    doc: pages.api('PutItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await refuses(table.put({ pk: N(1) }), 'ValidationException');
      await refuses(table.get({ pk: N(1) }), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.items.empty-key',
    says: 'A key attribute may be neither empty text nor empty bytes.',
    doc: pages.naming,
    async run(aws, tools) {
      const table = await aTable(aws, tools, { sort: 'B' });
      await refuses(table.put({ pk: S(''), sk: B(1) }), 'ValidationException');
      await refuses(table.put({ pk: S('a'), sk: B() }), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.items.partition-key-length',
    says: 'A partition key is 2,048 bytes long at most.',
    doc: pages.constraints,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('k'.repeat(2_048)) });
      await refuses(table.put({ pk: S('k'.repeat(2_049)) }), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.items.sort-key-length',
    says: 'A sort key is 1,024 bytes long at most, in UTF-8.',
    doc: pages.constraints,
    async run(aws, tools) {
      const table = await aTable(aws, tools, { sort: 'S' });
      await table.put({ pk: S('a'), sk: S('é'.repeat(512)) });
      await refuses(table.put({ pk: S('a'), sk: S('é'.repeat(513)) }), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.items.size-limit',
    says: 'An item of exactly 400 KB is kept, one of a byte more is refused.',
    doc: pages.constraints,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      // The names count too: `pk` + `a` + `é` are 2 + 1 + 2 bytes.
      const room = 409_600 - 5;
      await table.put({ pk: S('a'), é: S('x'.repeat(room)) });
      const larger = table.put({ pk: S('a'), é: S('x'.repeat(room + 1)) });
      await refuses(larger, 'ValidationException');
    },
  },
  {
    id: 'dynamodb.items.update-size-limit',
    says: 'An update that would make an item larger than 400 KB is refused and changes nothing.',
    doc: pages.constraints,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('a'), big: S('x'.repeat(300_000)) });
      const more = { ExpressionAttributeValues: { ':more': S('y'.repeat(200_000)), ':one': N(1) } };
      await refuses(table.update({ pk: S('a') }, 'SET more = :more, n = :one', more), 'ValidationException');
      assert.deepEqual(Object.keys((await table.item({ pk: S('a') })) ?? {}).toSorted(), ['big', 'pk']);
    },
  },
  {
    id: 'dynamodb.items.nesting',
    says: 'Lists and maps nest 32 levels deep, no deeper.',
    doc: pages.constraints,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const nested = (levels: number) => {
        let value = S('bottom');
        for (let level = 0; level < levels; level += 1) value = L(value);
        return value;
      };
      await table.put({ pk: S('a'), deep: nested(31) });
      await refuses(table.put({ pk: S('a'), deep: nested(33) }), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.items.any-name',
    says: 'An attribute may have any name, also one that programs give a meaning to.',
    doc: pages.naming,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const inner = { constructor: S('x'), 'with space': S('y'), 'dotted.name': S('z') };
      await table.put({ pk: S('a'), map: M(inner), toString: N(1), ünï: N(2) });
      const back = await table.get(
        { pk: S('a') },
        {
          ProjectionExpression: '#m.#c, #m.#d, #t',
          ExpressionAttributeNames: {
            '#m': 'map',
            '#c': 'constructor',
            '#d': 'dotted.name',
            '#t': 'toString',
          },
        },
      );
      assert.deepEqual(back.Item, {
        map: M({ constructor: S('x'), 'dotted.name': S('z') }),
        toString: N(1),
      });
    },
  },
  {
    id: 'dynamodb.items.one-type-a-value',
    says: 'An attribute value has exactly one type.',
    doc: pages.types,
    async run(aws, tools) {
      const { name } = await aTable(aws, tools);
      const put = (value: object) =>
        tools.raw('dynamodb', 'PutItem', { TableName: name, Item: { pk: { S: 'a' }, v: value } });
      await refuses(put({ S: 'x', N: '1' }), 'ValidationException');
      await refuses(put({}), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.items.null-is-true',
    says: 'A null is written as true.',
    doc: pages.types,
    async run(aws, tools) {
      const { name } = await aTable(aws, tools);
      const Item = { pk: { S: 'a' }, v: { NULL: false } };
      await refuses(tools.raw('dynamodb', 'PutItem', { TableName: name, Item }), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.items.not-a-json-type',
    says: 'A request whose JSON has another type than the API asks for is refused as SerializationException.',
    doc: pages.errors,
    async run(aws, tools) {
      const { name } = await aTable(aws, tools);
      const Item = { pk: { S: 12 } };
      await refuses(tools.raw('dynamodb', 'PutItem', { TableName: name, Item }), 'SerializationException');
    },
  },
  {
    id: 'dynamodb.items.projection',
    says: 'A projection gives the named parts of an item in the shape they have in it.',
    doc: pages.projection,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('a'), m: M({ x: N(1), y: N(2) }), l: L(S('p'), S('q'), S('r')), z: S('no') });
      const part = await table.get({ pk: S('a') }, { ProjectionExpression: 'm.y, l[2], l[0], gone' });
      assert.deepEqual(part.Item, { m: M({ y: N(2) }), l: L(S('p'), S('r')) });
    },
  },
  {
    id: 'dynamodb.items.projection-of-nothing',
    says: 'A projection of what an existing item does not have gives an empty item.',
    doc: pages.projection,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('a') });
      const part = await table.get({ pk: S('a') }, { ProjectionExpression: 'gone' });
      assert.deepEqual(part.Item, {});
    },
  },
  {
    id: 'dynamodb.items.projection-overlap',
    says: 'Paths of a projection that overlap are refused.',
    doc: pages.paths,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const get = table.get({ pk: S('a') }, { ProjectionExpression: 'm, m.x' });
      await refuses(get, 'ValidationException');
    },
  },
  {
    id: 'dynamodb.items.large-request',
    says: 'An item larger than 400 KB in a batch makes the whole batch be refused.',
    doc: pages.api('BatchWriteItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const put = (pk: string, size: number) => ({
        PutRequest: { Item: { pk: S(pk), text: S('x'.repeat(size)) } },
      });
      const write = new BatchWriteItemCommand({
        RequestItems: { [table.name]: [put('a', 10), put('b', 409_600)] },
      });
      await refuses(aws.dynamodb.send(write), 'ValidationException');
      assert.equal(await table.item({ pk: S('a') }), undefined);
    },
  },
];
