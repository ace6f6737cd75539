import { describe, expect, test } from 'vitest';
import { itemJson, describeMask, formatSize } from '#renderer/features/explorer/item/item-json.ts';
import { itemNotes } from '#renderer/features/explorer/item/item-tab.tsx';
import { attributeRoles, indexRole, keyOrder } from '#renderer/features/explorer/key-roles.tsx';
import { waysToFind } from '#renderer/features/explorer/item/how-found.tsx';
import { ExactNumber } from '#renderer/ui/json-lines.ts';
import { aParcel, shop } from '../a-question-system.ts';

describe('an item as JSON', () => {
  test('keeps every digit', () => {
    const { value } = itemJson({
      a: { N: '90071992547409931234567890.12' },
      b: { N: '3' },
      c: { N: '1.10' },
    });
    expect(value).toEqual({
      a: new ExactNumber('90071992547409931234567890.12'),
      b: 3,
      c: new ExactNumber('1.10'),
    });
  });

  test('has no word of what is masked, at whatever depth', () => {
    const { value, masks } = itemJson({
      'a/b': { MASKED: { what: 'an e-mail address', revealable: true } },
      m: { M: { l: { L: [{ MASKED: { what: 'a presigned address', revealable: false } }] } } },
    });
    expect(value).toEqual({ 'a/b': null, m: { l: [null] } });
    expect([...masks.keys()]).toEqual(['/a~1b', '/m/l/0']);
  });

  test('takes an attribute of any name', () => {
    const hostile = JSON.parse('{"__proto__": {"S": "x"}}') as Record<string, { S: string }>;
    expect(Object.entries(itemJson(hostile).value as object)).toEqual([['__proto__', 'x']]);
  });

  test('begins with the keys', () => {
    const { value } = itemJson(aParcel().attributes, keyOrder(shop.tables.main));
    expect(Object.keys(value as object).slice(0, 4)).toEqual(['PK', 'SK', 'GSI1PK', 'GSI1SK']);
  });
});

test('each index has its colour, and the base key keeps its own', () => {
  expect([...attributeRoles(shop.tables.main)]).toEqual([
    ['PK', 'pk'],
    ['SK', 'sk'],
    ['GSI1PK', 'gsi1'],
    ['GSI1SK', 'gsi1'],
  ]);
  const many = Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [`I${String(at)}`, shop.tables.main.indexes.ByState]),
  );
  const table = { ...shop.tables.main, indexes: many };
  expect(['I0', 'I3', 'I4', 'I7'].map((index) => indexRole(table, index))).toEqual([
    'gsi1',
    'gsi4',
    'gsi5',
    'gsi5',
  ]);
});

describe('how an item is found', () => {
  test('by each key that it has, with what to ask', () => {
    const [own, byState] = waysToFind(shop, 'main', aParcel());
    expect(own?.patterns).toEqual([
      { key: 'parcelsOfShop', number: 'AP1', title: 'Parcels of a shop', values: { shopId: 'corner' } },
      {
        key: 'everythingOfShop',
        number: 'AP4',
        title: 'A shop with all it has',
        values: { shopId: 'corner' },
      },
    ]);
    expect(byState?.patterns.map(({ values }) => values)).toEqual([
      { shopId: 'corner', state: 'PROCESSING' },
    ]);
  });

  test('says of an index that it is not in why', () => {
    const { GSI1PK: _without, ...attributes } = aParcel().attributes;
    const [, byState] = waysToFind(shop, 'main', { entity: 'Parcel', attributes });
    expect(byState).toMatchObject({ has: 'no keys', sparse: 'while it is on its way', patterns: [] });
  });

  test('with a masked key names the questions, but not what to ask', () => {
    const masked = aParcel({ GSI1PK: { MASKED: { what: 'a key', revealable: true } } });
    const [, byState] = waysToFind(shop, 'main', masked);
    expect(byState?.patterns).toMatchObject([{ key: 'parcelsByState', values: undefined }]);
  });
});

describe('notes beside an item', () => {
  const table = shop.tables.main;
  const readAt = Date.parse('2026-11-20T10:00:00Z');
  const noteOf = (ttl: string) =>
    itemNotes({ attributes: { ttl: { N: ttl } }, types: {}, table, readAt }).get('/ttl');

  test.each([
    ['1795305600', '22 Nov 2026'],
    ['1763596800', '20 Nov 2025, expired'],
    ['1795305600000', 'a defect: more than five years ahead, 22 Nov 2026 if it is milliseconds'],
  ])('a time to live of %s is %s', (ttl, note) => {
    expect(noteOf(ttl)).toBe(note);
  });

  test('a time in digits has its day beside it', () => {
    const notes = itemNotes({
      attributes: { at: { N: String(readAt) }, n: { N: '5' } },
      types: { at: { type: 'epoch milliseconds' }, n: { type: 'number' } },
      table,
      readAt,
    });
    expect([...notes]).toEqual([['/at', '20 Nov 2026, 10:00 UTC']]);
  });
});

test('a secret says why nobody can see it', () => {
  expect(describeMask({ what: 'a wrapped AES key', revealable: false })).toBe(
    'a wrapped AES key, never leaves the main process',
  );
  expect(
    describeMask({ what: 'a presigned address', note: 'present, expires in 12 min', revealable: true }),
  ).toBe('a presigned address, present, expires in 12 min');
});

test.each([
  [300, '300 B of 400 KB'],
  [2_150, '2.1 KB of 400'],
  [390 * 1_024, '390 KB of 400'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words);
});
