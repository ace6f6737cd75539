import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differingCharacters, differingCount } from '#shared/domain/review/differing-characters.ts';

/** "2,99[1].60" */
function marked(one: string, other: string): readonly string[] {
  return differingCharacters(one, other).map((parts) =>
    parts.map(({ text, differs }) => (differs ? `[${text}]` : text)).join(''),
  );
}

describe('what differs is marked', () => {
  test.each([
    ['2,991.60', '2,997.60', '2,99[1].60', '2,99[7].60'],
    ['HPF-20417', 'HPF-2047', 'HPF-204[1]7', 'HPF-2047'],
    ['12 Nov 2026', '12 Dec 2026', '12 [Nov] 2026', '12 [Dec] 2026'],
    ['a1b2c3', 'a9b8c3', 'a[1]b[2]c3', 'a[9]b[8]c3'],
    ['GB33 5555', 'GB83 5565', 'GB[3]3 55[5]5', 'GB[8]3 55[6]5'],
    ['Pelham Haulage', 'Nordweg Spedition', '[Pelham Haulage]', '[Nordweg Spedition]'],
    ['same', 'same', 'same', 'same'],
    ['', 'new', '', '[new]'],
    ['Harrow', 'Jelmig', '[Harrow]', '[Jelmig]'],
    ['Zoé', 'Zoë', 'Zo[é]', 'Zo[ë]'],
    ['👩‍👩‍👧 x', '👩‍👩‍👦 x', '[👩‍👩‍👧] x', '[👩‍👩‍👦] x'],
  ])('"%s" and "%s"', (one, other, left, right) => {
    expect(marked(one, other)).toEqual([left, right]);
  });

  test('a character that was left out does not mark all that follows', () => {
    const long = 'Accounts Payable, Quay 7, 3011 Rotterdam';
    expect(marked(long, long.slice(0, 3) + long.slice(4))).toEqual([
      'Acc[o]unts Payable, Quay 7, 3011 Rotterdam',
      'Accunts Payable, Quay 7, 3011 Rotterdam',
    ]);
  });

  test('very long ones are marked between their beginnings and ends', () => {
    const [one, other] = [`a${'xy'.repeat(300)}z`, `a${'yx'.repeat(300)}z`];
    expect(marked(one, other)).toEqual([`a[${'xy'.repeat(300)}]z`, `a[${'yx'.repeat(300)}]z`]);
  });
});

test.each([
  ['2,991.60', '2,997.60', 1],
  ['HPF-20417', 'HPF-2047', 1],
  ['GB33 5555', 'GB83 5565', 2],
  ['same', 'same', 0],
])('"%s" and "%s" differ in %d', (one, other, count) => {
  expect(differingCount(one, other)).toBe(count);
});

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'ab12. é'.split('')), maxLength: 30 }),
);

test('the parts are the whole, and what is not marked is the same in both', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [left, right] = differingCharacters(one, other);
      expect(left.map((part) => part.text).join('')).toBe(one);
      expect(right.map((part) => part.text).join('')).toBe(other);
      const unmarked = (parts: typeof left): string =>
        parts
          .filter((part) => !part.differs)
          .map((part) => part.text)
          .join('');
      expect(unmarked(left)).toBe(unmarked(right));
      expect(left.concat(right).some((part) => part.differs)).toBe(one !== other);
      expect(left.concat(right).every((part) => part.text !== '')).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

test('it does not matter which comes first', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(differingCount(one, other)).toBe(differingCount(other, one));
    }),
  );
});
