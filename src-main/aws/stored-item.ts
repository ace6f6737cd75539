import { identityOf, itemBytes, type Attributes } from '#shared/catalogue/items/attribute-value.ts';
import {
  findDeclared,
  type SystemDeclaration,
  type TableDeclaration,
} from '#shared/catalogue/declaration.ts';
import { entityOf, keyNames } from '#shared/catalogue/keys/key-places.ts';
import type { StoredItem } from './reading.ts';

export interface Home {
  readonly system: SystemDeclaration;
  readonly tableKey: string;
  readonly table: TableDeclaration;
}

export function storedItem(
  { system, tableKey, table }: Home,
  attributes: Attributes,
  now: number,
): StoredItem {
  return {
    table: tableKey,
    key: baseKey(table, attributes),
    entity: entityOf(system, tableKey, attributes),
    attributes,
    bytes: itemBytes(attributes),
    catchingUp: false,
    expired: isExpired(table, attributes, now),
  };
}

export function baseKey(table: TableDeclaration, attributes: Attributes): Attributes {
  return Object.fromEntries(
    keyNames(table).flatMap((name) => {
      const value = findDeclared(attributes, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** One text for one base key, to know an item again: a number may be written in more than one way. */
export function itemIdentity(table: TableDeclaration, attributes: Attributes): string {
  return keyIdentity(baseKey(table, attributes));
}

/** The same of a base key alone, in whichever order its attributes come. */
export function keyIdentity(key: Attributes): string {
  return identityOf({ M: key }) ?? JSON.stringify(key);
}

/** DynamoDB deletes within days of the second that the attribute names, and only where it is a Number. */
function isExpired({ timeToLive }: TableDeclaration, attributes: Attributes, now: number): boolean {
  const value = timeToLive === undefined ? undefined : findDeclared(attributes, timeToLive);
  return value !== undefined && 'N' in value && Number(value.N) * 1_000 < now;
}
