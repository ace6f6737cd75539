import { expect, test } from 'vitest';
import type { AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { plainText } from '#shared/catalogue/results/plain-value.ts';

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
