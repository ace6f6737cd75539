import type { EntityDeclaration, KeySchema, PatternDeclaration, SystemDeclaration } from '../declaration.ts';
import { findDeclared } from '../find-declared.ts';
import { keysMeet, sortCanMatch } from '../templates/key-overlap.ts';

/** A table or an index, with the keys that each entity writes there. */
export interface KeyPlace {
  /** As patterns say it: "main", "main.GSI2". */
  readonly on: string;
  readonly tableKey: string;
  readonly indexName: string | null;
  readonly schema: KeySchema;
  readonly projection: 'ALL' | 'KEYS_ONLY' | readonly string[];
  readonly written: readonly WrittenKey[];
}

export interface WrittenKey {
  readonly entity: string;
  readonly declaration: EntityDeclaration;
  readonly partition: string;
  readonly sort: string | undefined;
  readonly sparse: string | undefined;
}

export function keyPlaces(system: SystemDeclaration): readonly KeyPlace[] {
  return Object.entries(system.tables).flatMap(([tableKey, table]) => [
    place(system, tableKey, null, table, 'ALL'),
    ...Object.entries(table.indexes ?? {}).map(([name, index]) =>
      place(system, tableKey, name, index, index.projection),
    ),
  ]);
}

/** The entities that a pattern's key condition can bring, whether it says that it returns them or not. */
export function reachedBy(
  pattern: Pick<PatternDeclaration, 'partition' | 'sort'>,
  { schema, written }: KeyPlace,
): readonly WrittenKey[] {
  if (pattern.sort !== undefined && schema.sort === undefined) return [];
  return written.filter(
    ({ partition, sort }) =>
      keysMeet(pattern.partition, partition) &&
      (pattern.sort === undefined ||
        sort === undefined ||
        schema.sort?.type === 'N' ||
        sortCanMatch(pattern.sort, sort)),
  );
}

function place(
  system: SystemDeclaration,
  tableKey: string,
  indexName: string | null,
  schema: KeySchema,
  projection: KeyPlace['projection'],
): KeyPlace {
  const written = Object.entries(system.entities).flatMap(([entity, declaration]): WrittenKey[] => {
    if (declaration.table !== tableKey) return [];
    const partition = findDeclared(declaration.keys, schema.partition.name);
    const sort = schema.sort === undefined ? undefined : findDeclared(declaration.keys, schema.sort.name);
    if (partition === undefined || (schema.sort !== undefined && sort === undefined)) return [];
    const sparse = indexName === null ? undefined : findDeclared(declaration.sparse, indexName);
    return [{ entity, declaration, partition, sort, sparse }];
  });
  return {
    on: indexName === null ? tableKey : `${tableKey}.${indexName}`,
    tableKey,
    indexName,
    schema,
    projection,
    written,
  };
}
