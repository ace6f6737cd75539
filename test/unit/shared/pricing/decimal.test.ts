import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareDecimals,
  decimal,
  decimalText,
  fixedText,
  moneyText,
  perPowerOfTen,
  plus,
  rounded,
  sumDecimals,
  times,
} from '#shared/pricing/decimal.ts';

const someDecimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, places]) => ({ digits, places }));

describe('exact decimals', () => {
  it('adds a tenth and two tenths to three tenths', () => {
    expect(decimalText(plus(decimal('0.1'), decimal('0.2')))).toBe('0.3');
  });

  it('adds ten million prices of a millionth without drift', () => {
    const price = perPowerOfTen(decimal('0.125'), 1_000_000);
    expect(decimalText(times(price, decimal(10_000_000)))).toBe('1.25');
    expect(decimalText(sumDecimals(Array.from({ length: 1_000 }, () => price)))).toBe('0.000125');
  });

  it.each([
    [5e-7, '0.0000005'],
    ['1e3', '1000'],
    ['1.5e1', '15'],
    ['-0.50', '-0.5'],
    ['100', '100'],
    ['0.00', '0'],
    [9_007_199_254_740_993n, '9007199254740993'],
  ])('reads %s', (written, text) => {
    expect(decimalText(decimal(written))).toBe(text);
  });

  it.each(['', '1,000', 'NaN', 'Infinity', '0x10', '.5', '1.', ' 1'])('refuses "%s"', (written) => {
    expect(() => decimal(written)).toThrow(RangeError);
  });

  it.each([
    ['0.0125', 3, '0.013'],
    ['0.00625', 3, '0.006'],
    ['-0.0125', 3, '-0.013'],
    ['0.0124999', 3, '0.012'],
    ['1.5', 4, '1.5000'],
    ['0.99996', 4, '1.0000'],
  ])('rounds %s to %i places', (value, places, text) => {
    expect(fixedText(rounded(decimal(value), places))).toBe(text);
  });

  it('divides by powers of ten only', () => {
    expect(() => perPowerOfTen(decimal(1), 64)).toThrow('64 is not a power of ten');
  });

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(someDecimal, (value) => {
        expect(compareDecimals(decimal(decimalText(value)), value)).toBe(0);
        expect(compareDecimals(decimal(fixedText(value)), value)).toBe(0);
      }),
    );
  });

  it('compares as differences do', () => {
    fc.assert(
      fc.property(someDecimal, someDecimal, (a, b) => {
        const difference = plus(a, { digits: -b.digits, places: b.places });
        expect(compareDecimals(a, b)).toBe(compareDecimals(difference, decimal(0)));
      }),
    );
  });

  it('never moves further than half a place by rounding', () => {
    fc.assert(
      fc.property(someDecimal, fc.integer({ min: 0, max: 12 }), (value, places) => {
        const moved = plus(rounded(value, places), { digits: -value.digits, places: value.places });
        const size = { ...moved, digits: moved.digits < 0n ? -moved.digits : moved.digits };
        expect(compareDecimals(times(size, decimal(2)), { digits: 1n, places })).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe('dollars as people read them', () => {
  it.each([
    ['0', '$0.00'],
    ['0.0755', '$0.0755'],
    ['0.005', '$0.005'],
    ['0.41', '$0.41'],
    ['0.4', '$0.40'],
    ['0.00004', 'less than $0.0001'],
    ['0.0001', '$0.0001'],
    ['0.99996', '$1.00'],
    ['2.265', '$2.27'],
    ['5', '$5.00'],
    ['131.2', '$131'],
    ['6098.4', '$6,098'],
    ['1234567.5', '$1,234,568'],
    ['-0.0021', '−$0.0021'],
  ])('%s is %s', (usd, text) => {
    expect(moneyText(usd)).toBe(text);
  });

  it('aligns the points of a column', () => {
    expect(moneyText('0.008', { places: 4 })).toBe('$0.0080');
    expect(moneyText('0', { places: 4 })).toBe('$0.0000');
    expect(moneyText('1234.5', { places: 4 })).toBe('$1,234.5000');
    expect(moneyText('0.00004', { places: 4, tiny: 'sign' })).toBe('<$0.0001');
    expect(moneyText('0.004', { places: 2 })).toBe('less than $0.01');
  });

  it('shows the first digit of the cost of one read on request', () => {
    expect(moneyText('0.0000005625', { tiny: 'digits' })).toBe('$0.0000006');
    expect(moneyText('0.0000000625', { tiny: 'digits' })).toBe('$0.00000006');
    expect(moneyText('0.00001', { tiny: 'digits' })).toBe('$0.00001');
  });
});
