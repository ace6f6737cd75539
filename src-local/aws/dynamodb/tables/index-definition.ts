import { AwsError, validationException } from '../../protocol/aws-error.ts';
import type { Infer } from '../../protocol/shapes.ts';
import { invalid } from '../storage/primary-key.ts';
import type { BillingMode, IndexRecord, KeyAttribute, Keys, ProjectionRecord } from './table-record.ts';
import type { attributeDefinitions, globalIndex, keySchema, localIndex } from './table-shapes.ts';

type GlobalIndex = Infer<typeof globalIndex>;
type LocalIndex = Infer<typeof localIndex>;

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-secondary-indexes */
const mostGlobal = 20;
const mostLocal = 5;
const mostProjected = 100;

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_GlobalSecondaryIndex.html */
export function globalIndexRecord(
  definition: GlobalIndex,
  defined: readonly KeyAttribute[],
  billing: BillingMode,
): IndexRecord {
  const { IndexName: name, ProvisionedThroughput: throughput } = definition;
  if (throughput && billing === 'PAY_PER_REQUEST') {
    throw invalid(
      `ProvisionedThroughput should not be specified for index: ${name} when BillingMode is PAY_PER_REQUEST`,
    );
  }
  if (!throughput && billing === 'PROVISIONED') {
    throw invalid(
      `ProvisionedThroughput must be specified for index: ${name} when BillingMode is PROVISIONED`,
    );
  }
  return {
    name,
    kind: 'global',
    keys: readKeys(definition.KeySchema, defined),
    projection: readIndexProjection(definition),
    ...(throughput && {
      throughput: { read: throughput.ReadCapacityUnits, write: throughput.WriteCapacityUnits },
    }),
  };
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_LocalSecondaryIndex.html */
export function localIndexRecord(
  definition: LocalIndex,
  defined: readonly KeyAttribute[],
  tableKeys: Keys,
): IndexRecord {
  if (!tableKeys.range) {
    throw invalid(
      'Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex',
    );
  }
  const { IndexName: name, KeySchema } = definition;
  const keys = readKeys(KeySchema, defined);
  if (!keys.range) {
    throw invalid(`Index KeySchema does not have a range key for index: ${name}`);
  }
  if (keys.hash.name !== tableKeys.hash.name) {
    throw invalid(
      `Index KeySchema does not have the same leading hash key as table KeySchema for index: ${name}`,
    );
  }
  return { name, kind: 'local', keys, projection: readIndexProjection(definition) };
}

/** These limits apply to all indexes of a table together. */
export function refuseTooManyIndexes(indexes: readonly IndexRecord[]): void {
  const names = new Set<string>();
  for (const { name } of indexes) {
    if (names.has(name)) throw invalid(`Duplicate index name: ${name}`);
    names.add(name);
  }
  const global = indexes.filter(({ kind }) => kind === 'global').length;
  if (global > mostGlobal) {
    throw invalid(`GlobalSecondaryIndex count exceeds the per-table limit of ${mostGlobal}`);
  }
  if (indexes.length - global > mostLocal) {
    throw invalid(`Number of LocalSecondaryIndexes exceeds per-table limit of ${mostLocal}`);
  }
  const projected = indexes.reduce((sum, { projection }) => sum + (projection.attributes?.length ?? 0), 0);
  if (projected > mostProjected) {
    throw invalid(`Number of projected attributes exceeds the per-table limit of ${mostProjected}`);
  }
}

export function noSuchIndex(name: string): AwsError {
  return new AwsError('ResourceNotFoundException', `Requested resource not found: Index: ${name} not found`);
}

function readIndexProjection({
  Projection: { ProjectionType: type, NonKeyAttributes },
}: LocalIndex): ProjectionRecord {
  if (type === undefined) throw invalid('Unknown ProjectionType: null');
  if (type !== 'INCLUDE' && NonKeyAttributes) {
    throw invalid(`ProjectionType is ${type}, but NonKeyAttributes is specified`);
  }
  if (type !== 'INCLUDE') return { type };
  if (!NonKeyAttributes) throw invalid('ProjectionType is INCLUDE, but NonKeyAttributes is not specified');
  return { type, attributes: NonKeyAttributes };
}

type Definitions = Infer<typeof attributeDefinitions>;
type KeySchema = Infer<typeof keySchema>;

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_KeySchemaElement.html */
export function readKeys(schema: KeySchema, defined: readonly KeyAttribute[]): Keys {
  const [first, second] = schema;
  if (first?.KeyType !== 'HASH') {
    throw validationException('Invalid KeySchema: The first KeySchemaElement is not a HASH key type');
  }
  if (second && second.KeyType !== 'RANGE') {
    throw validationException('Invalid KeySchema: The second KeySchemaElement is not a RANGE key type');
  }
  if (first.AttributeName === second?.AttributeName) {
    throw validationException(
      'Invalid KeySchema: Both the Hash Key and the Range Key element in the KeySchema have the same name',
    );
  }
  const attributes = schema.map(({ AttributeName }) => defined.find(({ name }) => name === AttributeName));
  const [hash, range] = attributes;
  if (!hash || (second && !range)) {
    const keys = schema.map(({ AttributeName }) => AttributeName).join(', ');
    const names = defined.map(({ name }) => name).join(', ');
    throw invalid(
      'Some index key attributes are not defined in AttributeDefinitions. ' +
        `Keys: [${keys}], AttributeDefinitions: [${names}]`,
    );
  }
  return range ? { hash, range } : { hash };
}

export function readAttributeDefinitions(definitions: Definitions): KeyAttribute[] {
  const attributes: KeyAttribute[] = [];
  for (const { AttributeName: name, AttributeType: type } of definitions) {
    if (attributes.some((other) => other.name === name)) {
      throw invalid(`Duplicate AttributeName in AttributeDefinitions: ${name}`);
    }
    attributes.push({ name, type });
  }
  return attributes;
}
