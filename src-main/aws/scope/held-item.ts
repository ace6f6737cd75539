import { keyText, type AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { findDeclared } from '#shared/catalogue/declaration.ts';
import type { StoredItem } from '../dynamodb/reading.ts';

/** This is a person who may see the data of some tenants only. */
export interface Scope {
  readonly personId: string;
  readonly tenants: ReadonlySet<string>;
}

/** These attributes name the owner of an item whose key does not. */
export const ownerAttributes = ['tenantId', 'tenantIds'] as const;

/**
 * Returns an item of the extraction table as this person may see it; null when it belongs to another tenant or to
 * none that is known. The base key decides, because an index key or another attribute may be wrong.
 */
export function heldItem<I extends Pick<StoredItem, 'key' | 'attributes'>>(item: I, scope: Scope): I | null {
  const [kind, owner] = (keyText(item.key, 'PK') ?? '').split('#');
  switch (kind) {
    case 'TENANT':
      return isMine(owner, scope) ? item : null;
    case 'DIRECTORY': {
      const [word, tenant] = (keyText(item.key, 'SK') ?? '').split('#');
      return word === 'TENANT' && isMine(tenant, scope) ? item : null;
    }
    case 'MESSAGE':
      return isMine(keyText(item.attributes, 'tenantId'), scope) ? item : null;
    case 'USER':
      return heldUser(item, scope);
    // The stored answer to a caller may concern any tenant and holds extracted values.
    case 'CALLER':
      return owner === scope.personId ? item : null;
    default:
      return null;
  }
}

/** Returns the tenant that a base key itself names. */
export function tenantOfKey(key: StoredItem['key']): string | undefined {
  const [kind, owner] = (keyText(key, 'PK') ?? '').split('#');
  return kind === 'TENANT' ? owner : undefined;
}

/**
 * These partitions, of the table and of its indexes, hold what the pipeline keeps about all tenants together. They are
 * never asked for a person who may see some tenants only (decision 030).
 */
const ofAllTenants = /^(ACTIVITY|ATTENTION|CAUSES?|PERSON|SPEND)(#|$)/;

export function isOfAllTenants(partition: string): boolean {
  return ofAllTenants.test(partition);
}

function isMine(tenant: string | undefined, { tenants }: Scope): boolean {
  return tenant !== undefined && tenants.has(tenant);
}

/** A person may work for several tenants, and the other ones are hidden. */
function heldUser<I extends Pick<StoredItem, 'attributes'>>(item: I, scope: Scope): I | null {
  const value = findDeclared(item.attributes, 'tenantIds');
  const mine = readTexts(value).filter((tenant) => isMine(tenant, scope));
  if (mine.length === 0) return null;
  const attributes = Object.entries(item.attributes).map(([name, one]) =>
    name === 'tenantIds' ? [name, { SS: mine }] : [name, one],
  );
  return { ...item, attributes: Object.fromEntries(attributes) };
}

function readTexts(value: AttributeValue | undefined): readonly string[] {
  if (value === undefined) return [];
  if ('SS' in value) return value.SS;
  return 'L' in value ? value.L.flatMap((one) => ('S' in one ? [one.S] : [])) : [];
}
