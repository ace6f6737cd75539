import { isDeepStrictEqual } from 'node:util';
import type { PropertyShape } from '../property-shapes.ts';
import {
  callUnlessRefused,
  compareTags,
  generateName,
  omit,
  pick,
  readText,
  tagsShape,
  type CallService,
  type Identity,
  type Properties,
  type ResourceType,
  type Wanted,
  type WantedResource,
} from '../resource-type.ts';
import { ValueProblem } from '../template-errors.ts';

const keySchema: PropertyShape = [{ AttributeName: 'text', KeyType: 'text' }];
const projection: PropertyShape = { ProjectionType: 'text', NonKeyAttributes: ['text'] };
const throughput: PropertyShape = { ReadCapacityUnits: 'number', WriteCapacityUnits: 'number' };
const recovery: PropertyShape = { PointInTimeRecoveryEnabled: 'flag', RecoveryPeriodInDays: 'number' };
const insights: PropertyShape = { Enabled: 'flag', Mode: 'text' };

const tableProperties = {
  TableName: 'text',
  AttributeDefinitions: [{ AttributeName: 'text', AttributeType: 'text' }],
  KeySchema: keySchema,
  BillingMode: 'text',
  LocalSecondaryIndexes: [{ IndexName: 'text', KeySchema: keySchema, Projection: projection }],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'text',
      KeySchema: keySchema,
      Projection: projection,
      ProvisionedThroughput: throughput,
      ContributorInsightsSpecification: insights,
    },
  ],
  ProvisionedThroughput: throughput,
  TimeToLiveSpecification: { AttributeName: 'text', Enabled: 'flag' },
  PointInTimeRecoverySpecification: recovery,
  DeletionProtectionEnabled: 'flag',
  TableClass: 'text',
  Tags: tagsShape,
  SSESpecification: { SSEEnabled: 'flag', SSEType: 'text', KMSMasterKeyId: 'text' },
  ContributorInsightsSpecification: insights,
  StreamSpecification: { StreamViewType: 'text' },
} satisfies Readonly<Record<string, PropertyShape>>;

const fixed = ['TableName', 'KeySchema', 'LocalSecondaryIndexes', 'BillingMode', 'ProvisionedThroughput'];
const kept = ['SSESpecification', 'ContributorInsightsSpecification'];

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-table.html */
const table: ResourceType = {
  properties: tableProperties,
  required: ['KeySchema'],
  fixed,
  kept,
  attributes: ['Arn', 'StreamArn'],
  identify: identifyTable,
  engine: { service: 'dynamodb', make: makeTable, change: changeTable, remove: removeTable },
};

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-globaltable.html */
const globalTable: ResourceType = {
  properties: {
    ...pickShapes([
      'TableName',
      'AttributeDefinitions',
      'KeySchema',
      'BillingMode',
      'LocalSecondaryIndexes',
      'GlobalSecondaryIndexes',
      'TimeToLiveSpecification',
      'StreamSpecification',
    ]),
    SSESpecification: { SSEEnabled: 'flag', SSEType: 'text' },
    Replicas: [
      {
        Region: 'text',
        GlobalSecondaryIndexes: [{ IndexName: 'text', ContributorInsightsSpecification: insights }],
        SSESpecification: { KMSMasterKeyId: 'text' },
        ...pickShapes([
          'PointInTimeRecoverySpecification',
          'DeletionProtectionEnabled',
          'TableClass',
          'Tags',
          'ContributorInsightsSpecification',
        ]),
      },
    ],
  },
  required: ['KeySchema', 'Replicas'],
  fixed,
  kept,
  attributes: ['Arn', 'TableId', 'StreamArn'],
  identify: identifyTable,
  engine: {
    service: 'dynamodb',
    make: (call, wanted) => makeTable(call, inOneRegion(wanted)),
    change: (call, wanted, before) =>
      changeTable(call, inOneRegion(wanted), inOneRegion({ ...wanted, properties: before }).properties),
    remove: removeTable,
  },
};

export const tableTypes: Readonly<Record<string, ResourceType>> = {
  'AWS::DynamoDB::Table': table,
  'AWS::DynamoDB::GlobalTable': globalTable,
};

function pickShapes(names: readonly (keyof typeof tableProperties)[]): Record<string, PropertyShape> {
  return Object.fromEntries(names.map((name) => [name, tableProperties[name]]));
}

