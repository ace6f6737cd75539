import { seededRandomness } from '../../../world/randomness.ts';
import { integerArgument, IntrinsicProblem, takesArguments, type Intrinsic } from './intrinsic-arguments.ts';

/** https://docs.aws.amazon.com/step-functions/latest/dg/intrinsic-functions.html#asl-intrsc-func-math-operation */
export const mathIntrinsics: Readonly<Record<string, Intrinsic>> = {
  /** From the first number up to, and without, the second; a seed gives the same number again. */
  MathRandom(given, tools) {
    takesArguments(given, 2, 3);
    const least = integerArgument(given[0]);
    const below = integerArgument(given[1]);
    if (below <= least) throw new IntrinsicProblem('The end number must be greater than the start number');
    const random = given.length === 3 ? seededRandomness(String(integerArgument(given[2]))) : tools.random;
    return least + random.integer(below - least);
  },
  MathAdd(given) {
    takesArguments(given, 2);
    return inRange(inRange(integerArgument(given[0])) + inRange(integerArgument(given[1])));
  },
};

function inRange(value: number): number {
  if (value >= -(2 ** 31) && value < 2 ** 31) return value;
  throw new IntrinsicProblem('An integer in the range -2147483648 to 2147483647 is expected');
}
