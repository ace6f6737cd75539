import {
  applyTo,
  changedEntries,
  changesOf,
  deleteIn,
  entriesIn,
  plainMap,
  setIn,
  shownIn,
  toldMap,
  valueIn,
  valuesIn,
  type KeptMap,
} from './changed-collection.ts';
import type { Told } from './told.ts';

/**
 * A named map that outlives the process. `set` and `delete` change memory at once; what one turn of the event
 * loop changes goes into the journal as one record, all or nothing, before anybody is answered.
 */
export interface Collection<T> {
  readonly size: number;
  get(key: string): T | undefined;
  has(key: string): boolean;
  /** Also call it after changing a value in place: only what is set is kept. Values are JSON. */
  set(key: string, value: T): void;
  delete(key: string): boolean;
  keys(): IterableIterator<string>;
  values(): IterableIterator<T>;
  entries(): IterableIterator<[string, T]>;
  /** The entries with as much of each value as is known without making it, where it was told as `Later`. */
  shown(): IterableIterator<[string, Partial<T>]>;
  /** The entries that were ever set, without those that were only told. */
  written(): Iterable<[string, T]>;
}

export interface Store {
  /** The same name gives the same collection. */
  collection<T>(name: string): Collection<T>;
  /** Forgets a collection and all that is in it. */
  drop(name: string): void;
  names(): Iterable<string>;
  /** Writes what is pending. Called before every answer; otherwise at the end of the turn. */
  flush(): void;
}

/** A store that can lie on what is told. */
export interface ToldStore extends Store {
  /** Call it before anything is asked for that is told. */
  tell(told: Told): void;
  /** Forgets everything, what was told too. */
  clear(): void;
}

/** `[collection, key, value]` sets, `[collection, key]` deletes, `[collection]` drops. */
export type Change = readonly [string, string, unknown] | readonly [string, string] | readonly [string];

/** Collections in memory; `write` is told of each turn's changes. Without it nothing is kept. */
export function collectionsStore(write?: (changes: readonly Change[]) => void): ToldStore & {
  /** What was kept: it takes effect when its collection is first asked for, on top of what is told. */
  apply(changes: readonly Change[]): void;
  /** All that differs from what is told. */
  changes(): Iterable<Change>;
} {
  let told: Told = new Map();
  const maps = new Map<string, KeptMap>();
  const waiting = new Map<string, Change[]>();
  /** Told and dropped since: what is there under such a name now was not told. */
  const dropped = new Set<string>();

  const open = (name: string): KeptMap => {
    const tell = dropped.has(name) ? undefined : told.get(name);
    const kept = tell ? toldMap(tell()) : plainMap();
    maps.set(name, kept);
    for (const change of waiting.get(name) ?? []) applyTo(kept, change);
    waiting.delete(name);
    return kept;
  };
  const mapOf = (name: string): KeptMap => maps.get(name) ?? open(name);
  /** Of what nobody has asked for yet, without telling it. */
  const writtenIn = (name: string): Iterable<[string, unknown]> => {
    if (maps.has(name) || !isTold(name)) return changedEntries(mapOf(name));
    const last = plainMap();
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
      // One name is always asked for with one type; JSON in, the same JSON out.
      return {
        get size() {
          return mapOf(name).map.size;
        },
        get: (key) => valueIn(mapOf(name), key) as T | undefined,
        has: (key) => mapOf(name).map.has(key),
        set(key, value) {
          setIn(mapOf(name), key, value);
          note([name, key, value]);
        },
        delete(key) {
          const was = deleteIn(mapOf(name), key);
          if (was) note([name, key]);
          return was;
        },
        keys: () => mapOf(name).map.keys(),
        values: () => valuesIn(mapOf(name)) as IterableIterator<T>,
        entries: () => entriesIn(mapOf(name)) as IterableIterator<[string, T]>,
        written: () => writtenIn(name) as Iterable<[string, T]>,
        shown: () => shownIn(mapOf(name)) as IterableIterator<[string, Partial<T>]>,
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
    tell(next) {
      for (const name of next.keys()) if (maps.has(name)) throw new Error(`${name} was asked for untold`);
      told = next;
    },
    apply(changes) {
      for (const change of changes) {
        const [name, key] = change;
        if (key === undefined) {
          // Nobody knows yet whether it was told.
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
      for (const name of [...maps.keys(), ...waiting.keys()]) yield* changesOf(name, mapOf(name));
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
