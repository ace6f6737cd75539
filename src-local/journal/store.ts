import {
  applyTo,
  listChanges,
  deleteIn,
  entriesIn,
  createMap,
  setIn,
  listShown,
  createMapOverPast,
  valueIn,
  valuesIn,
  listWritten,
  ClosedShelves,
  type CollectionMap,
} from './changed-collection.ts';
import type { Shelves, Told } from './told.ts';
import type { Blobs } from './blobs.ts';

/**
 * A named map that outlives the process. `set` and `delete` change memory at once; what one turn of the event
 * loop changes goes into the journal as one record, all or nothing, before any call is answered.
 */
export interface Collection<T> {
  readonly size: number;
  get(key: string): T | undefined;
  has(key: string): boolean;
  /** Also call it after changing a value in place: only values that are set are stored. Values are JSON. */
  set(key: string, value: T): void;
  delete(key: string): boolean;
  keys(): IterableIterator<string>;
  values(): IterableIterator<T>;
  entries(): IterableIterator<[string, T]>;
  /** Yields the entries with as much of each value as is known without creating it, where it is a `Later`. */
  shown(): IterableIterator<[string, Partial<T>]>;
  /** Yields the entries that were set, without past ones. */
  written(): Iterable<[string, T]>;
  /** Set for a collection whose past comes in parts. Reading the whole collection opens them all. */
  readonly shelves: CollectionShelves<T> | undefined;
}

export interface CollectionShelves<T> extends Pick<Shelves, 'shelfOf' | 'holding' | 'sizeOf'> {
  /** The parts that have not been read yet. */
  closed(): readonly string[];
  isClosed(shelf: string): boolean;
  opened(): Iterable<string>;
  /** Yields its entries as `shown` does, and opens it. Undefined stands for entries that are on no shelf. */
  shown(shelf: string | undefined): Iterable<[string, Partial<T>]>;
  /** Yields the entries of all open parts. */
  shownOpen(): Iterable<[string, Partial<T>]>;
  /** Yields the entries that were set in closed parts. */
  written(): Iterable<[shelf: string, key: string, value: T]>;
}

export interface Store {
  /** The same name gives the same collection. */
  collection<T>(name: string): Collection<T>;
  /** Forgets a collection and all that is in it. */
  drop(name: string): void;
  names(): Iterable<string>;
  /**
   * Writes pending changes. Called before every answer; otherwise at the end of the turn. Throws `CannotKeep` when a
   * change since that mark could not be written. Without a mark it is about the pending changes.
   */
  flush(mark?: number): void;
  /** Marks this moment, for `flush`. */
  mark(): number;
  /** The reason why the last change could not be written; undefined once everything is written. */
  trouble(): Error | undefined;
}

/** A store that can be put on top of past data. */
export interface LayeredStore extends Store {
  /** Call it before any collection with past data is used. */
  tell(told: Told): void;
  /** Forgets everything, including the past data. */
  clear(): void;
}

/** `[collection, key, value]` sets, `[collection, key]` deletes, `[collection]` drops. */
export type Change = readonly [string, string, unknown] | readonly [string, string] | readonly [string];

