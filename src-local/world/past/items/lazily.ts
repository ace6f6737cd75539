import type { Item } from '../../../aws/dynamodb/values/attribute-value.ts';

/** Attributes that are worked out when the first of them is read; from then on they are like any others. */
export function lazily(item: Item, names: readonly string[], make: () => Item): Item {
  makers.set(item, () => {
    const values = make();
    for (const name of names) settle(item, name, values[name]);
  });
  for (const name of names) Object.defineProperty(item, name, accessorOf(name));
  return item;
}

const makers = new WeakMap<Item, () => void>();

/** One for all items: ten thousand items with a function each for each attribute would take their time. */
const accessors = new Map<string, PropertyDescriptor>();

function accessorOf(name: string): PropertyDescriptor {
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
