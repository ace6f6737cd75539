import {
  CreateTableCommand,
  DeleteItemCommand,
  DescribeTableCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import type { PocketAwsOptions, PocketAws } from '#local/aws/pocket-aws.ts';
import { drivenClock } from '#local/world/clock.ts';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { aFolder } from '../../world/living/a-folder.ts';

const hour = 3_600_000;
const TableName = 'orders';
type View = 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES' | 'KEYS_ONLY';

describe('the stream of a table', () => {
  it('holds each change in its order, with the item before and after it', async () => {
    const { dynamodb, aws } = await aStreamedTable();
    await put(dynamodb, 'a', '1');
    await put(dynamodb, 'a', '2');
    await dynamodb.send(new DeleteItemCommand({ TableName, Key: { id: { S: 'a' } } }));
    const records = await readAll(aws);
    expect(
      records.map(({ eventName, dynamodb: of }) => [eventName, of.OldImage?.n?.N, of.NewImage?.n?.N]),
    ).toEqual([
      ['INSERT', undefined, '1'],
      ['MODIFY', '1', '2'],
      ['REMOVE', '2', undefined],
    ]);
    expect(records[0]).toMatchObject({
      eventSource: 'aws:dynamodb',
      eventVersion: '1.1',
      awsRegion: 'local',
      dynamodb: { Keys: { id: { S: 'a' } }, StreamViewType: 'NEW_AND_OLD_IMAGES', SizeBytes: 9 },
    });
    const numbers = records.map(({ dynamodb: of }) => of.SequenceNumber);
    expect(numbers).toEqual(numbers.toSorted());
    expect(new Set(numbers).size).toBe(3);
  });

  it('holds nothing of a write that changes nothing, or that was refused', async () => {
    const { dynamodb, aws } = await aStreamedTable();
    await put(dynamodb, 'a', '1');
    await put(dynamodb, 'a', '1');
    const refused = new TransactWriteItemsCommand({
      TransactItems: [
        { Put: { TableName, Item: { id: { S: 'b' } } } },
        { Delete: { TableName, Key: { id: { S: 'a' } }, ConditionExpression: 'attribute_not_exists(id)' } },
      ],
    });
    await expect(dynamodb.send(refused)).rejects.toThrow('Transaction cancelled');
    expect(await readAll(aws)).toHaveLength(1);
  });

  it('says of an item whose time to live has ended that the service deleted it', async () => {
    const { dynamodb, aws } = await aStreamedTable();
    await dynamodb.send(
      new UpdateTimeToLiveCommand({
        TableName,
        TimeToLiveSpecification: { Enabled: true, AttributeName: 'until' },
      }),
    );
    const until = { N: String(startOfTime / 1_000 + 60) };
    await dynamodb.send(new PutItemCommand({ TableName, Item: { id: { S: 'a' }, until } }));
    await aws.advance(hour);
    expect((await readAll(aws)).at(-1)).toMatchObject({
      eventName: 'REMOVE',
      userIdentity: { Type: 'Service', PrincipalId: 'dynamodb.amazonaws.com' },
    });
  });

  it.each<[View, string[]]>([
    ['KEYS_ONLY', []],
    ['NEW_IMAGE', ['NewImage']],
    ['OLD_IMAGE', ['OldImage']],
    ['NEW_AND_OLD_IMAGES', ['NewImage', 'OldImage']],
  ])('shows as much of an item as its view %s has', async (view, images) => {
    const { dynamodb, aws } = await aStreamedTable({}, view);
    await put(dynamodb, 'a', '1');
    await dynamodb.send(
      new UpdateItemCommand({
        TableName,
        Key: { id: { S: 'a' } },
        UpdateExpression: 'SET n = :n',
        ExpressionAttributeValues: { ':n': { N: '2' } },
      }),
    );
    const { dynamodb: last = {} } = (await readAll(aws)).at(-1) ?? {};
    expect(Object.keys(last).filter((name) => name.endsWith('Image'))).toEqual(images);
  });

  it('forgets what is older than a day', async () => {
    const { dynamodb, aws } = await aStreamedTable();
    await put(dynamodb, 'a', '1');
    const [first] = await readAll(aws);
    await aws.advance(23 * hour);
    await put(dynamodb, 'b', '1');
    await aws.advance(2 * hour);
    expect(await readAll(aws)).toHaveLength(1);
    const tooOld = iterator(aws, {
      ShardIteratorType: 'AFTER_SEQUENCE_NUMBER',
      SequenceNumber: first?.dynamodb.SequenceNumber,
    });
    await expect(tooOld).rejects.toThrow('past the oldest stream record');
  });

  it('goes on from an iterator, and refuses one of another quarter of an hour', async () => {
    const { dynamodb, aws } = await aStreamedTable();
    await put(dynamodb, 'a', '1');
    const latest = await iterator(aws, { ShardIteratorType: 'LATEST' });
    await put(dynamodb, 'b', '1');
    const { Records, NextShardIterator } = await getRecords(aws, latest);
    expect(Records.map(({ dynamodb: of }) => of.Keys.id.S)).toEqual(['b']);
    expect(await getRecords(aws, NextShardIterator)).toMatchObject({ Records: [] });
    await aws.advance(16 * 60_000);
    await expect(getRecords(aws, latest)).rejects.toThrow('maximum age');
  });

  it('is there again, with its records, when the world is opened again', async () => {
    const folder = aFolder();
    const first = await aStreamedTable({ folder });
    await put(first.dynamodb, 'a', '1');
    const before = await readAll(first.aws);
    first.aws.close();
    const again = aPocketAws({ folder, clock: drivenClock(startOfTime) });
    await put(again.dynamodb, 'b', '1');
    const after = await readAll(again.aws);
    expect(after.slice(0, 1)).toEqual(before);
    const [one, two] = after.map(({ dynamodb }) => dynamodb.SequenceNumber);
    expect((one ?? '') < (two ?? '')).toBe(true);
  });

  it('is turned on and off, and described with its table', async () => {
    const { dynamodb, aws } = await aStreamedTable();
    const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName }));
    expect(Table).toMatchObject({
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      LatestStreamLabel: '2026-01-05T09:00:00.000',
      LatestStreamArn: 'arn:aws:dynamodb:local:000000000000:table/orders/stream/2026-01-05T09:00:00.000',
    });
    const turn = (StreamSpecification: { StreamEnabled: boolean; StreamViewType?: View }) =>
      dynamodb.send(new UpdateTableCommand({ TableName, StreamSpecification }));
    await expect(turn({ StreamEnabled: true, StreamViewType: 'KEYS_ONLY' })).rejects.toThrow(
      'already has an enabled stream',
    );
    await turn({ StreamEnabled: false });
    expect(await streams(aws, 'ListStreams', {})).toEqual({ Streams: [] });
    await expect(turn({ StreamEnabled: false })).rejects.toThrow('no stream is enabled');
  });
});

