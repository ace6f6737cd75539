import { CreateBucketCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { rolesCollection, type RoleRecord } from '#local/aws/iam/access.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { outcome, role, running } from './machines.ts';

const states = 'arn:aws:states:local:000000000000';
const send = {
  Type: 'Task',
  Resource: 'arn:aws:states:::sqs:sendMessage',
  Parameters: { QueueUrl: 'work', MessageBody: 'a' },
  ResultPath: null,
};
const manyItems = {
  Type: 'Map',
  Label: 'items',
  ItemReader: {
    Resource: 'arn:aws:states:::s3:getObject',
    ReaderConfig: { InputType: 'JSON' },
    Parameters: { Bucket: 'files', Key: 'items.json' },
  },
  ItemProcessor: {
    ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
    StartAt: 'One',
    States: { One: { Type: 'Pass', End: true } },
  },
  ResultPath: null,
};
const invoke = {
  Type: 'Task',
  Resource: 'arn:aws:states:::lambda:invoke',
  Parameters: { FunctionName: 'work', Payload: {} },
};

test('a state machine calls what its role allows', async () => {
  const { sfn, clock, access } = await aWorldWithRole({
    'sqs:SendMessage': 'arn:aws:sqs:local:000000000000:work',
    's3:GetObject': 'arn:aws:s3:::files/*',
    'states:StartExecution': `${states}:stateMachine:machine`,
    'states:DescribeExecution': `${states}:execution:machine:*`,
  });
  const execution = await running(sfn, { Send: send, Many: manyItems });
  await clock.advance(1_000);
  expect(await outcome(sfn, execution)).toEqual({});
  expect(access.refused()).toEqual([]);
  expect(access.unused()).toEqual([]);
});

test.each([
  ['a message', send, 'SQS.AmazonSQSException', 'sqs:SendMessage'],
  ['a function', invoke, 'Lambda.AWSLambdaException', 'lambda:InvokeFunction'],
  ['the items of a Map', manyItems, 'States.ItemReaderFailed', 's3:GetObject'],
])('a state machine fails at %s that its role does not allow', async (_what, state, error, action) => {
  const { sfn, clock, access } = await aWorldWithRole({});
  const execution = await running(sfn, { State: state });
  await clock.advance(1_000);
  expect(await outcome(sfn, execution)).toMatchObject({ status: 'FAILED', error });
  expect(access.refused()).toMatchObject([{ role: 'states', action }]);
});

test('a Map fails where its role does not allow executions of items', async () => {
  const { sfn, clock } = await aWorldWithRole({ 's3:GetObject': 'arn:aws:s3:::files/*' });
  const execution = await running(sfn, { Many: manyItems });
  await clock.advance(1_000);
  expect(await outcome(sfn, execution)).toMatchObject({
    status: 'FAILED',
    error: 'States.Permissions',
    cause: expect.stringContaining('states:StartExecution'),
  });
});

async function aWorldWithRole(allowed: Readonly<Record<string, string>>) {
  const world = aPocketAws();
  const { aws, sqs, s3 } = world;
  await sqs.send(new CreateQueueCommand({ QueueName: 'work' }));
  await s3.send(new CreateBucketCommand({ Bucket: 'files' }));
  await s3.send(new PutObjectCommand({ Bucket: 'files', Key: 'items.json', Body: '[1, 2]' }));
  const statements = Object.entries(allowed).map(
    ([action, resource]) => ({ Effect: 'Allow', Action: [action], Resource: [resource] }) as const,
  );
  aws.world.store.collection<RoleRecord>(rolesCollection).set('states', { roleArn: role, statements });
  return { ...world, access: aws.access };
}
