import type { Item } from '../../../aws/dynamodb/values/attribute-value.ts';
import { toItem, type PlainItem } from '../../../pipelines/plain-items.ts';

/** As the engine keeps it: the SDK's type says that every kind of value may be there at once. */
export function toAttributes(plain: PlainItem): Item {
  return toItem(plain) as Item;
}
