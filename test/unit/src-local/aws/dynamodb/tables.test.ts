import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  ListTablesCommand,
  ListTagsOfResourceCommand,
  PutItemCommand,
  QueryCommand,
  TagResourceCommand,
  UntagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  waitUntilTableExists,
  waitUntilTableNotExists,
  type UpdateTableCommandInput,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { anIndex, aTable, n, s, tableInput } from './a-table.ts';

describe('creating a table', () => {
  it('describes what was created', async () => {
    const { dynamodb } = aPocketAws({ region: 'eu-west-1' });
    await aTable(dynamodb, {
      indexes: [
        anIndex('byStatus', 'status timeN', { ProjectionType: 'INCLUDE', NonKeyAttributes: ['score'] }),
      ],
      DeletionProtectionEnabled: true,
      Tags: [{ Key: 'stage', Value: 'prod' }],
    });
    await waitUntilTableExists({ client: dynamodb, minDelay: 1, maxWaitTime: 5 }, { TableName: 'documents' });
    const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: 'documents' }));
    expect(Table).toMatchObject({
      TableName: 'documents',
      TableArn: 'arn:aws:dynamodb:eu-west-1:000000000000:table/documents',
      TableStatus: 'ACTIVE',
      CreationDateTime: new Date(startOfTime),
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
      ProvisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 0 },
      DeletionProtectionEnabled: true,
      ItemCount: 0,
      TableSizeBytes: 0,
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byStatus',
          IndexStatus: 'ACTIVE',
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['score'] },
          IndexArn: 'arn:aws:dynamodb:eu-west-1:000000000000:table/documents/index/byStatus',
          WarmThroughput: { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 4_000, Status: 'ACTIVE' },
        },
      ],
      WarmThroughput: { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 4_000, Status: 'ACTIVE' },
    });
    const tags = await dynamodb.send(new ListTagsOfResourceCommand({ ResourceArn: Table?.TableArn }));
    expect(tags.Tags).toEqual([{ Key: 'stage', Value: 'prod' }]);
  });

  it('describes provisioned throughput truthfully', async () => {
    const { dynamodb } = aPocketAws();
    await aTable(dynamodb, {
      BillingMode: 'PROVISIONED',
      ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 3 },
    });
    const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: 'documents' }));
    expect(Table?.ProvisionedThroughput).toMatchObject({ ReadCapacityUnits: 5, WriteCapacityUnits: 3 });
    expect(Table?.BillingModeSummary).toBeUndefined();
  });

  it.each([
    ['a second time', {}, 'ResourceInUseException', /Table already exists: documents/],
    [
      'with a name of two letters',
      { name: 'ab' },
      'ValidationException',
      /length greater than or equal to 3/,
    ],
    ['with an odd name', { name: 'a b c' }, 'ValidationException', /pattern: \[a-zA-Z0-9_.-\]\+/],
    [
      'with an index name of two letters',
      { name: 'other', indexes: [anIndex('ix', 'status')] },
      'ValidationException',
      /length greater than or equal to 3/,
    ],
    [
      'with two indexes of one name',
      { name: 'other', indexes: [anIndex('one', 'status'), anIndex('one', 'other')] },
      'ValidationException',
      /Duplicate index name: one/,
    ],
    [
      'with a stream without a view',
      { name: 'other', StreamSpecification: { StreamEnabled: true } },
      'ValidationException',
      /StreamViewType is required/,
    ],
    [
      'with throughput on an on-demand table',
      { name: 'other', ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 } },
      'ValidationException',
      /Neither ReadCapacityUnits nor WriteCapacityUnits/,
    ],
    [
      'with a local index and no sort key',
      { name: 'other', keys: 'PK', local: [anIndex('local', 'PK status')] },
      'ValidationException',
      /does not have a range key/,
    ],
    [
      'with an attribute that is no key',
      { name: 'other', AttributeDefinitions: tableInput({ keys: 'PK SK' }).AttributeDefinitions, keys: 'PK' },
      'ValidationException',
      /Number of attributes in KeySchema does not exactly match/,
    ],
  ] as const)('is refused %s', async (_case, options, name, message) => {
    const { dynamodb } = aPocketAws();
    await aTable(dynamodb);
    const input = tableInput(options as Parameters<typeof tableInput>[0]);
    await expect(dynamodb.send(new CreateTableCommand(input))).rejects.toMatchObject({
      name,
      message: expect.stringMatching(message),
    });
  });
});

