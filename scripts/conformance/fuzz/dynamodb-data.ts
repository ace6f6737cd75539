import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Dice } from './dice.ts';

export type Item = Record<string, AttributeValue>;
export type SortType = 'S' | 'N' | 'B';

const numbers = [
  '0',
  '1',
  '-1',
  '2',
  '3.14',
  '10',
  '1e2',
  '-0.5',
  '007',
  '1.50',
  '12345678901234567890',
  '1E-5',
  '5',
];
const texts = ['', 'a', 'abc', 'b', 'hello', 'é', '漢', '\uFFFD', '😀', 'Z'];
const colours = ['red', 'blue', 'green', 'é'];
const members = ['1', '2', '3.5', '-4'];

/** There are few keys, so that operations meet each other. */
export const partitions = ['a', 'b', 'é'];

const sortKeys: Readonly<Record<SortType, readonly AttributeValue[]>> = {
  N: ['1', '2', '3', '10', '-1', '2.5', '1e1', '0.30'].map((N) => ({ N })),
  S: ['a', 'b', 'B', 'ab', 'é', '\uFFFD', '😀'].map((S) => ({ S })),
  B: [[0], [1], [1, 0], [127], [255]].map((bytes) => ({ B: Uint8Array.from(bytes) })),
};

export function aKey(dice: Dice, sort: SortType): Item {
  return { pk: { S: dice.pick(partitions) }, sk: aSortKey(dice, sort) };
}

export function aSortKey(dice: Dice, sort: SortType): AttributeValue {
  return dice.pick(sortKeys[sort]);
}

/** Uses mostly the types that the expressions expect, and sometimes others. */
export function anItem(dice: Dice, sort: SortType): Item {
  const item: Item = aKey(dice, sort);
  const add = (name: string, probability: number, usual: () => AttributeValue): void => {
    if (dice.chance(probability)) item[name] = dice.chance(0.85) ? usual() : aValue(dice, 2);
  };
  add('aa', 0.8, () => ({ N: dice.pick(numbers) }));
  add('bb', 0.7, () => ({ S: dice.pick(texts) }));
  add('cc', 0.5, () => ({ SS: dice.sample(colours, 1 + dice.integer(3)) }));
  add('nn', 0.4, () => ({ NS: dice.sample(members, 1 + dice.integer(3)) }));
  add('dd', 0.6, () => ({ M: aMap(dice, 2) }));
  add('ee', 0.6, () => ({ L: aList(dice, 2) }));
  add('ff', 0.4, () => aValue(dice, 2));
  if (dice.chance(0.6)) item['gg'] = dice.chance(0.96) ? aTeam(dice) : aValue(dice, 1);
  if (dice.chance(0.6)) item['hh'] = dice.chance(0.96) ? aRank(dice) : aValue(dice, 1);
  return item;
}

/** Returns a key value for the indexes. */
export function aTeam(dice: Dice): AttributeValue {
  return { S: dice.pick(['x', 'y']) };
}

export function aRank(dice: Dice): AttributeValue {
  return { N: dice.pick(['1', '2', '3', '20']) };
}

export function aNumber(dice: Dice): AttributeValue {
  return { N: dice.pick(numbers) };
}

export function aValue(dice: Dice, depth: number): AttributeValue {
  const flat: readonly (() => AttributeValue)[] = [
    () => aNumber(dice),
    () => ({ S: dice.pick(texts) }),
    () => ({ BOOL: dice.chance(0.5) }),
    () => ({ NULL: true }),
    () => ({ B: Uint8Array.from(dice.pick([[], [1], [1, 2], [255]])) }),
    () => ({ SS: dice.sample(colours, 1 + dice.integer(3)) }),
    () => ({ NS: dice.sample(members, 1 + dice.integer(3)) }),
  ];
  const nested: readonly (() => AttributeValue)[] = [
    () => ({ M: aMap(dice, depth - 1) }),
    () => ({ L: aList(dice, depth - 1) }),
  ];
  return dice.pick(depth > 0 ? [...flat, ...nested] : flat)();
}

export function aSet(dice: Dice): AttributeValue {
  return dice.chance(0.6)
    ? { SS: dice.sample(colours, 1 + dice.integer(2)) }
    : { NS: dice.sample(members, 1 + dice.integer(2)) };
}

export function aList(dice: Dice, depth: number): AttributeValue[] {
  return Array.from({ length: dice.integer(4) }, () => aValue(dice, depth));
}

function aMap(dice: Dice, depth: number): Item {
  return Object.fromEntries(dice.some(['xx', 'yy', 'zz']).map((name) => [name, aValue(dice, depth)]));
}