/** There is one region here, so a global table is a table with the settings of its one replica. */
function inOneRegion(wanted: WantedResource): WantedResource {
  const { Replicas, ...shared } = wanted.properties;
  const [replica, ...others] = Replicas as readonly Properties[];
  if (!replica || others.length > 0 || replica['Region'] !== wanted.region) {
    throw new ValueProblem(`Replicas has to be one replica in ${wanted.region}`);
  }
  const own = omit(replica, ['Region', 'GlobalSecondaryIndexes', 'SSESpecification']);
  return { ...wanted, properties: { ...shared, ...own } };
}

/** The ARN of a stream has the time at which it was turned on, so only the table itself can tell it. */
function identifyTable(wanted: Wanted, previous?: Identity): Identity {
  if (previous) return previous;
  const name = readText(wanted.properties, 'TableName') ?? generateName(wanted, 255);
  const arn = `arn:aws:dynamodb:${wanted.region}:${wanted.account}:table/${name}`;
  return { physicalId: name, attributes: { Arn: arn, TableId: name } };
}

interface Described {
  readonly KeySchema: unknown;
  readonly GlobalSecondaryIndexes?: readonly Index[];
  readonly DeletionProtectionEnabled?: boolean;
  readonly StreamSpecification?: { readonly StreamViewType: string };
  readonly LatestStreamArn?: string;
}

interface Index {
  readonly IndexName: string;
  readonly KeySchema: unknown;
}

async function makeTable(call: CallService, wanted: WantedResource): Promise<Identity> {
  const { physicalId: TableName, properties } = wanted;
  const answer = (await callUnlessRefused(
    ['ResourceNotFoundException'],
    call('dynamodb', 'DescribeTable', { TableName }),
  )) as { Table: Described } | undefined;
  if (answer) refuseOtherTable(TableName, answer.Table, properties);
  else {
    await call('dynamodb', 'CreateTable', {
      TableName,
      ...pick(properties, [
        'AttributeDefinitions',
        'KeySchema',
        'BillingMode',
        'LocalSecondaryIndexes',
        'ProvisionedThroughput',
        'DeletionProtectionEnabled',
        'TableClass',
        'Tags',
      ]),
      ...(readIndexes(properties).length > 0 && { GlobalSecondaryIndexes: readIndexes(properties) }),
    });
  }
  await settleTable(call, TableName, properties);
  return settleStream(call, wanted);
}

/** Turns the stream on or off. A stream with another view is another stream. */
async function settleStream(call: CallService, wanted: WantedResource): Promise<Identity> {
  const { physicalId: TableName, properties, attributes } = wanted;
  const { StreamViewType: view } = (properties['StreamSpecification'] ?? {}) as { StreamViewType?: string };
  const describe = async () =>
    ((await call('dynamodb', 'DescribeTable', { TableName })) as { Table: Described }).Table;
  const there = (await describe()).StreamSpecification?.StreamViewType;
  const update = (StreamSpecification: object) =>
    call('dynamodb', 'UpdateTable', { TableName, StreamSpecification });
  if (there !== undefined && there !== view) await update({ StreamEnabled: false });
  if (view !== undefined && there !== view) await update({ StreamEnabled: true, StreamViewType: view });
  const { LatestStreamArn: StreamArn } = await describe();
  return {
    physicalId: TableName,
    attributes: { ...omit(attributes, ['StreamArn']), ...(StreamArn !== undefined && { StreamArn }) },
  };
}

/** A table of this name with other keys holds other data, and is not taken over. */
function refuseOtherTable(name: string, there: Described, properties: Properties): void {
  const isSame =
    isDeepStrictEqual(there.KeySchema, properties['KeySchema']) &&
    listIndexes(there.GlobalSecondaryIndexes ?? []) === listIndexes(readIndexes(properties));
  if (!isSame) throw new ValueProblem(`the table ${name} exists already, with other keys or indexes`);
}

function listIndexes(indexes: readonly Index[]): string {
  const listed = indexes.map(({ IndexName, KeySchema }) => JSON.stringify([IndexName, KeySchema]));
  return listed.toSorted().join();
}

function readIndexes(properties: Properties): readonly (Index & Properties)[] {
  const indexes = (properties['GlobalSecondaryIndexes'] ?? []) as readonly (Index & Properties)[];
  return indexes.map((index) => omit(index, ['ContributorInsightsSpecification']) as Index & Properties);
}

