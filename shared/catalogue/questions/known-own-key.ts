import type { EntityDeclaration, SystemDeclaration } from '../declaration.ts';
import { findDeclared } from '../find-declared.ts';
import { holeNames, sameName } from '../keys/hole-meaning.ts';
import { keyNames } from '../keys/key-attributes.ts';

/** The table's own key, where what is known is exactly what it is made of: then no index is missing. */
export function knownOwnKey(
  system: SystemDeclaration,
  { table, keys }: EntityDeclaration,
  known: readonly string[],
): { readonly partition: string; readonly sort?: string } | undefined {
  const schema = findDeclared(system.tables, table);
  const [partition, sort] = (schema === undefined ? [] : keyNames(schema)).map((name) =>
    findDeclared(keys, name),
  );
  if (partition === undefined) return undefined;
  const names = holeNames(sort === undefined ? [partition] : [partition, sort]);
  const isWhole = names.length > 0 && isWithin(names, known) && isWithin(known, names);
  if (!isWhole) return undefined;
  return { partition, ...(sort === undefined ? {} : { sort }) };
}

function isWithin(names: readonly string[], others: readonly string[]): boolean {
  return names.every((name) => others.some((other) => sameName(name, other)));
}
