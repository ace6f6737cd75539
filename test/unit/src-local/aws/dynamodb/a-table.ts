import {
  CreateTableCommand,
  type AttributeValue,
  type CreateTableCommandInput,
  type DynamoDBClient,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
} from '@aws-sdk/client-dynamodb';

export type Item = Record<string, AttributeValue>;

export const s = (text: string): AttributeValue => ({ S: text });
export const n = (number: number | string): AttributeValue => ({ N: String(number) });

/** Takes 'PK' or 'PK SK'. */
export function keySchema(names: string): KeySchemaElement[] {
  return names.split(' ').map((AttributeName, part) => ({ AttributeName, KeyType: part ? 'RANGE' : 'HASH' }));
}

export function anIndex(
  IndexName: string,
  keys: string,
  Projection: NonNullable<GlobalSecondaryIndex['Projection']> = { ProjectionType: 'ALL' },
): Required<Pick<GlobalSecondaryIndex, 'IndexName' | 'KeySchema' | 'Projection'>> {
  return { IndexName, KeySchema: keySchema(keys), Projection };
}

/** Attributes called `…N` are numbers, and the rest of the keys are strings. */
export function tableInput({
  name = 'documents',
  keys = 'PK SK',
  indexes = [],
  local,
  ...more
}: {
  name?: string;
  keys?: string;
  indexes?: GlobalSecondaryIndex[];
  local?: GlobalSecondaryIndex[];
} & Partial<CreateTableCommandInput> = {}): CreateTableCommandInput {
  const schemas = [
    keySchema(keys),
    ...[...indexes, ...(local ?? [])].map(({ KeySchema }) => KeySchema ?? []),
  ];
  const names = new Set(schemas.flat().map(({ AttributeName = '' }) => AttributeName));
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(keys),
    AttributeDefinitions: [...names].map((AttributeName) => ({
      AttributeName,
      AttributeType: AttributeName.endsWith('N') ? 'N' : 'S',
    })),
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
    ...(local && { LocalSecondaryIndexes: local }),
    ...more,
  };
}

export async function aTable(
  dynamodb: DynamoDBClient,
  options: Parameters<typeof tableInput>[0] = {},
): Promise<string> {
  const input = tableInput(options);
  await dynamodb.send(new CreateTableCommand(input));
  return input.TableName ?? '';
}
