import type { EntityDeclaration, PatternDeclaration, SystemDeclaration } from '../declaration.ts';
import { holesOf } from '../templates/fill-template.ts';
import { findDeclared } from '../find-declared.ts';

/** The holes of an entity's own key in its table: in the partition key, and in both keys. */
export interface OwnKey {
  readonly entity: string;
  readonly table: string;
  readonly template: string;
  readonly partition: readonly string[];
  readonly whole: readonly string[];
}

export function ownKeys(system: SystemDeclaration): readonly OwnKey[] {
  return Object.entries(system.entities).flatMap(([entity, declaration]) =>
    ownKey(system, entity, declaration),
  );
}

/** Those that have an id of a question's partition somewhere in their own key. */
export function sharingAnId(keys: readonly OwnKey[], { partition }: PatternDeclaration): readonly OwnKey[] {
  const ids = new Set(namesIn(partition));
  return keys.filter(({ whole }) => whole.some((id) => ids.has(id)));
}

function ownKey(
  system: SystemDeclaration,
  entity: string,
  { table: tableKey, keys }: EntityDeclaration,
): readonly OwnKey[] {
  const table = findDeclared(system.tables, tableKey);
  if (table === undefined) return [];
  const template = findDeclared(keys, table.partition.name) ?? '';
  const sort = table.sort === undefined ? '' : (findDeclared(keys, table.sort.name) ?? '');
  const partition = namesIn(template);
  return [
    { entity, table: tableKey, template, partition, whole: [...new Set([...partition, ...namesIn(sort)])] },
  ];
}

function namesIn(template: string): readonly string[] {
  return holesOf(template).map(({ name }) => name);
}
