import type { SecondaryIndex } from '../storage/secondary-index.ts';
import type { Table } from '../storage/table.ts';
import { writeLabel, type Keys, type Throughput } from './table-record.ts';

/**
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TableDescription.html
 *
 * Here a table is ACTIVE as soon as it is created, and so are its indexes. Counts and sizes are those of this
 * moment, as far as anybody has looked; AWS renews them every six hours or so.
 */
export function toTableDescription(table: Table, status: 'ACTIVE' | 'DELETING' = 'ACTIVE'): object {
  const { record, size } = table;
  const indexes = [...table.indexes.keys()].flatMap((name) => table.settledIndex(name) ?? []);
  const local = indexes.filter((index) => index.record.kind === 'local');
  const global = indexes.filter((index) => index.record.kind === 'global');
  return {
    AttributeDefinitions: record.attributes.map(({ name, type }) => ({
      AttributeName: name,
      AttributeType: type,
    })),
    TableName: record.name,
    KeySchema: toKeySchema(record.keys),
    TableStatus: status,
    CreationDateTime: seconds(record.created),
    ProvisionedThroughput: describeThroughput(record.throughput),
    TableSizeBytes: size.bytes,
    ItemCount: size.entries,
    TableArn: table.arn,
    TableId: record.id,
    ...(record.payPerRequestSince !== undefined && {
      BillingModeSummary: {
        BillingMode: record.billing,
        LastUpdateToPayPerRequestDateTime: seconds(record.payPerRequestSince),
      },
    }),
    ...(local.length > 0 && { LocalSecondaryIndexes: local.map((index) => indexDescription(table, index)) }),
    ...(global.length > 0 && {
      GlobalSecondaryIndexes: global.map((index) => ({
        ...indexDescription(table, index),
        IndexStatus: 'ACTIVE',
        ProvisionedThroughput: describeThroughput(index.record.throughput),
      })),
    }),
    ...(table.stream && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: table.stream.settings.view },
      LatestStreamArn: table.stream.arn,
      LatestStreamLabel: writeLabel(table.stream.settings),
    }),
    ...(record.tableClass && { TableClassSummary: { TableClass: record.tableClass } }),
    DeletionProtectionEnabled: record.deletionProtection,
  };
}

/**
 * The description that DescribeTable gives: it alone says which throughput a table and its indexes can take at once.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html
 */
export function describeWithWarmth(table: Table): object {
  const description = toTableDescription(table) as { readonly GlobalSecondaryIndexes?: readonly object[] };
  const { GlobalSecondaryIndexes: indexes } = description;
  const isOnDemand = table.record.billing === 'PAY_PER_REQUEST';
  const records = [...table.indexes.values()].flatMap(({ record }) =>
    record.kind === 'global' ? record : [],
  );
  const warmth = (throughput: Throughput | undefined): object => ({
    ReadUnitsPerSecond: isOnDemand ? warmOnDemand.read : (throughput?.read ?? 0),
    WriteUnitsPerSecond: isOnDemand ? warmOnDemand.write : (throughput?.write ?? 0),
    Status: 'ACTIVE',
  });
  return {
    ...description,
    ...(indexes && {
      GlobalSecondaryIndexes: indexes.map((index, at) => ({
        ...index,
        WarmThroughput: warmth(records[at]?.throughput),
      })),
    }),
    WarmThroughput: warmth(table.record.throughput),
  };
}

/** A new table on demand can take this much at once. */
const warmOnDemand: Throughput = { read: 12_000, write: 4_000 };

function indexDescription({ arn }: Table, { record, entries }: SecondaryIndex): object {
  const { name, keys, projection } = record;
  return {
    IndexName: name,
    KeySchema: toKeySchema(keys),
    Projection: {
      ProjectionType: projection.type,
      ...(projection.attributes && { NonKeyAttributes: projection.attributes }),
    },
    IndexSizeBytes: entries.bytes,
    ItemCount: entries.count,
    IndexArn: `${arn}/index/${name}`,
  };
}

export function toKeySchema({ hash, range }: Keys): object[] {
  const schema = [{ AttributeName: hash.name, KeyType: 'HASH' }];
  if (range) schema.push({ AttributeName: range.name, KeyType: 'RANGE' });
  return schema;
}

function describeThroughput(throughput: Throughput | undefined): object {
  return {
    NumberOfDecreasesToday: 0,
    ReadCapacityUnits: throughput?.read ?? 0,
    WriteCapacityUnits: throughput?.write ?? 0,
  };
}

/** How AWS JSON writes a time. */
export function seconds(time: number): number {
  return time / 1000;
}
