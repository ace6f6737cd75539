import { expect, test } from 'vitest';
import { apiArn, isResourceName, tableArn } from '#shared/catalogue/iam/arns.ts';

test.each([
  ['eu-west-1', 'arn:aws:dynamodb:eu-west-1:111122223333:table/jobs'],
  ['cn-north-1', 'arn:aws-cn:dynamodb:cn-north-1:111122223333:table/jobs'],
  ['us-gov-west-1', 'arn:aws-us-gov:dynamodb:us-gov-west-1:111122223333:table/jobs'],
  ['us-isob-east-1', 'arn:aws-iso-b:dynamodb:us-isob-east-1:111122223333:table/jobs'],
  ['eusc-de-east-1', 'arn:aws-eusc:dynamodb:eusc-de-east-1:111122223333:table/jobs'],
])('%s is in its own partition', (region, arn) => {
  expect(tableArn({ region, accountId: '111122223333' }, 'jobs')).toBe(arn);
});

test('uses a given partition, and zeros if there is no account', () => {
  expect(tableArn({ partition: 'aws-cn', region: 'local', accountId: null }, 'jobs')).toBe(
    'arn:aws-cn:dynamodb:local:000000000000:table/jobs',
  );
});

test.each(['*', 'jobs*', 'job?', 'jobs/index/x', '${aws:username}', 'ab', '', 'a'.repeat(256)])(
  'a table cannot be called %j',
  (name) => {
    expect(isResourceName(name)).toBe(false);
  },
);

test('letters, digits, "_", "-" and "." are valid in a name', () => {
  expect(isResourceName('data-download_jobs.v2')).toBe(true);
});

test.each([
  ['eu-west-1', 'amazonaws.com', 'arn:aws:execute-api:eu-west-1:111122223333:a1b2c3/*'],
  ['cn-north-1', 'amazonaws.com.cn', 'arn:aws-cn:execute-api:cn-north-1:111122223333:a1b2c3/*'],
  ['eusc-de-east-1', 'amazonaws.eu', 'arn:aws-eusc:execute-api:eusc-de-east-1:111122223333:a1b2c3/*'],
])('an API in %s is found by its address', (region, suffix, arn) => {
  const address = `https://a1b2c3.execute-api.${region}.${suffix}/v1`;
  expect(apiArn({ region, accountId: '111122223333' }, address)).toBe(arn);
  expect(apiArn({ region, accountId: '111122223333' }, 'https://api.example.com/v1')).toBeNull();
});
