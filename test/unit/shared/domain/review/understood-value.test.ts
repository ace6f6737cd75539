import { describe, expect, test } from 'vitest';
import { describeUnderstood, findDecimalMark } from '#shared/domain/review/understood-value.ts';

const german = ['7.733,00', '1.234,50', '12,-'];
const english = ['7,733.00', '12.50'];

describe('what is typed', () => {
  test.each([
    ['money', '7.733,00', german],
    ['money', '7,733.00', german],
    ['money', '12,50', english],
    ['number', '35', english],
    ['date', '12 Nov 2026', []],
    ['date', '2026-11-12', []],
    ['date', '31/12/2026', []],
    ['date', '12.11.2026', []],
    ['date', '05/05/2026', []],
    ['text', '1.250', []],
    [null, '03/04/2026', []],
    ['money', 'not an amount', english],
  ])('has one meaning as %s: %s', (type, value, amounts) => {
    expect(describeUnderstood(type, value, amounts)).toBeNull();
  });

  test.each([
    ['money', '1.250', german, 'Understood as 1250.'],
    ['money', '1,250', english, 'Understood as 1250.'],
    ['number', '1.250', [], 'Understood as 1250.'],
    ['date', '03/04/2026', [], 'Understood as 3 Apr 2026.'],
    ['date', '12.11.26', [], 'Understood as 12 Nov 2026.'],
  ])('is told where it may be doubted, as %s: %s', (type, value, amounts, says) => {
    expect(describeUnderstood(type, value, amounts)).toBe(says);
  });

  test('is doubted aloud where the document writes its amounts in the other way', () => {
    const says = (value: string) => describeUnderstood('money', value, english);
    expect(says('1.250')).toBe(
      'Understood as 1250. This document writes decimals with “.”: if 1.25 is meant, write 1.25.',
    );
    expect(says('1.255')).toContain('if 1.2550 is meant, write 1.2550.');
  });
});

test.each([
  [german, ','],
  [english, '.'],
  [['1.250'], null],
  [['12.50', '12,50'], null],
  [[], null],
])('the decimals of %s follow %s', (amounts, mark) => {
  expect(findDecimalMark(amounts)).toBe(mark);
});
