import type { World } from '../../world/world.ts';
import { AwsError, validationException } from '../protocol/aws-error.ts';
import { jsonService, type JsonService } from '../protocol/operation.ts';
import { anything, boolean, list, required, structure, type Infer } from '../protocol/shapes.ts';
import { Engine, operation } from './dynamo-db-engine.ts';
import { batchGetItem, batchWriteItem } from './operations/batch-operations.ts';
import { deleteItem, getItem, putItem, updateItem } from './operations/item-operations.ts';
import { query } from './operations/query.ts';
import { createTable, deleteTable, describeTable, listTables } from './operations/table-operations.ts';
import {
  describeContinuousBackups,
  describeTimeToLive,
  listTagsOfResource,
  tagResource,
  untagResource,
  updateContinuousBackups,
  updateTimeToLive,
} from './operations/table-settings.ts';
import { transactGetItems, transactWriteItems } from './operations/transactions.ts';
import { invalid } from './storage/primary-key.ts';
import type { Table } from './storage/table.ts';
import { dynamoDbStreams } from './streams.ts';
import {
  readAttributeDefinitions,
  globalIndexRecord,
  noSuchIndex,
  refuseTooManyIndexes,
} from './tables/index-definition.ts';
import { toTableDescription } from './tables/table-description.ts';
import {
  listKeyAttributes,
  type BillingMode,
  type IndexRecord,
  type KeyAttribute,
} from './tables/table-record.ts';
import * as shapes from './tables/table-shapes.ts';
import { countThrottled } from './throttled.ts';

const named = { IndexName: required(shapes.indexName) };
const indexUpdates = list(
  structure({
    Create: shapes.globalIndex,
    Delete: structure(named),
  }),
);

/**
 * How a table pays is settled when it is created: nothing here is throttled by it, so a change is refused.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html
 */
const updateTable = operation({
  name: 'UpdateTable',
  input: structure({
    TableName: shapes.tableName,
    AttributeDefinitions: shapes.attributeDefinitions,
    GlobalSecondaryIndexUpdates: indexUpdates,
    DeletionProtectionEnabled: boolean(),
    TableClass: shapes.tableClass,
    StreamSpecification: shapes.streamSpecification,
    SSESpecification: shapes.sseSpecification,
  }),
  run(engine, input) {
    const updates = input.GlobalSecondaryIndexUpdates ?? [];
    if (Object.keys(input).every((name) => name === 'TableName' || name === 'AttributeDefinitions')) {
      throw validationException(
        'At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates ' +
          'or SSESpecification or ReplicaUpdates is required',
      );
    }
    shapes.refuseUnsupported(input);
    const table = engine.namedTable(input.TableName);
    const { record } = table;
    const applyStream = planStream(table, input.StreamSpecification, engine.world.clock.now());
    const applyIndexes = planIndexes(table, updates, {
      defined: readAttributeDefinitions(input.AttributeDefinitions ?? []),
      billing: record.billing,
    });

    applyIndexes();
    applyStream();
    if (input.DeletionProtectionEnabled !== undefined) {
      record.deletionProtection = input.DeletionProtectionEnabled;
    }
    if (input.TableClass) record.tableClass = input.TableClass;
    engine.keep(table);
    return { TableDescription: toTableDescription(table) };
  },
});

type Updates = Infer<typeof indexUpdates>;

/** Only one index can be created or deleted at a time. The returned function applies the change. */
function planIndexes(
  table: Table,
  updates: Updates,
  after: { defined: KeyAttribute[]; billing: BillingMode },
): () => void {
  const { record } = table;
  for (const update of updates) {
    if (Object.keys(update).length !== 1) {
      throw invalid('Only one of GlobalSecondaryIndexUpdate.Create or Delete may be given');
    }
  }
  const [change, ...more] = updates.filter(({ Create, Delete }) => Create ?? Delete);
  if (more.length > 0) {
    throw new AwsError(
      'LimitExceededException',
      'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table',
    );
  }
  if (change?.Delete) {
    const { IndexName: name } = change.Delete;
    if (table.indexes.get(name)?.record.kind !== 'global') throw noSuchIndex(name);
    return () => {
      table.indexes.delete(name);
      setIndexes(
        table,
        record.indexes.filter((index) => index.name !== name),
        record.attributes,
      );
    };
  }
  if (!change?.Create) return () => {};
  const index = globalIndexRecord(change.Create, after.defined, after.billing);
  if (table.indexes.has(index.name)) throw invalid(`Index already exists: ${index.name}`);
  for (const { name, type } of after.defined) {
    const known = record.attributes.find((attribute) => attribute.name === name);
    if (known && known.type !== type) throw invalid(`Cannot change the type of the key attribute ${name}`);
  }
  refuseTooManyIndexes([...record.indexes, index]);
  return () => {
    setIndexes(table, [...record.indexes, index], [...record.attributes, ...after.defined]);
    table.addIndex(index);
  };
}

