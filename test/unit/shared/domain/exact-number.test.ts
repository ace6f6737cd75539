import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addExact, canonicalExact, compareExact, isKept, parseExact } from '#shared/domain/exact-number.ts';

/** Generates units of 10^-scale, and the same number as a person might write it. */
const written = fc
  .record({
    units: fc.bigInt({ min: -(10n ** 38n) + 1n, max: 10n ** 38n - 1n }),
    scale: fc.integer({ min: 0, max: 60 }),
    form: fc.constantFrom('plain', 'padded', 'power'),
  })
  .map(({ units, scale, form }) => ({ units, scale, text: write(units, scale, form) }));

function write(units: bigint, scale: number, form: string): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString();
  if (form === 'power') return `${sign}${digits}E-${scale}`;
  const padded = digits.padStart(scale + 1, '0');
  const plain = scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
  return form === 'padded' ? `${sign}00${plain}${scale === 0 ? '' : '000'}` : `${sign}${plain}`;
}

/** Converts to units of the finer scale. */
function inUnits(number: { units: bigint; scale: number }, scale: number): bigint {
  return number.units * 10n ** BigInt(scale - number.scale);
}

describe('addExact', () => {
  test.each([
    ['500000', '75000', '575000'],
    ['0.1', '0.2', '0.3'],
    ['9007199254740993', '1', '9007199254740994'],
    ['99999999999999999999999999999999999999', '1', '1E+38'],
    ['12345678901234567890123456789012345678', '0', '12345678901234567890123456789012345678'],
    ['-12.50', '12.5', '0'],
    ['1E+125', '-1E+125', '0'],
    ['1E+3', '-0', '1000'],
  ])('%s and %s are %s', (a, b, sum) => {
    expect(addExact(a, b)).toBe(sum);
  });

  test('is the sum, to the last digit', () => {
    fc.assert(
      fc.property(written, written, (a, b) => {
        const scale = Math.max(a.scale, b.scale);
        const sum = inUnits(a, scale) + inUnits(b, scale);
        expect(addExact(a.text, b.text)).toBe(canonicalExact(write(sum, scale, 'plain')));
      }),
    );
  });

  test('keeps the smallest beside the largest', () => {
    const sum = addExact('1E+125', '1E-130');
    expect(addExact(sum, '-1E+125')).toBe('1E-130');
  });

  test.each([
    '',
    'NaN',
    'Infinity',
    '1,000',
    '0x10',
    '1e',
    '.',
    '-',
    '1.2.3',
    ' 1',
    '1E+99999',
    '9'.repeat(2_000),
  ])('refuses %j', (text) => {
    expect(parseExact(text)).toBeNull();
    expect(() => addExact('1', text)).toThrow(RangeError);
  });
});

describe('compareExact', () => {
  test('agrees with whole numbers of any length', () => {
    fc.assert(
      fc.property(written, written, (a, b) => {
        const scale = Math.max(a.scale, b.scale);
        const difference = inUnits(a, scale) - inUnits(b, scale);
        expect(compareExact(a.text, b.text)).toBe(difference === 0n ? 0 : difference < 0n ? -1 : 1);
      }),
    );
  });

  test('sees a last digit that a JavaScript number does not have', () => {
    expect(compareExact('9007199254740992', '9007199254740993')).toBe(-1);
    expect(compareExact('1.0', '1')).toBe(0);
  });
});

describe('canonicalExact', () => {
  test.each([
    ['007', '7'],
    ['-0.00', '0'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['+1.500', '1.5'],
    ['1E+125', '1E+125'],
    ['1.20e-130', '1.2E-130'],
    ['0.0000001', '0.0000001'],
    ['0.00000001', '1E-8'],
    ['1e37', '10000000000000000000000000000000000000'],
  ])('%s is %s', (text, canonical) => {
    expect(canonicalExact(text)).toBe(canonical);
  });

  test('gives one text for one value, and keeps the value', () => {
    fc.assert(
      fc.property(written, ({ units, scale, text }) => {
        const canonical = canonicalExact(text);
        expect(canonicalExact(write(units * 1_000n, scale + 3, 'padded'))).toBe(canonical);
        expect(canonicalExact(canonical)).toBe(canonical);
        expect(parseExact(canonical)).toEqual(parseExact(text));
      }),
    );
  });
});

describe('isKept', () => {
  test.each([
    '0',
    '-0.00',
    '1E-130',
    '-9.99E+125',
    '1'.repeat(38),
    `1${'0'.repeat(125)}`,
    `0.${'1'.repeat(38)}0`,
  ])('accepts %s', (text) => expect(isKept(text)).toBe(true));

  test.each(['', 'x', '1E-131', '1E+126', '1'.repeat(39), `0.${'0'.repeat(130)}1`])('refuses %j', (text) =>
    expect(isKept(text)).toBe(false),
  );
});
