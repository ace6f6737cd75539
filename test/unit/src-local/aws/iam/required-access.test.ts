import { expect, it } from 'vitest';
import { listRequiredAccess, type ServiceCall } from '#local/aws/iam/required-access.ts';

const place = { region: 'eu-west-1', account: '000000000000' };
const table = 'arn:aws:dynamodb:eu-west-1:000000000000:table/t';
const queue = 'arn:aws:sqs:eu-west-1:000000000000:q';

it.each<[ServiceCall, readonly string[]]>([
  [{ service: 'dynamodb', operation: 'GetItem', input: { TableName: 't' } }, [`dynamodb:GetItem ${table}`]],
  [
    { service: 'dynamodb', operation: 'Query', input: { TableName: 't', IndexName: 'GSI1' } },
    [`dynamodb:Query ${table}/index/GSI1`],
  ],
  [
    { service: 'dynamodb', operation: 'BatchGetItem', input: { RequestItems: { t: {}, u: {} } } },
    [
      `dynamodb:BatchGetItem ${table}`,
      'dynamodb:BatchGetItem arn:aws:dynamodb:eu-west-1:000000000000:table/u',
    ],
  ],
  [
    {
      service: 'dynamodb',
      operation: 'TransactWriteItems',
      input: { TransactItems: [{ Put: { TableName: 't' } }, { ConditionCheck: { TableName: 't' } }] },
    },
    [`dynamodb:PutItem ${table}`, `dynamodb:ConditionCheckItem ${table}`],
  ],
  [
    { service: 'sqs', operation: 'SendMessageBatch', input: { QueueUrl: 'http://localhost/000000000000/q' } },
    [`sqs:SendMessage ${queue}`],
  ],
  [{ service: 'sqs', operation: 'GetQueueUrl', input: { QueueName: 'q' } }, [`sqs:GetQueueUrl ${queue}`]],
  [
    { service: 'sfn', operation: 'StartExecution', input: { stateMachineArn: 'arn:m' } },
    ['states:StartExecution arn:m'],
  ],
  [
    { service: 'sfn', operation: 'DescribeExecution', input: { executionArn: 'arn:e' } },
    ['states:DescribeExecution arn:e'],
  ],
  [{ service: 's3', operation: 'GetObject', path: '/b/a%20b/c' }, ['s3:GetObject arn:aws:s3:::b/a b/c']],
  [{ service: 's3', operation: 'HeadObject', path: '/b/k' }, ['s3:GetObject arn:aws:s3:::b/k']],
  [{ service: 's3', operation: 'ListObjectsV2', path: '/b' }, ['s3:ListBucket arn:aws:s3:::b']],
  [{ service: 's3', operation: 'DeleteObjects', path: '/b' }, ['s3:DeleteObject arn:aws:s3:::b/*']],
  [
    {
      service: 's3',
      operation: 'CopyObject',
      path: '/b/k',
      headers: { 'x-amz-copy-source': '/from/a%20b?x=1' },
    },
    ['s3:PutObject arn:aws:s3:::b/k', 's3:GetObject arn:aws:s3:::from/a b'],
  ],
  [
    { service: 's3', operation: 'CopyObject', path: '/b/k', headers: { 'x-amz-copy-source': 'from/tagged' } },
    [
      's3:PutObject arn:aws:s3:::b/k',
      's3:GetObject arn:aws:s3:::from/tagged',
      's3:GetObjectTagging arn:aws:s3:::from/tagged',
      's3:PutObjectTagging arn:aws:s3:::b/k',
    ],
  ],
  [
    {
      service: 's3',
      operation: 'CopyObject',
      path: '/b/k',
      headers: { 'x-amz-copy-source': 'from/tagged', 'x-amz-tagging-directive': 'REPLACE' },
    },
    ['s3:PutObject arn:aws:s3:::b/k', 's3:GetObject arn:aws:s3:::from/tagged'],
  ],
  [
    {
      service: 's3',
      operation: 'UploadPartCopy',
      path: '/b/k',
      headers: { 'x-amz-copy-source': 'from/tagged' },
    },
    ['s3:PutObject arn:aws:s3:::b/k', 's3:GetObject arn:aws:s3:::from/tagged'],
  ],
  [
    { service: 's3', operation: 'PutObject', path: '/b/k', headers: { 'x-amz-tagging': 'from=scanner' } },
    ['s3:PutObject arn:aws:s3:::b/k', 's3:PutObjectTagging arn:aws:s3:::b/k'],
  ],
  [
    { service: 'kms', operation: 'Decrypt', input: { KeyId: 'k' } },
    ['kms:Decrypt arn:aws:kms:eu-west-1:000000000000:key/k'],
  ],
  [
    {
      service: 'textract',
      operation: 'AnalyzeDocument',
      input: { Document: { S3Object: { Bucket: 'b', Name: 'documents/a' } } },
    },
    ['textract:AnalyzeDocument *', 's3:GetObject arn:aws:s3:::b/documents/a'],
  ],
  [
    { service: 'bedrock', operation: 'Converse', path: '/model/anthropic.haiku/converse' },
    ['bedrock:InvokeModel arn:aws:bedrock:eu-west-1::foundation-model/anthropic.haiku'],
  ],
  [
    {
      service: 'bedrock',
      operation: 'Converse',
      path: '/model/eu.anthropic.haiku/converse',
      body: Buffer.from('{"guardrailConfig":{"guardrailIdentifier":"g1"}}'),
    },
    [
      'bedrock:InvokeModel arn:aws:bedrock:eu-west-1:000000000000:inference-profile/eu.anthropic.haiku',
      'bedrock:InvokeModel arn:aws:bedrock:eu-west-1::foundation-model/anthropic.haiku',
      'bedrock:ApplyGuardrail arn:aws:bedrock:eu-west-1:000000000000:guardrail/g1',
    ],
  ],
])('%j needs %j', (call, needed) => {
  const hasTags = (object: string): boolean => object === 'from/tagged';
  const listed = listRequiredAccess(place, call, { hasTags }).map(
    ({ action, resource }) => `${action} ${resource}`,
  );
  expect(listed).toEqual(needed);
});

it('metrics are allowed by their namespace', () => {
  const call = { service: 'cloudwatch', operation: 'PutMetricData', input: { Namespace: 'Autowired' } };
  expect(listRequiredAccess(place, call)).toEqual([
    { action: 'cloudwatch:PutMetricData', resource: '*', context: { 'cloudwatch:namespace': 'Autowired' } },
  ]);
});
