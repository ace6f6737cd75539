import type { KeySchema, TableDeclaration } from './declaration.ts';

/** Builds the CreateTable request for a declared table. */
export function createTableRequest(name: string, table: TableDeclaration) {
  const indexes = Object.entries(table.indexes ?? {});
  const attributes = new Map(
    [table, ...indexes.map(([, index]) => index)].flatMap(({ partition, sort }) =>
      [partition, ...(sort === undefined ? [] : [sort])].map((key) => [key.name, key.type] as const),
    ),
  );
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST' as const,
    AttributeDefinitions: [...attributes].map(([AttributeName, AttributeType]) => ({
      AttributeName,
      AttributeType,
    })),
    KeySchema: keySchema(table),
    ...(indexes.length > 0 && {
      GlobalSecondaryIndexes: indexes.map(([IndexName, index]) => ({
        IndexName,
        KeySchema: keySchema(index),
        Projection:
          typeof index.projection === 'string'
            ? { ProjectionType: index.projection }
            : { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...index.projection] },
      })),
    }),
  };
}

function keySchema({ partition, sort }: KeySchema) {
  return [
    { AttributeName: partition.name, KeyType: 'HASH' as const },
    ...(sort === undefined ? [] : [{ AttributeName: sort.name, KeyType: 'RANGE' as const }]),
  ];
}
