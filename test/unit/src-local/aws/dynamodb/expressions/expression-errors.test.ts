import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyUpdate, parseUpdate } from '#local/aws/dynamodb/expressions/update.ts';
import { holds, parseCondition } from '#local/aws/dynamodb/expressions/condition.ts';
import { parseKeyCondition } from '#local/aws/dynamodb/expressions/key-condition.ts';
import { project, parseProjection } from '#local/aws/dynamodb/expressions/projection.ts';
import { substitutions, type Substitutions } from '#local/aws/dynamodb/expressions/names-and-values.ts';
import { AwsError } from '#local/aws/protocol/aws-error.ts';

const anItem = { a: { S: 'x' }, b: { L: [{ N: '1' }] }, c: { M: { d: { SS: ['q'] } } } };

/** Parses every kind of expression, and then applies it to an item. */
const parsers = {
  ConditionExpression: (text: string, given: Substitutions) =>
    holds(parseCondition(text, given, 'ConditionExpression'), anItem),
  FilterExpression: (text: string, given: Substitutions) =>
    holds(parseCondition(text, given, 'FilterExpression'), undefined),
  KeyConditionExpression: (text: string, given: Substitutions) => parseKeyCondition(text, given),
  ProjectionExpression: (text: string, given: Substitutions) => project(anItem, parseProjection(text, given)),
  UpdateExpression: (text: string, given: Substitutions) => applyUpdate(anItem, parseUpdate(text, given)),
};

const given = (): Substitutions =>
  substitutions({
    names: { '#a': 'a', '#c': 'c', '#three': '[3]' },
    values: {
      ':n': { N: '1' },
      ':s': { S: 'S' },
      ':l': { L: [] },
      ':ss': { SS: ['x'] },
      ':t': { BOOL: true },
    },
  });

function readErrorMessage(parameter: keyof typeof parsers, text: string): string {
  try {
    parsers[parameter](text, given());
  } catch (problem) {
    return problem instanceof AwsError ? problem.message : String(problem);
  }
  return 'accepted';
}

describe('a syntax error names the token and its neighbours', () => {
  it.each([
    ['UpdateExpression', 'INVALID SYNTAX HERE', 'INVALID', 'INVALID SYNTAX'],
    ['UpdateExpression', 'ADD hits : one', ':', 'hits : one'],
    ['UpdateExpression', 'SET €x = :n', '€', 'SET €x'],
    ['UpdateExpression', 'SET 😀 = :n', '😀', 'SET 😀 ='],
    ['UpdateExpression', 'SET a', '<EOF>', 'a'],
    ['UpdateExpression', 'SET a = remove', 'remove', '= remove'],
    ['UpdateExpression', 'SET a = b + c + d', '+', 'c + d'],
    ['UpdateExpression', 'SET a = (b.c).d', '.', ').d'],
    ['UpdateExpression', 'SET a[1] = "x"', '"', '= "x'],
    ['UpdateExpression', 'SET a = 1', '1', '= 1'],
    ['UpdateExpression', 'SET :s = a', ':s', 'SET :s ='],
    ['UpdateExpression', 'REMOVE a b', 'b', 'a b'],
    ['UpdateExpression', 'ADD a b', 'b', 'a b'],
    ['UpdateExpression', 'DELETE a = :ss', '=', 'a = :ss'],
    ['ConditionExpression', 'NOT #a', '<EOF>', '#a'],
    ['ConditionExpression', 'a-b', '-', 'a-b'],
    ['ConditionExpression', '_version = a', '_', '_version'],
    ['ConditionExpression', 'a = :n AND __kind = :s', '_', 'AND __'],
    ['ConditionExpression', 'a > 4', '4', '> 4'],
    ['ConditionExpression', 'a IN :n', ':n', 'IN :n'],
    ['ConditionExpression', 'a IN (:n,)', ')', ',)'],
    ['ConditionExpression', 'a = between', 'between', '= between'],
    ['ConditionExpression', 'size(a).b > c', '.', ').b'],
    ['ConditionExpression', 'a[b] = c', 'b', '[b]'],
    ['ConditionExpression', 'a = b)', ')', 'b)'],
    ['ConditionExpression', 'contains()', ')', '()'],
    ['ProjectionExpression', '!!!', '!', '!!'],
    ['ProjectionExpression', 'a,,b', ',', ',,b'],
    ['ProjectionExpression', 'a,', '<EOF>', ','],
    ['ProjectionExpression', '(a)', '(', '(a'],
    ['ProjectionExpression', ' ', '<EOF>', ''],
    ['KeyConditionExpression', 'a = :n AND b c', 'c', 'b c'],
  ] as const)('%s %s', (parameter, text, token, near) => {
    const expected = `Invalid ${parameter}: Syntax error; token: "${token}", near: "${near}"`;
    expect(readErrorMessage(parameter, text)).toBe(expected);
  });
});