describe('deleting a table', () => {
  it('is refused as long as the table is protected', async () => {
    const { dynamodb } = aPocketAws();
    const TableName = await aTable(dynamodb, { DeletionProtectionEnabled: true });
    await expect(dynamodb.send(new DeleteTableCommand({ TableName }))).rejects.toThrow(
      /protected against deletion/,
    );
    await dynamodb.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
    const { TableDescription } = await dynamodb.send(new DeleteTableCommand({ TableName }));
    expect(TableDescription?.TableStatus).toBe('DELETING');
    await waitUntilTableNotExists({ client: dynamodb, minDelay: 1, maxWaitTime: 5 }, { TableName });
  });

  it('takes the items along', async () => {
    const { dynamodb } = aPocketAws();
    const TableName = await aTable(dynamodb);
    await dynamodb.send(new PutItemCommand({ TableName, Item: { PK: s('a'), SK: s('1') } }));
    await dynamodb.send(new DeleteTableCommand({ TableName }));
    await aTable(dynamodb);
    const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName }));
    expect(Table?.ItemCount).toBe(0);
  });
});

describe('updating a table', () => {
  async function updated(more: Partial<UpdateTableCommandInput>): Promise<unknown> {
    const { dynamodb } = aPocketAws();
    const TableName = await aTable(dynamodb, { indexes: [anIndex('byStatus', 'status')] });
    const { TableDescription } = await dynamodb.send(new UpdateTableCommand({ TableName, ...more }));
    return TableDescription;
  }
  const throughput = { ReadCapacityUnits: 2, WriteCapacityUnits: 1 };

  it('fills a new index with what is there, leaving out what does not fit', async () => {
    const { dynamodb } = aPocketAws();
    const TableName = await aTable(dynamodb);
    for (const [SK, owner] of [
      ['1', s('ada')],
      ['2', n(7)],
      ['3', undefined],
      ['4', s('')],
      ['5', s('x'.repeat(2049))],
    ] as const) {
      await dynamodb.send(
        new PutItemCommand({ TableName, Item: { PK: s('a'), SK: s(SK), ...(owner && { owner }) } }),
      );
    }
    const { TableDescription } = await dynamodb.send(
      new UpdateTableCommand({
        TableName,
        AttributeDefinitions: [{ AttributeName: 'owner', AttributeType: 'S' }],
        GlobalSecondaryIndexUpdates: [{ Create: anIndex('byOwner', 'owner') }],
      }),
    );
    expect(TableDescription?.GlobalSecondaryIndexes).toMatchObject([{ IndexName: 'byOwner', ItemCount: 1 }]);
    const { Items } = await dynamodb.send(
      new QueryCommand({
        TableName,
        IndexName: 'byOwner',
        KeyConditionExpression: '#o = :o',
        ExpressionAttributeNames: { '#o': 'owner' },
        ExpressionAttributeValues: { ':o': s('ada') },
      }),
    );
    expect(Items?.map((item) => item['SK'])).toEqual([s('1')]);
  });

  it('removes an index and the definitions that only it needed', async () => {
    const table = await updated({ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'byStatus' } }] });
    expect(table).not.toHaveProperty('GlobalSecondaryIndexes');
    expect(table).toMatchObject({
      AttributeDefinitions: [{ AttributeName: 'PK' }, { AttributeName: 'SK' }],
    });
  });

  it.each([
    ['nothing', {}, 'ValidationException'],
    [
      'another way to pay',
      { BillingMode: 'PROVISIONED', ProvisionedThroughput: throughput },
      'ValidationException',
    ],
    [
      'an index that is there',
      {
        AttributeDefinitions: [{ AttributeName: 'status', AttributeType: 'S' }],
        GlobalSecondaryIndexUpdates: [{ Create: anIndex('byStatus', 'status') }],
      },
      'ValidationException',
    ],
    [
      'an index whose key is not defined',
      { GlobalSecondaryIndexUpdates: [{ Create: anIndex('byOwner', 'owner') }] },
      'ValidationException',
    ],
    [
      'the removal of an index that is not there',
      { GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'byOwner' } }] },
      'ResourceNotFoundException',
    ],
    [
      'two index changes at once',
      {
        GlobalSecondaryIndexUpdates: [
          { Delete: { IndexName: 'byStatus' } },
          { Delete: { IndexName: 'other' } },
        ],
      },
      'LimitExceededException',
    ],
  ] as const)('is refused for %s', async (_case, more, name) => {
    await expect(updated(more as never)).rejects.toMatchObject({ name });
  });
});

