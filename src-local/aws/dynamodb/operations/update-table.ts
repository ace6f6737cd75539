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
} from '../tables/table-record.ts';
import * as shapes from '../tables/table-shapes.ts';

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
export const updateTable = operation({
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