describe('an expression is refused before its item is looked at', () => {
  it.each([
    ['', 'The expression can not be empty;'],
    ['status = :s', 'Attribute name is a reserved keyword; reserved keyword: status'],
    ['a.Views = :s', 'Attribute name is a reserved keyword; reserved keyword: Views'],
    ['#b = :s', 'An expression attribute name used in the document path is not defined; attribute name: #b'],
    ['a = :x', 'An expression attribute value used in expression is not defined; attribute value: :x'],
    ['((a = :s))', 'The expression has redundant parentheses;'],
    ['a = ((b))', 'The expression has redundant parentheses;'],
    ['a = :s AND ((b = :s AND c = :s))', 'The expression has redundant parentheses;'],
    ['whatever(a)', 'Invalid function name; function: whatever'],
    ['Attribute_Exists(a)', 'Invalid function name; function: Attribute_Exists'],
    [
      'if_not_exists(a, b) = :s',
      'The function is not allowed in a condition expression; function: if_not_exists',
    ],
    ['size(a)', 'The function is not allowed to be used this way in an expression; function: size'],
    [
      'contains(a, b) = :t',
      'The function is not allowed to be used this way in an expression; function: contains',
    ],
    [
      'attribute_exists(a, b)',
      'Incorrect number of operands for operator or function; operator or function: attribute_exists, number of operands: 2',
    ],
    [
      'begins_with(a)',
      'Incorrect number of operands for operator or function; operator or function: begins_with, number of operands: 1',
    ],
    [
      'begins_with(a, :n)',
      'Incorrect operand type for operator or function; operator or function: begins_with, operand type: N',
    ],
    [
      'begins_with(a, size(b))',
      'Incorrect operand type for operator or function; operator or function: begins_with, operand type: N',
    ],
    [
      'size(:t) > :n',
      'Incorrect operand type for operator or function; operator or function: size, operand type: BOOL',
    ],
    ['a < :l', 'Incorrect operand type for operator or function; operator or function: <, operand type: L'],
    [
      'a BETWEEN :t AND :t',
      'Incorrect operand type for operator or function; operator or function: BETWEEN, operand type: BOOL',
    ],
    [
      'attribute_exists(:s)',
      'Operator or function requires a document path; operator or function: attribute_exists',
    ],
    [
      'attribute_type(a, :n)',
      'Incorrect operand type for operator or function; operator or function: attribute_type, operand type: N',
    ],
    [
      'a BETWEEN :n AND :s',
      'The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: AttributeValue: {N:1}, upper bound operand: AttributeValue: {S:S}',
    ],
    [
      '#a = a',
      'The first operand must be distinct from the remaining operands for this operator or function; operator: =, first operand: [a]',
    ],
    [
      'contains(c.d[1], #c.d[1])',
      'The first operand must be distinct from the remaining operands for this operator or function; operator: contains, first operand: [c, d, [1]]',
    ],
    ['a[2147483648] = :s', 'List index is not within the allowable range; index: [2147483648]'],
    [`${'a.'.repeat(32)}a = :s`, 'The document path has too many nesting levels; nesting levels: 33'],
    [
      `a = :${'s'.repeat(4092)}`,
      'Expression size has exceeded the maximum allowed size; expression size: 4097',
    ],
    [
      `a IN (${Array(101).fill(':s').join()})`,
      'The IN operator is provided with too many operands; number of operands: 101',
    ],
    [`${'NOT '.repeat(300)}a = :s`, 'The expression contains too many operators; operator count: 301'],
  ])('%s', (text, message) => {
    expect(readErrorMessage('ConditionExpression', text)).toBe(`Invalid ConditionExpression: ${message}`);
  });

  it('names the types that attribute_type knows', () => {
    const own = substitutions({ values: { ':x': { S: 'String' } } });
    expect(() => parseCondition('attribute_type(a, :x)', own, 'FilterExpression')).toThrow(
      'Invalid FilterExpression: Invalid attribute type name found; type: String, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}',
    );
  });

  it('wants bounds in order', () => {
    const own = substitutions({ values: { ':x': { N: '10' }, ':y': { N: '9' } } });
    expect(() => parseCondition('a BETWEEN :x AND :y', own, 'FilterExpression')).toThrow(
      'The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {N:10}, upper bound operand: AttributeValue: {N:9}',
    );
  });
});

