import { expect, it } from 'vitest';
import { sameAttributes } from '#main/aws/dynamodb/catching-up.ts';
import { itemIdentity } from '#main/aws/dynamodb/reading.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { library } from './a-library.ts';

const hostile = (text: string): Attributes => JSON.parse(text) as Attributes;

it.each<[string, Attributes, Attributes]>([
  ['attributes', { a: { S: '1' }, b: { N: '2' } }, { b: { N: '2' }, a: { S: '1' } }],
  [
    'members of a map',
    { m: { M: { a: { S: '1' }, b: { S: '2' } } } },
    { m: { M: { b: { S: '2' }, a: { S: '1' } } } },
  ],
  ['members of a set', { s: { SS: ['a', 'b'] } }, { s: { SS: ['b', 'a'] } }],
  ['members of a set in a list', { l: { L: [{ NS: ['1', '2'] }] } }, { l: { L: [{ NS: ['2', '1'] }] } }],
])('%s are unordered', (_case, one, other) => {
  expect(sameAttributes(one, other)).toBe(true);
});

it.each<[string, Attributes, Attributes]>([
  ['another type', { a: { S: '1' } }, { a: { N: '1' } }],
  ['another value', { a: { S: '1' } }, { a: { S: '2' } }],
  ['one more', { a: { S: '1' } }, { a: { S: '1' }, b: { NULL: true } }],
  [
    'a list, which has an order',
    { l: { L: [{ S: 'a' }, { S: 'b' }] } },
    { l: { L: [{ S: 'b' }, { S: 'a' }] } },
  ],
  ['a name that could be taken for a prototype', hostile('{"__proto__":{"S":"1"}}'), {}],
  ['quotes in names', { 'a":{"S":"1"},"b': { S: '2' } }, { a: { S: '1' }, b: { S: '2' } }],
])('%s is a difference', (_case, one, other) => {
  expect(sameAttributes(one, other)).toBe(false);
});

it('a key is the same however its number is written, and text is not a number', () => {
  const text = (year: Attributes[string]): string =>
    itemIdentity(library.tables.years, { year, other: { S: 'x' } });
  expect(text({ N: '1E3' })).toBe(text({ N: '1000' }));
  expect(text({ N: '1000' })).not.toBe(text({ S: '1000' }));
});
