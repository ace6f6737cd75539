import { describe, expect, it } from 'vitest';
import { parseKeyCondition } from '#local/aws/dynamodb/expressions/key-condition.ts';
import { substitutions } from '#local/aws/dynamodb/expressions/names-and-values.ts';

const given = () =>
  substitutions({
    names: { '#pk': 'PK' },
    values: { ':a': { S: 'a' }, ':b': { S: 'b' }, ':n': { N: '1' } },
  });

describe('a key condition', () => {
  it.each([
    ['#pk = :a', [{ name: 'PK', operator: '=', values: [{ S: 'a' }] }]],
    ['(#pk = :a)', [{ name: 'PK', operator: '=', values: [{ S: 'a' }] }]],
    [
      '#pk = :a AND begins_with(SK, :b)',
      [
        { name: 'PK', operator: '=', values: [{ S: 'a' }] },
        { name: 'SK', operator: 'begins_with', values: [{ S: 'b' }] },
      ],
    ],
    [
      '(SK between :a and :b) and (#pk = :a)',
      [
        { name: 'SK', operator: 'BETWEEN', values: [{ S: 'a' }, { S: 'b' }] },
        { name: 'PK', operator: '=', values: [{ S: 'a' }] },
      ],
    ],
    [
      ':a = #pk AND :b <= SK',
      [
        { name: 'PK', operator: '=', values: [{ S: 'a' }] },
        { name: 'SK', operator: '>=', values: [{ S: 'b' }] },
      ],
    ],
  ])('%s', (text, conditions) => {
    expect(parseKeyCondition(text, given())).toEqual(conditions);
  });

  it.each([
    ['a = :a OR b = :b', 'Invalid operator used in KeyConditionExpression: OR'],
    ['a = :a AND NOT b = :b', 'Invalid operator used in KeyConditionExpression: NOT'],
    ['a = :a AND b IN (:a)', 'Invalid operator used in KeyConditionExpression: IN'],
    ['a = :a AND b <> :b', 'Invalid operator used in KeyConditionExpression: <>'],
    ['a = :a AND contains(b, :b)', 'Invalid operator used in KeyConditionExpression: contains'],
    ['attribute_exists(a)', 'Invalid operator used in KeyConditionExpression: attribute_exists'],
    ['a.b = :a', 'KeyConditionExpressions cannot have conditions on nested attributes'],
    ['a[0] = :a', 'KeyConditionExpressions cannot have conditions on nested attributes'],
    ['a > size(b)', 'KeyConditionExpressions cannot contain nested operations'],
    ['a = b', 'Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition'],
    [
      'a BETWEEN :a AND b',
      'Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition',
    ],
    [':a = :b', 'Invalid condition in KeyConditionExpression: No key attribute specified'],
    [
      ':a BETWEEN a AND b',
      'Invalid condition in KeyConditionExpression: BETWEEN operator must have the key attribute as its first operand',
    ],
    [
      'begins_with(:a, a)',
      'Invalid condition in KeyConditionExpression: begins_with operator must have the key attribute as its first operand',
    ],
    ['a = :a AND a > :b', 'KeyConditionExpressions must only contain one condition per key'],
    ['a = :a AND b = :a AND c = :a', 'Conditions can be of length 1 or 2 only'],
    [
      'a BETWEEN :b AND :a',
      'Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {S:b}, upper bound operand: AttributeValue: {S:a}',
    ],
    [
      'begins_with(a, :n)',
      'Invalid KeyConditionExpression: Incorrect operand type for operator or function; operator or function: begins_with, operand type: N',
    ],
    [
      'status = :a',
      'Invalid KeyConditionExpression: Attribute name is a reserved keyword; reserved keyword: status',
    ],
    ['', 'Invalid KeyConditionExpression: The expression can not be empty;'],
  ])('refuses %s', (text, message) => {
    expect(() => parseKeyCondition(text, given())).toThrow(
      expect.objectContaining({ name: 'ValidationException', message }),
    );
  });
});