/** A stream is turned on or off, and never changed. The returned function applies the change. */
function planStream(
  table: Table,
  specification: Infer<typeof shapes.streamSpecification> | undefined,
  now: number,
): () => void {
  const view = shapes.readStreamView(specification);
  if (specification === undefined) return () => {};
  if (view && table.stream) {
    throw validationException(`Table already has an enabled stream: TableName: ${table.record.name}`);
  }
  if (!view && !table.stream) {
    throw validationException('Table is already in the state: no stream is enabled on it');
  }
  return () => table.setStream(view && { view, since: now });
}

/** Only attributes that are part of a key stay defined. */
function setIndexes({ record }: Table, indexes: IndexRecord[], attributes: readonly KeyAttribute[]): void {
  record.indexes = indexes;
  const used = new Set(
    [record.keys, ...indexes.map(({ keys }) => keys)].flatMap(listKeyAttributes).map(({ name }) => name),
  );
  const byName = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  record.attributes = [...byName.values()].filter(({ name }) => used.has(name));
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Operations_Amazon_DynamoDB.html */
export function dynamoDb(world: World): { readonly tables: JsonService; readonly streams: JsonService } {
  const engine = new Engine(world);
  return { tables: tablesService(world, engine), streams: dynamoDbStreams(engine) };
}

function tablesService(world: World, engine: Engine): JsonService {
  const service = jsonService({
    name: 'dynamodb',
    target: 'DynamoDB_20120810',
    jsonVersion: '1.0',
    engine,
    operations: [...tableOperations, ...itemOperations],
  });
  return {
    ...service,
    throttled: (name, input) => countThrottled(world, name, input),
    async run(name, input, call) {
      try {
        return await service.run(name, input, call);
      } catch (error) {
        if (error instanceof AwsError) countUserError(world, error);
        throw error;
      }
    },
  };
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html#UserErrors */
function countUserError({ metrics, clock }: World, { name, status }: AwsError): void {
  if (status !== 400 || notTheUser.has(name)) return;
  metrics.record({
    namespace: 'AWS/DynamoDB',
    name: 'UserErrors',
    dimensions: {},
    unit: 'Count',
    value: 1,
    time: clock.now(),
  });
}

const notTheUser = new Set([
  'ConditionalCheckFailedException',
  'ProvisionedThroughputExceededException',
  'TransactionCanceledException',
]);

const tableOperations = [
  createTable,
  describeTable,
  updateTable,
  deleteTable,
  listTables,
  tagResource,
  untagResource,
  listTagsOfResource,
  describeTimeToLive,
  updateTimeToLive,
  describeContinuousBackups,
  updateContinuousBackups,
];

/**
 * The access patterns exist to avoid reading whole tables, so these actions are denied, as in an account whose
 * policy denies them.
 */
const refusedOperations = ['Scan', 'ExecuteStatement', 'BatchExecuteStatement', 'ExecuteTransaction'].map(
  (name) => {
    const action = name === 'Scan' ? 'dynamodb:Scan' : 'dynamodb:PartiQL*';
    return operation({
      name,
      input: anything(),
      run({ world }): never {
        const user = `arn:aws:iam::${world.account}:root`;
        throw new AwsError(
          'AccessDeniedException',
          `User: ${user} is not authorized to perform: ${action} with an explicit deny: ` +
            'tables here are read by key and by index only, never scanned',
        );
      },
    });
  },
);

const itemOperations = [
  getItem,
  putItem,
  updateItem,
  deleteItem,
  query,
  batchGetItem,
  batchWriteItem,
  transactWriteItems,
  transactGetItems,
  ...refusedOperations,
];
