import type { KeyAttribute, KeySchema, TableDeclaration } from '../declaration.ts';

export function keyAttributes({ partition, sort }: KeySchema): readonly KeyAttribute[] {
  return sort === undefined ? [partition] : [partition, sort];
}

export function keyNames(schema: KeySchema): readonly string[] {
  return keyAttributes(schema).map(({ name }) => name);
}

/** Those of the table first, then those of its indexes, each once. */
export function allKeyNames(table: TableDeclaration): ReadonlySet<string> {
  return new Set([table, ...Object.values(table.indexes ?? {})].flatMap(keyNames));
}
