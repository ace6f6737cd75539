import {
  DescribeAlarmHistoryCommand,
  DescribeAlarmsCommand,
  GetMetricDataCommand,
  ListMetricsCommand,
  PutMetricAlarmCommand,
  type Dimension,
} from '@aws-sdk/client-cloudwatch';
import {
  CreateTableCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { CreateStateMachineCommand, StartExecutionCommand, type SFNClient } from '@aws-sdk/client-sfn';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import type { TaskHandler, TaskHandlers } from '#local/aws/sfn/task-handlers.ts';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';

const minute = 60_000;
const account = '000000000000';

describe('an hour of work, as CloudWatch shows it', () => {
  it('has the depth, the age and the traffic of a queue', async () => {
    const { sqs, advance, metric } = aWorld();
    const QueueUrl = await aQueue(sqs, 'documents');
    for (const MessageBody of ['one', 'two', 'three']) {
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    }
    await advance(30);
    const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 600 }));
    await advance(5);
    const [{ ReceiptHandle } = {}] = Messages ?? [];
    await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    await advance(25);

    const queue = metric('AWS/SQS', { QueueName: 'documents' });
    const depth = await queue('ApproximateNumberOfMessagesVisible', 'Maximum', 60);
    expect(depth).toEqual([...Array.from({ length: 30 }, () => 3), ...Array.from({ length: 30 }, () => 2)]);
    expect(await queue('ApproximateNumberOfMessagesNotVisible', 'Sum')).toEqual([5]);
    expect(await queue('ApproximateAgeOfOldestMessage', 'Maximum')).toEqual([3_600]);
    expect(await queue('NumberOfMessagesSent', 'Sum')).toEqual([3]);
    expect(await queue('NumberOfMessagesReceived', 'Sum')).toEqual([1]);
    expect(await queue('NumberOfMessagesDeleted', 'Sum')).toEqual([1]);
    expect(await queue('SentMessageSize', 'p100')).toEqual([5]);
  });

  it('has the capacity that a table and its index consumed, separately', async () => {
    const { dynamodb, advance, metric, aws } = aWorld();
    await aTable(dynamodb);
    const key = { PK: { S: 'batch-1' }, SK: { S: 'document-1' } };
    await dynamodb.send(
      new PutItemCommand({ TableName: 'documents', Item: { ...key, status: { S: 'done' } } }),
    );
    await dynamodb.send(new PutItemCommand({ TableName: 'documents', Item: { ...key, SK: { S: 'plain' } } }));
    await dynamodb.send(new GetItemCommand({ TableName: 'documents', Key: key, ConsistentRead: true }));
    await dynamodb.send(byStatus);
    aws.world.faults.set([{ id: 'busy', kind: 'throttle', operation: 'Query' }]);
    await expect(dynamodb.send(byStatus)).rejects.toThrow();
    await advance(60);

    const table = metric('AWS/DynamoDB', { TableName: 'documents' });
    const index = metric('AWS/DynamoDB', { TableName: 'documents', GlobalSecondaryIndexName: 'byStatus' });
    expect(await table('ConsumedWriteCapacityUnits', 'Sum')).toEqual([2]);
    expect(await index('ConsumedWriteCapacityUnits', 'Sum')).toEqual([1]);
    expect(await table('ConsumedReadCapacityUnits', 'Sum')).toEqual([1]);
    expect(await index('ConsumedReadCapacityUnits', 'Sum')).toEqual([0.5]);
    expect(await index('ReadThrottleEvents', 'Sum')).toEqual([1]);
    const throttled = metric('AWS/DynamoDB', { TableName: 'documents', Operation: 'Query' });
    expect(await throttled('ThrottledRequests', 'Sum')).toEqual([1]);
  });

  it('shows how executions ended, and what their functions did', async () => {
    const { sfn, advance, metric, listed } = aWorld(
      new Map<string, TaskHandler>([
        ['extract', () => ({ pages: 3 })],
        ['break', () => Promise.reject(new RangeError('no such page'))],
      ]),
    );
    const good = await aMachine(sfn, 'good', [{ Type: 'Task', Resource: aFunction('extract') }]);
    const bad = await aMachine(sfn, 'bad', [{ Type: 'Task', Resource: aFunction('break') }]);
    const slow = await aMachine(sfn, 'slow', [{ Type: 'Wait', Seconds: 900 }], 300);
    for (const stateMachineArn of [good, good, bad, slow]) {
      await sfn.send(new StartExecutionCommand({ stateMachineArn }));
    }
    await advance(60);

    const counts = async (arn: string) => {
      const machine = metric('AWS/States', { StateMachineArn: arn });
      const ended = ['Started', 'Succeeded', 'Failed', 'TimedOut', 'Aborted'];
      const sums = await Promise.all(ended.map((name) => machine(`Executions${name}`, 'Sum')));
      return sums.map(([sum = 0]) => sum);
    };
    expect(await counts(good)).toEqual([2, 2, 0, 0, 0]);
    expect(await counts(bad)).toEqual([1, 0, 1, 0, 0]);
    expect(await counts(slow)).toEqual([1, 0, 0, 1, 0]);
    const slowMachine = metric('AWS/States', { StateMachineArn: slow });
    expect(await slowMachine('ExecutionTime', 'Maximum')).toEqual([300_000]);

    const extract = metric('AWS/Lambda', { FunctionName: 'extract' });
    const broken = metric('AWS/Lambda', { FunctionName: 'break' });
    expect(await extract('Invocations', 'Sum')).toEqual([2]);
    expect(await extract('Errors', 'Sum')).toEqual([0]);
    expect(await extract('Duration', 'Average')).toEqual([0]);
    expect(await broken('Invocations', 'Sum')).toEqual([1]);
    expect(await broken('Errors', 'Sum')).toEqual([1]);
    expect(await listed('AWS/Lambda', 'Errors')).toEqual([
      [{ Name: 'FunctionName', Value: 'break' }],
      [{ Name: 'FunctionName', Value: 'extract' }],
    ]);
  });

  it('raises the alarm of a dead-letter queue, and clears it once the queue is empty', async () => {
    const { sqs, cloudwatch, advance } = aWorld();
    const dead = await aQueue(sqs, 'dead');
    const deadLetterTargetArn = `arn:aws:sqs:local:${account}:dead`;
    const QueueUrl = await aQueue(sqs, 'documents', {
      VisibilityTimeout: '30',
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 1 }),
    });
    await cloudwatch.send(
      new PutMetricAlarmCommand({
        AlarmName: 'dead letters',
        Namespace: 'AWS/SQS',
        MetricName: 'ApproximateNumberOfMessagesVisible',
        Dimensions: [{ Name: 'QueueName', Value: 'dead' }],
        Statistic: 'Maximum',
        Period: 60,
        EvaluationPeriods: 1,
        Threshold: 0,
        ComparisonOperator: 'GreaterThanThreshold',
        TreatMissingData: 'notBreaching',
      }),
    );
    const state = async () =>
      (await cloudwatch.send(new DescribeAlarmsCommand({}))).MetricAlarms?.[0]?.StateValue;
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'poison' }));
    await sqs.send(new ReceiveMessageCommand({ QueueUrl }));
    await advance(2);
    expect(await state()).toBe('OK');
    await sqs.send(new ReceiveMessageCommand({ QueueUrl }));
    await advance(1);
    expect(await state()).toBe('ALARM');
    await advance(10);
    expect(await state()).toBe('ALARM');
    const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: dead }));
    const [{ ReceiptHandle } = {}] = Messages ?? [];
    await sqs.send(new DeleteMessageCommand({ QueueUrl: dead, ReceiptHandle }));
    await advance(1);
    expect(await state()).toBe('OK');
    const { AlarmHistoryItems } = await cloudwatch.send(
      new DescribeAlarmHistoryCommand({ HistoryItemType: 'StateUpdate', ScanBy: 'TimestampAscending' }),
    );
    expect(AlarmHistoryItems?.map(({ HistorySummary }) => HistorySummary)).toEqual([
      'Alarm updated from INSUFFICIENT_DATA to OK',
      'Alarm updated from OK to ALARM',
      'Alarm updated from ALARM to OK',
    ]);
  });
});

