import { expect, test } from 'vitest';
import { denialOf } from '#main/aws/check/denial.ts';

const user = 'User: arn:aws:sts::111122223333:assumed-role/Support/mira is not authorized to perform:';

test.each([
  [
    `${user} dynamodb:Query on resource: arn:aws:dynamodb:eu-west-1:111122223333:table/t/index/GSI1 because no identity-based policy allows the dynamodb:Query action`,
    {
      action: 'dynamodb:Query',
      resource: 'arn:aws:dynamodb:eu-west-1:111122223333:table/t/index/GSI1',
      outright: null,
    },
  ],
  [
    `${user} s3:ListBucket on resource: "arn:aws:s3:::a-bucket" because no identity-based policy allows the s3:ListBucket action`,
    { action: 's3:ListBucket', resource: 'arn:aws:s3:::a-bucket', outright: null },
  ],
  [
    `${user} kms:Decrypt on resource: arn:aws-us-gov:kms:us-gov-west-1:111122223333:key/1 with an explicit deny in a resource-based policy`,
    {
      action: 'kms:Decrypt',
      resource: 'arn:aws-us-gov:kms:us-gov-west-1:111122223333:key/1',
      outright: 'A resource-based policy',
    },
  ],
  [
    `${user} cloudwatch:DescribeAlarms with an explicit deny in an identity-based policy`,
    { action: 'cloudwatch:DescribeAlarms', resource: null, outright: 'An identity-based policy' },
  ],
  [
    `${user} sqs:getqueueurl with an explicit deny`,
    { action: 'sqs:getqueueurl', resource: null, outright: 'A policy' },
  ],
  ['Access Denied', { action: null, resource: null, outright: null }],
  ['', { action: null, resource: null, outright: null }],
])('%s', (message, expected) => {
  expect(denialOf({ message })).toEqual(expected);
});
