import type { Entry, Tell, Told } from '../../journal/told.ts';
import { formatItemKey } from '../../aws/dynamodb/told-items.ts';
import type { Item } from '../../aws/dynamodb/values/attribute-value.ts';
import { toItem, type PlainItem } from '../../pipelines/plain-items.ts';

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

/** Attributes that are worked out when the first of them is read; from then on they are like any others. */
export function addLazily(item: Item, names: readonly string[], make: () => Item): Item {
  makers.set(item, () => {
    const values = make();
    for (const name of names) settle(item, name, values[name]);
  });
  for (const name of names) Object.defineProperty(item, name, getAccessor(name));
  return item;
}

const makers = new WeakMap<Item, () => void>();

/** One for all items: ten thousand items with a function each for each attribute would take their time. */
const accessors = new Map<string, PropertyDescriptor>();

function getAccessor(name: string): PropertyDescriptor {
  const known = accessors.get(name);
  if (known) return known;
  const accessor = {
    configurable: true,
    enumerable: true,
    get(this: Item) {
      makers.get(this)?.();
      return Object.getOwnPropertyDescriptor(this, name)?.value as unknown;
    },
    set(this: Item, value: Item[string]) {
      settle(this, name, value);
    },
  };
  accessors.set(name, accessor);
  return accessor;
}

function settle(item: Item, name: string, value: Item[string] | undefined): void {
  Object.defineProperty(item, name, { value, configurable: true, enumerable: true, writable: true });
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
