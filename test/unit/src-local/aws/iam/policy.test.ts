import { describe, expect, it } from 'vitest';
import { evaluatePolicies, matchesPattern, type PolicyStatement } from '#local/aws/iam/policy.ts';

const table = 'arn:aws:dynamodb:local:000000000000:table/documents';
const reads: PolicyStatement = {
  Effect: 'Allow',
  Action: ['dynamodb:GetItem', 'dynamodb:Batch*'],
  Resource: [table, `${table}/index/*`],
};
const counts: PolicyStatement = {
  Effect: 'Allow',
  Action: ['cloudwatch:PutMetricData'],
  Resource: ['*'],
  Condition: { StringEquals: { 'cloudwatch:namespace': ['Autowired', 'Downloads'] } },
};

describe('the policies of a role', () => {
  it.each([
    ['dynamodb:GetItem', table, true],
    ['dynamodb:getitem', table, true],
    ['dynamodb:BatchGetItem', `${table}/index/GSI1`, true],
    ['dynamodb:PutItem', table, false],
    ['dynamodb:GetItem', `${table}-other`, false],
  ])('decide on %s on %s', (action, resource, isAllowed) => {
    expect(evaluatePolicies([reads, counts], { action, resource }).isAllowed).toBe(isAllowed);
  });

  it('name the statement that decided', () => {
    const request = { action: 'dynamodb:GetItem', resource: table };
    expect(evaluatePolicies([counts, reads], request).statement).toBe(reads);
    expect(evaluatePolicies([counts], request)).toEqual({ isAllowed: false, statement: undefined });
  });

  it('deny what one statement denies, whatever others allow', () => {
    const denial: PolicyStatement = { Effect: 'Deny', Action: ['dynamodb:*'], Resource: [table] };
    expect(evaluatePolicies([reads, denial], { action: 'dynamodb:GetItem', resource: table })).toEqual({
      isAllowed: false,
      statement: denial,
    });
  });

  it.each([
    ['Autowired', true],
    ['Other', false],
    [undefined, false],
  ])('allow metrics in the namespace %s: %s', (namespace, isAllowed) => {
    const context = namespace === undefined ? {} : { 'cloudwatch:namespace': namespace };
    const request = { action: 'cloudwatch:PutMetricData', resource: '*', context };
    expect(evaluatePolicies([counts], request).isAllowed).toBe(isAllowed);
  });

  it.each([
    [{ StringLike: { 'aws:x': 'a*' } }, { 'aws:x': 'abc' }, true],
    [{ StringEqualsIfExists: { 'aws:x': 'a' } }, {}, true],
    [{ StringEqualsIfExists: { 'aws:x': 'a' } }, { 'aws:x': 'b' }, false],
    [{ Bool: { 'aws:SecureTransport': 'true' } }, { 'aws:SecureTransport': 'True' }, true],
    [{ 'ForAllValues:StringEquals': { 'aws:TagKeys': ['a', 'b'] } }, { 'aws:TagKeys': ['a'] }, true],
    [{ 'ForAllValues:StringEquals': { 'aws:TagKeys': ['a'] } }, { 'aws:TagKeys': ['a', 'c'] }, false],
    [{ 'ForAnyValue:StringEquals': { 'aws:TagKeys': ['a'] } }, { 'aws:TagKeys': ['a', 'c'] }, true],
  ])('understand the condition %j', (Condition, context, isAllowed) => {
    const statement: PolicyStatement = { Effect: 'Allow', Action: ['*'], Resource: ['*'], Condition };
    const request = { action: 's3:GetObject', resource: 'arn:aws:s3:::b/k', context };
    expect(evaluatePolicies([statement], request).isAllowed).toBe(isAllowed);
  });

  it('cannot have a condition that is not understood here', () => {
    const statement: PolicyStatement = { ...reads, Condition: { NumericLessThan: { 'aws:x': '1' } } };
    const decide = (): unknown =>
      evaluatePolicies([statement], { action: 'dynamodb:GetItem', resource: table });
    expect(decide).toThrow('Policies cannot use the condition NumericLessThan here');
  });

  it.each([
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['a.c', 'abc', false],
    ['*', '', true],
    ['arn:aws:s3:::b/*', 'arn:aws:s3:::b/x/y', true],
  ])('match %s with %s: %s', (pattern, text, isMatch) => {
    expect(matchesPattern(pattern, text)).toBe(isMatch);
  });
});
