import { memberOf, setMember, type Item } from '../values/attribute-value.ts';
import { sizeOfItem } from '../values/size.ts';

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

/** What is known of an item that has not been read yet. */
export type Shown = Readonly<Partial<Item>>;

/** One that lay there when the world was opened: it is read, and measured, when somebody asks for it. */
export class FoundEntry implements Entry {
  readonly sort: string;
  readonly tie: string;
  readonly #read: () => Item;
  readonly #projected: ReadonlySet<string> | undefined;
  #item: Item | undefined;
  #size: number | undefined;

  /** `projected`: the attributes that an index has of it; undefined for all. */
  constructor({ sort, tie }: Pick<Entry, 'sort' | 'tie'>, read: () => Item, projected?: ReadonlySet<string>) {
    this.sort = sort;
    this.tie = tie;
    this.#read = read;
    this.#projected = projected;
  }

  get item(): Item {
    this.#item ??= this.#read();
    return this.#item;
  }

  get isMeasured(): boolean {
    return this.#size !== undefined;
  }

  get size(): number {
    this.#size ??= sizeOfItem(imageOf(this.item, this.#projected));
    return this.#size;
  }
}

/** The attributes that are projected; undefined: all of them. */
export function imageOf(item: Item, projected: ReadonlySet<string> | undefined): Item {
  if (!projected) return item;
  const image: Item = {};
  for (const name of projected) {
    const value = memberOf(item, name);
    if (value) setMember(image, name, value);
  }
  return image;
}