describe('an update is refused before its item is looked at', () => {
  it.each([
    ['SET status = :s', 'Attribute name is a reserved keyword; reserved keyword: status'],
    ['SET a = :s SET b = :s', 'The "SET" section can only be used once in an update expression;'],
    ['REMOVE a ADD b :n REMOVE c', 'The "REMOVE" section can only be used once in an update expression;'],
    ['SET a = if_not_exist(b, :s)', 'Invalid function name; function: if_not_exist'],
    ['SET a = size(b)', 'The function is not allowed in an update expression; function: size'],
    [
      'SET a = if_not_exists(b)',
      'Incorrect number of operands for operator or function; operator or function: if_not_exists, number of operands: 1',
    ],
    [
      'SET a = if_not_exists(:s, b)',
      'Operator or function requires a document path; operator or function: if_not_exists',
    ],
    [
      'SET a = list_append(b, :s)',
      'Incorrect operand type for operator or function; operator or function: list_append, operand type: S',
    ],
    [
      'SET a = b + :s',
      'Incorrect operand type for operator or function; operator or function: +, operand type: S',
    ],
    [
      'SET a = list_append(b, :l) - :n',
      'Incorrect operand type for operator or function; operator or function: -, operand type: L',
    ],
    ['ADD a :s', 'Incorrect operand type for operator or function; operator: ADD, operand type: STRING'],
    ['ADD a :t', 'Incorrect operand type for operator or function; operator: ADD, operand type: BOOLEAN'],
    [
      'DELETE a :n',
      'Incorrect operand type for operator or function; operator: DELETE, operand type: NUMBER',
    ],
    ['DELETE a :l', 'Incorrect operand type for operator or function; operator: DELETE, operand type: LIST'],
    [
      'SET #c = :s, c = :n',
      'Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [c], path two: [c]',
    ],
    [
      'SET b[1] = :s, b.x = :s, c[1].d = :s REMOVE #c',
      'Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [c, [1], d], path two: [c]',
    ],
    [
      'SET c[3].#three = :s, c.#three[3] = :s',
      'Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [c, [3], [3]], path two: [c, [3], [3]]',
    ],
    [
      'SET a = :x, #none = :s',
      'An expression attribute name used in the document path is not defined; attribute name: #none',
    ],
    ['SET a = ((b))', 'The expression has redundant parentheses;'],
  ])('%s', (text, message) => {
    expect(readErrorMessage('UpdateExpression', text)).toBe(`Invalid UpdateExpression: ${message}`);
  });

  it('unless the paths only begin alike', () => {
    expect(readErrorMessage('UpdateExpression', 'SET c.x = :s, c.y = :s, b[0] = :s, b[1] = :s')).toBe(
      'accepted',
    );
  });
});

describe('whatever the text', () => {
  const pieces = fc.constantFrom(
    ...'a b c.d l[0] #a #none :n :s :l :ss :x ( ) (( )) , = <> < >= + - AND OR NOT BETWEEN IN SET REMOVE ADD DELETE'.split(
      ' ',
    ),
    ...'size( contains( attribute_exists( if_not_exists( list_append( status _x € 😀 " 12 . [ ] \ud800'.split(
      ' ',
    ),
  );
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(' ')),
    fc.string({ unit: 'binary' }),
    fc.nat(4100).map((times) => '('.repeat(times)),
    fc.nat(1100).map((times) => `${'NOT '.repeat(times)}a = :n`),
    fc.nat(500).map((times) => `${'size('.repeat(times)}a${')'.repeat(times)} = :n`),
  );

  it.each(Object.keys(parsers) as (keyof typeof parsers)[])('%s fails only as AWS does', (parameter) => {
    fc.assert(
      fc.property(texts, (text) => {
        try {
          parsers[parameter](text, given());
        } catch (problem) {
          expect(problem).toBeInstanceOf(AwsError);
        }
      }),
      { numRuns: 400 },
    );
  });
});