function aWorld(handlers: TaskHandlers = new Map()) {
  const world = aPocketAws({ account, handlers });
  const { cloudwatch, clock } = world;
  return {
    ...world,
    advance: (minutes: number) => clock.advance(minutes * minute),
    metric:
      (Namespace: string, names: Record<string, string>) =>
      async (MetricName: string, Stat: string, Period = 3_600): Promise<number[]> => {
        const Dimensions: Dimension[] = Object.entries(names).map(([Name, Value]) => ({ Name, Value }));
        const Metric = { Namespace, MetricName, Dimensions };
        const { MetricDataResults } = await cloudwatch.send(
          new GetMetricDataCommand({
            MetricDataQueries: [{ Id: 'm', MetricStat: { Metric, Stat, Period } }],
            StartTime: new Date(startOfTime),
            EndTime: new Date(startOfTime + 60 * minute),
            ScanBy: 'TimestampAscending',
          }),
        );
        return MetricDataResults?.[0]?.Values ?? [];
      },
    listed: async (Namespace: string, MetricName: string) => {
      const { Metrics } = await cloudwatch.send(new ListMetricsCommand({ Namespace, MetricName }));
      return Metrics?.map(({ Dimensions }) => Dimensions);
    },
  };
}

async function aQueue(sqs: SQSClient, QueueName: string, Attributes: Record<string, string> = {}) {
  return (await sqs.send(new CreateQueueCommand({ QueueName, Attributes }))).QueueUrl ?? '';
}

const byStatus = new QueryCommand({
  TableName: 'documents',
  IndexName: 'byStatus',
  KeyConditionExpression: '#status = :done',
  ExpressionAttributeNames: { '#status': 'status' },
  ExpressionAttributeValues: { ':done': { S: 'done' } },
});

function aTable(dynamodb: DynamoDBClient) {
  const names = ['PK', 'SK', 'status'];
  return dynamodb.send(
    new CreateTableCommand({
      TableName: 'documents',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'PK', KeyType: 'HASH' },
        { AttributeName: 'SK', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byStatus',
          KeySchema: [{ AttributeName: 'status', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    }),
  );
}

function aFunction(name: string): string {
  return `arn:aws:lambda:local:${account}:function:${name}`;
}

/** Creates a state machine with one state. */
async function aMachine(sfn: SFNClient, name: string, [state]: object[], TimeoutSeconds?: number) {
  const definition = { StartAt: 'Only', States: { Only: { ...state, End: true } }, TimeoutSeconds };
  const { stateMachineArn = '' } = await sfn.send(
    new CreateStateMachineCommand({
      name,
      definition: JSON.stringify(definition),
      roleArn: `arn:aws:iam::${account}:role/states`,
    }),
  );
  return stateMachineArn;
}
