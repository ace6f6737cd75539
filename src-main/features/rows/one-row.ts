import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { PageRead, StoredItem } from '../../aws/reading.ts';
import { itemsOfKind, type Entity } from './page-of-rows.ts';

/** The one item that was asked for; what is not there was paid for all the same. */
export function oneRow<R>(
  read: Result<PageRead>,
  absent: { readonly what: string; readonly message: string },
  row: (item: StoredItem) => R,
  /** Where an index was asked: what else has the same key there is not it. */
  entity?: Entity,
): Result<R> {
  if (!read.ok) return read;
  const { items, receipt } = read.value;
  const [item] = entity === undefined ? items : itemsOfKind(items, entity).own;
  if (item !== undefined) return ok(row(item), receipt);
  return { ...refused({ code: 'not-found', ...absent }), receipt };
}
