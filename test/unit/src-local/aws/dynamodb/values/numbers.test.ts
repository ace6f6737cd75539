import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addNumbers, canonicalNumber, subtractNumbers } from '#local/aws/dynamodb/values/numbers.ts';

const tooPrecise = 'Attempting to store more than 38 significant digits in a Number';
const overflow = 'Number overflow. Attempting to store a number with magnitude larger than supported range';
const underflow =
  'Number underflow. Attempting to store a number with magnitude smaller than supported range';

/** A number has up to 30 digits, so that a sum has no more than 38. */
const smallNumber = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 5 }))
  .map(([mantissa, places]) => canonicalNumber(`${mantissa}E-${places}`));

describe('a number has one spelling', () => {
  it.each([
    ['1.0', '1'],
    ['1e3', '1000'],
    ['-0', '0'],
    ['0.000', '0'],
    ['-0e999', '0'],
    ['+7', '7'],
    ['007', '7'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['-12.3400', '-12.34'],
    ['0.00012', '0.00012'],
    ['123.45E-1', '12.345'],
    ['123.45E+1', '1234.5'],
    ['1E-130', `0.${'0'.repeat(129)}1`],
    ['9E125', `9${'0'.repeat(125)}`],
    ['12345678901234567890123456789012345678', '12345678901234567890123456789012345678'],
    ['1234567890123456789012345678901234567800', '1234567890123456789012345678901234567800'],
  ])('%s is %s', (given, canonical) => {
    expect(canonicalNumber(given)).toBe(canonical);
    expect(canonicalNumber(canonical)).toBe(canonical);
  });

  it.each([
    ['123456789012345678901234567890123456789', tooPrecise],
    ['-1.23456789012345678901234567890123456789', tooPrecise],
    ['1e126', overflow],
    ['-1E+126', overflow],
    ['1e99999999999', overflow],
    ['1e-131', underflow],
    ['0.9e-130', underflow],
    ['', 'The parameter cannot be converted to a numeric value'],
    ['b', 'The parameter cannot be converted to a numeric value: b'],
    ['.', 'The parameter cannot be converted to a numeric value: .'],
    ['1 ', 'The parameter cannot be converted to a numeric value: 1 '],
    ['1e', 'The parameter cannot be converted to a numeric value: 1e'],
    ['0x10', 'The parameter cannot be converted to a numeric value: 0x10'],
    ['NaN', 'The parameter cannot be converted to a numeric value: NaN'],
  ])('refuses %s', (given, message) => {
    expect(() => canonicalNumber(given)).toThrow(expect.objectContaining({ message }));
  });
});

describe('arithmetic', () => {
  it('is exact where doubles are not', () => {
    expect(addNumbers('0.1', '0.2')).toBe('0.3');
    expect(addNumbers('9007199254740993', '1')).toBe('9007199254740994');
    expect(subtractNumbers('1', '0.0000000000000000000000000000000000001')).toBe(
      '0.9999999999999999999999999999999999999',
    );
    expect(subtractNumbers('5', '-5')).toBe('10');
    expect(subtractNumbers('5', '0')).toBe('5');
    expect(subtractNumbers('5', '5')).toBe('0');
  });

  it('refuses a result that no attribute can hold', () => {
    expect(() => addNumbers('1', `0.${'0'.repeat(40)}1`)).toThrow(tooPrecise);
    expect(() => addNumbers(`9${'0'.repeat(125)}`, `9${'0'.repeat(125)}`)).toThrow(overflow);
  });

  it('agrees with whole numbers of any length', () => {
    const whole = fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n });
    fc.assert(
      fc.property(whole, whole, (a, b) => {
        expect(addNumbers(String(a), String(b))).toBe(String(a + b));
        expect(subtractNumbers(String(a), String(b))).toBe(String(a - b));
      }),
    );
  });

  it('undoes by subtracting what it did by adding', () => {
    fc.assert(
      fc.property(smallNumber, smallNumber, (a, b) => {
        expect(subtractNumbers(addNumbers(a, b), b)).toBe(a);
        expect(addNumbers(a, b)).toBe(addNumbers(b, a));
      }),
    );
  });
});
