import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  evaluateCondition,
  listReferences,
  noValue,
  resolveValue,
  type Scope,
} from '#local/aws/cloudformation/template-functions.ts';

const values: Readonly<Record<string, unknown>> = {
  Stage: 'sandbox',
  Count: '3',
  Queue: 'https://queue',
  'AWS::Region': 'eu-west-1',
  'AWS::NoValue': noValue,
  Zones: ['a', 'b'],
};
const scope: Scope = {
  ref: (name) => values[name],
  attribute: (resource, name) => `${resource}/${name}`,
  condition: (name) => name === 'IsLive',
  imported: (name) => `imported ${name}`,
};
const resolve = (value: unknown) => resolveValue(value, scope);

describe('a value of a template', () => {
  it('without functions stays as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes('Ref') && !text.includes('Fn::'));
        expect(JSON.stringify(resolve(value))).toBe(text);
        expect(listReferences(value)).toEqual([]);
      }),
    );
  });

  it('refers to parameters, resources, attributes and exports', () => {
    expect(resolve({ Ref: 'Stage' })).toBe('sandbox');
    expect(resolve({ 'Fn::GetAtt': ['Table', 'Arn'] })).toBe('Table/Arn');
    expect(resolve({ 'Fn::GetAtt': 'Table.Stream.Arn' })).toBe('Table/Stream.Arn');
    expect(resolve({ 'Fn::ImportValue': { 'Fn::Sub': '${Stage}:Key' } })).toBe('imported sandbox:Key');
  });

  it('is joined, split, selected and filled', () => {
    expect(resolve({ 'Fn::Join': ['-', ['a', { Ref: 'Stage' }, 1]] })).toBe('a-sandbox-1');
    expect(resolve({ 'Fn::Select': ['1', { 'Fn::Split': ['/', 'a/b/c'] }] })).toBe('b');
    expect(resolve({ 'Fn::Select': [0, { Ref: 'Zones' }] })).toBe('a');
    expect(resolve({ 'Fn::Sub': 'arn:${AWS::Region}:${Table.Arn}:${!Stage}:${Stage}' })).toBe(
      'arn:eu-west-1:Table/Arn:${Stage}:sandbox',
    );
    expect(resolve({ 'Fn::Sub': ['${One}${Stage}', { One: { Ref: 'Count' } }] })).toBe('3sandbox');
  });

  it('gives back by Fn::Split what Fn::Join has joined', () => {
    const part = fc.string().filter((text) => !text.includes('|'));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), (parts) => {
        expect(resolve({ 'Fn::Split': ['|', { 'Fn::Join': ['|', parts] }] })).toEqual(parts);
      }),
    );
  });

  it('takes the branch that its condition chooses, and leaves out what has no value', () => {
    const value = {
      kept: { 'Fn::If': ['IsLive', 'live', { Ref: 'AWS::NoValue' }] },
      gone: { 'Fn::If': ['IsTest', 'test', { Ref: 'AWS::NoValue' }] },
      list: ['a', { Ref: 'AWS::NoValue' }, 'b'],
    };
    expect(resolve(value)).toEqual({ kept: 'live', list: ['a', 'b'] });
  });

  it.each([
    [{ 'Fn::Base64': 'x' }, 'the function Fn::Base64 is not supported here'],
    [{ 'Fn::FindInMap': ['a', 'b', 'c'] }, 'the function Fn::FindInMap is not supported here'],
    [{ 'Fn::Join': ['-'] }, 'Fn::Join takes 2 arguments, got 1'],
    [{ 'Fn::Select': [7, ['a']] }, 'Fn::Select finds no item 7 in a list of 1'],
    [{ 'Fn::Sub': '${Zones}' }, '${Zones} expects a text, got ["a","b"]'],
    [{ 'Fn::If': ['IsLive', 'x'] }, 'Fn::If takes 3 arguments, got 2'],
    [{ 'Fn::Equals': ['a', 'a'] }, 'Fn::Equals stands outside Conditions'],
    [{ 'Fn::Join': ['', []], other: 1 }, 'Fn::Join stands beside other members'],
  ])('%j is refused', (value, problem) => {
    expect(() => resolve(value)).toThrow(problem);
  });

  it('lists all that it refers to, in both branches', () => {
    expect(
      listReferences({
        a: { 'Fn::If': ['IsLive', { Ref: 'One' }, { 'Fn::GetAtt': ['Two', 'Arn'] }] },
        b: [{ 'Fn::Sub': ['${Three} ${four} ${Five.Arn} ${!Six}', { four: { Ref: 'Seven' } }] }],
      }),
    ).toEqual([
      { kind: 'condition', name: 'IsLive' },
      { kind: 'ref', name: 'One' },
      { kind: 'attribute', resource: 'Two', name: 'Arn' },
      { kind: 'ref', name: 'Three' },
      { kind: 'attribute', resource: 'Five', name: 'Arn' },
      { kind: 'ref', name: 'Seven' },
    ]);
  });
});

describe('a condition', () => {
  const isTrue = (value: unknown) => evaluateCondition(value, scope);

  it('compares as text, and names other conditions', () => {
    expect(isTrue({ 'Fn::Equals': [{ Ref: 'Count' }, 3] })).toBe(true);
    expect(isTrue({ 'Fn::Equals': [{ Ref: 'Stage' }, 'production'] })).toBe(false);
    expect(isTrue({ Condition: 'IsLive' })).toBe(true);
    expect(() => isTrue('yes')).toThrow('"yes" is not a condition');
  });

  it('follows the rules of logic', () => {
    const same = (value: boolean) => ({ 'Fn::Equals': [String(value), 'true'] });
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 2, maxLength: 10 }), (facts) => {
        const operands = facts.map(same);
        expect(isTrue({ 'Fn::And': operands })).toBe(facts.every(Boolean));
        expect(isTrue({ 'Fn::Or': operands })).toBe(facts.some(Boolean));
        expect(isTrue({ 'Fn::Not': [{ 'Fn::And': operands }] })).toBe(!facts.every(Boolean));
      }),
    );
  });

  it('of one operand is refused', () => {
    expect(() => isTrue({ 'Fn::And': [{ Condition: 'IsLive' }] })).toThrow('two to ten conditions, got 1');
  });
});
