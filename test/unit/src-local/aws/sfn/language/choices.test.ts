import { describe, expect, it } from 'vitest';
import { choose } from '#local/aws/sfn/language/choices.ts';
import type { ChoiceRule } from '#local/aws/sfn/language/state.ts';

const data = {
  text: 'log-2026.txt',
  star: 'a*b',
  number: 3,
  yes: true,
  nothing: null,
  noon: '2026-01-05T12:00:00Z',
  nowhere: '2026-01-05T13:00:00+24:00',
  alsoNoon: '2026-01-05T13:00:00.000+01:00',
};

const holds = (rule: ChoiceRule): boolean => choose([{ ...rule, Next: 'Yes' }], data, {}) === 'Yes';
const compares = (field: string, comparator: string, operand: unknown): boolean =>
  holds({ Variable: `$.${field}`, comparator, operand });

describe('choice rules', () => {
  it.each([
    ['text', 'StringEquals', 'log-2026.txt', true],
    ['text', 'StringLessThan', 'log-2027', true],
    ['text', 'StringGreaterThanEquals', 'z', false],
    ['text', 'StringMatches', 'log-*.txt', true],
    ['text', 'StringMatches', '*', true],
    ['text', 'StringMatches', 'log*log*', false],
    ['text', 'StringMatches', '*2*2*.*', true],
    ['text', 'StringMatches', 'log-2026.txt*log-2026.txt', false],
    ['star', 'StringMatches', String.raw`a\*b`, true],
    ['star', 'StringMatches', String.raw`a\*c`, false],
    ['text', 'StringMatches', String.raw`log-\*.txt`, false],
    ['number', 'NumericEquals', 3, true],
    ['number', 'NumericLessThanEquals', 2.5, false],
    ['number', 'NumericGreaterThan', 2, true],
    ['number', 'StringEquals', '3', false],
    ['text', 'NumericLessThan', 3, false],
    ['yes', 'BooleanEquals', true, true],
    ['nothing', 'BooleanEquals', false, false],
    ['noon', 'TimestampEquals', '2026-01-05T12:00:00.000Z', true],
    ['noon', 'TimestampEqualsPath', '$.alsoNoon', true],
    ['noon', 'TimestampLessThan', '2026-01-05T12:00:00.0001Z', true],
    ['noon', 'TimestampGreaterThanEquals', '2026-01-05T13:00:00Z', false],
    ['text', 'TimestampEquals', '2026-01-05T12:00:00Z', false],
    ['number', 'NumericEqualsPath', '$.number', true],
    ['number', 'NumericGreaterThanPath', '$.text', false],
    ['nothing', 'IsNull', true, true],
    ['number', 'IsNull', false, true],
    ['number', 'IsNumeric', true, true],
    ['text', 'IsString', false, false],
    ['yes', 'IsBoolean', true, true],
    ['noon', 'IsTimestamp', true, true],
    ['text', 'IsTimestamp', true, false],
    ['nowhere', 'IsTimestamp', true, false],
    ['nothing', 'IsPresent', true, true],
    ['missing.deep', 'IsPresent', false, true],
  ])('$.%s %s %j is %s', (field, comparator, operand, expected) => {
    expect(compares(field, comparator, operand)).toBe(expected);
  });

  it('joins rules, and asks no further than it must', () => {
    const present = { Variable: '$.missing', comparator: 'IsPresent', operand: true };
    const missing = { Variable: '$.missing', comparator: 'NumericEquals', operand: 1 };
    const yes = { Variable: '$.yes', comparator: 'BooleanEquals', operand: true };
    expect(holds({ And: [present, missing] })).toBe(false);
    expect(holds({ Or: [yes, missing] })).toBe(true);
    expect(holds({ Not: { And: [yes, { Not: yes }] } })).toBe(true);
  });

  it('takes the first rule that holds, and none where none does', () => {
    const rule = (operand: number, Next: string) => ({
      Variable: '$.number',
      comparator: 'NumericLessThan',
      operand,
      Next,
    });
    expect(choose([rule(1, 'A'), rule(4, 'B'), rule(5, 'C')], data, {})).toBe('B');
    expect(choose([rule(1, 'A')], data, {})).toBeUndefined();
  });

  it.each([
    ['missing', 'StringEquals', 'x', '$.missing'],
    ['missing', 'IsNull', true, '$.missing'],
    ['text', 'StringEqualsPath', '$.other', '$.other'],
  ])('fails the execution where %s %s %j has no value', (field, comparator, operand, path) => {
    expect(() => compares(field, comparator, operand)).toThrow(
      `States.Runtime: Invalid path '${path}': The choice state's condition path references an invalid value.`,
    );
  });
});
