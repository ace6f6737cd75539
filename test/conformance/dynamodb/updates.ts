import assert from 'node:assert/strict';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Assertion } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { L, M, N, S, SS, aTable, type Item } from './a-table.ts';
import { pages } from './pages.ts';

const before: Item = {
  a: N(1),
  b: N(10),
  txt: S('hello'),
  seq: L(S('p'), S('q'), S('r')),
  dict: M({ core: M({ amount: N(3) }) }),
};

const values: Item = {
  ':one': N(1),
  ':two': N(2),
  ':x': S('x'),
  ':list': L(S('new')),
  ':empty': L(),
  ':map': M({ amount: N(9) }),
  ':set': SS('x'),
};

type Change = Readonly<Record<string, AttributeValue | undefined>>;

/** Lists the effect of each expression on the item above. With undefined the attribute is removed. */
const changes: readonly [stem: string, expression: string, change: Change][] = [
  ['set', 'SET a = :two, fresh = :x', { a: N(2), fresh: S('x') }],
  ['set-nested', 'SET dict.core.amount = :x', { dict: M({ core: M({ amount: S('x') }) }) }],
  ['set-map-member', 'SET dict.more = :one', { dict: M({ core: M({ amount: N(3) }), more: N(1) }) }],
  ['plus', 'SET a = a + :two', { a: N(3) }],
  ['minus', 'SET a = :one - b', { a: N(-9) }],
  ['from-other-attribute', 'SET fresh = txt', { fresh: S('hello') }],
  ['swap', 'SET a = b, b = a', { a: N(10), b: N(1) }],
  [
    'if-not-exists',
    'SET a = if_not_exists(a, :two), fresh = if_not_exists(fresh, :two)',
    { a: N(1), fresh: N(2) },
  ],
  ['if-not-exists-plus', 'SET fresh = if_not_exists(fresh, :two) + :one', { fresh: N(3) }],
  ['list-append', 'SET seq = list_append(seq, :list)', { seq: L(S('p'), S('q'), S('r'), S('new')) }],
  ['list-prepend', 'SET seq = list_append(:list, seq)', { seq: L(S('new'), S('p'), S('q'), S('r')) }],
  [
    'list-append-to-missing',
    'SET fresh = list_append(if_not_exists(fresh, :empty), :list)',
    { fresh: L(S('new')) },
  ],
  ['list-element', 'SET seq[1] = :x', { seq: L(S('p'), S('x'), S('r')) }],
  ['list-beyond-end', 'SET seq[9] = :x', { seq: L(S('p'), S('q'), S('r'), S('x')) }],
  [
    'list-two-beyond-end',
    'SET seq[20] = :one, seq[7] = :x',
    { seq: L(S('p'), S('q'), S('r'), S('x'), N(1)) },
  ],
  ['remove', 'REMOVE a, gone', { a: undefined }],
  ['remove-nested', 'REMOVE dict.core.amount', { dict: M({ core: M({}) }) }],
  ['remove-elements', 'REMOVE seq[0], seq[2]', { seq: L(S('q')) }],
  ['remove-beyond-end', 'REMOVE seq[9]', {}],
  ['add-to-number', 'ADD a :two', { a: N(3) }],
  ['add-to-missing-number', 'ADD fresh :two', { fresh: N(2) }],
  [
    'every-clause',
    'SET a = :two REMOVE b ADD fresh :one DELETE hues :set',
    { a: N(2), b: undefined, fresh: N(1) },
  ],
  ['clauses-read-before', 'SET fresh = b REMOVE b', { fresh: N(10), b: undefined }],
  ['replace-parent', 'SET dict.core = :map', { dict: M({ core: M({ amount: N(9) }) }) }],
  ['small-letters', 'set a = :two remove b', { a: N(2), b: undefined }],
];

const refusals: readonly [stem: string, expression: string, says: string][] = [
  ['missing-operand', 'SET a = gone + :one', 'Arithmetic with an attribute that is not there is refused.'],
  ['text-plus', 'SET txt = txt + :one', 'Adding to text is refused.'],
  ['missing-parent', 'SET gone.child = :one', 'A path through what is not there is refused.'],
  ['through-text', 'SET txt.child = :one', 'A path through text is refused.'],
  ['element-of-map', 'SET dict[0] = :one', 'An element of a map is refused.'],
  ['key', 'SET pk = :x', 'Key attributes cannot be updated.'],
  ['remove-key', 'REMOVE pk', 'Key attributes cannot be removed.'],
  [
    'overlap',
    'SET dict = :map, dict.core = :one',
    'Two paths of which one leads through the other are refused.',
  ],
  ['same-path', 'SET a = :one REMOVE a', 'The same path twice is refused.'],
  ['conflict', 'SET dict.core = :one, dict[0] = :two', 'A path that is both a map and a list is refused.'],
  ['clause-twice', 'SET a = :one SET b = :two', 'The same clause twice is refused.'],
  ['empty', '', 'An empty update expression is refused.'],
  ['add-text', 'ADD a :x', 'ADD takes numbers and sets only.'],
  ['add-to-text', 'ADD txt :one', 'ADD to text is refused.'],
  ['delete-number', 'DELETE a :one', 'DELETE takes sets only.'],
  ['append-to-text', 'SET txt = list_append(txt, :list)', 'list_append to text is refused.'],
  ['append-missing', 'SET seq = list_append(gone, :list)', 'list_append to what is not there is refused.'],
  ['three-operands', 'SET a = a + :one + :two', 'An operand has one sign at most.'],
  ['unknown-function', 'SET a = size(txt)', 'A function for conditions is refused in an update.'],
];

