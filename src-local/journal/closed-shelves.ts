import { applyTo, plainMap, shownIn, type KeptMap } from './changed-collection.ts';
import type { Change } from './store.ts';
import { Later, type Shelves } from './told.ts';

/** What of a collection has not been told yet, and what was written on it since it was: that waits. */
export class ClosedShelves {
  readonly shelves: Shelves;
  readonly #kept: KeptMap;
  /** By shelf, in the order in which they happened. */
  readonly #closed: Map<string, Change[]>;

  constructor(shelves: Shelves, kept: KeptMap) {
    this.shelves = shelves;
    this.#kept = kept;
    this.#closed = new Map([...shelves.names()].map((name) => [name, []]));
  }

  isClosed(shelf: string): boolean {
    return this.#closed.has(shelf);
  }

  names(): string[] {
    return [...this.#closed.keys()];
  }

  /** Whether it is kept for later, when the shelf of its key is opened. */
  holdsBack(change: Change): boolean {
    const [, key] = change;
    const shelf = key === undefined ? undefined : this.shelves.shelfOf(key);
    const others = shelf === undefined ? undefined : this.#closed.get(shelf);
    others?.push(change);
    return others !== undefined;
  }

  openFor(key: string): void {
    if (this.#closed.size === 0) return;
    const shelf = this.shelves.shelfOf(key);
    if (shelf !== undefined) this.open(shelf);
  }

  /** Returns the keys that may be on it; undefined: it was open. */
  open(shelf: string): Iterable<string> | undefined {
    const changes = this.#closed.get(shelf);
    if (!changes) return undefined;
    this.#closed.delete(shelf);
    const { map } = this.#kept;
    const keys = new Set<string>();
    for (const [key, value] of this.shelves.tell(shelf)) {
      map.set(key, value);
      keys.add(key);
    }
    for (const change of changes) {
      applyTo(this.#kept, change);
      if (change[1] !== undefined) keys.add(change[1]);
    }
    return keys;
  }

  openAll(): void {
    for (const shelf of this.names()) this.open(shelf);
  }

  /** The last of each key. */
  *changes(): Generator<Change> {
    for (const changes of this.#closed.values()) {
      yield* new Map(changes.map((change) => [change[1], change])).values();
    }
  }

  /** What was set and is still there. */
  *written(): Generator<[shelf: string, key: string, value: unknown]> {
    for (const [shelf, changes] of this.#closed) {
      const last = plainMap();
      for (const change of changes) applyTo(last, change);
      for (const [key, value] of last.map) yield [shelf, key, value];
    }
  }

  shownOpen(): Iterable<[string, unknown]> {
    return shownIn(this.#kept);
  }

  /** What is on a shelf, opened if it was not; undefined: what is on none. As far as it is known without making it. */
  *shown(shelf: string | undefined): Generator<[string, unknown]> {
    const { map } = this.#kept;
    const opened = shelf === undefined ? undefined : this.open(shelf);
    for (const key of opened ?? map.keys()) {
      if (!map.has(key) || (!opened && this.shelves.shelfOf(key) !== shelf)) continue;
      const value = map.get(key);
      yield [key, value instanceof Later ? value.shown : value];
    }
  }
}
