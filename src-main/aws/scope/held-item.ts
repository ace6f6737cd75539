import type { AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { keyText } from '#shared/catalogue/items/sample-attributes.ts';
import { findDeclared } from '#shared/catalogue/declaration.ts';
import type { StoredItem } from '../dynamodb/reading.ts';

/** Who asks, where that is somebody who may see the data of some tenants only. */
export interface Scope {
  readonly personId: string;
  readonly tenants: ReadonlySet<string>;
}

/** Says whose an item is where its key does not. */
export const ownerAttributes = ['tenantId', 'tenantIds'] as const;

/**
 * An item of the extraction table as this person may have it; null where it is of another tenant, or of nobody that is
 * known. The base key decides: what stands in an index's key, or in an attribute beside, may be wrong.
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
    // What a caller was answered may be of any tenant, and holds extracted values.
    case 'CALLER':
      return owner === scope.personId ? item : null;
    default:
      return null;
  }
}

/** The tenant that a base key names by itself. */
export function tenantOfKey(key: StoredItem['key']): string | undefined {
  const [kind, owner] = (keyText(key, 'PK') ?? '').split('#');
  return kind === 'TENANT' ? owner : undefined;
}

function isMine(tenant: string | undefined, { tenants }: Scope): boolean {
  return tenant !== undefined && tenants.has(tenant);
}

/** A person may work for several tenants: for which others is theirs to know. */
function heldUser<I extends Pick<StoredItem, 'attributes'>>(item: I, scope: Scope): I | null {
  const value = findDeclared(item.attributes, 'tenantIds');
  const mine = textsOf(value).filter((tenant) => isMine(tenant, scope));
  if (mine.length === 0) return null;
  const attributes = Object.entries(item.attributes).map(([name, one]) =>
    name === 'tenantIds' ? [name, { SS: mine }] : [name, one],
  );
  return { ...item, attributes: Object.fromEntries(attributes) };
}

function textsOf(value: AttributeValue | undefined): readonly string[] {
  if (value === undefined) return [];
  if ('SS' in value) return value.SS;
  return 'L' in value ? value.L.flatMap((one) => ('S' in one ? [one.S] : [])) : [];
}
