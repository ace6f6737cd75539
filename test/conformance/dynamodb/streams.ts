import assert from 'node:assert/strict';
import {
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateTableCommand,
  type StreamViewType,
} from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
  type GetShardIteratorCommandInput,
  type _Record,
} from '@aws-sdk/client-dynamodb-streams';
import type { Assertion, Clients, Tools } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { tableActive } from './a-table.ts';
import { pages } from './pages.ts';

export const streams: readonly Assertion[] = [
  {
    id: 'dynamodb.streams.in-order',
    says: 'The changes of an item are in its stream once each, in their order.',
    doc: pages.streams,
    async run(aws, tools) {
      const table = await aStreamedTable(aws, tools);
      for (const n of ['1', '2', '3']) await table.put('a', n);
      const records = await table.read(3);
      assert.deepEqual(
        records.map(({ dynamodb }) => dynamodb?.NewImage?.['n']?.N),
        ['1', '2', '3'],
      );
      const numbers = records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? '');
      assert.equal(new Set(numbers).size, 3);
    },
  },
  {
    id: 'dynamodb.streams.event-names',
    says: 'A record says INSERT, MODIFY or REMOVE, and has the item before and after.',
    doc: pages.api('streams_Record'),
    async run(aws, tools) {
      const table = await aStreamedTable(aws, tools);
      await table.put('a', '1');
      await table.put('a', '2');
      await table.remove('a');
      const records = await table.read(3);
      assert.deepEqual(
        records.map(({ eventName, dynamodb }) => [
          eventName,
          dynamodb?.OldImage?.['n']?.N,
          dynamodb?.NewImage?.['n']?.N,
        ]),
        [
          ['INSERT', undefined, '1'],
          ['MODIFY', '1', '2'],
          ['REMOVE', '2', undefined],
        ],
      );
    },
  },
  {
    id: 'dynamodb.streams.nothing-changed',
    says: 'A write that changes nothing of an item writes no record.',
    doc: pages.streams,
    async run(aws, tools) {
      const table = await aStreamedTable(aws, tools);
      await table.put('a', '1');
      await table.put('a', '1');
      await table.remove('none');
      await table.put('b', '1');
      const records = await table.read(2);
      assert.deepEqual(idsIn(records).toSorted(), ['a', 'b']);
    },
  },
  {
    id: 'dynamodb.streams.transaction',
    says: 'A transaction that is cancelled leaves no record, and one that goes through leaves one for each item.',
    doc: pages.streams,
    async run(aws, tools) {
      const table = await aStreamedTable(aws, tools);
      const put = (id: string, ConditionExpression?: string) => ({
        Put: { TableName: table.name, Item: { pk: { S: id } }, ConditionExpression },
      });
      const send = (...TransactItems: ReturnType<typeof put>[]) =>
        aws.dynamodb.send(new TransactWriteItemsCommand({ TransactItems }));
      await refuses(send(put('a'), put('b', 'attribute_exists(pk)')), 'TransactionCanceledException');
      await send(put('c'), put('d'));
      const records = await table.read(2);
      assert.deepEqual(idsIn(records).toSorted(), ['c', 'd']);
    },
  },
  ...(
    [
      ['KEYS_ONLY', false, false],
      ['NEW_IMAGE', false, true],
      ['OLD_IMAGE', true, false],
      ['NEW_AND_OLD_IMAGES', true, true],
    ] as const
  ).map(([view, hasOld, hasNew]): Assertion => ({
    id: `dynamodb.streams.view.${view.toLowerCase().replaceAll('_', '-')}`,
    says: `A stream with the view ${view} has ${hasOld ? '' : 'not '}the item before, and ${hasNew ? '' : 'not '}the item after a change.`,
    doc: pages.api('StreamSpecification'),
    async run(aws, tools) {
      const table = await aStreamedTable(aws, tools, view);
      await table.put('a', '1');
      await table.put('a', '2');
      const last = (await table.read(2)).at(-1)?.dynamodb;
      assert.equal(last?.StreamViewType, view);
      assert.deepEqual([last?.OldImage !== undefined, last?.NewImage !== undefined], [hasOld, hasNew]);
    },
  })),
  {
    id: 'dynamodb.streams.described',
    says: 'A table names its stream, and the stream its table, its view and its keys.',
    doc: pages.api('streams_DescribeStream'),
    async run(aws, tools) {
      const table = await aStreamedTable(aws, tools);
      const { Table } = await aws.dynamodb.send(new DescribeTableCommand({ TableName: table.name }));
      assert.equal(Table?.LatestStreamArn, table.arn);
      assert.equal(Table?.StreamSpecification?.StreamEnabled, true);
      const { StreamDescription } = await aws.streams.send(
        new DescribeStreamCommand({ StreamArn: table.arn }),
      );
      assert.equal(StreamDescription?.TableName, table.name);
      assert.equal(StreamDescription?.StreamViewType, 'NEW_AND_OLD_IMAGES');
      assert.deepEqual(StreamDescription?.KeySchema, [{ AttributeName: 'pk', KeyType: 'HASH' }]);
      assert.ok((StreamDescription?.Shards ?? []).length > 0);
      const { Streams } = await aws.streams.send(new ListStreamsCommand({ TableName: table.name }));
      assert.deepEqual(
        Streams?.map(({ StreamArn }) => StreamArn),
        [table.arn],
      );
    },
  },
  {
    id: 'dynamodb.streams.latest',
    says: 'An iterator of the kind LATEST gives what is written after it was made.',
    doc: pages.api('streams_GetShardIterator'),
    async run(aws, tools) {
      const table = await aStreamedTable(aws, tools);
      await table.put('a', '1');
      await table.read(1);
      const latest = await table.iterator({ ShardIteratorType: 'LATEST' });
      await table.put('b', '1');
      assert.deepEqual(idsIn(await table.read(1, latest)), ['b']);
    },
  },
  {
    id: 'dynamodb.streams.from-a-number',
    says: 'An iterator begins at a sequence number, or after it.',
    doc: pages.api('streams_GetShardIterator'),
    async run(aws, tools) {
      const table = await aStreamedTable(aws, tools);
      for (const id of ['a', 'a', 'a'].map((name, n) => [name, String(n)] as const)) await table.put(...id);
      const [, second] = await table.read(3);
      const SequenceNumber = second?.dynamodb?.SequenceNumber;
      const at = await table.iterator({ ShardIteratorType: 'AT_SEQUENCE_NUMBER', SequenceNumber });
      assert.equal((await table.read(2, at))[0]?.dynamodb?.SequenceNumber, SequenceNumber);
      const after = await table.iterator({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber });
      assert.equal((await table.read(1, after))[0]?.dynamodb?.NewImage?.['n']?.N, '2');
    },
  },
  {
    id: 'dynamodb.streams.turned-on-twice',
    says: 'Turning on the stream of a table that has one is refused, and turning it off where there is none.',
    doc: pages.api('UpdateTable'),
    async run(aws, tools) {
      const table = await aStreamedTable(aws, tools);
      const turn = (StreamEnabled: boolean) =>
        aws.dynamodb.send(
          new UpdateTableCommand({
            TableName: table.name,
            StreamSpecification: { StreamEnabled, ...(StreamEnabled && { StreamViewType: 'KEYS_ONLY' }) },
          }),
        );
      await refuses(turn(true), 'ValidationException');
      await turn(false);
      await tableActive(aws.dynamodb, tools, table.name);
      await refuses(turn(false), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.streams.missing',
    says: 'A stream that is not there is refused with ResourceNotFoundException.',
    doc: pages.api('streams_DescribeStream'),
    async run(aws, tools) {
      const table = await aStreamedTable(aws, tools);
      const StreamArn = table.arn.replace(table.name, tools.name('nowhere'));
      await refuses(aws.streams.send(new DescribeStreamCommand({ StreamArn })), 'ResourceNotFoundException');
    },
  },
];

function idsIn(records: readonly _Record[]): string[] {
  return records.map(({ dynamodb }) => dynamodb?.Keys?.['pk']?.S ?? '');
}

async function aStreamedTable(aws: Clients, tools: Tools, view: StreamViewType = 'NEW_AND_OLD_IMAGES') {
  const TableName = tools.name('table');
  const db = aws.dynamodb;
  const { TableDescription } = await db.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamEnabled: true, StreamViewType: view },
    }),
  );
  tools.afterwards(() => db.send(new DeleteTableCommand({ TableName })));
  await tableActive(db, tools, TableName);
  const StreamArn = TableDescription?.LatestStreamArn ?? '';

  async function iterator(place: Pick<GetShardIteratorCommandInput, 'ShardIteratorType' | 'SequenceNumber'>) {
    const { StreamDescription } = await aws.streams.send(new DescribeStreamCommand({ StreamArn }));
    const ShardId = StreamDescription?.Shards?.[0]?.ShardId;
    const { ShardIterator } = await aws.streams.send(
      new GetShardIteratorCommand({ StreamArn, ShardId, ...place }),
    );
    return ShardIterator ?? '';
  }

  return {
    name: TableName,
    arn: StreamArn,
    put: (id: string, n: string) =>
      db.send(new PutItemCommand({ TableName, Item: { pk: { S: id }, n: { N: n } } })),
    remove: (id: string) => db.send(new DeleteItemCommand({ TableName, Key: { pk: { S: id } } })),
    iterator,
    /** Reads until there are so many records; from the oldest one, unless an iterator says otherwise. */
    async read(count: number, from?: string): Promise<_Record[]> {
      let at = from ?? (await iterator({ ShardIteratorType: 'TRIM_HORIZON' }));
      const found: _Record[] = [];
      await tools.eventually(
        async () => {
          const { Records = [], NextShardIterator } = await aws.streams.send(
            new GetRecordsCommand({ ShardIterator: at }),
          );
          at = NextShardIterator ?? at;
          found.push(...Records);
          return found.length;
        },
        (length) => length >= count,
      );
      return found;
    },
  };
}