/** Sets what CreateTable does not take. */
async function settleTable(call: CallService, TableName: string, properties: Properties): Promise<void> {
  await settleTimeToLive(call, TableName, properties);
  const wanted = properties['PointInTimeRecoverySpecification'] as
    | { PointInTimeRecoveryEnabled?: boolean }
    | undefined;
  const { ContinuousBackupsDescription: backups } = (await call('dynamodb', 'DescribeContinuousBackups', {
    TableName,
  })) as {
    ContinuousBackupsDescription: {
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: string; RecoveryPeriodInDays?: number };
    };
  };
  const { PointInTimeRecoveryStatus: status, RecoveryPeriodInDays: days } =
    backups.PointInTimeRecoveryDescription;
  const isWanted = wanted?.PointInTimeRecoveryEnabled ?? false;
  const wantedDays = (wanted as { RecoveryPeriodInDays?: number } | undefined)?.RecoveryPeriodInDays ?? days;
  if ((status === 'ENABLED') === isWanted && (!isWanted || wantedDays === days)) return;
  await call('dynamodb', 'UpdateContinuousBackups', {
    TableName,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: isWanted, ...(isWanted && wanted) },
  });
}

async function settleTimeToLive(call: CallService, TableName: string, properties: Properties): Promise<void> {
  const wanted = properties['TimeToLiveSpecification'] as
    | { AttributeName?: string; Enabled: boolean }
    | undefined;
  const { TimeToLiveDescription: current } = (await call('dynamodb', 'DescribeTimeToLive', {
    TableName,
  })) as {
    TimeToLiveDescription: { TimeToLiveStatus: string; AttributeName?: string };
  };
  const isOn = current.TimeToLiveStatus === 'ENABLED';
  const isWanted = wanted?.Enabled ?? false;
  const attribute = wanted?.AttributeName ?? current.AttributeName;
  if (isOn === isWanted && (!isWanted || current.AttributeName === attribute)) return;
  await call('dynamodb', 'UpdateTimeToLive', {
    TableName,
    TimeToLiveSpecification: { Enabled: isWanted, AttributeName: attribute },
  });
}

async function changeTable(call: CallService, wanted: WantedResource, before: Properties): Promise<Identity> {
  const { physicalId: TableName, properties } = wanted;
  const update = (input: object) => call('dynamodb', 'UpdateTable', { TableName, ...input });
  const old = new Map(readIndexes(before).map((index) => [index.IndexName, index]));
  // A change that stopped half way has made or deleted some of them.
  const { Table } = (await call('dynamodb', 'DescribeTable', { TableName })) as { Table: Described };
  const there = new Set(Table.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName));
  const next = new Map(readIndexes(properties).map((index) => [index.IndexName, index]));
  for (const [name, index] of next) {
    const earlier = old.get(name);
    if (earlier && !isDeepStrictEqual(earlier, index)) {
      throw new ValueProblem(`the index ${name} would have to be made again, and is not`);
    }
  }
  for (const IndexName of there) {
    if (!next.has(IndexName)) await update({ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }] });
  }
  const { AttributeDefinitions } = properties;
  for (const [name, Create] of next) {
    if (there.has(name)) continue;
    await update({ AttributeDefinitions, GlobalSecondaryIndexUpdates: [{ Create }] });
  }
  for (const [name, byDefault] of [
    ['DeletionProtectionEnabled', false],
    ['TableClass', 'STANDARD'],
  ] as const) {
    const value = properties[name] ?? byDefault;
    if (value !== (before[name] ?? byDefault)) await update({ [name]: value });
  }
  const { set, remove } = compareTags(before, properties);
  const ResourceArn = wanted.attributes['Arn'];
  if (set.length > 0) await call('dynamodb', 'TagResource', { ResourceArn, Tags: set });
  if (remove.length > 0) await call('dynamodb', 'UntagResource', { ResourceArn, TagKeys: remove });
  await settleTable(call, TableName, properties);
  return settleStream(call, wanted);
}

async function removeTable(
  call: CallService,
  { physicalId: TableName }: { readonly physicalId: string },
): Promise<void> {
  await callUnlessRefused(['ResourceNotFoundException'], call('dynamodb', 'DeleteTable', { TableName }));
}