interface Image {
  readonly id: { readonly S: string };
  readonly n?: { readonly N: string };
}
interface StreamRecord {
  readonly eventName: string;
  readonly dynamodb: {
    readonly Keys: Image;
    readonly OldImage?: Image;
    readonly NewImage?: Image;
    readonly SequenceNumber: string;
  };
}

async function aStreamedTable(options: PocketAwsOptions = {}, StreamViewType: View = 'NEW_AND_OLD_IMAGES') {
  const world = aPocketAws(options);
  await world.dynamodb.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamEnabled: true, StreamViewType },
    }),
  );
  return world;
}

function put(dynamodb: DynamoDBClient, id: string, n: string): Promise<unknown> {
  return dynamodb.send(new PutItemCommand({ TableName, Item: { id: { S: id }, n: { N: n } } }));
}

function streams<T>({ world }: PocketAws, operation: string, input: object): Promise<T> {
  return world.call('dynamodbstreams', operation, input) as Promise<T>;
}

async function iterator(aws: PocketAws, place: object): Promise<string> {
  const { Streams } = await streams<{ Streams: { StreamArn: string }[] }>(aws, 'ListStreams', { TableName });
  const StreamArn = Streams[0]?.StreamArn;
  const { StreamDescription } = await streams<{ StreamDescription: { Shards: { ShardId: string }[] } }>(
    aws,
    'DescribeStream',
    { StreamArn },
  );
  const ShardId = StreamDescription.Shards[0]?.ShardId;
  const asked = { StreamArn, ShardId, ...place };
  return (await streams<{ ShardIterator: string }>(aws, 'GetShardIterator', asked)).ShardIterator;
}

function getRecords(aws: PocketAws, ShardIterator: string) {
  return streams<{ Records: StreamRecord[]; NextShardIterator: string }>(aws, 'GetRecords', {
    ShardIterator,
  });
}

async function readAll(aws: PocketAws): Promise<StreamRecord[]> {
  return (await getRecords(aws, await iterator(aws, { ShardIteratorType: 'TRIM_HORIZON' }))).Records;
}
