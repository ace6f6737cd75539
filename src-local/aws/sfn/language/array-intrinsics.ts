import {
  integerArgument,
  IntrinsicProblem,
  listArgument,
  takesArguments,
  type Intrinsic,
} from './intrinsic-arguments.ts';
import { sameJson } from './same-json.ts';

const longestRange = 1_000;

/** https://docs.aws.amazon.com/step-functions/latest/dg/intrinsic-functions.html#asl-intrsc-func-arrays */
export const arrayIntrinsics: Readonly<Record<string, Intrinsic>> = {
  Array: (given) => given,
  ArrayPartition(given) {
    takesArguments(given, 2);
    const list = listArgument(given[0]);
    const size = integerArgument(given[1]);
    if (size < 1) throw new IntrinsicProblem('The chunk size must be a positive integer');
    const chunks = [];
    for (let at = 0; at < list.length; at += size) chunks.push(list.slice(at, at + size));
    return chunks;
  },
  ArrayContains(given) {
    takesArguments(given, 2);
    return listArgument(given[0]).some((item) => sameJson(item, given[1]));
  },
  ArrayRange(given) {
    takesArguments(given, 3);
    const first = integerArgument(given[0]);
    const last = integerArgument(given[1]);
    const step = integerArgument(given[2]);
    if (step === 0) throw new IntrinsicProblem('The step must not be zero');
    const count = Math.max(0, Math.floor((last - first) / step) + 1);
    if (count > longestRange) throw new IntrinsicProblem(`The range has more than ${longestRange} elements`);
    return Array.from({ length: count }, (_none, index) => first + index * step);
  },
  ArrayGetItem(given) {
    takesArguments(given, 2);
    const item = listArgument(given[0])[integerArgument(given[1])];
    if (item === undefined) throw new IntrinsicProblem(`Index ${String(given[1])} is out of bounds`);
    return item;
  },
  ArrayLength(given) {
    takesArguments(given, 1);
    return listArgument(given[0]).length;
  },
  ArrayUnique(given) {
    takesArguments(given, 1);
    return distinct(listArgument(given[0]));
  },
};

/** Plain values by a set; only lists and objects need to be looked at pair by pair. */
function distinct(list: readonly unknown[]): unknown[] {
  const plain = new Set<unknown>();
  const deep: unknown[] = [];
  return list.filter((item) => {
    const isDeep = typeof item === 'object' && item !== null;
    const isKnown = isDeep ? deep.some((known) => sameJson(known, item)) : plain.has(item);
    if (isDeep && !isKnown) deep.push(item);
    if (!isDeep) plain.add(item);
    return !isKnown;
  });
}
