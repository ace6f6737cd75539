import {
  CreateTableCommand,
  GetItemCommand,
  PutItemCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import {
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
} from '@aws-sdk/client-sfn';
import { CreateQueueCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import {
  aFunction,
  aMachine,
  describe,
  readHistory,
  inSequence,
  outcome,
  running,
  start,
  story,
} from './machines.ts';

async function aQueue(sqs: SQSClient): Promise<string> {
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName: 'work' }));
  return QueueUrl;
}

async function bodyIn(sqs: SQSClient, QueueUrl: string): Promise<unknown> {
  const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }));
  return JSON.parse(Messages?.[0]?.Body ?? 'null');
}

async function aTable(dynamodb: DynamoDBClient): Promise<void> {
  await dynamodb.send(
    new CreateTableCommand({
      TableName: 'docs',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }),
  );
}

const dynamo = (action: string, Parameters: object): object => ({
  Type: 'Task',
  Resource: `arn:aws:states:::dynamodb:${action}`,
  Parameters: { TableName: 'docs', ...Parameters },
});

test('a state sends a message', async () => {
  const { sfn, sqs, clock } = aPocketAws();
  const QueueUrl = await aQueue(sqs);
  const send = {
    Type: 'Task',
    Resource: 'arn:aws:states:::sqs:sendMessage',
    Parameters: { QueueUrl, MessageBody: { 'id.$': '$.id' } },
    ResultSelector: { 'sent.$': '$.MessageId', 'code.$': '$.SdkHttpMetadata.HttpStatusCode' },
  };
  const execution = await running(sfn, { Send: send }, { id: 'd1' });
  await clock.advance(0);
  expect(await outcome(sfn, execution)).toEqual({ sent: expect.any(String), code: 200 });
  expect(await bodyIn(sqs, QueueUrl)).toEqual({ id: 'd1' });
  expect((await story(sfn, execution)).slice(2)).toEqual([
    '3 TaskScheduled <- 2',
    '4 TaskStarted <- 3',
    '5 TaskSucceeded <- 4',
    '6 TaskStateExited <- 5',
    '7 ExecutionSucceeded <- 6',
  ]);
});

test('a state waits until its token comes back', async () => {
  const { sfn, sqs, clock } = aPocketAws();
  const QueueUrl = await aQueue(sqs);
  const ask = {
    Type: 'Task',
    Resource: 'arn:aws:states:::sqs:sendMessage.waitForTaskToken',
    Parameters: { QueueUrl, MessageBody: { 'token.$': '$$.Task.Token' } },
    TimeoutSeconds: 600,
    HeartbeatSeconds: 60,
  };
  const execution = await running(sfn, { Ask: ask });
  await clock.advance(50_000);
  const { token: taskToken } = (await bodyIn(sqs, QueueUrl)) as { token: string };
  await sfn.send(new SendTaskHeartbeatCommand({ taskToken }));
  await clock.advance(50_000);
  expect((await describe(sfn, execution)).status).toBe('RUNNING');
  await sfn.send(new SendTaskSuccessCommand({ taskToken, output: '"yes"' }));
  expect(await outcome(sfn, execution)).toBe('yes');
  expect((await story(sfn, execution)).slice(2, 6)).toEqual([
    '3 TaskScheduled <- 2',
    '4 TaskStarted <- 3',
    '5 TaskSubmitted <- 4',
    '6 TaskSucceeded <- 5',
  ]);
  const [, , scheduled] = await readHistory(sfn, execution);
  expect(scheduled?.taskScheduledEventDetails).toMatchObject({
    resourceType: 'sqs',
    resource: 'sendMessage.waitForTaskToken',
    timeoutInSeconds: 600,
    heartbeatInSeconds: 60,
  });
});

test('a token may come back with a failure without a name', async () => {
  const tokens: string[] = [];
  const { sfn, clock } = aPocketAws({
    handlers: new Map([['ask', (input) => tokens.push((input as { token: string }).token)]]),
  });
  const ask = {
    Type: 'Task',
    Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
    Parameters: { FunctionName: aFunction('ask'), Payload: { 'token.$': '$$.Task.Token' } },
    Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.why', Next: 'Caught' }],
    End: true,
  };
  const execution = await running(sfn, { Ask: ask, Caught: { Type: 'Pass' } });
  await clock.advance(0);
  await sfn.send(new SendTaskFailureCommand({ taskToken: tokens[0] }));
  expect(await outcome(sfn, execution)).toEqual({ why: { Error: null, Cause: null } });
});

test('a token that does not come back in time is a timeout', async () => {
  const { sfn, sqs, clock } = aPocketAws();
  const QueueUrl = await aQueue(sqs);
  const ask = {
    Type: 'Task',
    Resource: 'arn:aws:states:::sqs:sendMessage.waitForTaskToken',
    Parameters: { QueueUrl, MessageBody: 'hello' },
    HeartbeatSeconds: 5,
  };
  const execution = await running(sfn, { Ask: ask });
  await clock.advance(5_000);
  expect(await outcome(sfn, execution)).toEqual({ status: 'FAILED', error: 'States.Timeout' });
  expect((await story(sfn, execution)).slice(4)).toEqual([
    '5 TaskSubmitted <- 4',
    '6 TaskTimedOut <- 5',
    '7 ExecutionFailed <- 6',
  ]);
});

