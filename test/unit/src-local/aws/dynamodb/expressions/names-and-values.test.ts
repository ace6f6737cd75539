import { describe, expect, it } from 'vitest';
import { parseCondition } from '#local/aws/dynamodb/expressions/condition.ts';
import { substitutions } from '#local/aws/dynamodb/expressions/names-and-values.ts';
import { parseProjection } from '#local/aws/dynamodb/expressions/projection.ts';
import { parseUpdate } from '#local/aws/dynamodb/expressions/update.ts';

describe('names and values', () => {
  it('may be spread over all expressions of a request', () => {
    const given = substitutions({
      names: { '#a': 'a', '#b': 'b' },
      values: { ':x': { N: '1' }, ':y': { N: '2' } },
    });
    parseUpdate('SET #a = if_not_exists(#a, :x)', given);
    parseCondition('#b = :y', given, 'ConditionExpression');
    expect(() => given.finish()).not.toThrow();
  });

  it('must all be used', () => {
    const given = substitutions({ names: { '#a': 'a', '#b': 'b', '#c': 'c' } });
    parseProjection('#a', given);
    expect(() => given.finish()).toThrow(
      'Value provided in ExpressionAttributeNames unused in expressions: keys: {#b, #c}',
    );
    expect(() => substitutions({ values: { ':x': { N: '1' } } }).finish()).toThrow(
      'Value provided in ExpressionAttributeValues unused in expressions: keys: {:x}',
    );
  });

  it('count as used at any place, and each time the same text is read', () => {
    const text = 'size(#a) > :x OR NOT (b BETWEEN :y AND :z OR #c.#d IN (:w))';
    for (const name of ['first', 'second']) {
      const given = substitutions({
        names: { '#a': name, '#c': 'c', '#d': 'd' },
        values: { ':w': { S: '' }, ':x': { N: '0' }, ':y': { N: '1' }, ':z': { N: '2' } },
      });
      const condition = parseCondition(text, given, 'FilterExpression');
      expect(() => given.finish()).not.toThrow();
      expect(JSON.stringify(condition)).toContain(name);
    }
  });

  it.each([
    [{ names: {} }, 'ExpressionAttributeNames must not be empty'],
    [{ values: {} }, 'ExpressionAttributeValues must not be empty'],
    [{ names: { a: 'a' } }, 'ExpressionAttributeNames contains invalid key: Syntax error; key: "a"'],
    [{ names: { '#': 'a' } }, 'ExpressionAttributeNames contains invalid key: Syntax error; key: "#"'],
    [{ names: { '#a-b': 'a' } }, 'ExpressionAttributeNames contains invalid key: Syntax error; key: "#a-b"'],
    [
      { names: { '#a': '' } },
      'ExpressionAttributeNames contains invalid value: Empty attribute name for key #a',
    ],
    [
      { names: { [`#${'a'.repeat(255)}`]: 'a' } },
      'ExpressionAttributeNames contains invalid key: The expression attribute map contains a key that is too long; size of key: 256',
    ],
    [
      { values: { ':a': {}, b: { S: '' } } },
      'ExpressionAttributeValues contains invalid key: Syntax error; key: "b"',
    ],
    [
      { values: { ':a': {} } },
      'ExpressionAttributeValues contains invalid value: Supplied AttributeValue is empty, must contain exactly one of the supported datatypes for key :a',
    ],
    [
      { values: { ':a': { N: 'b' } } },
      'ExpressionAttributeValues contains invalid value: The parameter cannot be converted to a numeric value: b for key :a',
    ],
  ])('%j is refused', (given, message) => {
    expect(() => substitutions(given)).toThrow(
      expect.objectContaining({ name: 'ValidationException', message }),
    );
  });
});
