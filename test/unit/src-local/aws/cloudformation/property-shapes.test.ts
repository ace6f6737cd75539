import { describe, expect, it } from 'vitest';
import { readProperty } from '#local/aws/cloudformation/property-shapes.ts';

const shape = {
  Name: 'text',
  Period: 'number',
  Enabled: 'flag',
  Policy: 'json',
  Variables: { '*': 'text' },
  Rules: [{ Id: 'text', Days: 'number' }],
} as const;
const read = (value: unknown) => readProperty(value, shape, '');

describe('properties', () => {
  it('are read in the form that their service takes', () => {
    const policy = { Statement: [{ Condition: { Bool: { 'aws:SecureTransport': 'false' } } }] };
    expect(
      read({
        Name: 7,
        Period: '60',
        Enabled: 'true',
        Policy: policy,
        Variables: { STAGE: true },
        Rules: [{ Days: '3' }],
      }),
    ).toEqual({
      Name: '7',
      Period: 60,
      Enabled: true,
      Policy: policy,
      Variables: { STAGE: 'true' },
      Rules: [{ Days: 3 }],
    });
  });

  it('that are functions wait for their values, and branches are checked at once', () => {
    const waiting = { Period: { Ref: 'Minutes' }, Name: { 'Fn::If': ['A', 'x', { Ref: 'AWS::NoValue' }] } };
    expect(read(waiting)).toEqual(waiting);
    expect(() => read({ Rules: { 'Fn::If': ['A', [{ Day: 1 }], []] } })).toThrow(
      'the property Rules[0].Day is not supported here',
    );
  });

  it.each([
    [{ Nmae: 'x' }, 'the property Nmae is not supported here'],
    [{ Rules: [{ Id: 'a' }, { Prefix: 'b' }] }, 'the property Rules[1].Prefix is not supported here'],
    [{ Period: 'often' }, 'the property Period expects a number, got "often"'],
    [{ Period: '' }, 'the property Period expects a number, got ""'],
    [{ Enabled: 1 }, 'the property Enabled expects true or false, got 1'],
    [{ Rules: {} }, 'the property Rules expects a list, got {}'],
    [{ Variables: ['x'] }, 'the property Variables expects a structure, got ["x"]'],
    [{ Name: { a: 1 } }, 'the property Name expects a text, got {"a":1}'],
  ])('%j are refused by name', (value, problem) => {
    expect(() => read(value)).toThrow(problem);
  });
});
