import type { Blobs } from './blobs.ts';
import type { Collection, Store } from './store.ts';

/**
 * The same store and bytes until `end`: what is left of an old world may go on for a while, but it changes nothing
 * any more.
 */
export function untilEnded(kept: { store: Store; blobs: Blobs }): {
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
