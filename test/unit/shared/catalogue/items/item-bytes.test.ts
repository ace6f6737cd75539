import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { measureItem } from '#local/aws/dynamodb/values/size.ts';
import { checkItem } from '#local/aws/dynamodb/values/check-item.ts';
import { itemBytes } from '#shared/catalogue/items/item-bytes.ts';
import { byteLength } from '#shared/catalogue/templates/key-size.ts';
import type { AttributeValue } from '#shared/catalogue/items/attribute-value.ts';

// Sizes by the documentation and, for numbers, as measured on AWS at the edges of capacity units.
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
