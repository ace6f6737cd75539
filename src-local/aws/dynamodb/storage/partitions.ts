import type { Entry } from './entry.ts';
import { SortedEntries } from './sorted-entries.ts';

/** The entries of a table or of an index by their partition keys, counted and measured. */
export class EntryPartitions {
  readonly #partitions = new Map<string, SortedEntries<Entry>>();
  #count = 0;
  #bytes = 0;

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#bytes;
  }

  find(hash: string, sort: string, tie: string): Entry | undefined {
    return this.#partitions.get(hash)?.find(sort, tie);
  }

  between(
    hash: string,
    isBelow: (entry: Entry) => boolean,
    isAbove: (entry: Entry) => boolean,
    backwards: boolean,
  ): Iterable<Entry> {
    return this.#partitions.get(hash)?.between(isBelow, isAbove, backwards) ?? [];
  }

  put(hash: string, entry: Entry): void {
    let partition = this.#partitions.get(hash);
    if (!partition) this.#partitions.set(hash, (partition = new SortedEntries()));
    const replaced = partition.put(entry);
    this.#count += replaced ? 0 : 1;
    this.#bytes += entry.size - (replaced?.size ?? 0);
  }

  delete(hash: string, sort: string, tie: string): void {
    const partition = this.#partitions.get(hash);
    const gone = partition?.delete(sort, tie);
    if (!partition || !gone) return;
    if (partition.size === 0) this.#partitions.delete(hash);
    this.#count -= 1;
    this.#bytes -= gone.size;
  }
}
