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

/** `[collection, key, value]` sets, `[collection, key]` deletes, `[collection]` drops. */
export type Change = readonly [string, string, unknown] | readonly [string, string] | readonly [string];

/** Collections in memory; `write` is told of each turn's changes. Without it nothing is kept. */
export function collectionsStore(write?: (changes: readonly Change[]) => void): Store & {
  apply(changes: readonly Change[]): void;
  clear(): void;
} {
  const maps = new Map<string, Map<string, unknown>>();
  const mapOf = (name: string): Map<string, unknown> => {
    let map = maps.get(name);
    if (!map) maps.set(name, (map = new Map()));
    return map;
  };

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
      const map = (): Map<string, T> => mapOf(name) as Map<string, T>;
      return {
        get size() {
          return map().size;
        },
        get: (key) => map().get(key),
        has: (key) => map().has(key),
        set(key, value) {
          map().set(key, value);
          note([name, key, value]);
        },
        delete(key) {
          const was = map().delete(key);
          if (was) note([name, key]);
          return was;
        },
        keys: () => map().keys(),
        values: () => map().values(),
        entries: () => map().entries(),
      };
    },
    drop(name) {
      if (maps.delete(name)) note([name]);
    },
    names: () => maps.keys(),
    flush,
    apply(changes) {
      for (const [name, key, ...value] of changes) {
        if (key === undefined) maps.delete(name);
        else if (value.length === 0) mapOf(name).delete(key);
        else mapOf(name).set(key, value[0]);
      }
    },
    clear() {
      pending = [];
      maps.clear();
    },
  };
}
