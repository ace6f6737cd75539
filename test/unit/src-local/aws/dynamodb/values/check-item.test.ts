import { describe, expect, it } from 'vitest';
import { findMember } from '#local/aws/dynamodb/values/attribute-value.ts';
import { checkItem, checkValue } from '#local/aws/dynamodb/values/check-item.ts';

const invalid = 'One or more parameter values were invalid: ';
const empty = 'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes';
const severalTypes =
  'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes';

describe('a checked item', () => {
  it('holds every type, with numbers in one spelling', () => {
    const item = checkItem(
      {
        id: { S: '' },
        pages: { N: '1.50' },
        scan: { B: '/wA=' },
        tags: { SS: ['b', ''] },
        totals: { NS: ['1e2', '-0'] },
        hashes: { BS: ['AA=='] },
        done: { BOOL: false },
        owner: { NULL: true },
        steps: { L: [{ N: '01' }, { M: { at: { N: '2.0' } } }] },
        none: { M: {} },
      },
      'Item',
    );
    expect(item).toEqual({
      id: { S: '' },
      pages: { N: '1.5' },
      scan: { B: '/wA=' },
      tags: { SS: ['b', ''] },
      totals: { NS: ['100', '0'] },
      hashes: { BS: ['AA=='] },
      done: { BOOL: false },
      owner: { NULL: true },
      steps: { L: [{ N: '1' }, { M: { at: { N: '2' } } }] },
      none: { M: {} },
    });
  });

  it('may have an attribute called __proto__ and is no less safe for it', () => {
    const given: unknown = JSON.parse('{"__proto__":{"S":"x"},"m":{"M":{"__proto__":{"N":"1.0"}}}}');
    const item = checkItem(given, 'Item');
    expect(Object.keys(item)).toEqual(['__proto__', 'm']);
    expect(Object.getPrototypeOf(item)).toBe(Object.prototype);
    expect(findMember(item, '__proto__')).toEqual({ S: 'x' });
    expect(findMember(item, 'constructor')).toBeUndefined();
    expect(JSON.stringify(item)).toBe('{"__proto__":{"S":"x"},"m":{"M":{"__proto__":{"N":"1"}}}}');
  });

  it('ignores members without a value, as AWS does', () => {
    expect(checkValue({ S: 'a', N: null })).toEqual({ S: 'a' });
  });
});

describe('a value is refused', () => {
  it.each<[unknown, string]>([
    [{}, empty],
    [{ X: 'a' }, empty],
    [{ M: { a: {} } }, empty],
    [{ L: [{}] }, empty],
    [{ S: 'a', N: '1' }, severalTypes],
    [{ S: 'a', X: '1' }, severalTypes],
    [{ S: 'a', N: 'b' }, 'The parameter cannot be converted to a numeric value: b'],
    [{ NULL: false }, `${invalid}Null attribute value types must have the value of true`],
    [{ SS: [] }, `${invalid}An string set  may not be empty`],
    [{ NS: [] }, `${invalid}An number set  may not be empty`],
    [{ BS: [] }, `${invalid}Binary sets should not be empty`],
    [{ SS: ['a', 'a'] }, `${invalid}Input collection [a, a] contains duplicates.`],
    [{ BS: ['Yg==', 'Yg=='] }, `${invalid}Input collection [Yg==, Yg==]of type BS contains duplicates.`],
    [{ NS: ['1', '1.0'] }, 'Input collection contains duplicates'],
    [{ NS: ['1', ''] }, 'The parameter cannot be converted to a numeric value'],
    [{ M: { '': { S: 'a' } } }, `${invalid}Empty attribute name`],
  ])('%j', (value, message) => {
    expect(() => checkValue(value)).toThrow(
      expect.objectContaining({ name: 'ValidationException', message }),
    );
  });

  it.each<[unknown, string]>([
    [{ S: 1 }, 'NUMBER_VALUE cannot be converted to String'],
    [{ N: 1 }, 'NUMBER_VALUE cannot be converted to String'],
    [{ BOOL: 'true' }, 'STRING_VALUE cannot be converted to Boolean'],
    [{ SS: 'a' }, 'STRING_VALUE cannot be converted to List'],
    [{ S: [] }, 'Unexpected start of list'],
    [{ S: {} }, 'Start of structure or map found where not expected'],
    ['a', 'STRING_VALUE cannot be converted to AttributeValue'],
    [{ B: 'abc' }, 'Base64 encoded length is expected a multiple of 4 bytes but found: 3'],
    [{ B: 'a=bc' }, "Invalid Base64 character: '='"],
    [{ B: 'ab*c' }, "Invalid Base64 character: '*'"],
    [{ B: 'Yh==' }, 'Invalid last non-pad Base64 character dectected'],
    [{ B: 'YWJ=' }, 'Invalid last non-pad Base64 character dectected'],
  ])('%j, of the wrong shape', (value, message) => {
    expect(() => checkValue(value)).toThrow(
      expect.objectContaining({ name: 'SerializationException', message }),
    );
  });

  it('when it is missing where its name says it is', () => {
    expect(() => checkItem({ owner: null }, 'Item')).toThrow(
      "Value null at 'item.owner.member' failed to satisfy constraint: Member must not be null",
    );
    expect(() => checkItem([], 'Key')).toThrow('Unexpected start of list');
  });

  it('when it is nested deeper than 32 levels', () => {
    const nested = (levels: number): unknown =>
      levels === 0
        ? { S: 'leaf' }
        : { [levels % 2 ? 'M' : 'L']: levels % 2 ? { n: nested(levels - 1) } : [nested(levels - 1)] };
    expect(() => checkItem({ deep: nested(31) }, 'Item')).not.toThrow();
    expect(() => checkItem({ deep: nested(32) }, 'Item')).toThrow(
      'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit',
    );
  });

  it('when its name is too long', () => {
    expect(() => checkItem({ ['é'.repeat(32_768)]: { S: '' } }, 'Item')).toThrow(
      'Attribute name is too large',
    );
  });
});
