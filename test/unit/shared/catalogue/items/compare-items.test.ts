import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { compareItems } from '#shared/catalogue/items/compare-items.ts';
import { fundItems } from './fund-documents.ts';

const told = (left: Attributes, right: Attributes) =>
  compareItems(left, right).map(({ name, comparison }) => [name, comparison]);

const masked: AttributeValue = { MASKED: { what: 'an e-mail address', revealable: true } };

test('compares the latest document with the historical one', () => {
  const [latest = {}, historical = {}] = fundItems;
  expect(compareItems(latest, historical)).toEqual([
    { path: ['PK'], name: 'PK', comparison: 'same', left: { S: 'DOC001' }, right: { S: 'DOC001' } },
    {
      path: ['SK'],
      name: 'SK',
      comparison: 'changed',
      left: { S: 'DOCUMENT#LATEST' },
      right: { S: 'DOCUMENT#2025-09-01' },
    },
    {
      path: ['EntityType'],
      name: 'EntityType',
      comparison: 'same',
      left: { S: 'Document' },
      right: { S: 'Document' },
    },
    {
      path: ['Status'],
      name: 'Status',
      comparison: 'changed',
      left: { S: 'Active' },
      right: { S: 'Historical' },
    },
    {
      path: ['Version'],
      name: 'Version',
      comparison: 'changed',
      left: { S: 'Latest' },
      right: { S: 'Historical' },
    },
  ]);
});

describe('compareItems', () => {
  test('descends into maps and lists, and names the path', () => {
    const left: Attributes = {
      error: { M: { code: { S: 'THROTTLED' }, stage: { S: 'textract' } } },
      lines: { L: [{ M: { amount: { N: '1' } } }, { S: 'gone' }] },
    };
    const right: Attributes = {
      error: { M: { stage: { S: 'textract' }, code: { S: 'CORRUPT' }, message: { S: 'no page' } } },
      lines: { L: [{ M: { amount: { N: '2' } } }] },
    };
    expect(told(left, right)).toEqual([
      ['error.code', 'changed'],
      ['error.stage', 'same'],
      ['error.message', 'only-right'],
      ['lines[0].amount', 'changed'],
      ['lines[1]', 'only-left'],
    ]);
  });

  test('ignores the order of sets, compares numbers by value, and respects types', () => {
    const left: Attributes = {
      files: { SS: ['a', 'b'] },
      score: { N: '0.50' },
      odd: { N: '1' },
      more: { NS: ['1'] },
    };
    const right: Attributes = {
      files: { SS: ['b', 'a'] },
      score: { N: '5E-1' },
      odd: { S: '1' },
      more: { NS: ['1.0', '2'] },
    };
    expect(told(left, right)).toEqual([
      ['files', 'same'],
      ['score', 'same'],
      ['odd', 'changed'],
      ['more', 'changed'],
    ]);
  });

  test('reports a whole value if the other side has another kind or nothing', () => {
    expect(told({ error: { M: { code: { S: 'X' } } } }, { error: { S: 'X' } })).toEqual([
      ['error', 'changed'],
    ]);
    expect(told({ error: { M: {} } }, { error: { M: {} } })).toEqual([['error', 'same']]);
    expect(told({ error: { M: { code: { S: 'X' } } } }, {})).toEqual([['error', 'only-left']]);
    expect(told({ error: { M: {} } }, { error: { M: { code: { S: 'X' } } } })).toEqual([
      ['error.code', 'only-right'],
    ]);
  });

  test('reports nothing about what it cannot see', () => {
    expect(told({ email: masked }, { email: masked })).toEqual([['email', 'masked']]);
    expect(told({ email: masked }, { email: { S: 'a@b.example' } })).toEqual([['email', 'masked']]);
    expect(
      told(
        { to: { M: { email: masked, name: { S: 'A' } } } },
        { to: { M: { email: masked, name: { S: 'B' } } } },
      ),
    ).toEqual([
      ['to.email', 'masked'],
      ['to.name', 'changed'],
    ]);
    expect(told({ email: masked }, {})).toEqual([['email', 'only-left']]);
  });

  test('compares attributes by name, whatever the names are', () => {
    const left: Attributes = Object.fromEntries([['__proto__', { S: 'data' }]]);
    expect(told(left, {})).toEqual([['__proto__', 'only-left']]);
    expect(told({}, { constructor: { S: 'data' } })).toEqual([['constructor', 'only-right']]);
  });

  const value: fc.Memo<AttributeValue> = fc.memo((depth) =>
    depth <= 1
      ? fc.oneof(
          fc.string({ maxLength: 3 }).map((S): AttributeValue => ({ S })),
          fc.integer().map((N): AttributeValue => ({ N: String(N) })),
          fc.uniqueArray(fc.string({ maxLength: 2 }), { minLength: 1 }).map((SS): AttributeValue => ({ SS })),
        )
      : fc.oneof(
          value(1),
          fc.array(value(depth - 1), { maxLength: 3 }).map((L): AttributeValue => ({ L })),
          fc
            .dictionary(fc.string({ maxLength: 3 }), value(depth - 1), { maxKeys: 3 })
            .map((M): AttributeValue => ({ M })),
        ),
  );
  const item = fc.dictionary(fc.string({ maxLength: 3 }), value(3), { maxKeys: 4 });

  test('finds an item equal to itself', () => {
    fc.assert(
      fc.property(item, (one) => {
        expect(compareItems(one, one).every(({ comparison }) => comparison === 'same')).toBe(true);
      }),
    );
  });

  test('gives the same result from either side', () => {
    const turned = {
      same: 'same',
      changed: 'changed',
      masked: 'masked',
      'only-left': 'only-right',
      'only-right': 'only-left',
    };
    fc.assert(
      fc.property(item, item, (left, right) => {
        const oneWay = compareItems(left, right).map(({ name, comparison }) => `${name} ${comparison}`);
        const otherWay = compareItems(right, left).map(
          ({ name, comparison }) => `${name} ${turned[comparison]}`,
        );
        expect(otherWay.toSorted()).toEqual(oneWay.toSorted());
      }),
    );
  });
});

test('a value of another type counts as changed, also if part of it is masked', () => {
  const left = { fields: { M: { total: masked } }, note: masked };
  const right = { fields: { S: 's3://results/1' }, note: { S: 'a' } };
  expect(told(left, right)).toEqual([
    ['fields', 'changed'],
    ['note', 'masked'],
  ]);
});
