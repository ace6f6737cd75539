import { keyText } from '#shared/catalogue/items/attribute-value.ts';
import type { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { OtherItem } from '#shared/contract/pipeline-items.ts';
import type { PageRead, StoredItem } from '../aws/dynamodb/reading.ts';
import { shownText } from './shown-text.ts';

type Entity = keyof typeof extraction.entities;

interface Page<R> {
  readonly rows: R[];
  readonly others?: OtherItem[];
  readonly cursor: string | null;
  readonly throttled: number;
}

/** Makes a page of rows: each item of the requested kind becomes a row, and other items are listed, not dropped. */
export function pageOfRows<R>(
  read: Result<PageRead>,
  row: (item: StoredItem) => R,
  entity?: Entity,
): Result<Page<R>> {
  if (!read.ok) return read;
  const { items, cursor, throttled, receipt } = read.value;
  const { own, others } = entity === undefined ? { own: items, others: [] } : itemsOfKind(items, entity);
  const page = { rows: own.map(row), cursor, throttled };
  return ok(others.length === 0 ? page : { ...page, others: others.map(otherItem) }, receipt);
}

/**
 * Separates the items with the keys of this entity. A partition of a single table or its index may hold other
 * kinds; only the keys tell the kind, and an item with unknown keys belongs to no kind.
 */
export function itemsOfKind<I extends Pick<StoredItem, 'entity'>>(
  items: readonly I[],
  entity: Entity,
): { readonly own: readonly I[]; readonly others: readonly I[] } {
  const own = items.filter((item) => item.entity === entity);
  return { own, others: own.length === items.length ? [] : items.filter((item) => item.entity !== entity) };
}

const longestKey = 200;

function otherItem({ entity, key }: StoredItem): OtherItem {
  const shown = (name: string): string => shownText((keyText(key, name) ?? '').slice(0, longestKey));
  return { entity, partitionKey: shown('PK'), sortKey: shown('SK') };
}

/** Returns the one item that was asked for; a missing item was paid for too. */
export function oneRow<R>(
  read: Result<PageRead>,
  absent: { readonly what: string; readonly message: string },
  row: (item: StoredItem) => R,
  /** It is given when an index was read, because other kinds of items may have the same key there. */
  entity?: Entity,
): Result<R> {
  if (!read.ok) return read;
  const { items, receipt } = read.value;
  const [item] = entity === undefined ? items : itemsOfKind(items, entity).own;
  if (item !== undefined) return ok(row(item), receipt);
  return { ...refused({ code: 'not-found', ...absent }), receipt };
}
