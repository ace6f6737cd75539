import type { CollectionShelves } from '../../../journal/store.ts';
import type { Item } from '../values/attribute-value.ts';
import type { Shown } from './entry.ts';
import { placeText } from './primary-key.ts';
import type { SecondaryIndex } from './secondary-index.ts';

/** Items of a large table that are told in parts: each part comes in when somebody comes to what may be in it. */
export class TableShelves {
  readonly #shelves: CollectionShelves<Item>;
  readonly #hold: (text: string, shown: Shown) => void;
  /** By index and partition: where something was written that nobody has asked for since the world was opened. */
  readonly #written = new Map<SecondaryIndex, Map<string, Set<string>>>();

  /** `hold` takes what there is when a part comes in. */
  constructor(
    shelves: CollectionShelves<Item>,
    indexes: Iterable<SecondaryIndex>,
    hold: (text: string, shown: Shown) => void,
  ) {
    this.#shelves = shelves;
    this.#hold = hold;
    for (const [text, shown] of shelves.shown(undefined)) hold(text, shown);
    const written = [...shelves.written()];
    for (const index of indexes) {
      const places = new Map<string, Set<string>>();
      this.#written.set(index, places);
      for (const [shelf, , item] of written) {
        const hash = index.wants(item) ? index.hashOf(item) : undefined;
        if (hash === undefined) continue;
        const there = places.get(hash);
        if (there) there.add(shelf);
        else places.set(hash, new Set([shelf]));
      }
    }
  }

  openPartition(hash: string): void {
    const shelf = this.#shelves.shelfOf(placeText(hash, ''));
    if (shelf !== undefined) this.#open(shelf);
  }

  openIndexPartition(index: SecondaryIndex, hash: string): void {
    for (const shelf of this.#written.get(index)?.get(hash) ?? []) this.#open(shelf);
    for (const shelf of this.#shelves.holding(index.record.keys.hash.name, hash)) this.#open(shelf);
  }

  openAll(): void {
    for (const shelf of this.#shelves.closed()) this.#open(shelf);
  }

  /** What is there, and what was written to those that are closed. */
  *shown(): Generator<[text: string, shown: Shown]> {
    yield* this.#shelves.shownOpen();
    for (const [, text, item] of this.#shelves.written()) yield [text, item];
  }

  /** Opens those where something told has this attribute; undefined: none is closed. */
  opening(attribute: string): (() => void) | undefined {
    const closed = [...this.#shelves.holding(attribute)].filter((shelf) => this.#shelves.isClosed(shelf));
    if (closed.length === 0) return undefined;
    return () => {
      for (const shelf of closed) this.#open(shelf);
    };
  }

  /** Of what is closed, as far as that is known. */
  get size(): { readonly entries: number; readonly bytes: number } {
    const sum = { entries: 0, bytes: 0 };
    for (const shelf of this.#shelves.closed()) {
      const { entries, bytes } = this.#shelves.sizeOf(shelf);
      sum.entries += entries;
      sum.bytes += bytes;
    }
    return sum;
  }

  #open(shelf: string): void {
    if (!this.#shelves.isClosed(shelf)) return;
    for (const [text, shown] of this.#shelves.shown(shelf)) this.#hold(text, shown);
  }
}
