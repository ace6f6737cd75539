import { describe, expect, test } from 'vitest';
import { deniedPolicy } from '#shared/catalogue/iam/denied-policy.ts';
import { managedPolicyLimit, policySize } from '#shared/catalogue/iam/policy-document.ts';

const table = 'arn:aws:dynamodb:eu-west-1:111122223333:table/t';
const queue = 'arn:aws:sqs:eu-west-1:111122223333:q';

describe('the policy of what was denied', () => {
  test('is none where nothing was', () => {
    expect(deniedPolicy([])).toEqual({ document: null, notes: [] });
  });

  test('has the actions of one service on the same places in one statement, sorted, each once', () => {
    const { document, notes } = deniedPolicy([
      { action: 'sqs:GetQueueUrl', resource: queue },
      { action: 'dynamodb:Query', resource: `${table}/index/GSI2` },
      { action: 'dynamodb:Query', resource: `${table}/index/GSI1` },
      { action: 'dynamodb:GetItem', resource: table },
      { action: 'dynamodb:DescribeTable', resource: table },
      { action: 'dynamodb:GetItem', resource: table },
    ]);
    expect(document).toEqual({
      Version: '2012-10-17',
      Statement: [
        {
          Sid: 'AllowDynamodb',
          Effect: 'Allow',
          Action: ['dynamodb:DescribeTable', 'dynamodb:GetItem'],
          Resource: [table],
        },
        {
          Sid: 'AllowDynamodb2',
          Effect: 'Allow',
          Action: ['dynamodb:Query'],
          Resource: [`${table}/index/GSI1`, `${table}/index/GSI2`],
        },
        { Sid: 'AllowSqs', Effect: 'Allow', Action: ['sqs:GetQueueUrl'], Resource: [queue] },
      ],
    });
    expect(notes).toEqual([]);
  });

  test('opens no action on a place where it was not denied', () => {
    const { document } = deniedPolicy([
      { action: 'dynamodb:Query', resource: table },
      { action: 'dynamodb:GetItem', resource: `${table}2` },
    ]);
    expect(document?.Statement.map(({ Action, Resource }) => [Action, Resource])).toEqual([
      [['dynamodb:GetItem'], [`${table}2`]],
      [['dynamodb:Query'], [table]],
    ]);
  });

  test('has names that IAM takes', () => {
    const { document } = deniedPolicy([
      { action: 'execute-api:Invoke', resource: 'arn:aws:execute-api:::a/*' },
    ]);
    expect(document?.Statement[0]?.Sid).toBe('AllowExecuteapi');
  });

  test('that is longer than IAM takes says so', () => {
    const { document, notes } = deniedPolicy(
      Array.from({ length: 120 }, (_, index) => ({
        action: 'dynamodb:Query',
        resource: `${table}/index/${index}`,
      })),
    );
    expect(document === null ? 0 : policySize(document)).toBeGreaterThan(managedPolicyLimit);
    expect(notes.join(' ')).toContain('IAM takes 6144 in a managed policy');
  });
});
