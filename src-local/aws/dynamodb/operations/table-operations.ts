import { AwsError, validationException } from '../../protocol/aws-error.ts';
import { boolean, integer, list, required, structure } from '../../protocol/shapes.ts';
import { operation } from '../dynamo-db-engine.ts';
import { invalid } from '../storage/primary-key.ts';
import {
  readAttributeDefinitions,
  globalIndexRecord,
  readKeys,
  localIndexRecord,
  refuseTooManyIndexes,
} from '../tables/index-definition.ts';
import { describeWithWarmth, toTableDescription } from '../tables/table-description.ts';
import { listKeyAttributes, type IndexRecord, type KeyAttribute, type Keys } from '../tables/table-record.ts';
import * as shapes from '../tables/table-shapes.ts';
import { refuseTooManyTags } from './table-settings.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html */
export const createTable = operation({
  name: 'CreateTable',
  input: structure({
    TableName: shapes.newTableName,
    AttributeDefinitions: required(shapes.attributeDefinitions),
    KeySchema: shapes.keySchema,
    GlobalSecondaryIndexes: list(shapes.globalIndex),
    LocalSecondaryIndexes: list(shapes.localIndex),
    BillingMode: shapes.billingMode,
    ProvisionedThroughput: shapes.provisionedThroughput,
    DeletionProtectionEnabled: boolean(),
    TableClass: shapes.tableClass,
    Tags: shapes.tags,
    StreamSpecification: shapes.streamSpecification,
    SSESpecification: shapes.sseSpecification,
  }),
  run(engine, input) {
    const {
      TableName: name,
      BillingMode: billing = 'PROVISIONED',
      ProvisionedThroughput: throughput,
    } = input;
    if (billing === 'PROVISIONED' && !throughput) {
      throw invalid(
        'ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED',
      );
    }
    if (billing === 'PAY_PER_REQUEST' && throughput) {
      throw invalid(
        'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
      );
    }
    const attributes = readAttributeDefinitions(input.AttributeDefinitions);
    const keys = readKeys(input.KeySchema, attributes);
    for (const member of ['LocalSecondaryIndexes', 'GlobalSecondaryIndexes'] as const) {
      if (input[member]?.length === 0) throw invalid(`List of ${member} is empty`);
    }
    const indexes = [
      ...(input.LocalSecondaryIndexes ?? []).map((index) => localIndexRecord(index, attributes, keys)),
      ...(input.GlobalSecondaryIndexes ?? []).map((index) => globalIndexRecord(index, attributes, billing)),
    ];
    refuseTooManyIndexes(indexes);
    refuseUnusedAttributes(attributes, keys, indexes);
    shapes.refuseUnsupported(input);
    const view = shapes.readStreamView(input.StreamSpecification);
    const tags = input.Tags ?? [];
    refuseTooManyTags(tags);
    if (engine.lookUp(name)) {
      throw new AwsError('ResourceInUseException', `Table already exists: ${name}`);
    }
    const now = engine.world.clock.now();
    const table = engine.create({
      name,
      id: engine.world.random.uuid(),
      created: now,
      keys,
      attributes,
      indexes,
      billing,
      ...(billing === 'PAY_PER_REQUEST' && { payPerRequestSince: now }),
      ...(throughput && {
        throughput: { read: throughput.ReadCapacityUnits, write: throughput.WriteCapacityUnits },
      }),
      deletionProtection: input.DeletionProtectionEnabled ?? false,
      ...(input.TableClass && { tableClass: input.TableClass }),
      tags,
      ...(view && { stream: { view, since: now } }),
    });
    return { TableDescription: toTableDescription(table) };
  },
});

function refuseUnusedAttributes(
  defined: readonly KeyAttribute[],
  keys: Keys,
  indexes: readonly IndexRecord[],
): void {
  const used = [keys, ...indexes.map((index) => index.keys)].flatMap(listKeyAttributes);
  if (defined.every(({ name }) => used.some((attribute) => attribute.name === name))) return;
  throw invalid(
    indexes.length === 0
      ? 'Number of attributes in KeySchema does not exactly match number of attributes defined in ' +
          'AttributeDefinitions'
      : 'Some AttributeDefinitions are not used. AttributeDefinitions: ' +
          `[${names(defined)}], keys used: [${names(used)}]`,
  );
}

function names(attributes: readonly KeyAttribute[]): string {
  return [...new Set(attributes.map(({ name }) => name))].join(', ');
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeTable.html */
export const describeTable = operation({
  name: 'DescribeTable',
  input: structure({ TableName: shapes.tableName }),
  run: (engine, { TableName }) => ({ Table: describeWithWarmth(engine.namedTable(TableName)) }),
});

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteTable.html */
export const deleteTable = operation({
  name: 'DeleteTable',
  input: structure({ TableName: shapes.tableName }),
  run(engine, { TableName }) {
    const table = engine.namedTable(TableName);
    if (table.record.deletionProtection) {
      throw validationException(
        'Resource cannot be deleted as it is currently protected against deletion. ' +
          'Disable deletion protection first.',
      );
    }
    const TableDescription = toTableDescription(table, 'DELETING');
    engine.remove(table);
    return { TableDescription };
  },
});

const mostTables = 100;

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListTables.html */
export const listTables = operation({
  name: 'ListTables',
  input: structure({
    ExclusiveStartTableName: shapes.indexName,
    Limit: integer({ min: 1, max: mostTables }),
  }),
  run(engine, { ExclusiveStartTableName: start = '', Limit = mostTables }) {
    const rest = engine.tableNames().filter((name) => name > start);
    const TableNames = rest.slice(0, Limit);
    return {
      TableNames,
      LastEvaluatedTableName: rest.length > TableNames.length ? TableNames.at(-1) : undefined,
    };
  },
});
