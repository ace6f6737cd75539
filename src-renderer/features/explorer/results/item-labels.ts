import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import { keyText } from '#shared/catalogue/items/values-of-item.ts';
import type { ReadItem } from '#shared/contract/explorer.ts';
import { spaced } from '../question/fields.ts';

/** How items are told apart in a list: kind and keys, the partition only where it is not the same for all. */
export function itemLabels(
  system: SystemDeclaration,
  items: readonly ReadItem[],
): ReadonlyMap<string, string> {
  const keys = items.map((item) => baseKey(system, item));
  const samePartition = new Set(keys.map(({ partition }) => partition)).size === 1;
  const taken = new Map<string, number>();
  return new Map(
    items.map(({ handle, entity }, place) => {
      const { partition, sort } = keys[place] ?? { partition: 'masked', sort: undefined };
      const key = sort === undefined ? partition : samePartition ? sort : `${partition} / ${sort}`;
      const label = entity === null ? key : `${spaced(entity)} ${key}`;
      const times = (taken.get(label) ?? 0) + 1;
      taken.set(label, times);
      return [handle, times === 1 ? label : `${label} (${String(times)})`];
    }),
  );
}

interface BaseKey {
  readonly partition: string;
  /** Undefined where the table has none. */
  readonly sort: string | undefined;
}

/** By its entity's table; an item of no entity by the first table whose key it has. */
export function baseKey(system: SystemDeclaration, { entity, attributes }: ReadItem): BaseKey {
  const own = findDeclared(system.entities, entity ?? '')?.table;
  const tables = own === undefined ? Object.values(system.tables) : [findDeclared(system.tables, own)];
  const table = tables.find((one) => one !== undefined && Object.hasOwn(attributes, one.partition.name));
  if (table === undefined) return { partition: 'masked', sort: undefined };
  return {
    partition: keyText(attributes, table.partition.name) ?? 'masked',
    sort: table.sort === undefined ? undefined : (keyText(attributes, table.sort.name) ?? 'masked'),
  };
}
