import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { groupAndSum } from '#shared/catalogue/items/group-and-sum.ts';
import { fundItems } from './fund-documents.ts';

const masked: AttributeValue = { MASKED: { what: 'an e-mail address', revealable: true } };
const amount = (digits: string): Attributes => ({ Amount: { N: digits } });

describe('the funds of DOC001', () => {
  const overview = fundItems.filter(({ PK }) => PK !== undefined && 'S' in PK && PK.S === 'DOC001');
  const rows = groupAndSum(overview, { by: ['PositionId', 'EntityType'], sum: ['Amount'] });
  const of = (...group: string[]) => rows.find((row) => row.group.join() === group.join());

  test('are called, distributed and unfunded as in the source', () => {
    expect(of('POSITION_1', 'CapitalCall')).toMatchObject({
      count: 1,
      sums: [{ total: '500000', counted: 1 }],
    });
    expect(of('POSITION_1', 'Distribution')).toMatchObject({ count: 1, sums: [{ total: '75000' }] });
    expect(of('POSITION_1', 'UnfundedCommitment')).toMatchObject({ count: 1, sums: [{ total: '1500000' }] });
    expect(of('POSITION_2', 'CapitalCall')).toMatchObject({ count: 1, sums: [{ total: '300000' }] });
  });

  test('are two positions, two documents and two capital activities', () => {
    expect(rows.map(({ group, count }) => [...group, count])).toEqual([
      ['POSITION_1', 'CapitalCall', 1],
      ['POSITION_1', 'Distribution', 1],
      ['POSITION_1', 'UnfundedCommitment', 1],
      ['POSITION_2', 'CapitalCall', 1],
      ['POSITION_2', 'Distribution', 1],
      ['POSITION_2', 'UnfundedCommitment', 1],
      ['(none)', 'CapitalActivity', 2],
      ['(none)', 'Document', 2],
    ]);
  });

  test('have no total if there is nothing to add', () => {
    expect(of('(none)', 'Document')?.sums).toEqual([{ attribute: 'Amount', total: null, counted: 0 }]);
    expect(of('(none)', 'CapitalActivity')?.sums).toEqual([
      { attribute: 'Amount', total: '950000', counted: 2 },
    ]);
  });
});

test('POSITION_1 across documents is five items', () => {
  const [row] = groupAndSum(fundItems, { by: ['PositionId'], sum: ['Amount'] });
  expect(row).toEqual({
    group: ['POSITION_1'],
    count: 5,
    sums: [{ attribute: 'Amount', total: '2945000', counted: 5 }],
  });
});

describe('groupAndSum', () => {
  test('makes one group of everything when nothing is grouped by, and none of no items', () => {
    expect(groupAndSum([amount('1'), amount('2')], { by: [], sum: ['Amount'] })).toEqual([
      { group: [], count: 2, sums: [{ attribute: 'Amount', total: '3', counted: 2 }] },
    ]);
    expect(groupAndSum([], { by: [], sum: [] })).toEqual([]);
  });

  test('adds numbers beyond the range of a JavaScript number', () => {
    const items = [amount('12345678901234567890.123456789'), amount('0.000000001'), amount('-0.5')];
    expect(groupAndSum(items, { by: [], sum: ['Amount'] })[0]?.sums[0]?.total).toBe(
      '12345678901234567889.62345679',
    );
  });

  test('loses no item and no cent', () => {
    const item = fc.record({
      position: fc.constantFrom('A', 'B', null),
      cents: fc.bigInt({ min: -999n, max: 999n }),
    });
    fc.assert(
      fc.property(fc.array(item), (all) => {
        const items = all.map(({ position, cents }) => ({
          ...amount(`${cents}E-2`),
          ...(position === null ? {} : { Position: { S: position } }),
        }));
        const rows = groupAndSum(items, { by: ['Position'], sum: ['Amount'] });
        expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
        const total = rows.reduce((sum, { sums }) => sum + Math.round(Number(sums[0]?.total) * 100), 0);
        expect(BigInt(total)).toBe(all.reduce((sum, { cents }) => sum + cents, 0n));
      }),
    );
  });

  test('does not distinguish masked values', () => {
    const other: AttributeValue = { MASKED: { what: 'an e-mail address', note: 'other', revealable: true } };
    const rows = groupAndSum([{ email: masked }, { email: other }, {}], { by: ['email'], sum: ['email'] });
    expect(rows).toEqual([
      { group: ['(masked)'], count: 2, sums: [{ attribute: 'email', total: null, counted: 0 }] },
      { group: ['(none)'], count: 1, sums: [{ attribute: 'email', total: null, counted: 0 }] },
    ]);
  });

  test('treats 1 and 1.0 as one number, a text "1" as different, and a set by its members', () => {
    const values: AttributeValue[] = [
      { N: '1' },
      { N: '1.0' },
      { S: '1' },
      { SS: ['a', 'b'] },
      { SS: ['b', 'a'] },
    ];
    const rows = groupAndSum(
      values.map((value) => ({ value })),
      { by: ['value'], sum: [] },
    );
    expect(rows.map(({ count }) => count)).toEqual([2, 1, 2]);
  });

  test('orders numbers as numbers', () => {
    const rows = groupAndSum(
      ['10', '9', '-1', '1E+2'].map((digits) => amount(digits)),
      { by: ['Amount'], sum: [] },
    );
    expect(rows.map(({ group }) => group[0])).toEqual(['-1', '9', '10', '1E+2']);
  });

  test('compares attributes by name, whatever the names are', () => {
    const item: Attributes = Object.fromEntries([['__proto__', { N: '7' }]]);
    expect(groupAndSum([item, {}], { by: ['__proto__', 'constructor'], sum: ['__proto__'] })).toEqual([
      { group: ['7', '(none)'], count: 1, sums: [{ attribute: '__proto__', total: '7', counted: 1 }] },
      { group: ['(none)', '(none)'], count: 1, sums: [{ attribute: '__proto__', total: null, counted: 0 }] },
    ]);
  });
});

test('numbers sort before text, always in the same order', () => {
  const values = [{ N: '10' }, { S: '5' }, { N: '9' }];
  for (const [a = 0, b = 0, c = 0] of [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]) {
    const items = [a, b, c].map((place) => ({ value: values[place] ?? { S: '' } }));
    const rows = groupAndSum(items, { by: ['value'], sum: [] });
    expect(rows.map(({ group }) => group[0])).toEqual(['9', '10', '5']);
  }
});

test('an impossible value is not summed, and does not stop the sum', () => {
  const items = ['1E1000', '1E-1000', '1', '2'].map((digits) => ({ amount: { N: digits } }));
  expect(groupAndSum(items, { by: [], sum: ['amount'] })[0]?.sums).toEqual([
    { attribute: 'amount', total: '3', counted: 2 },
  ]);
});
