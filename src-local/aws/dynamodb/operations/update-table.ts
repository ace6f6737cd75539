import { AwsError, validationException } from '../../protocol/aws-error.ts';
import { boolean, list, required, structure, type Infer } from '../../protocol/shapes.ts';
import { operation } from '../dynamo-db-engine.ts';
import { invalid } from '../storage/primary-key.ts';
import type { Table } from '../storage/table.ts';
import {
  readAttributeDefinitions,
  globalIndexRecord,
  noSuchIndex,
  refuseTooManyIndexes,
} from '../tables/index-definition.ts';
import { toTableDescription } from '../tables/table-description.ts';
import {
  listKeyAttributes,
  type BillingMode,
  type IndexRecord,
  type KeyAttribute,
  type Throughput,
} from '../tables/table-record.ts';
import * as shapes from '../tables/table-shapes.ts';

const named = { IndexName: required(shapes.indexName) };
const indexUpdates = list(
  structure({
    Create: shapes.globalIndex,
    Update: structure({ ...named, ProvisionedThroughput: required(shapes.provisionedThroughput) }),
    Delete: structure(named),
  }),
);

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html */
export const updateTable = operation({
  name: 'UpdateTable',
  input: structure({
    TableName: shapes.tableName,
    AttributeDefinitions: shapes.attributeDefinitions,
    BillingMode: shapes.billingMode,
    ProvisionedThroughput: shapes.provisionedThroughput,
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
    const now = engine.world.clock.now();
    const applyBilling = planBilling(table, input, throughputUpdates(updates), now);
    const applyIndexes = planIndexes(table, updates, {
      defined: readAttributeDefinitions(input.AttributeDefinitions ?? []),
      billing: input.BillingMode ?? record.billing,
    });

    applyBilling();
    applyIndexes();
    if (input.DeletionProtectionEnabled !== undefined) {
      record.deletionProtection = input.DeletionProtectionEnabled;
    }
    if (input.TableClass) record.tableClass = input.TableClass;
    engine.keep(table);
    return { TableDescription: toTableDescription(table) };
  },
});

type Updates = Infer<typeof indexUpdates>;

function throughputUpdates(updates: Updates): Map<string, Infer<typeof shapes.provisionedThroughput>> {
  return new Map(
    updates.flatMap(({ Update }) =>
      Update ? [[Update.IndexName, Update.ProvisionedThroughput] as const] : [],
    ),
  );
}

/** Only one index can be created or deleted at a time. The returned function applies the change. */
function planIndexes(
  table: Table,
  updates: Updates,
  after: { defined: KeyAttribute[]; billing: 'PROVISIONED' | 'PAY_PER_REQUEST' },
): () => void {
  const { record } = table;
  for (const update of updates) {
    if (Object.keys(update).length !== 1) {
      throw invalid('Only one of GlobalSecondaryIndexUpdate.Create, Update or Delete may be given');
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

/** Only attributes that are part of a key stay defined. */
function setIndexes({ record }: Table, indexes: IndexRecord[], attributes: readonly KeyAttribute[]): void {
  record.indexes = indexes;
  const used = new Set(
    [record.keys, ...indexes.map(({ keys }) => keys)].flatMap(listKeyAttributes).map(({ name }) => name),
  );
  const byName = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  record.attributes = [...byName.values()].filter(({ name }) => used.has(name));
}

type Provisioned = Infer<typeof shapes.provisionedThroughput>;

interface Wanted {
  readonly BillingMode?: BillingMode;
  readonly ProvisionedThroughput?: Provisioned;
}

/**
 * Changes how a table pays, and for how much. The numbers are described as they were given; nothing is
 * throttled by them. The checks run first; the returned function applies the change.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/capacity-mode.html
 */
function planBilling(
  { record, indexes }: Table,
  { BillingMode: mode, ProvisionedThroughput: wanted }: Wanted,
  ofIndexes: ReadonlyMap<string, Provisioned>,
  now: number,
): () => void {
  const billing = mode ?? record.billing;
  for (const name of ofIndexes.keys()) {
    if (indexes.get(name)?.record.kind !== 'global') throw noSuchIndex(name);
  }
  if (billing === 'PAY_PER_REQUEST') {
    if (wanted || ofIndexes.size > 0) {
      throw invalid(
        'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
      );
    }
    return () => {
      if (record.billing === 'PAY_PER_REQUEST') return;
      record.billing = 'PAY_PER_REQUEST';
      record.payPerRequestSince = now;
      for (const each of [record, ...record.indexes]) delete each.throughput;
    };
  }
  const global = record.indexes.filter(({ kind }) => kind === 'global');
  if (record.billing === 'PAY_PER_REQUEST') {
    const missing = global.find(({ name }) => !ofIndexes.has(name));
    if (!wanted || missing) {
      const where = wanted && missing ? ` for index: ${missing.name}` : '';
      throw invalid(`ProvisionedThroughput must be specified${where} when BillingMode is PROVISIONED`);
    }
  }
  const ofTable = wanted && changeThroughput('table', record.name, record.throughput, wanted, now);
  const changes = global.flatMap((index): [IndexRecord, Throughput][] => {
    const to = ofIndexes.get(index.name);
    return to ? [[index, changeThroughput('index', index.name, index.throughput, to, now)]] : [];
  });
  return () => {
    record.billing = 'PROVISIONED';
    if (ofTable) record.throughput = ofTable;
    for (const [index, throughput] of changes) index.throughput = throughput;
  };
}

function changeThroughput(
  what: 'table' | 'index',
  name: string,
  from: Throughput | undefined,
  { ReadCapacityUnits: read, WriteCapacityUnits: write }: Provisioned,
  now: number,
): Throughput {
  if (from?.read === read && from.write === write) {
    throw invalid(
      `The provisioned throughput for the ${what} ${name} will not change. The requested value equals the ` +
        `current value. Current ReadCapacityUnits: ${read}, WriteCapacityUnits: ${write}`,
    );
  }
  const grows = !from || read > from.read || write > from.write;
  const shrinks = from && (read < from.read || write < from.write);
  return { ...from, read, write, ...(grows && { increased: now }), ...(shrinks && { decreased: now }) };
}