export const updates: readonly Assertion[] = [
  ...changes.map(([stem, expression, change]): Assertion => ({
    id: `dynamodb.update.${stem}`,
    says: `“${expression}” changes just what it says.`,
    doc: pages.updates,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('a'), ...before });
      await table.update({ pk: S('a') }, expression, findValues(expression));
      const expected = Object.entries({ pk: S('a'), ...before, ...change });
      const after = Object.fromEntries(expected.filter(([, value]) => value !== undefined));
      assert.deepEqual(await table.item({ pk: S('a') }), after);
    },
  })),
  ...refusals.map(([stem, expression, says]): Assertion => ({
    id: `dynamodb.update.refused.${stem}`,
    says,
    doc: pages.updates,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('a'), ...before });
      await refuses(table.update({ pk: S('a') }, expression, findValues(expression)), 'ValidationException');
      assert.deepEqual(await table.item({ pk: S('a') }), { pk: S('a'), ...before });
    },
  })),
  {
    id: 'dynamodb.update.creates',
    says: 'An update of an item that is not there creates it.',
    doc: pages.api('UpdateItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools, { sort: 'N' });
      const more = { ...findValues('SET n = :one'), ReturnValues: 'ALL_OLD' as const };
      const answer = await table.update({ pk: S('a'), sk: N(1) }, 'SET n = :one', more);
      assert.equal(answer.Attributes, undefined);
      assert.deepEqual(await table.item({ pk: S('a'), sk: N(1) }), { pk: S('a'), sk: N(1), n: N(1) });
    },
  },
  {
    id: 'dynamodb.update.without-expression',
    says: 'An update without an expression creates an item of its key alone.',
    doc: pages.api('UpdateItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await tools.raw('dynamodb', 'UpdateItem', { TableName: table.name, Key: { pk: { S: 'a' } } });
      assert.deepEqual(await table.item({ pk: S('a') }), { pk: S('a') });
    },
  },
  {
    id: 'dynamodb.update.return-values',
    says: 'ALL_OLD and ALL_NEW give the item, UPDATED_OLD and UPDATED_NEW only the attributes that were touched.',
    doc: pages.api('UpdateItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const answers = async (ReturnValues: 'ALL_OLD' | 'ALL_NEW' | 'UPDATED_OLD' | 'UPDATED_NEW') => {
        await table.put({ pk: S('a'), ...before });
        const expression = 'SET a = :two, fresh = :x REMOVE b';
        const answer = await table.update({ pk: S('a') }, expression, {
          ...findValues(expression),
          ReturnValues,
        });
        return answer.Attributes;
      };
      const { b: _b, ...rest } = before;
      assert.deepEqual(await answers('ALL_OLD'), { pk: S('a'), ...before });
      assert.deepEqual(await answers('ALL_NEW'), { pk: S('a'), ...rest, a: N(2), fresh: S('x') });
      assert.deepEqual(await answers('UPDATED_OLD'), { a: N(1), b: N(10) });
      assert.deepEqual(await answers('UPDATED_NEW'), { a: N(2), fresh: S('x') });
    },
  },
  {
    id: 'dynamodb.update.return-nested',
    says: 'UPDATED_NEW of a nested path gives that path alone, inside its parents.',
    doc: pages.api('UpdateItem'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('a'), dict: M({ x: N(1), y: N(2) }) });
      const answer = await table.update({ pk: S('a') }, 'SET dict.x = :two', {
        ...findValues(':two'),
        ReturnValues: 'UPDATED_NEW',
      });
      assert.deepEqual(answer.Attributes, { dict: M({ x: N(2) }) });
    },
  },
  {
    id: 'dynamodb.update.many-at-once',
    says: 'Fifty increments at the same time add up to fifty.',
    doc: pages.updates,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const add = () => table.update({ pk: S('a') }, 'ADD n :one', findValues(':one'));
      await Promise.all(Array.from({ length: 50 }, add));
      assert.deepEqual(await table.item({ pk: S('a') }), { pk: S('a'), n: N(50) });
    },
  },
];

function findValues(expression: string) {
  const used = Object.entries(values).filter(([name]) => new RegExp(`${name}\\b`).test(expression));
  return used.length > 0 ? { ExpressionAttributeValues: Object.fromEntries(used) } : {};
}