test('states write, change, read and delete an item', async () => {
  const { sfn, dynamodb, clock } = aPocketAws();
  await aTable(dynamodb);
  const Key = { id: { 'S.$': '$.id' } };
  const execution = await running(
    sfn,
    {
      Put: { ...dynamo('putItem', { Item: { ...Key, pages: { N: '3' } } }), ResultPath: null },
      Update: {
        ...dynamo('updateItem', {
          Key,
          UpdateExpression: 'SET pages = pages + :one',
          ExpressionAttributeValues: { ':one': { N: '1' } },
        }),
        ResultPath: null,
      },
      Get: {
        ...dynamo('getItem', { Key }),
        ResultSelector: { 'pages.$': '$.Item.pages.N' },
        ResultPath: '$.read',
      },
      Delete: { ...dynamo('deleteItem', { Key }), ResultPath: null },
    },
    { id: 'd1' },
  );
  await clock.advance(0);
  expect(await outcome(sfn, execution)).toEqual({ id: 'd1', read: { pages: '4' } });
  const { Item } = await dynamodb.send(new GetItemCommand({ TableName: 'docs', Key: { id: { S: 'd1' } } }));
  expect(Item).toBeUndefined();
});

test.each([
  [
    'dynamodb',
    'DynamoDB.ConditionalCheckFailedException',
    '(Service: AmazonDynamoDBv2; Status Code: 400; Error Code: ConditionalCheckFailedException; Request ID: ',
  ],
  [
    'aws-sdk:dynamodb',
    'DynamoDb.ConditionalCheckFailedException',
    '(Service: DynamoDb, Status Code: 400, Request ID: ',
  ],
])('a refusal of %s is called %s', async (service, error, where) => {
  const { sfn, dynamodb, clock } = aPocketAws();
  await aTable(dynamodb);
  await dynamodb.send(new PutItemCommand({ TableName: 'docs', Item: { id: { S: 'd1' } } }));
  const put = {
    Type: 'Task',
    Resource: `arn:aws:states:::${service}:putItem`,
    Parameters: {
      TableName: 'docs',
      Item: { id: { S: 'd1' } },
      ConditionExpression: 'attribute_not_exists(id)',
    },
  };
  const execution = await running(sfn, { Put: put });
  await clock.advance(0);
  const failure = (await outcome(sfn, execution)) as { error: string; cause: string };
  expect(failure.error).toBe(error);
  expect(failure.cause).toContain('The conditional request failed ');
  expect(failure.cause).toContain(where);
});

test.each([
  ['putItem', { TableName: 'none', Item: { id: { S: 'a' } } }, 'DynamoDB.ResourceNotFoundException'],
  ['putItem', { TableName: 'docs', Item: {} }, 'DynamoDB.AmazonDynamoDBException'],
])('%s with %j fails with %s', async (action, Parameters, error) => {
  const { sfn, dynamodb, clock } = aPocketAws();
  await aTable(dynamodb);
  const state = { Type: 'Task', Resource: `arn:aws:states:::dynamodb:${action}`, Parameters };
  const execution = await running(sfn, { Do: state });
  await clock.advance(0);
  expect(await outcome(sfn, execution)).toMatchObject({ error });
});

test('a queue that is not there is an error to catch', async () => {
  const { sfn, clock } = aPocketAws();
  const send = {
    Type: 'Task',
    Resource: 'arn:aws:states:::sqs:sendMessage',
    Parameters: { QueueUrl: 'http://127.0.0.1/000000000000/none', MessageBody: 'hello' },
    Catch: [{ ErrorEquals: ['SQS.QueueDoesNotExistException'], Next: 'Caught' }],
    End: true,
  };
  const execution = await running(sfn, { Send: send, Caught: { Type: 'Pass', Result: 'caught' } });
  await clock.advance(0);
  expect(await outcome(sfn, execution)).toBe('caught');
});

test('the SDK integrations know every operation there is, and no other', async () => {
  const { sfn, sqs, clock } = aPocketAws();
  await aQueue(sqs);
  const list = { Type: 'Task', Resource: 'arn:aws:states:::aws-sdk:sqs:listQueues', Parameters: {} };
  const listed = await running(sfn, { List: list });
  await clock.advance(0);
  expect(await outcome(sfn, listed)).toEqual({ QueueUrls: [expect.stringContaining('/work')] });
  const resource = 'arn:aws:states:::aws-sdk:sqs:paintQueue';
  const paint = inSequence({ Paint: { Type: 'Task', Resource: resource, Parameters: {} } });
  const painted = await start(sfn, await aMachine(sfn, paint, 'painter'));
  await clock.advance(0);
  expect(await outcome(sfn, painted)).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
});
