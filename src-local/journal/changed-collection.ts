import type { Change } from './store.ts';
import { Later, type Shelves } from './told.ts';

/** A collection in memory. One with past data also records its changes, because only those are stored. */
export interface CollectionMap {
  /** A map over past data may hold values as `Later`. */
  readonly map: Map<string, unknown>;
  readonly since: ChangesSinceTold | undefined;
  /** Set for a collection whose past comes in parts. */
  closed?: ClosedShelves;
}

interface ChangesSinceTold {
  /** The keys that were set since. True means that the key was not there before. */
  readonly set: Map<string, boolean>;
  /** Past keys that were deleted, even if the key has been set again. */
  readonly gone: Set<string>;
}

export function createMap(): CollectionMap {
  return { map: new Map(), since: undefined };
}

export function createMapOverPast(entries: Iterable<readonly [string, unknown]>): CollectionMap {
  return { map: new Map(entries), since: { set: new Map(), gone: new Set() } };
}

export function valueIn({ map, since }: CollectionMap, key: string): unknown {
  const value = map.get(key);
  if (!since || !(value instanceof Later)) return value;
  const made = value.make();
  map.set(key, made);
  return made;
}

export function entriesIn(kept: CollectionMap): IterableIterator<[string, unknown]> {
  return kept.since ? listEntries(kept) : kept.map.entries();
}

export function valuesIn(kept: CollectionMap): IterableIterator<unknown> {
  return kept.since ? listValues(kept) : kept.map.values();
}

function* listEntries(kept: CollectionMap): Generator<[string, unknown]> {
  for (const key of kept.map.keys()) yield [key, valueIn(kept, key)];
}

function* listValues(kept: CollectionMap): Generator {
  for (const key of kept.map.keys()) yield valueIn(kept, key);
}

/** Yields each value as far as it is known without creating it. */
export function* listShown({ map }: CollectionMap): Generator<[string, unknown]> {
  for (const [key, value] of map) yield [key, value instanceof Later ? value.shown : value];
}

export function setIn({ map, since }: CollectionMap, key: string, value: unknown): void {
  if (since && !since.set.has(key)) since.set.set(key, !map.has(key));
  map.set(key, value);
}

export function deleteIn({ map, since }: CollectionMap, key: string): boolean {
  if (!map.delete(key)) return false;
  if (since) {
    if (!since.set.get(key)) since.gone.add(key);
    since.set.delete(key);
  }
  return true;
}

/** Yields the changes that lead from the past data, or from nothing, to the present state in the same order. */
export function* listChanges(name: string, kept: CollectionMap): Generator<Change> {
  for (const key of kept.since?.gone ?? []) yield [name, key];
  for (const [key, value] of listChanged(kept)) yield [name, key, value];
  if (kept.closed) yield* kept.closed.changes();
}

/** Yields the entries that were set, without past ones. */
export function* listWritten(kept: CollectionMap): Generator<[string, unknown]> {
  yield* listChanged(kept);
  for (const [, key, value] of kept.closed?.written() ?? []) yield [key, value];
}

function* listChanged({ map, since }: CollectionMap): Generator<[string, unknown]> {
  for (const [key, value] of map) if (!since || since.set.has(key)) yield [key, value];
}

export function applyTo(kept: CollectionMap, [, key, ...value]: Change): void {
  if (key === undefined) return;
  if (value.length === 0) deleteIn(kept, key);
  else setIn(kept, key, value[0]);
}

/**
 * Holds the parts of a collection whose past has not been read yet, and the changes to them, which wait until
 * it is.
 */
export class ClosedShelves {
  readonly shelves: Shelves;
  readonly #kept: CollectionMap;
  /** There may be very many shelves, so only those that were opened are remembered. */
  readonly #opened = new Set<string>();
  /** The changes to closed shelves, in the order in which they happened. */
  readonly #waiting = new Map<string, Change[]>();

  constructor(shelves: Shelves, kept: CollectionMap) {
    this.shelves = shelves;
    this.#kept = kept;
  }

  isClosed(shelf: string): boolean {
    return !this.#opened.has(shelf);
  }

  /** Shelves that were written to are listed, too: one without past entries may not be among the names. */
  names(): string[] {
    const names = new Set([...this.shelves.names(), ...this.#waiting.keys()]);
    return [...names].filter((name) => !this.#opened.has(name));
  }

  opened(): Iterable<string> {
    return this.#opened;
  }

  /** Returns true if the change waits until the shelf of its key is opened. */
  holdsBack(change: Change): boolean {
    const [, key] = change;
    const shelf = key === undefined ? undefined : this.shelves.shelfOf(key);
    if (shelf === undefined || this.#opened.has(shelf)) return false;
    const others = this.#waiting.get(shelf);
    if (others) others.push(change);
    else this.#waiting.set(shelf, [change]);
    return true;
  }

  openFor(key: string): void {
    const shelf = this.shelves.shelfOf(key);
    if (shelf !== undefined) this.open(shelf);
  }

  /** Returns the keys that may be on the shelf, or undefined if it was open. */
  open(shelf: string): Iterable<string> | undefined {
    if (this.#opened.has(shelf)) return undefined;
    this.#opened.add(shelf);
    const changes = this.#waiting.get(shelf) ?? [];
    this.#waiting.delete(shelf);
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

  /** Yields the last change of each key. */
  *changes(): Generator<Change> {
    for (const changes of this.#waiting.values()) {
      yield* new Map(changes.map((change) => [change[1], change])).values();
    }
  }

  /** Yields the entries that were set and are still there. */
  *written(): Generator<[shelf: string, key: string, value: unknown]> {
    for (const [shelf, changes] of this.#waiting) {
      const last = createMap();
      for (const change of changes) applyTo(last, change);
      for (const [key, value] of last.map) yield [shelf, key, value];
    }
  }

  shownOpen(): Iterable<[string, unknown]> {
    return listShown(this.#kept);
  }

  /**
   * Yields the entries of a shelf and opens it if needed. Undefined stands for entries that are on no shelf.
   * Values that are not made yet are shown as far as they are known.
   */
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
