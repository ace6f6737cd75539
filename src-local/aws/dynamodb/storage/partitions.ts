import { findMember, setMember, type Item } from '../values/attribute-value.ts';
import { measureItem } from '../values/size.ts';
import { parsePlaceText } from './primary-key.ts';
import { SortedEntries } from './sorted-entries.ts';

/**
 * Holds the entries of a table or of an index by their partition keys, with their number and size. Entries that
 * were there when the world was opened are sorted when their partition is first read.
 */
export class EntryPartitions {
  readonly #partitions = new Map<string, SortedEntries<Entry>>();
  /** The entries by partition, or the text of their keys. */
  readonly #untouched = new Map<string, (FoundEntry | string)[]>();
  readonly #read: (text: string) => Item;
  readonly #before: (hash: string) => void;
  #count = 0;
  /** The size of what was written since the world was opened. */
  #bytes = 0;
  readonly #found = new Set<FoundEntry>();

  /** `before` runs before a partition is read, and may add entries to it. */
  constructor({ read = noText, before = noMore }: Partial<Source>) {
    this.#read = read;
    this.#before = before;
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    const untouched = [...this.#untouched.values()].flat();
    return this.#bytes + estimateBytes([...this.#found, ...untouched], this.#read);
  }

  find(hash: string, sort: string, tie: string): Entry | undefined {
    this.#before(hash);
    return this.#partition(hash)?.find(sort, tie);
  }

  between(
    hash: string,
    isBelow: (entry: Entry) => boolean,
    isAbove: (entry: Entry) => boolean,
    backwards: boolean,
  ): Iterable<Entry> {
    this.#before(hash);
    return this.#partition(hash)?.between(isBelow, isAbove, backwards) ?? [];
  }

  /**
   * Adds an entry from before the world was opened. The text of its key will do where no entry is needed yet.
   */
  hold(hash: string, found: FoundEntry | string): void {
    this.#count += 1;
    const others = this.#untouched.get(hash);
    if (others) others.push(found);
    else this.#untouched.set(hash, [found]);
  }

  put(hash: string, entry: Entry): void {
    let partition = this.#partition(hash);
    if (!partition) this.#partitions.set(hash, (partition = new SortedEntries()));
    const replaced = partition.put(entry);
    this.#count += 1;
    if (entry instanceof FoundEntry) this.#found.add(entry);
    else this.#bytes += entry.size;
    if (replaced) this.#uncount(replaced);
  }

  delete(hash: string, sort: string, tie: string): void {
    const partition = this.#partition(hash);
    const gone = partition?.delete(sort, tie);
    if (!partition || !gone) return;
    if (partition.size === 0) this.#partitions.delete(hash);
    this.#uncount(gone);
  }

  #partition(hash: string): SortedEntries<Entry> | undefined {
    const untouched = this.#untouched.get(hash);
    if (!untouched) return this.#partitions.get(hash);
    const partition = new SortedEntries<Entry>();
    for (const found of untouched) {
      const entry = typeof found === 'string' ? this.#entryOf(found) : found;
      partition.put(entry);
      this.#found.add(entry);
    }
    this.#untouched.delete(hash);
    this.#partitions.set(hash, partition);
    return partition;
  }

  #entryOf(text: string): FoundEntry {
    return new FoundEntry({ sort: parsePlaceText(text).sort, tie: '' }, () => this.#read(text));
  }

  #uncount(entry: Entry): void {
    this.#count -= 1;
    if (entry instanceof FoundEntry) this.#found.delete(entry);
    else this.#bytes -= entry.size;
  }
}

interface Source {
  /** Reads an item by the text of its key. */
  readonly read: (text: string) => Item;
  readonly before: (hash: string) => void;
}

function noMore(): void {}

function noText(text: string): never {
  throw new Error(`An index holds entries, not ${text}`);
}

/** An item is stored in its table, and once more in each index that holds it. */
export interface Entry {
  readonly sort: string;
  /**
   * The item's primary key, which tells apart the entries of an index under one key. Empty in the table itself.
   */
  readonly tie: string;
  /** Always the whole item; an index that projects less shows less. */
  readonly item: Item;
  /** The size of the attributes that the table or the index holds. */
  readonly size: number;
}

/** Only these attributes are known before the item has been read. */
export type Shown = Readonly<Partial<Item>>;

/** An entry from before the world was opened. Its item is read and measured on first use. */
export class FoundEntry implements Entry {
  readonly sort: string;
  readonly tie: string;
  readonly #read: () => Item;
  readonly #projected: ReadonlySet<string> | undefined;
  #item: Item | undefined;
  #size: number | undefined;

  /** `projected` lists the attributes that an index has; undefined stands for all. */
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
    this.#size ??= measureItem(projectImage(this.item, this.#projected));
    return this.#size;
  }
}

/** Returns the projected attributes; undefined stands for all of them. */
export function projectImage(item: Item, projected: ReadonlySet<string> | undefined): Item {
  if (!projected) return item;
  const image: Item = {};
  for (const name of projected) {
    const value = findMember(item, name);
    if (value) setMember(image, name, value);
  }
  return image;
}

/** Up to this many items are all measured. */
const most = 200;
/** A larger set is estimated from so many samples. */
const sample = 100;

/** AWS updates a table's size about every six hours, so an estimate will do for many unread items. */
function estimateBytes(all: readonly (FoundEntry | string)[], read: (text: string) => Item): number {
  let bytes = 0;
  const unread: (FoundEntry | string)[] = [];
  for (const found of all) {
    if (typeof found !== 'string' && found.isMeasured) bytes += found.size;
    else unread.push(found);
  }
  const stride = unread.length > most ? Math.ceil(unread.length / sample) : 1;
  let measured = 0;
  let sum = 0;
  for (let at = 0; at < unread.length; at += stride) {
    const found = unread[at];
    if (found === undefined) continue;
    measured += 1;
    sum += typeof found === 'string' ? measureItem(read(found)) : found.size;
  }
  return bytes + (measured === 0 ? 0 : Math.round((sum / measured) * unread.length));
}
