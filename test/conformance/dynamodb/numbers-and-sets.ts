import assert from 'node:assert/strict';
import type { Assertion } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { L, M, N, NS, S, SS, aTable, type Item } from './a-table.ts';
import { pages } from './pages.ts';

const nines = '9'.repeat(38);

/** Lists each number with the form in which it is returned. */
const spellings: readonly [put: string, back: string][] = [
  ['007', '7'],
  ['1.50', '1.5'],
  ['1e3', '1000'],
  ['1.25E-2', '0.0125'],
  ['-0', '0'],
  ['0.000', '0'],
  [nines, nines],
  [`-0.${nines}`, `-0.${nines}`],
];

const refused: readonly string[] = [
  '',
  'one',
  '1 ',
  '0x10',
  'NaN',
  'Infinity',
  '1,5',
  `${nines}9`,
  `0.${nines}1`,
  '1E126',
  '-1E126',
  '1E-131',
];

export const numbersAndSets: readonly Assertion[] = [
  {
    id: 'dynamodb.numbers.normal-form',
    says: 'A number keeps 38 digits and comes back without leading and trailing zeros.',
    doc: pages.naming,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('a'), all: L(...spellings.map(([put]) => N(put))) });
      const item = await table.item({ pk: S('a') });
      assert.deepEqual(item?.['all'], L(...spellings.map(([, back]) => N(back))));
    },
  },
  ...refused.map((text): Assertion => ({
    id: `dynamodb.numbers.refused.${text.length > 10 ? `${text.length}-characters` : text.trim() || 'empty'}`,
    says: `“${text.length > 10 ? `${text.slice(0, 4)}…` : text}” is no number that DynamoDB keeps.`,
    doc: pages.naming,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await refuses(table.put({ pk: S('a'), n: N(text) }), 'ValidationException');
    },
  })),
  {
    id: 'dynamodb.numbers.range',
    says: 'Numbers reach from 1E-130 to 9.9999999999999999999999999999999999999E+125.',
    doc: pages.naming,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('a'), small: N('1E-130'), large: N(`9.${'9'.repeat(37)}E+125`) });
      const item = await table.item({ pk: S('a') });
      assert.equal(Number(item?.['small']?.N), 1e-130);
      assert.equal(Number(item?.['large']?.N), 1e126);
    },
  },
  {
    id: 'dynamodb.numbers.as-keys',
    says: 'Two spellings of one number are the same key.',
    doc: pages.naming,
    async run(aws, tools) {
      const table = await aTable(aws, tools, { sort: 'N' });
      await table.put({ pk: S('a'), sk: N('1.0'), v: S('first') });
      await table.put({ pk: S('a'), sk: N('1'), v: S('second') });
      assert.deepEqual(await table.item({ pk: S('a'), sk: N('100E-2') }), {
        pk: S('a'),
        sk: N(1),
        v: S('second'),
      });
    },
  },
  {
    id: 'dynamodb.numbers.order',
    says: 'Number sort keys are in numeric order, negative ones first.',
    doc: pages.naming,
    async run(aws, tools) {
      const table = await aTable(aws, tools, { sort: 'N' });
      const sorted = ['-1E10', '-20', '-3.5', '-3.49', '0', '1E-5', '0.5', '3', '20', '100', '1E20'];
      for (const n of sorted.toReversed()) await table.put({ pk: S('a'), sk: N(n) });
      const { Items = [] } = await table.query({
        KeyConditionExpression: 'pk = :a',
        ExpressionAttributeValues: { ':a': S('a') },
      });
      assert.deepEqual(
        Items.map(({ sk }) => Number(sk?.N)),
        sorted.map(Number),
      );
    },
  },
  {
    id: 'dynamodb.numbers.exact-sum',
    says: 'Sums are decimal and exact: 0.1 + 0.2 is 0.3.',
    doc: pages.updates,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('a'), n: N('0.1'), vast: N('12345678901234567890123456789012345678') });
      const values = { ':n': N('0.2'), ':one': N(1) };
      await table.update({ pk: S('a') }, 'SET n = n + :n, vast = vast - :one', {
        ExpressionAttributeValues: values,
      });
      const item = await table.item({ pk: S('a') });
      assert.deepEqual(item?.['n'], N('0.3'));
      assert.deepEqual(item['vast'], N('12345678901234567890123456789012345677'));
    },
  },
  {
    id: 'dynamodb.numbers.equal-in-conditions',
    says: 'A condition compares numbers by value, not by spelling.',
    doc: pages.operators,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('a'), n: N('10') });
      await table.delete(
        { pk: S('a') },
        {
          ConditionExpression: 'n = :ten AND n > :nine',
          ExpressionAttributeValues: { ':ten': N('1.0E1'), ':nine': N(9) },
        },
      );
      assert.equal(await table.item({ pk: S('a') }), undefined);
    },
  },
  {
    id: 'dynamodb.sets.empty',
    says: 'An empty set is refused.',
    doc: pages.naming,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await refuses(table.put({ pk: S('a'), s: SS() }), 'ValidationException');
      await refuses(table.put({ pk: S('a'), s: NS() }), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.sets.duplicates',
    says: 'A set with the same member twice is refused, also when a number is spelt in two ways.',
    doc: pages.naming,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await refuses(table.put({ pk: S('a'), s: SS('x', 'x') }), 'ValidationException');
      await refuses(table.put({ pk: S('a'), s: NS('1', '1.0') }), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.sets.add-and-delete',
    says: 'ADD unites a set with another, DELETE takes members out, and the last one takes the attribute along.',
    doc: pages.updates,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const change = async (expression: string, ...members: string[]) => {
        await table.update({ pk: S('a') }, expression, {
          ExpressionAttributeValues: { ':m': SS(...members) },
        });
        return listMembers(await table.item({ pk: S('a') }));
      };
      assert.deepEqual(await change('ADD hues :m', 'x', 'y'), ['x', 'y']);
      assert.deepEqual(await change('ADD hues :m', 'y', 'z'), ['x', 'y', 'z']);
      assert.deepEqual(await change('DELETE hues :m', 'y', 'unknown'), ['x', 'z']);
      assert.equal(await change('DELETE hues :m', 'x', 'z'), undefined);
      assert.deepEqual(await table.item({ pk: S('a') }), { pk: S('a') });
    },
  },
  {
    id: 'dynamodb.sets.other-type',
    says: 'ADD of a set to a set of another type is refused.',
    doc: pages.updates,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('a'), s: SS('x'), n: N(1) });
      const values = { ExpressionAttributeValues: { ':v': NS(1) } };
      await refuses(table.update({ pk: S('a') }, 'ADD s :v', values), 'ValidationException');
      await refuses(table.update({ pk: S('a') }, 'DELETE s :v', values), 'ValidationException');
      await refuses(table.update({ pk: S('a') }, 'ADD n :v', values), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.sets.equality',
    says: 'Two sets are equal whatever the order of their members; two lists are not.',
    doc: pages.operators,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('a'), s: SS('x', 'y'), l: L(S('x'), S('y')), m: M({ q: N(1), r: NS(1, 2) }) });
      const holds = (ConditionExpression: string, v: Item[string]) =>
        table.put({ pk: S('a') }, { ConditionExpression, ExpressionAttributeValues: { ':v': v } });
      await refuses(holds('l = :v', L(S('y'), S('x'))), 'ConditionalCheckFailedException');
      await refuses(holds('m <> :v', M({ r: NS('2.0', 1), q: N(1) })), 'ConditionalCheckFailedException');
      await holds('s = :v', SS('y', 'x'));
    },
  },
];

function listMembers(item: Item | undefined): string[] | undefined {
  return item?.['hues']?.SS?.toSorted();
}
