import { AwsError } from '../../protocol/aws-error.ts';
import { boolean, list, required, structure } from '../../protocol/shapes.ts';
import { operation } from '../engine.ts';
import { invalid } from '../storage/primary-key.ts';
import { descriptionOf } from '../tables/description.ts';
import { globalIndexRecord, localIndexRecord, refuseTooManyIndexes } from '../tables/index-definition.ts';
import { definedAttributes, keysOf } from '../tables/key-schema.ts';
import { newTableName } from '../tables/table-name.ts';
import { attributesOfKeys, type IndexRecord, type KeyAttribute, type Keys } from '../tables/table-record.ts';
import * as shapes from '../tables/table-shapes.ts';
import { refuseTooManyTags } from '../tables/tags.ts';
import { refuseUnsupported } from '../tables/unsupported.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html */
export const createTable = operation({
  name: 'CreateTable',
  input: structure({
    TableName: newTableName,
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
    const attributes = definedAttributes(input.AttributeDefinitions);
    const keys = keysOf(input.KeySchema, attributes);
    for (const member of ['LocalSecondaryIndexes', 'GlobalSecondaryIndexes'] as const) {
      if (input[member]?.length === 0) throw invalid(`List of ${member} is empty`);
    }
    const indexes = [
      ...(input.LocalSecondaryIndexes ?? []).map((index) => localIndexRecord(index, attributes, keys)),
      ...(input.GlobalSecondaryIndexes ?? []).map((index) => globalIndexRecord(index, attributes, billing)),
    ];
    refuseTooManyIndexes(indexes);
    refuseUnusedAttributes(attributes, keys, indexes);
    refuseUnsupported(input);
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
    });
    return { TableDescription: descriptionOf(table) };
  },
});

function refuseUnusedAttributes(
  defined: readonly KeyAttribute[],
  keys: Keys,
  indexes: readonly IndexRecord[],
): void {
  const used = [keys, ...indexes.map((index) => index.keys)].flatMap(attributesOfKeys);
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
