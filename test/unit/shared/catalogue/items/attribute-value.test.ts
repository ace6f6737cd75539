import * as fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { checkItem } from '#local/aws/dynamodb/values/check-item.ts';
import { measureItem } from '#local/aws/dynamodb/values/size.ts';
import { itemBytes, plainText, type AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { byteLength } from '#shared/catalogue/keys/hole-value.ts';

// The sizes follow the documentation. The sizes of numbers were measured on AWS at the edges of capacity
// units.
it.each<[AttributeValue, number]>([
  [{ S: 'abc' }, 3],
  [{ S: 'é😀' }, 6],
  [{ B: 'AAA=' }, 2],
  [{ BOOL: false }, 1],
  [{ NULL: true }, 1],
  [{ SS: ['a', 'bc'] }, 3],
  [{ NS: ['1', '123'] }, 5],
  [{ BS: ['AA==', 'AAAA'] }, 4],
  [{ L: [] }, 3],
  [{ M: {} }, 3],
  [{ M: { ab: { S: 'c' }, d: { L: [{ N: '1' }] } } }, 15],
  [{ N: '0' }, 1],
  [{ N: '1' }, 2],
  [{ N: '100' }, 2],
  [{ N: '123' }, 3],
  [{ N: '-42' }, 3],
  [{ N: '1.5' }, 3],
  [{ N: '1E+125' }, 2],
  [{ N: '-0.15' }, 3],
  [{ N: '12345678901234567890123456789012345678' }, 20],
])('%j takes %i bytes beside its name', (value, bytes) => {
  expect(itemBytes({ ab: value })).toBe(2 + bytes);
});

it('an attribute called __proto__ counts like any other', () => {
  expect(itemBytes(JSON.parse('{"__proto__":{"S":"abc"}}'))).toBe(12);
});

const number = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 38n - 1n }), fc.integer({ min: -80, max: 80 }))
  .map(([isNegative, digits, power]) => ({ N: `${isNegative ? '-' : ''}${digits}E${power}` }));

it('property: agrees with what pocket AWS charges for, however a number is written', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), number), (item) => {
      expect(itemBytes(item)).toBe(measureItem(checkItem(item, 'Item')));
    }),
  );
});

it('property: text counts as its UTF-8, also where half of a character was cut off', () => {
  const units = fc.array(fc.integer({ min: 0, max: 0xff_ff }).map((unit) => String.fromCharCode(unit)));
  const surrogates = fc.array(fc.constantFrom('\ud83d', '\ude00', 'a', 'é', '€'));
  fc.assert(
    fc.property(fc.oneof(units, surrogates, fc.string({ unit: 'binary' }).map(Array.from)), (parts) => {
      const text = (parts as readonly string[]).join('');
      expect(byteLength(text)).toBe(Buffer.byteLength(text));
    }),
  );
});

const cases: readonly (readonly [AttributeValue, string])[] = [
  [{ S: 'Acme Corp' }, 'Acme Corp'],
  [{ S: '' }, ''],
  [{ N: '12345678901234567890123456789012345678' }, '12345678901234567890123456789012345678'],
  [{ BOOL: false }, 'false'],
  [{ NULL: true }, 'null'],
  [{ B: 'AAEC' }, 'binary, 3 bytes'],
  [{ B: 'AA==' }, 'binary, 1 byte'],
  [{ SS: ['a', 'b'] }, 'a, b'],
  [{ NS: ['1', '2', '3', '4', '5', '6'] }, '1, 2, 3, 4 and 2 more'],
  [{ BS: ['AAEC'] }, 'binary, 3 bytes'],
  [{ L: [{ S: 'a' }, { N: '1' }, { L: [] }] }, '[a, 1, []]'],
  [{ M: { stage: { S: 'textract' }, attempt: { N: '2' } } }, '{stage: textract, attempt: 2}'],
  [{ MASKED: { what: 'an e-mail address', revealable: true } }, 'masked, an e-mail address'],
  [
    { MASKED: { what: 'a presigned address', note: 'present, expires in 12 min', revealable: false } },
    'masked, a presigned address (present, expires in 12 min)',
  ],
  [
    { M: { to: { MASKED: { what: 'an e-mail address', revealable: true } } } },
    '{to: masked, an e-mail address}',
  ],
];

test.each(cases)('%j reads %s', (value, text) => {
  expect(plainText(value)).toBe(text);
});
