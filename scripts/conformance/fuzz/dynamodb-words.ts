import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Dice } from './dice.ts';
import type { Item } from './dynamodb-data.ts';

/** Collects the names and values that one request's expressions share. */
export interface Words {
  readonly dice: Dice;
  readonly value: (value: AttributeValue) => string;
  /** Returns a path as the expression writes it, with names or placeholders. */
  readonly path: (path: string) => string;
  /** Returns the members of a request; empty ones are left out. */
  readonly members: () => {
    ExpressionAttributeValues?: Item;
    ExpressionAttributeNames?: Record<string, string>;
  };
}

export function createPlaceholders(dice: Dice): Words {
  const values: Item = {};
  const names: Record<string, string> = {};
  return {
    dice,
    value(value) {
      const name = `:v${Object.keys(values).length}`;
      values[name] = value;
      return name;
    },
    path: (path) =>
      path.replaceAll(/[a-z]+/g, (name) => {
        if (dice.chance(0.8)) return name;
        names[`#${name}`] = name;
        return `#${name}`;
      }),
    members: () => ({
      ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}),
      ...(Object.keys(names).length > 0 ? { ExpressionAttributeNames: names } : {}),
    }),
  };
}

export const topLevel = ['aa', 'bb', 'cc', 'dd', 'ee', 'ff', 'nn'] as const;

const nestedPaths = [
  'dd.xx',
  'dd.yy',
  'dd.zz',
  'dd.xx.yy',
  'dd.xx[0]',
  'ee[0]',
  'ee[1]',
  'ee[0].xx',
  'ff.xx',
  'ff[0]',
];

export function aPath(dice: Dice): string {
  return dice.chance(0.6) ? dice.pick(topLevel) : dice.pick(nestedPaths);
}

/** Returns the present value at the path, or undefined if there is none. */
export function valueAt(item: Item | undefined, path: string): AttributeValue | undefined {
  let at: AttributeValue | undefined = { M: item ?? {} };
  for (const [, name, index] of path.matchAll(/([a-z]+)|\[(\d+)\]/g)) {
    at = name === undefined ? at.L?.[Number(index)] : at.M?.[name];
    if (at === undefined) return undefined;
  }
  return at;
}
