import { IndexBadge as Badge, indexRole as roleOfPlace, type KeyRole } from '#renderer/ui/key-role.tsx';
import type { TableDeclaration } from '#shared/catalogue/declaration.ts';
import { allKeyNames } from '#shared/catalogue/keys/key-places.ts';

/** A key of a table: its own, or that of one of its indexes. */
export interface KeyGroup {
  /** Null for the table's own key. */
  readonly index: string | null;
  readonly partition: string;
  readonly sort: string | undefined;
  readonly role: KeyRole;
}

export function listKeyGroups(table: TableDeclaration): readonly KeyGroup[] {
  const indexes = Object.entries(table.indexes ?? {});
  return [
    { index: null, partition: table.partition.name, sort: table.sort?.name, role: 'pk' },
    ...indexes.map(([index, { partition, sort }]) => ({
      index,
      partition: partition.name,
      sort: sort?.name,
      role: getIndexRole(table, index),
    })),
  ];
}

export function getIndexRole(table: TableDeclaration, index: string | null): KeyRole {
  return roleOfPlace(Object.keys(table.indexes ?? {}), index);
}

/** Maps an attribute to its key. The table's own key wins, then the first index. */
export function mapAttributeRoles(table: TableDeclaration): ReadonlyMap<string, KeyRole> {
  const roles = new Map<string, KeyRole>([[table.partition.name, 'pk']]);
  if (table.sort !== undefined) roles.set(table.sort.name, 'sk');
  for (const { partition, sort, role } of listKeyGroups(table)) {
    for (const name of sort === undefined ? [partition] : [partition, sort]) {
      if (!roles.has(name)) roles.set(name, role);
    }
  }
  return roles;
}

/** Key attributes come first in an item, the table's own before those of its indexes. */
export function listKeysInOrder(table: TableDeclaration): readonly string[] {
  return [...allKeyNames(table)];
}

interface IndexBadgeProps {
  readonly table: TableDeclaration;
  /** Null for the table's own key. */
  readonly index: string | null;
  /** "PK + SK" instead of the name of the index. */
  readonly text?: string | undefined;
  readonly quiet?: boolean | undefined;
}

/** Shows an index in its colour. */
export function IndexBadge({ table, index, text, quiet }: IndexBadgeProps) {
  return <Badge index={index} role={getIndexRole(table, index)} text={text} quiet={quiet} />;
}
