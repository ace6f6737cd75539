import { validationException } from '../../protocol/aws-error.ts';
import type { Infer } from '../../protocol/shapes.ts';
import { invalid } from '../storage/primary-key.ts';
import type { KeyAttribute, Keys } from './table-record.ts';
import type { attributeDefinitions, keySchema } from './table-shapes.ts';

type Definitions = Infer<typeof attributeDefinitions>;
type KeySchema = Infer<typeof keySchema>;

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_KeySchemaElement.html */
export function keysOf(schema: KeySchema, defined: readonly KeyAttribute[]): Keys {
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

export function definedAttributes(definitions: Definitions): KeyAttribute[] {
  const attributes: KeyAttribute[] = [];
  for (const { AttributeName: name, AttributeType: type } of definitions) {
    if (attributes.some((other) => other.name === name)) {
      throw invalid(`Duplicate AttributeName in AttributeDefinitions: ${name}`);
    }
    attributes.push({ name, type });
  }
  return attributes;
}
