import {
  BatchWriteItemCommand,
  DescribeTableCommand,
  GetItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import type { MetricPoint } from '#local/world/world.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { aTable, s } from './a-table.ts';

it('counts a throttled call for its table, and for the index it asked', async () => {
  const { aws, dynamodb } = aPocketAws();
  const points: MetricPoint[] = [];
  aws.world.metrics.listen((point) => points.push(point));
  aws.world.faults.set([{ id: 'x', kind: 'throttle', service: 'dynamodb' }]);

  const query = { TableName: 'docs', IndexName: 'GSI2', KeyConditionExpression: 'a = b' };
  await expect(dynamodb.send(new QueryCommand(query))).rejects.toMatchObject({ name: 'ThrottlingException' });
  const get = { TableName: 'docs', Key: {} };
  await expect(dynamodb.send(new GetItemCommand(get))).rejects.toMatchObject({ name: 'ThrottlingException' });

  expect(points.map(({ name, dimensions }) => ({ name, ...dimensions }))).toEqual([
    { name: 'ThrottledRequests', TableName: 'docs', Operation: 'Query' },
    { name: 'ReadThrottleEvents', TableName: 'docs', GlobalSecondaryIndexName: 'GSI2' },
    { name: 'ThrottledRequests', TableName: 'docs', Operation: 'GetItem' },
    { name: 'ReadThrottleEvents', TableName: 'docs' },
  ]);
});

it('counts each throttled entry of a batch, and the request only when none is left', async () => {
  const { aws, dynamodb } = aPocketAws();
  await aTable(dynamodb);
  const points: MetricPoint[] = [];
  aws.world.metrics.listen((point) => points.push(point));
  const batch = new BatchWriteItemCommand({
    RequestItems: {
      documents: ['1', '2'].map((id) => ({ PutRequest: { Item: { PK: s('a'), SK: s(id) } } })),
    },
  });

  aws.world.faults.set([{ id: 'x', kind: 'partial-batch', times: 3 }]);
  await expect(dynamodb.send(batch)).rejects.toMatchObject({
    name: 'ProvisionedThroughputExceededException',
  });
  await dynamodb.send(batch);

  expect(points.map(({ name, dimensions }) => ({ name, ...dimensions }))).toEqual([
    { name: 'WriteThrottleEvents', TableName: 'documents' },
    { name: 'WriteThrottleEvents', TableName: 'documents' },
    { name: 'ThrottledRequests', TableName: 'documents', Operation: 'BatchWriteItem' },
    { name: 'WriteThrottleEvents', TableName: 'documents' },
    { name: 'ConsumedWriteCapacityUnits', TableName: 'documents' },
  ]);
});

it('counts a throttled transaction for each of its tables, and a question about a table for none', async () => {
  const { aws, dynamodb } = aPocketAws();
  const points: MetricPoint[] = [];
  aws.world.metrics.listen((point) => points.push(point));
  aws.world.faults.set([{ id: 'x', kind: 'throttle', service: 'dynamodb' }]);

  const TransactItems = ['docs', 'jobs', 'docs'].map((TableName, id) => ({
    Put: { TableName, Item: { PK: s(String(id)) } },
  }));
  const refused = { name: 'ThrottlingException' };
  await expect(dynamodb.send(new TransactWriteItemsCommand({ TransactItems }))).rejects.toMatchObject(
    refused,
  );
  await expect(dynamodb.send(new DescribeTableCommand({ TableName: 'docs' }))).rejects.toMatchObject(refused);

  expect(points.map(({ name, dimensions }) => ({ name, ...dimensions }))).toEqual([
    { name: 'ThrottledRequests', TableName: 'docs', Operation: 'TransactWriteItems' },
    { name: 'WriteThrottleEvents', TableName: 'docs' },
    { name: 'ThrottledRequests', TableName: 'jobs', Operation: 'TransactWriteItems' },
    { name: 'WriteThrottleEvents', TableName: 'jobs' },
  ]);
});
