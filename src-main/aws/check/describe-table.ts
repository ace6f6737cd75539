import { DescribeTableCommand, DynamoDBClient, type TableDescription } from '@aws-sdk/client-dynamodb';
import type { IndexDeclaration, KeyAttribute, KeySchema } from '#shared/catalogue/declaration.ts';
import type { DescribedTable } from '#shared/catalogue/drafting/draft-system.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import { toRefusal } from '../aws-trouble.ts';
import { clientConfig, withRenewal, type AwsPlace } from '../client-config.ts';
import { onlyCommands, whereCommandsAre } from '../middleware.ts';
import { openPatience, type PatienceParts } from '../patience.ts';

/** Asks how a table is made: its keys and indexes, and never an item. DynamoDB does not charge for it. */
export interface Tables {
  describe(table: string): Promise<Result<DescribedTable>>;
}

/** Opens a client of its own, because the reader's client knows only the three reads (decision 002). */
export function openTables(place: AwsPlace, parts: PatienceParts): Tables {
  const client = withRenewal(new DynamoDBClient(clientConfig(place, 'dynamodb')), place);
  client.middlewareStack.add(
    onlyCommands(['DescribeTableCommand'], 'This client only describes tables'),
    whereCommandsAre,
  );
  const patience = openPatience(parts);
  return {
    async describe(table) {
      const tried = await patience.read(async (abortSignal) => {
        const answer = await client.send(new DescribeTableCommand({ TableName: table }), { abortSignal });
        return answer.Table;
      });
      if (!tried.ok) {
        const target = { operation: 'DescribeTable', table, index: null } as const;
        return refused(toRefusal(tried.trouble, target, tried.attempts));
      }
      return toDescribedTable(table, tried.value ?? {});
    },
  };
}

/** A declaration has keys of text and numbers, so a table with another key cannot be described by one. */
function toDescribedTable(name: string, found: TableDescription): Result<DescribedTable> {
  const { AttributeDefinitions = [], ItemCount, TableSizeBytes } = found;
  const types = new Map(
    AttributeDefinitions.map(({ AttributeName, AttributeType }) => [AttributeName, AttributeType]),
  );
  const keys = readKeys(found.KeySchema, types);
  if (keys === undefined) {
    return refused({
      code: 'aws-refused',
      message: `The table "${name}" has a binary key, and a catalogue describes keys of text and numbers. Nothing was drafted. Choose another table.`,
      service: 'DynamoDB',
      name: 'BinaryKey',
    });
  }
  const indexes: Record<string, IndexDeclaration> = {};
  const leftOut: string[] = [];
  for (const index of [...(found.GlobalSecondaryIndexes ?? []), ...(found.LocalSecondaryIndexes ?? [])]) {
    const { IndexName = '', KeySchema: schema, Projection } = index;
    const read = readKeys(schema, types);
    if (read === undefined) leftOut.push(`The index ${IndexName} has a binary key, so it is left out.`);
    else indexes[IndexName] = { ...read, projection: readProjection(Projection) };
  }
  return ok({
    name,
    ...keys,
    indexes,
    leftOut,
    items: ItemCount ?? null,
    bytes: TableSizeBytes ?? null,
  });
}

type Types = ReadonlyMap<string | undefined, string | undefined>;

function readKeys(schema: TableDescription['KeySchema'], types: Types): KeySchema | undefined {
  const key = (type: 'HASH' | 'RANGE'): KeyAttribute | null | undefined => {
    const name = (schema ?? []).find(({ KeyType }) => KeyType === type)?.AttributeName;
    if (name === undefined) return null;
    const found = types.get(name);
    return found === 'S' || found === 'N' ? { name, type: found } : undefined;
  };
  const [partition, sort] = [key('HASH'), key('RANGE')];
  if (partition === null || partition === undefined || sort === undefined) return undefined;
  return { partition, ...(sort !== null && { sort }) };
}

type Projected = NonNullable<TableDescription['LocalSecondaryIndexes']>[number]['Projection'];

function readProjection(found: Projected): IndexDeclaration['projection'] {
  if (found?.ProjectionType === 'KEYS_ONLY') return 'KEYS_ONLY';
  const names = found?.NonKeyAttributes ?? [];
  return found?.ProjectionType === 'INCLUDE' && names.length > 0 ? names : 'ALL';
}
