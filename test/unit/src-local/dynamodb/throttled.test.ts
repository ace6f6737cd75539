import { GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import type { MetricPoint } from '#local/world/metrics.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';

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