/** Creates collections in memory. `write` receives each turn's changes; without it nothing is stored. */
export function collectionsStore(write?: (changes: readonly Change[]) => void): LayeredStore & {
  /**
   * Takes the stored changes. They take effect when their collection is first used, on top of its past data.
   */
  apply(changes: readonly Change[]): void;
  /** Yields everything that differs from the past data. */
  changes(): Iterable<Change>;
} {
  let told: Told = new Map();
  const maps = new Map<string, CollectionMap>();
  const waiting = new Map<string, Change[]>();
  /** Collections with past data that were dropped. What is under such a name now is not past data. */
  const dropped = new Set<string>();

  const open = (name: string): CollectionMap => {
    const tell = dropped.has(name) ? undefined : told.get(name);
    const shelves = tell?.shelves;
    const kept = tell ? createMapOverPast(shelves ? shelves.tell(undefined) : tell()) : createMap();
    if (shelves) kept.closed = new ClosedShelves(shelves, kept);
    maps.set(name, kept);
    for (const change of waiting.get(name) ?? []) if (!kept.closed?.holdsBack(change)) applyTo(kept, change);
    waiting.delete(name);
    return kept;
  };
  const mapOf = (name: string): CollectionMap => maps.get(name) ?? open(name);
  const mapFor = (name: string, key: string): CollectionMap => {
    const kept = mapOf(name);
    kept.closed?.openFor(key);
    return kept;
  };
  const wholeOf = (name: string): CollectionMap => {
    const kept = mapOf(name);
    kept.closed?.openAll();
    return kept;
  };
  /** Reads the changes of a collection without creating its past data. */
  const writtenIn = (name: string): Iterable<[string, unknown]> => {
    if (maps.has(name) || !isTold(name)) return listWritten(mapOf(name));
    const last = createMap();
    for (const change of waiting.get(name) ?? []) applyTo(last, change);
    return last.map;
  };
  const isTold = (name: string): boolean => told.has(name) && !dropped.has(name);

  let pending: Change[] = [];
  const flush = (): void => {
    if (pending.length === 0) return;
    const changes = pending;
    pending = [];
    write?.(changes);
  };
  const note = (change: Change): void => {
    if (!write) return;
    if (pending.length === 0) queueMicrotask(flush);
    pending.push(change);
  };

  return {
    collection<T>(name: string): Collection<T> {
      // A name is always used with one type, and JSON returns as the same JSON.
      return {
        get size() {
          return wholeOf(name).map.size;
        },
        get: (key) => valueIn(mapFor(name, key), key) as T | undefined,
        has: (key) => mapFor(name, key).map.has(key),
        set(key, value) {
          setIn(mapFor(name, key), key, value);
          note([name, key, value]);
        },
        delete(key) {
          const was = deleteIn(mapFor(name, key), key);
          if (was) note([name, key]);
          return was;
        },
        keys: () => wholeOf(name).map.keys(),
        values: () => valuesIn(wholeOf(name)) as IterableIterator<T>,
        entries: () => entriesIn(wholeOf(name)) as IterableIterator<[string, T]>,
        written: () => writtenIn(name) as Iterable<[string, T]>,
        shown: () => listShown(wholeOf(name)) as IterableIterator<[string, Partial<T>]>,
        get shelves() {
          const { closed } = mapOf(name);
          return closed && (toCollectionShelves(closed) as CollectionShelves<T>);
        },
      };
    },
    drop(name) {
      const wasThere = maps.has(name) || waiting.has(name) || isTold(name);
      maps.delete(name);
      waiting.delete(name);
      if (told.has(name)) dropped.add(name);
      if (wasThere) note([name]);
    },
    names: () => new Set([...maps.keys(), ...waiting.keys(), ...[...told.keys()].filter(isTold)]),
    flush,
    mark: () => 0,
    trouble: () => undefined,
    tell(next) {
      for (const name of maps.keys()) if (next.has(name)) throw new Error(`${name} was asked for untold`);
      told = next;
    },
    apply(changes) {
      for (const change of changes) {
        const [name, key] = change;
        if (key === undefined) {
          // It is not known yet whether the collection has past data.
          dropped.add(name);
          waiting.delete(name);
          continue;
        }
        const others = waiting.get(name);
        if (others) others.push(change);
        else waiting.set(name, [change]);
      }
    },
    *changes() {
      for (const name of dropped) if (told.has(name)) yield [name];
      for (const name of [...maps.keys(), ...waiting.keys()]) yield* listChanges(name, mapOf(name));
    },
    clear() {
      told = new Map();
      pending = [];
      maps.clear();
      waiting.clear();
      dropped.clear();
    },
  };
}

function toCollectionShelves(closed: ClosedShelves): CollectionShelves<unknown> {
  const { shelfOf, holding, sizeOf } = closed.shelves;
  return {
    shelfOf,
    holding,
    sizeOf,
    closed: () => closed.names(),
    isClosed: (shelf) => closed.isClosed(shelf),
    opened: () => closed.opened(),
    shown: (shelf) => closed.shown(shelf) as Iterable<[string, object]>,
    shownOpen: () => closed.shownOpen() as Iterable<[string, object]>,
    written: () => closed.written(),
  };
}

/**
 * Returns the same store and bytes until `end`. Work left over from a closed world may go on for a while, but
 * must not change anything.
 */
export function limitToWorld(kept: { store: Store; blobs: Blobs }): {
  store: Store;
  blobs: Blobs;
  end: () => void;
} {
  let ended = false;
  return {
    end() {
      ended = true;
    },
    store: {
      ...kept.store,
      collection<T>(name: string): Collection<T> {
        const collection = kept.store.collection<T>(name);
        return {
          get size() {
            return collection.size;
          },
          get: (key) => collection.get(key),
          has: (key) => collection.has(key),
          set(key, value) {
            if (!ended) collection.set(key, value);
          },
          delete: (key) => !ended && collection.delete(key),
          keys: () => collection.keys(),
          values: () => collection.values(),
          entries: () => collection.entries(),
          shown: () => collection.shown(),
          written: () => collection.written(),
          get shelves() {
            return collection.shelves;
          },
        };
      },
      drop(name) {
        if (!ended) kept.store.drop(name);
      },
    },
    blobs: {
      put: (bytes) => (ended ? '' : kept.blobs.put(bytes)),
      get: (id) => kept.blobs.get(id),
      drop(id) {
        if (!ended) kept.blobs.drop(id);
      },
      keepOnly(ids) {
        if (!ended) kept.blobs.keepOnly(ids);
      },
    },
  };
}