it('lists tables by name, page by page', async () => {
  const { dynamodb } = aPocketAws();
  for (const name of ['one', 'two', 'three', 'four']) await aTable(dynamodb, { name });
  const first = await dynamodb.send(new ListTablesCommand({ Limit: 3 }));
  expect(first).toMatchObject({ TableNames: ['four', 'one', 'three'], LastEvaluatedTableName: 'three' });
  const rest = await dynamodb.send(new ListTablesCommand({ ExclusiveStartTableName: 'three' }));
  expect(rest.TableNames).toEqual(['two']);
  expect(rest.LastEvaluatedTableName).toBeUndefined();
});

it('keeps tags apart by key', async () => {
  const { dynamodb } = aPocketAws();
  await aTable(dynamodb);
  const ResourceArn = 'arn:aws:dynamodb:local:000000000000:table/documents';
  const tag = (Key: string, Value: string): TagResourceCommand =>
    new TagResourceCommand({ ResourceArn, Tags: [{ Key, Value }] });
  await dynamodb.send(tag('stage', 'dev'));
  await dynamodb.send(tag('__proto__', 'x'));
  await dynamodb.send(tag('stage', 'prod'));
  await dynamodb.send(new UntagResourceCommand({ ResourceArn, TagKeys: ['__proto__'] }));
  const { Tags } = await dynamodb.send(new ListTagsOfResourceCommand({ ResourceArn }));
  expect(Tags).toEqual([{ Key: 'stage', Value: 'prod' }]);
});

it('knows point-in-time recovery as a setting', async () => {
  const { dynamodb, clock } = aPocketAws();
  const TableName = await aTable(dynamodb);
  const before = await dynamodb.send(new DescribeContinuousBackupsCommand({ TableName }));
  expect(before.ContinuousBackupsDescription?.PointInTimeRecoveryDescription).toEqual({
    PointInTimeRecoveryStatus: 'DISABLED',
  });
  await dynamodb.send(
    new UpdateContinuousBackupsCommand({
      TableName,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 2 },
    }),
  );
  const day = 24 * 60 * 60 * 1000;
  await clock.advance(3 * day);
  const after = await dynamodb.send(new DescribeContinuousBackupsCommand({ TableName }));
  expect(after.ContinuousBackupsDescription?.PointInTimeRecoveryDescription).toEqual({
    PointInTimeRecoveryStatus: 'ENABLED',
    RecoveryPeriodInDays: 2,
    EarliestRestorableDateTime: new Date(startOfTime + day),
    LatestRestorableDateTime: new Date(startOfTime + 3 * day - 5 * 60 * 1000),
  });
  await expect(
    dynamodb.send(new DescribeContinuousBackupsCommand({ TableName: 'nope' })),
  ).rejects.toMatchObject({ name: 'TableNotFoundException' });
});
