import assert from 'node:assert/strict';
import { GetMetricDataCommand, type Dimension } from '@aws-sdk/client-cloudwatch';
import type { Assertion, Clients, Tools } from '#scripts/conformance/assertion.ts';
import { S, aTable } from '../dynamodb/a-table.ts';
import { aMachine, oneState } from '../sfn/a-machine.ts';
import { aQueue, aQueueWithDeadLetters, deadLetter } from '../sqs/a-queue.ts';
import { pages as sqsPages } from '../sqs/pages.ts';
import { minute } from './a-metric.ts';
import { pages } from './pages.ts';

/** Checks what the other services report about themselves. */
export const serviceMetrics: readonly Assertion[] = [
  {
    id: 'cloudwatch.service.sqs-depth',
    says: 'SQS reports how many messages are visible and how old the oldest is.',
    doc: pages.sqsMetrics,
    needs: 'clock',
    async run(aws, tools) {
      const queue = await aQueue(aws, tools);
      for (const body of ['a', 'b', 'c']) await queue.send(body);
      await tools.pass(10 * minute);
      const of = [{ Name: 'QueueName', Value: queue.name }];
      const depth = await values(aws, tools, 'AWS/SQS', 'ApproximateNumberOfMessagesVisible', 'Maximum', of);
      assert.equal(depth.at(-1), 3);
      const age = await values(aws, tools, 'AWS/SQS', 'ApproximateAgeOfOldestMessage', 'Maximum', of);
      assert.ok((age.at(-1) ?? 0) >= 400, `the oldest is ${age.at(-1)} s old`);
      const sent = await values(aws, tools, 'AWS/SQS', 'NumberOfMessagesSent', 'Sum', of);
      assert.equal(sum(sent), 3);
    },
  },
  {
    id: 'cloudwatch.service.sqs-dead-letter-age',
    says: 'SQS reports the age of a dead letter from when it came to the dead-letter queue, not from when it was sent.',
    doc: sqsPages.retention,
    needs: 'clock',
    async run(aws, tools) {
      const { queue, dead } = await aQueueWithDeadLetters(aws, tools, 1);
      await queue.send('poison');
      await tools.pass(30 * minute);
      await deadLetter(queue, 1);
      await tools.pass(10 * minute);
      const of = [{ Name: 'QueueName', Value: dead.name }];
      const ages = await values(aws, tools, 'AWS/SQS', 'ApproximateAgeOfOldestMessage', 'Maximum', of);
      const age = ages.at(-1) ?? 0;
      assert.ok(age >= 400 && age <= 660, `the oldest has been there for ${age} s`);
    },
  },
  {
    id: 'cloudwatch.service.sfn-executions',
    says: 'Step Functions reports executions that start, succeed, fail, time out and are aborted.',
    doc: pages.sfnMetrics,
    needs: 'clock',
    async run(aws, tools) {
      const good = await aMachine(aws, tools, oneState({ Type: 'Pass' }));
      const bad = await aMachine(aws, tools, oneState({ Type: 'Fail' }));
      await good.run();
      await bad.run();
      await bad.run();
      await tools.pass(3 * minute);
      const count = async (machine: string, name: string) =>
        sum(
          await values(aws, tools, 'AWS/States', name, 'Sum', [{ Name: 'StateMachineArn', Value: machine }]),
        );
      assert.equal(await count(good.arn, 'ExecutionsSucceeded'), 1);
      assert.equal(await count(bad.arn, 'ExecutionsStarted'), 2);
      assert.equal(await count(bad.arn, 'ExecutionsFailed'), 2);
    },
  },
  {
    id: 'cloudwatch.service.dynamodb-capacity',
    says: 'DynamoDB reports what tables and their indexes consume.',
    doc: pages.dynamodbMetrics,
    needs: 'clock',
    async run(aws, tools) {
      const table = await aTable(aws, tools, { indexes: { byTeam: { partition: 'team' } } });
      await table.put({ pk: S('a'), team: S('red') });
      await table.get({ pk: S('a') });
      await tools.pass(3 * minute);
      const count = async (name: string, ...of: Dimension[]) =>
        sum(
          await values(aws, tools, 'AWS/DynamoDB', name, 'Sum', [
            { Name: 'TableName', Value: table.name },
            ...of,
          ]),
        );
      assert.equal(await count('ConsumedWriteCapacityUnits'), 1);
      assert.equal(await count('ConsumedReadCapacityUnits'), 1);
      const index = { Name: 'GlobalSecondaryIndexName', Value: 'byTeam' };
      assert.equal(await count('ConsumedWriteCapacityUnits', index), 1);
    },
  },
];

async function values(
  aws: Clients,
  tools: Tools,
  Namespace: string,
  MetricName: string,
  Stat: string,
  Dimensions: Dimension[],
): Promise<number[]> {
  const Metric = { Namespace, MetricName, Dimensions };
  const { MetricDataResults } = await aws.cloudwatch.send(
    new GetMetricDataCommand({
      MetricDataQueries: [{ Id: 'm', MetricStat: { Metric, Period: 60, Stat } }],
      StartTime: new Date(tools.now() - 60 * minute),
      EndTime: new Date(tools.now() + minute),
      ScanBy: 'TimestampAscending',
    }),
  );
  return MetricDataResults?.[0]?.Values ?? [];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
