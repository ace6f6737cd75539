import type { Item } from '../values/attribute-value.ts';
import { FoundEntry, type Entry } from './entry.ts';
import { bytesOf } from './found-bytes.ts';
import { placeOfText } from './primary-key.ts';
import { SortedEntries } from './sorted-entries.ts';

/**
 * The entries of a table or of an index by their partition keys, counted and measured. What a table found when the
 * world was opened is put into order when somebody asks for its partition.
 */
export class EntryPartitions {
  readonly #partitions = new Map<string, SortedEntries<Entry>>();
  /** By partition: entries, or the text of their keys. */
  readonly #untouched = new Map<string, (FoundEntry | string)[]>();
  readonly #read: (text: string) => Item;
  readonly #before: (hash: string) => void;
  #count = 0;
  /** Of what was written since the world was opened. */
  #bytes = 0;
  readonly #found = new Set<FoundEntry>();

  /** `before` somebody asks for a partition, more may come in. */
  constructor({ read = noText, before = noMore }: Partial<Source>) {
    this.#read = read;
    this.#before = before;
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    const untouched = [...this.#untouched.values()].flat();
    return this.#bytes + bytesOf([...this.#found, ...untouched], this.#read);
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

  /** What was there before anything is asked for, by its key's text where it need not be an entry yet. */
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
    return new FoundEntry({ sort: placeOfText(text).sort, tie: '' }, () => this.#read(text));
  }

  #uncount(entry: Entry): void {
    this.#count -= 1;
    if (entry instanceof FoundEntry) this.#found.delete(entry);
    else this.#bytes -= entry.size;
  }
}

interface Source {
  /** By the text of its key. */
  readonly read: (text: string) => Item;
  readonly before: (hash: string) => void;
}

function noMore(): void {}

function noText(text: string): never {
  throw new Error(`An index holds entries, not ${text}`);
}
