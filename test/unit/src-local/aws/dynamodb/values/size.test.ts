import { describe, expect, it } from 'vitest';
import type { AttributeValue } from '#local/aws/dynamodb/values/attribute-value.ts';
import { checkValue } from '#local/aws/dynamodb/values/check-item.ts';
import { measureItem, measureValue } from '#local/aws/dynamodb/values/size.ts';

describe('the size of an item', () => {
  it('counts names and values in UTF-8 bytes', () => {
    expect(measureItem({})).toBe(0);
    expect(measureItem({ id: { S: 'abc' } })).toBe(5);
    expect(measureItem({ é: { S: '😀' } })).toBe(6);
    expect(measureItem({ id: { S: 'abc' }, done: { BOOL: true } })).toBe(10);
  });

  it.each<[AttributeValue, number]>([
    [{ S: '' }, 0],
    [{ B: 'AAAA' }, 3],
    [{ B: 'AAA=' }, 2],
    [{ B: 'AA==' }, 1],
    [{ B: '' }, 0],
    [{ BOOL: false }, 1],
    [{ NULL: true }, 1],
    [{ SS: ['a', 'bc'] }, 3],
    [{ NS: ['1', '123'] }, 5],
    [{ BS: ['AA==', 'AAAA'] }, 4],
    [{ L: [] }, 3],
    [{ M: {} }, 3],
    [{ L: [{ S: 'a' }, { N: '1' }] }, 8],
    [{ M: { ab: { S: 'c' }, d: { L: [] } } }, 12],
  ])('%j takes %i bytes', (value, bytes) => {
    expect(measureValue(value)).toBe(bytes);
  });

  // Several people measured these sizes on AWS, at the 400 KB limit and at the edges of capacity units.
  it.each([
    ['0', 1],
    ['1', 2],
    ['12', 2],
    ['123', 3],
    ['1234', 3],
    ['123456789', 6],
    ['12345678901234567890123456789012345678', 20],
    ['-42', 3],
    ['100', 2],
    ['1010', 3],
    ['0.0000001', 2],
    ['1E125', 2],
    ['1E-100', 2],
    ['1.5', 3],
    ['1.200', 3],
    ['1.234', 4],
    ['3.14159', 5],
    ['100.5', 4],
    ['0.15', 2],
    ['-0.15', 3],
    ['-12345', 5],
    ['12345678912', 7],
  ])('the number %s takes %i bytes', (text, bytes) => {
    expect(measureValue(checkValue({ N: text }))).toBe(bytes);
  });
});
