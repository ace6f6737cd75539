import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { keyValues } from '#shared/catalogue/items/values-of-item.ts';
import type { ReadItem } from '#shared/contract/explorer.ts';
import type { Values } from '../question/values.ts';
import { keyGroups } from './key-roles.ts';
import type { KeyGroup } from './key-roles.ts';

/** How an item is reached by one key of its table. */
export interface WayToFind extends KeyGroup {
  readonly has: 'keys' | 'no keys' | 'masked keys';
  /** Why the keys may be absent: "only while PROCESSING, FAILED or REVIEW_REQUIRED". */
  readonly sparse: string | undefined;
  readonly patterns: readonly FindingPattern[];
}

export interface FindingPattern {
  readonly key: string;
  readonly number: string;
  readonly title: string;
  /** What it would be asked with; undefined where a part of the key is masked. */
  readonly values: Values | undefined;
}

export function waysToFind(
  system: SystemDeclaration,
  tableKey: string,
  { entity, attributes }: Pick<ReadItem, 'entity' | 'attributes'>,
): readonly WayToFind[] {
  const table = findDeclared(system.tables, tableKey);
  if (table === undefined) return [];
  const declared = entity === null ? undefined : findDeclared(system.entities, entity);
  return keyGroups(table).map((group) => {
    const names = group.sort === undefined ? [group.partition] : [group.partition, group.sort];
    const keys = names.map((name) => findDeclared(attributes, name));
    const has = keys.includes(undefined)
      ? ('no keys' as const)
      : keys.some((key) => key !== undefined && 'MASKED' in key)
        ? ('masked keys' as const)
        : ('keys' as const);
    const patterns =
      has === 'no keys' || entity === null ? [] : patternsOn(group.index, has === 'masked keys');
    return { ...group, has, sparse: findDeclared(declared?.sparse, group.index ?? ''), patterns };
  });

  function patternsOn(index: string | null, masked: boolean): readonly FindingPattern[] {
    return Object.entries(system.patterns).flatMap(([key, { number, title, returns }]) => {
      const located = locate(system, key);
      if (located.tableKey !== tableKey || located.indexName !== index) return [];
      if (entity === null || !returns.includes(entity)) return [];
      const values = keyValues(located, attributes);
      return values === undefined && !masked ? [] : [{ key, number, title, values }];
    });
  }
}
