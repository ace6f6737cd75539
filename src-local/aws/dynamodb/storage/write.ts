import { validationException } from '../../protocol/aws-error.ts';
import type { Item } from '../values/attribute-value.ts';
import { sizeOfItem } from '../values/size.ts';
import type { Entry } from './entry.ts';
import type { IndexChange } from './index-lag.ts';
import type { PrimaryKey } from './primary-key.ts';
import type { SecondaryIndex } from './secondary-index.ts';
import type { Table } from './table.ts';

/** A write that was found to be possible; nothing has happened yet. */
export interface PlannedWrite {
  readonly table: Table;
  readonly key: PrimaryKey;
  readonly before: Entry | undefined;
  readonly after: Entry | undefined;
  readonly changes: readonly { readonly index: SecondaryIndex; readonly change: IndexChange }[];
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-items */
const largestItem = 400 * 1024;

/** What putting `item` there, or nothing, comes to; refuses what the table or its indexes cannot take. */
export function plannedWrite(
  table: Table,
  key: PrimaryKey,
  item: Item | undefined,
  how: 'put' | 'update',
): PlannedWrite {
  const before = table.find(key);
  const after = item && { sort: key.sort, tie: '', item, size: checkedSize(item, how) };
  const changes = [];
  for (const index of table.indexes.values()) {
    const was = before && index.placeOf(before.item, key.text, before.size);
    const is = after && index.placeOf(after.item, key.text, after.size);
    if (was || is) changes.push({ index, change: { before: was, after: is } });
  }
  return { table, key, before, after, changes };
}

export function commit({ table, key, before, after, changes }: PlannedWrite): void {
  const now = table.world.clock.now();
  if (after) table.put(key, after);
  else if (before) table.delete(key);
  for (const { index, change } of changes) {
    const lag = table.lagOf(index);
    index.lag.settle(now, lag);
    index.lag.add(change, now, lag);
  }
  table.expiry?.replace(key.text, before?.item, after?.item);
}

export function checkedSize(item: Item, how: 'put' | 'update'): number {
  const size = sizeOfItem(item);
  if (size <= largestItem) return size;
  const what = how === 'put' ? 'Item size' : 'Item size to update';
  throw validationException(`${what} has exceeded the maximum allowed size`);
}
