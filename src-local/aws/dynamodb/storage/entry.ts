import type { Item } from '../values/attribute-value.ts';

/** An item where it lies: in its table, or once more in each index that has it. */
export interface Entry {
  readonly sort: string;
  /** Tells apart what an index holds under one key: the item's primary key. Empty in the table itself. */
  readonly tie: string;
  /** Always the whole item; an index that projects less shows less. */
  readonly item: Item;
  /** Bytes of what the table or the index holds of the item. */
  readonly size: number;
}
