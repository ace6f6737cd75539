import { validationException } from '../../protocol/aws-error.ts';
import type { Item } from '../values/attribute-value.ts';
import type { Entry } from './partitions.ts';
import type { IndexChange, SecondaryIndex } from './secondary-index.ts';
import type { PrimaryKey } from './primary-key.ts';
import type { Table } from './table.ts';

/** A write that was found to be possible and has not happened yet. */
export interface PlannedWrite {
  readonly table: Table;
  readonly key: PrimaryKey;
  readonly before: Entry | undefined;
  readonly after: Entry | undefined;
  readonly changes: readonly { readonly index: SecondaryIndex; readonly change: IndexChange }[];
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-items */
const largestItem = 400 * 1024;

/** An item that fits into a table. */
interface Sized {
  readonly item: Item;
  readonly size: number;
}

/** Plans a put, or a deletion where `next` is undefined. */
export function planWrite(table: Table, key: PrimaryKey, next: Sized | undefined): PlannedWrite {
  const before = table.find(key);
  const after = next && { sort: key.sort, tie: '', item: next.item, size: next.size };
  const changes = [];
  for (const index of table.indexes.values()) {
    const was = before && index.placeOf(before.item, key.text, before.size);
    const is = after && index.placeOf(after.item, key.text, after.size);
    if (was || is) changes.push({ index, change: { before: was, after: is } });
  }
  return { table, key, before, after, changes };
}

export function commit(
  { table, key, before, after, changes }: PlannedWrite,
  { isExpiry = false }: { readonly isExpiry?: boolean } = {},
): void {
  const now = table.world.clock.now();
  // The old item is read now, because it cannot be read any more after the write.
  const was = before?.item;
  if (after) table.put(key, after);
  else if (before) table.delete(key);
  for (const { index, change } of changes) {
    const lag = table.lagOf(index);
    index.lag.settle(now, lag);
    index.lag.add(change, now, lag);
  }
  table.expiry?.replace(key.text, was, after?.item);
  table.stream?.add({ before: was, after: after?.item, isExpiry });
}

export function refuseLarge(size: number, how: 'put' | 'update'): void {
  if (size <= largestItem) return;
  const what = how === 'put' ? 'Item size' : 'Item size to update';
  throw validationException(`${what} has exceeded the maximum allowed size`);
}
