import { describe, expect, test } from 'vitest';
import { addedUp, endNote, spokenAnswer } from '#renderer/features/explorer/answer/use-answer.ts';
import { explainEmpty } from '#renderer/features/explorer/answer/answer-section.tsx';
import { itemName, resultColumns, parseTime } from '#renderer/features/explorer/answer/result-columns.ts';
import { downloads } from '#shared/catalogue/systems/downloads-system.ts';
import { funds } from '#shared/catalogue/systems/funds-system.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { aParcel, located, shop } from '../a-question-system.ts';

function shownIn(...args: Parameters<typeof resultColumns>): readonly string[] {
  return resultColumns(...args).flatMap(({ title, shownAtFirst }) => (shownAtFirst ? [title] : []));
}

describe('the columns of an answer', () => {
  test('begin with the name, what it is sorted by and its state', () => {
    expect(shownIn(shop, located('parcelsByState'), [aParcel()]).slice(0, 3)).toEqual([
      'Parcel',
      'Sent at',
      'State',
    ]);
  });

  test('leave to be chosen: keys, lists, what was asked by, and what every entity has', () => {
    const columns = resultColumns(shop, located('parcelsOfShop'), [aParcel({ lines: { L: [] } })]);
    const hidden = columns.filter(({ shownAtFirst }) => !shownAtFirst).map(({ title }) => title);
    expect(hidden).toEqual(expect.arrayContaining(['Lines', 'PK', 'SK', 'GSI1PK', 'Shop id', 'Version']));
    expect(hidden).not.toContain('State');
  });

  test('have what a sort key is about, however its template spells it', () => {
    for (const pattern of ['stuckFiles', 'filesNeverPickedUp', 'filesByStatus'] as const) {
      expect(shownIn(downloads, locate(downloads, pattern), [])).toContain('Status updated at');
    }
  });

  test('have what every entity has where it is one of a few states', () => {
    expect(shownIn(funds, locate(funds, 'latestDocument'), [])).toEqual(
      expect.arrayContaining(['Status', 'Version']),
    );
  });

  test('say what kind an item is only where there are several', () => {
    const metadata = aParcel(
      { SK: { S: 'METADATA' }, name: { S: 'The corner' } },
      { entity: 'Shop', handle: 'other' },
    );
    expect(shownIn(shop, located('everythingOfShop'), [aParcel(), metadata])).toContain('Kind');
    expect(shownIn(shop, located('everythingOfShop'), [aParcel()])).not.toContain('Kind');
  });

  test('have an attribute that nobody declared, with whatever name', () => {
    const odd = aParcel(JSON.parse('{"__proto__": {"S": "x"}}') as never);
    const columns = resultColumns(shop, located('parcelsOfShop'), [odd]);
    expect(columns.map(({ attribute }) => attribute)).toContain('__proto__');
  });

  test('export the key that an item is named by', () => {
    expect(resultColumns(shop, located('parcelsOfShop'), [])[0]).toMatchObject({
      role: 'name',
      attribute: 'SK',
    });
  });
});

describe('the name of an item', () => {
  test('is the last part of its key', () => {
    expect(itemName(shop, located('parcelsOfShop'), aParcel())).toBe('p-1');
  });

  test('is in the partition where the sort key is the same for all', () => {
    const metadata = aParcel({ SK: { S: 'METADATA' } }, { entity: 'Shop' });
    expect(itemName(shop, located('everythingOfShop'), metadata)).toBe('corner');
  });

  test('is the key itself where no template fits, and never a masked one', () => {
    expect(itemName(shop, located('parcelsOfShop'), aParcel({}, { entity: null }))).toBe('PARCEL#p-1');
    const mask = { MASKED: { what: 'a key', revealable: true } } as const;
    expect(itemName(shop, located('parcelsOfShop'), aParcel({ PK: mask, SK: mask }))).toBe('masked');
  });
});

test('times are read by their declared type, and no other number is one', () => {
  const at = Date.parse('2026-11-20T10:00:00Z');
  expect(parseTime({ type: 'time' }, { S: '2026-11-20T10:00:00Z' })).toBe(at);
  expect(parseTime({ type: 'epoch seconds' }, { N: String(at / 1_000) })).toBe(at);
  expect(parseTime({ type: 'epoch milliseconds' }, { N: String(at) })).toBe(at);
  expect(parseTime({ type: 'number' }, { N: String(at) })).toBeUndefined();
  expect(parseTime({ type: 'time' }, { S: 'soon' })).toBeUndefined();
  expect(parseTime(undefined, { S: '2026-11-20T10:00:00Z' })).toBeUndefined();
});

test('a total is never claimed before the last page is here', () => {
  expect(endNote(25, true, 3)).toBe('At least 25, next page costs about 3 RRU');
  expect(endNote(1_250, false, 3)).toBe('All 1,250');
  expect(endNote(1, false, 0.5)).toBe('The only item');
});

describe('an answer is said aloud', () => {
  const receipt = {
    pattern: 'shop.a',
    index: 'table',
    pages: 1,
    items: 2,
    rru: 0.5,
    bytes: 262,
    ms: 4,
    asOf: '2026-11-20T10:00:00.000Z',
  };
  const answer = {
    state: 'answered',
    items: [aParcel(), aParcel()],
    more: false,
    receipt,
    loadingMore: false,
    askingAgain: false,
    failure: undefined,
  } as const;

  test.each([
    [{}, '2 items, 0.5 RRU'],
    [{ more: true }, '2 items so far, 0.5 RRU'],
    [{ items: [] }, 'No items, 0.5 RRU'],
    [{ loadingMore: true }, ''],
    [{ askingAgain: true }, ''],
    [{ state: 'asking' }, ''],
    [{ failure: { code: 'cursor-refused', message: 'No.', reference: '' } }, ''],
  ] as const)('%o as “%s”', (change, words) => {
    expect(spokenAnswer({ ...answer, ...change })).toBe(words);
  });
});

test('receipts of pages are added up, as old as the oldest', () => {
  const page = { pattern: 'shop.a', index: 'GSI1', pages: 1, items: 25, rru: 1.5, bytes: 10, ms: 4 };
  expect(
    addedUp([
      { ...page, asOf: '2026-11-20T10:00:05.000Z' },
      { ...page, asOf: '2026-11-20T10:00:00.000Z' },
    ]),
  ).toEqual({ ...page, pages: 2, items: 50, rru: 3, bytes: 20, ms: 8, asOf: '2026-11-20T10:00:00.000Z' });
  expect(addedUp([])).toBeUndefined();
});

test('nothing in a sparse index does not mean that there is nothing', () => {
  expect(explainEmpty(shop, located('parcelsByState'))).toBe(
    'ByState holds an item while it is on its way. That none is here does not say that none exists.',
  );
  expect(explainEmpty(shop, located('parcelsOfShop'))).toMatch(/^The table holds nothing under this key/);
});
