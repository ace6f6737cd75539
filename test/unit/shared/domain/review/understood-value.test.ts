import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalisedValue } from '#shared/domain/review/normalised-value.ts';
import {
  describeUnderstood,
  findDecimalMark,
  writeAsDocument,
} from '#shared/domain/review/understood-value.ts';

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

describe('an amount is written as the document writes its own', () => {
  test.each([
    ['money', '94,32', english, '94.32'],
    ['money', '94.32', german, '94,32'],
    ['money', '7,733.00', german, '7.733,00'],
    ['money', '7733,00', german, '7.733,00'],
    ['money', '€ -2 991.60', german, '€ -2.991,60'],
    ['money', '1234567', german, '1.234.567'],
    ['money', '(94,32)', english, '(94.32)'],
    ['number', '12,5', english, '12.5'],
    // It can be read in two ways, or would be then.
    ['money', '1.250', german, '1.250'],
    ['money', '1,250', german, '1,250'],
    ['money', '7733', german, '7733'],
    ['money', '12,-', german, '12,-'],
    ['money', ',5', english, ',5'],
    // The document says nothing of it, or two things.
    ['money', '94,32', [], '94,32'],
    ['money', '94,32', ['12.50', '12,50'], '94,32'],
    ['money', '94,32 or more', english, '94,32 or more'],
    ['text', '94,32', english, '94,32'],
    ['date', '12,11.2026', english, '12,11.2026'],
  ])('as %s: %s', (type, value, amounts, written) => {
    expect(writeAsDocument(type, value, { read: null, amounts })).toBe(written);
  });

  test('but first as its own field was read', () => {
    expect(writeAsDocument('number', '2.181,9', { read: '2181,7', amounts: english })).toBe('2181,9');
    expect(writeAsDocument('number', '2181.9', { read: '2181,7', amounts: english })).toBe('2181,9');
    expect(writeAsDocument('money', '94,32', { read: 'illegible', amounts: english })).toBe('94.32');
  });

  test('and never means another one', () => {
    const digits = fc.stringMatching(/^[-(€ ]{0,2}\d{1,9}(?:[., ']\d{1,3}){0,3}[-) €]{0,2}$/);
    fc.assert(
      fc.property(digits, fc.constantFrom(german, english), (value, amounts) => {
        const like = { read: null, amounts };
        const written = writeAsDocument('money', value, like);
        expect(normalisedValue('money', written)).toBe(normalisedValue('money', value));
        expect(writeAsDocument('money', written, like)).toBe(written);
      }),
    );
  });
});
