import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  ListTagsOfResourceCommand,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { aDeployment } from '../a-deployment.ts';

const key = (AttributeName: string) => [{ AttributeName, KeyType: 'HASH' }];
const index = (IndexName: string, attribute: string) => ({
  IndexName,
  KeySchema: key(attribute),
  Projection: { ProjectionType: 'ALL' },
});
const texts = (...names: string[]) => names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' }));

describe('a table', () => {
  const table = (more: object = {}) => ({
    Type: 'AWS::DynamoDB::Table',
    Properties: {
      TableName: 'items',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: texts('PK', 'A'),
      KeySchema: key('PK'),
      GlobalSecondaryIndexes: [index('ByA', 'A')],
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: 'true' },
      Tags: [{ Key: 'owner', Value: 'shop' }],
      SSESpecification: { SSEEnabled: true },
      ...more,
    },
  });

  it('has its indexes, its time to live, its recovery and its tags', async () => {
    const { deploy, dynamodb, find } = aDeployment();
    await deploy({ Items: table() });
    const TableName = 'items';
    const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName }));
    expect(Table?.GlobalSecondaryIndexes).toMatchObject([{ IndexName: 'ByA' }]);
    const ttl = await dynamodb.send(new DescribeTimeToLiveCommand({ TableName }));
    expect(ttl.TimeToLiveDescription).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' });
    const backups = await dynamodb.send(new DescribeContinuousBackupsCommand({ TableName }));
    expect(backups.ContinuousBackupsDescription?.PointInTimeRecoveryDescription).toMatchObject({
      PointInTimeRecoveryStatus: 'ENABLED',
    });
    const ResourceArn = String(find('Items')?.attributes['Arn']);
    const { Tags } = await dynamodb.send(new ListTagsOfResourceCommand({ ResourceArn }));
    expect(Tags).toEqual([{ Key: 'owner', Value: 'shop' }]);
  });

  it('has a stream, whose ARN other resources can name, until the template leaves it out', async () => {
    const { deploy, dynamodb, find } = aDeployment();
    const StreamSpecification = { StreamViewType: 'NEW_AND_OLD_IMAGES' };
    await deploy({ Items: table() });
    expect(find('Items')?.attributes['StreamArn']).toBeUndefined();
    await deploy({ Items: table({ StreamSpecification }) });
    const described = async () =>
      (await dynamodb.send(new DescribeTableCommand({ TableName: 'items' }))).Table?.LatestStreamArn;
    const arn = await described();
    expect(arn).toContain(':table/items/stream/');
    expect(find('Items')?.attributes['StreamArn']).toBe(arn);
    await deploy({ Items: table({ StreamSpecification, TableClass: 'STANDARD_INFREQUENT_ACCESS' }) });
    expect(await described()).toBe(arn);
    await deploy({ Items: table() });
    expect(await described()).toBeUndefined();
  });

  it('changes in place: indexes one by one, tags, and the rest', async () => {
    const { deploy, dynamodb, takeCalls } = aDeployment();
    await deploy({ Items: table() });
    takeCalls();
    await deploy({
      Items: table({
        AttributeDefinitions: texts('PK', 'B', 'C'),
        GlobalSecondaryIndexes: [index('ByB', 'B'), index('ByC', 'C')],
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false },
        Tags: [],
      }),
    });
    expect(takeCalls()).toEqual([
      ...Array.from({ length: 4 }, () => 'dynamodb:UpdateTable'),
      'dynamodb:UntagResource',
      'dynamodb:UpdateContinuousBackups',
    ]);
    const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: 'items' }));
    expect(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName)).toEqual(['ByB', 'ByC']);
    expect(Table?.DeletionProtectionEnabled).toBe(true);
  });

  it('goes on with indexes that a stopped deployment has made already', async () => {
    const { deploy, aws, dynamodb } = aDeployment();
    await deploy({ Items: table() });
    await aws.world.call('dynamodb', 'UpdateTable', {
      TableName: 'items',
      AttributeDefinitions: texts('B'),
      GlobalSecondaryIndexUpdates: [{ Create: index('ByB', 'B') }],
    });
    const both = [index('ByA', 'A'), index('ByB', 'B')];
    await deploy({
      Items: table({ AttributeDefinitions: texts('PK', 'A', 'B'), GlobalSecondaryIndexes: both }),
    });
    const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: 'items' }));
    expect(Table?.GlobalSecondaryIndexes).toHaveLength(2);
  });

  it('refuses other keys, also of a table that is there already', async () => {
    const { deploy, aws } = aDeployment();
    await deploy({ Items: table() });
    const otherKeys = [{ ...index('ByA', 'A'), Projection: { ProjectionType: 'KEYS_ONLY' } }];
    await expect(deploy({ Items: table({ GlobalSecondaryIndexes: otherKeys }) })).rejects.toThrow(
      'the index ByA would have to be made again, and is not',
    );
    await expect(deploy({ Items: table({ KeySchema: key('A') }) })).rejects.toThrow('the property KeySchema');
    const taken = { TableName: 'taken', AttributeDefinitions: texts('X'), KeySchema: key('X') };
    await aws.world.call('dynamodb', 'CreateTable', { ...taken, BillingMode: 'PAY_PER_REQUEST' });
    await expect(deploy({ Items: table(), Taken: table({ TableName: 'taken' }) })).rejects.toThrow(
      'the table taken exists already, with other keys or indexes',
    );
  });

  it('of many regions is one table with the settings of its replica here', async () => {
    const { deploy, dynamodb } = aDeployment();
    const global = (...regions: string[]) => ({
      Type: 'AWS::DynamoDB::GlobalTable',
      Properties: {
        TableName: 'items',
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: texts('PK'),
        KeySchema: key('PK'),
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
        Replicas: regions.map((Region) => ({ Region, DeletionProtectionEnabled: true })),
      },
    });
    await deploy({ Items: global('local') });
    const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: 'items' }));
    expect(Table?.DeletionProtectionEnabled).toBe(true);
    await expect(deploy({ Items: global('local', 'eu-west-1') })).rejects.toThrow('one replica in local');
  });
});
