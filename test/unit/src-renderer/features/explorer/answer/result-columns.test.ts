import { describe, expect, test } from 'vitest';
import {
  addUpReceipts,
  describeListEnd,
  describeAnswer,
} from '#renderer/features/explorer/answer/use-answer.ts';
import { explainEmpty } from '#renderer/features/explorer/answer/answer-section.tsx';
import {
  getItemName,
  buildResultColumns,
  parseTime,
} from '#renderer/features/explorer/answer/result-columns.ts';
import { downloads } from '#shared/catalogue/systems/downloads-system.ts';
import { funds } from '#shared/catalogue/systems/funds-system.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { aParcel, located, shop } from '../a-question-system.ts';

function shownIn(...args: Parameters<typeof buildResultColumns>): readonly string[] {
  return buildResultColumns(...args).flatMap(({ title, shownAtFirst }) => (shownAtFirst ? [title] : []));
}

describe('the columns of an answer', () => {
  test('begin with the name, the sort attribute and the state', () => {
    expect(shownIn(shop, located('parcelsByState'), [aParcel()]).slice(0, 3)).toEqual([
      'Parcel',
      'Sent at',
      'State',
    ]);
  });

  test('hide keys, lists, the asked values, and attributes of every entity', () => {
    const columns = buildResultColumns(shop, located('parcelsOfShop'), [aParcel({ lines: { L: [] } })]);
    const hidden = columns.filter(({ shownAtFirst }) => !shownAtFirst).map(({ title }) => title);
    expect(hidden).toEqual(expect.arrayContaining(['Lines', 'PK', 'SK', 'GSI1PK', 'Shop id', 'Version']));
    expect(hidden).not.toContain('State');
  });

  test('include the attributes of a sort key in any template', () => {
    for (const pattern of ['stuckFiles', 'filesNeverPickedUp', 'filesByStatus'] as const) {
      expect(shownIn(downloads, locate(downloads, pattern), [])).toContain('Status updated at');
    }
  });

  test('include an attribute of every entity if it is one of a few states', () => {
    expect(shownIn(funds, locate(funds, 'latestDocument'), [])).toEqual(
      expect.arrayContaining(['Status', 'Version']),
    );
  });

  test('show the kind of an item only if there are several', () => {
    const metadata = aParcel(
      { SK: { S: 'METADATA' }, name: { S: 'The corner' } },
      { entity: 'Shop', handle: 'other' },
    );
    expect(shownIn(shop, located('everythingOfShop'), [aParcel(), metadata])).toContain('Kind');
    expect(shownIn(shop, located('everythingOfShop'), [aParcel()])).not.toContain('Kind');
  });

  test('include undeclared attributes with any name', () => {
    const odd = aParcel(JSON.parse('{"__proto__": {"S": "x"}}') as never);
    const columns = buildResultColumns(shop, located('parcelsOfShop'), [odd]);
    expect(columns.map(({ attribute }) => attribute)).toContain('__proto__');
  });

  test('export the key that names an item', () => {
    expect(buildResultColumns(shop, located('parcelsOfShop'), [])[0]).toMatchObject({
      role: 'name',
      attribute: 'SK',
    });
  });
});

describe('the name of an item', () => {
  test('is the last part of its key', () => {
    expect(getItemName(shop, located('parcelsOfShop'), aParcel())).toBe('p-1');
  });

  test('is in the partition if all items share the sort key', () => {
    const metadata = aParcel({ SK: { S: 'METADATA' } }, { entity: 'Shop' });
    expect(getItemName(shop, located('everythingOfShop'), metadata)).toBe('corner');
  });

  test('is the whole key if no template fits, and never a masked one', () => {
    expect(getItemName(shop, located('parcelsOfShop'), aParcel({}, { entity: null }))).toBe('PARCEL#p-1');
    const mask = { MASKED: { what: 'a key', revealable: true } } as const;
    expect(getItemName(shop, located('parcelsOfShop'), aParcel({ PK: mask, SK: mask }))).toBe('masked');
  });
});

test('values are times only by their declared type', () => {
  const at = Date.parse('2026-11-20T10:00:00Z');
  expect(parseTime({ type: 'time' }, { S: '2026-11-20T10:00:00Z' })).toBe(at);
  expect(parseTime({ type: 'epoch seconds' }, { N: String(at / 1_000) })).toBe(at);
  expect(parseTime({ type: 'epoch milliseconds' }, { N: String(at) })).toBe(at);
  expect(parseTime({ type: 'number' }, { N: String(at) })).toBeUndefined();
  expect(parseTime({ type: 'time' }, { S: 'soon' })).toBeUndefined();
  expect(parseTime(undefined, { S: '2026-11-20T10:00:00Z' })).toBeUndefined();
});

test('a total is shown only once the last page was read', () => {
  expect(describeListEnd(25, true, 3)).toBe('At least 25, next page costs about 3 RRU');
  expect(describeListEnd(1_250, false, 3)).toBe('All 1,250');
  expect(describeListEnd(1, false, 0.5)).toBe('The only item');
});

describe('the announcement of an answer', () => {
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
    expect(describeAnswer({ ...answer, ...change })).toBe(words);
  });
});

test('receipts of pages are added up with the age of the oldest', () => {
  const page = { pattern: 'shop.a', index: 'GSI1', pages: 1, items: 25, rru: 1.5, bytes: 10, ms: 4 };
  expect(
    addUpReceipts([
      { ...page, asOf: '2026-11-20T10:00:05.000Z' },
      { ...page, asOf: '2026-11-20T10:00:00.000Z' },
    ]),
  ).toEqual({ ...page, pages: 2, items: 50, rru: 3, bytes: 20, ms: 8, asOf: '2026-11-20T10:00:00.000Z' });
  expect(addUpReceipts([])).toBeUndefined();
});

test('an empty answer from a sparse index does not mean that nothing exists', () => {
  expect(explainEmpty(shop, located('parcelsByState'))).toBe(
    'ByState holds an item while it is on its way. An empty result does not prove that none exists.',
  );
  expect(explainEmpty(shop, located('parcelsOfShop'))).toMatch(/^The table holds nothing under this key/);
});
