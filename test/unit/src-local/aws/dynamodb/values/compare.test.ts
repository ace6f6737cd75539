import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AttributeValue } from '#local/aws/dynamodb/values/attribute-value.ts';
import { checkValue } from '#local/aws/dynamodb/values/check-item.ts';
import { equalValues, compareOrdered } from '#local/aws/dynamodb/values/compare.ts';

const wellFormed = fc.string({ unit: 'binary' });
const bytes = fc.uint8Array().map((array) => Buffer.from(array));
const order = (a: AttributeValue, b: AttributeValue): number => compareOrdered(a, b) ?? Number.NaN;

describe('the order of values', () => {
  it('is that of UTF-8 bytes for strings, not of UTF-16 units', () => {
    const sorted = ['', 'A', 'a', 'aa', 'é', '\uffff', '😀'];
    const keys = sorted.map((S) => ({ S }));
    expect(keys.toReversed().toSorted(order)).toEqual(keys);
    fc.assert(
      fc.property(wellFormed, wellFormed, (a, b) => {
        const expected = Buffer.compare(Buffer.from(a), Buffer.from(b));
        expect(order({ S: a }, { S: b })).toBe(expected);
      }),
    );
  });

  it('is total even over strings that are not well-formed', () => {
    const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    const any = fc.string({ unit });
    fc.assert(
      fc.property(any, any, any, (a, b, c) => {
        const ofTexts = (x: string, y: string): number => order({ S: x }, { S: y });
        expect(ofTexts(a, b)).toBe(-ofTexts(b, a) + 0);
        if (ofTexts(a, b) <= 0 && ofTexts(b, c) <= 0) expect(ofTexts(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('is that of unsigned bytes for binary', () => {
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        const ofBytes = order({ B: a.toString('base64') }, { B: b.toString('base64') });
        expect(ofBytes).toBe(Buffer.compare(a, b));
      }),
    );
  });

  it('is by value for numbers, however they are written', () => {
    const places = 30;
    const decimal = fc
      .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: -places, max: places }))
      .map(([negative, digits, power]) => ({
        N: `${negative ? '-' : ''}${digits}${power === 0 ? '' : `e${power}`}`,
        value: (negative ? -digits : digits) * 10n ** BigInt(power + places),
      }));
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const expected = a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
        expect(order({ N: a.N }, { N: b.N })).toBe(expected);
      }),
    );
    const sorted = ['-1000', '-12.5', '-12.49', '-0.001', '0', '0.0001', '0.001', '9', '10', '10.5'];
    const long = [`-1${'0'.repeat(100)}`, ...sorted, '12345678901234567890', '12345678901234567890.5'];
    const values = long.map((N) => ({ N }));
    expect(values.toReversed().toSorted(order)).toEqual(values);
    expect([order({ N: '-0.0' }, { N: '0' }), order({ N: '1.50' }, { N: '0.015e2' })]).toEqual([0, 0]);
  });
});

describe('what has no order', () => {
  it('is two types, or a type that is no key', () => {
    expect(compareOrdered({ S: '1' }, { N: '1' })).toBeUndefined();
    expect(compareOrdered({ BOOL: true }, { BOOL: false })).toBeUndefined();
    expect(compareOrdered({ L: [] }, { L: [] })).toBeUndefined();
  });
});

describe('equal values', () => {
  it.each<[AttributeValue, AttributeValue]>([
    [{ SS: ['a', 'b'] }, { SS: ['b', 'a'] }],
    [checkValue({ N: '1.0' }), checkValue({ N: '1e0' })],
    [checkValue({ NS: ['1', '20'] }), checkValue({ NS: ['2e1', '1.00'] })],
    [{ NULL: true }, { NULL: true }],
    [{ M: { a: { L: [{ S: 'x' }] }, b: { N: '1' } } }, { M: { b: { N: '1' }, a: { L: [{ S: 'x' }] } } }],
  ])('%j equals %j', (a, b) => {
    expect(equalValues(a, b)).toBe(true);
    expect(equalValues(b, a)).toBe(true);
  });

  it.each<[AttributeValue, AttributeValue]>([
    [{ S: '1' }, { N: '1' }],
    [{ SS: ['a'] }, { SS: ['a', 'b'] }],
    [{ SS: ['1'] }, { NS: ['1'] }],
    [{ L: [{ N: '1' }, { N: '2' }] }, { L: [{ N: '2' }, { N: '1' }] }],
    [{ M: { a: { N: '1' } } }, { M: { b: { N: '1' } } }],
    [{ M: {} }, { M: JSON.parse('{"__proto__":{"S":"x"}}') as Record<string, AttributeValue> }],
    [{ M: { toString: { S: 'x' } } }, { M: { a: { S: 'x' } } }],
    [{ BOOL: true }, { BOOL: false }],
    [{ BOOL: true }, { NULL: true }],
  ])('%j does not equal %j', (a, b) => {
    expect(equalValues(a, b)).toBe(false);
    expect(equalValues(b, a)).toBe(false);
  });
});
