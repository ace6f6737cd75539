import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explorerSearch, readSearch, writeSearch } from '#renderer/app/search-params.ts';
import {
  answerForms,
  explorerViews,
  readExplorer,
  writeExplorer,
} from '#renderer/features/explorer/address.ts';

const name = fc.stringMatching(/^[A-Za-z]\w{0,20}$/);
const value = fc
  .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
  .filter((text) => !/\p{Surrogate}/u.test(text));
const values = fc.uniqueArray(fc.tuple(name, value), {
  minLength: 1,
  maxLength: 4,
  selector: ([key]) => key,
});
const address = fc.record({
  system: fc.option(name),
  view: fc.constantFrom(...explorerViews),
  pattern: fc.option(name),
  values: fc.array(
    values.map((pairs) => Object.fromEntries(pairs)),
    { maxLength: 3 },
  ),
  pageSize: fc.option(fc.integer({ min: 1, max: 1_000 })),
  consistent: fc.boolean(),
  show: fc.constantFrom(...answerForms),
  item: fc.option(fc.integer({ min: 0, max: 400 })),
});

describe('an address of the Explorer', () => {
  test('is the same after writing and reading it', () => {
    fc.assert(
      fc.property(address, (one) => {
        expect(readExplorer(readSearch(writeSearch(writeExplorer(one))))).toEqual(one);
      }),
    );
  });

  test('accepts any text, and keeps only what it knows', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (search) => {
        expect(explorerSearch(explorerSearch(search))).toEqual(explorerSearch(search));
      }),
    );
    expect(explorerSearch({ view: 'nonsense', size: '0', show: 3, item: '-1', other: 'x' })).toEqual({});
  });

  test('distinguishes several sets of values', () => {
    const { values: sets } = readExplorer({ 'q.id': 'a', 'q2.id': 'b', 'q.day': '2026-11-20' });
    expect(sets).toEqual([{ id: 'a', day: '2026-11-20' }, { id: 'b' }]);
  });

  test('accepts a parameter named like a property of every object', () => {
    const { values: sets } = readExplorer({ 'q.__proto__': 'x', 'q.constructor': 'y' });
    expect(Object.entries(sets[0] ?? {})).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });
});
