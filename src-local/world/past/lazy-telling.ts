import type { Entry, Tell, Told } from '../../journal/told.ts';
import { formatItemKey } from '../../aws/dynamodb/past-items.ts';
import type { Item } from '../../aws/dynamodb/values/attribute-value.ts';
import { toItem, type PlainItem } from '#pipelines/plain-items.ts';

/** Many collections, each found by its name: all the names are worked out only for who wants to know them. */
export function tellByName(names: () => Iterable<string>, find: (name: string) => Tell | undefined): Told {
  return {
    get: find,
    has: (name) => find(name) !== undefined,
    keys: names,
    *[Symbol.iterator]() {
      for (const name of names()) {
        const tell = find(name);
        if (tell) yield [name, tell];
      }
    },
  };
}

/** A collection may be told of in several parts. */
export function tellTogether(parts: readonly Told[]): Told {
  return tellByName(
    () => new Set(parts.flatMap((part) => [...part.keys()])),
    (name) => {
      const several = parts.flatMap((part) => part.get(name) ?? []);
      return several.length < 2 ? several[0] : () => inTurn(several);
    },
  );
}

function* inTurn(tellers: readonly Tell[]): Generator<Entry> {
  for (const tell of tellers) yield* tell();
}

/** Made when it is first asked for, and kept. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Returns the item with the key under which the engine stores it. */
export function addKey(item: Item): readonly [string, Item] {
  const { PK, SK } = item;
  if (!PK || !('S' in PK) || !SK || !('S' in SK)) throw new Error('An item was told without its keys');
  return [formatItemKey(PK.S, SK.S), item];
}

/** Returns attributes as the engine stores them: the SDK's type allows every kind of value at once. */
export function toAttributes(plain: PlainItem): Item {
  return toItem(plain) as Item;
}
