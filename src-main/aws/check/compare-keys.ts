import type { TableDescription } from '@aws-sdk/client-dynamodb';
import type { KeyAttribute, KeySchema } from '#shared/catalogue/declaration.ts';
import type { Difference } from './planned-check.ts';

interface FoundKeys {
  readonly KeySchema?: TableDescription['KeySchema'];
}

interface Place {
  /** "the table", "index GSI1" */
  readonly where: string;
  readonly means: string;
}

/** The partition key and the sort key, by name and type, as the catalogue declares them and as AWS has them. */
export function compareKeys(
  declared: KeySchema,
  { KeySchema = [] }: FoundKeys,
  attributes: TableDescription['AttributeDefinitions'] = [],
  { where, means }: Place,
): readonly Difference[] {
  const found = (type: 'HASH' | 'RANGE'): string => {
    const name = KeySchema.find(({ KeyType }) => KeyType === type)?.AttributeName;
    if (name === undefined) return 'none';
    const typed = attributes.find(({ AttributeName }) => AttributeName === name)?.AttributeType;
    return `${name} (${wordOf(typed ?? 'of an unknown type')})`;
  };
  return [
    ['partition key', expected(declared.partition), found('HASH')],
    ['sort key', expected(declared.sort), found('RANGE')],
  ].flatMap(([key = '', wanted = '', is = '']) =>
    wanted === is ? [] : [{ where: `${key} of ${where}`, expected: wanted, found: is, means, matters: true }],
  );
}

function expected(key: KeyAttribute | undefined): string {
  return key === undefined ? 'none' : `${key.name} (${wordOf(key.type)})`;
}

function wordOf(type: string): string {
  return words.get(type) ?? type;
}

const words: ReadonlyMap<string, string> = new Map([
  ['S', 'text'],
  ['N', 'number'],
  ['B', 'binary'],
]);
