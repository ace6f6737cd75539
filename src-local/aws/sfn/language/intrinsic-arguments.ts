import type { Randomness } from '../../../world/randomness.ts';

/** Arguments in, value out; throws IntrinsicProblem. */
export type Intrinsic = (given: readonly unknown[], tools: { readonly random: Randomness }) => unknown;

/** What a function has against its arguments; its caller names the call. */
export class IntrinsicProblem extends Error {}

/** The documented limit of Base64Encode, Base64Decode and Hash. */
export const longestText = 10_000;

export function takesArguments(given: readonly unknown[], least: number, most = least): void {
  if (given.length >= least && given.length <= most) return;
  throw new IntrinsicProblem(`Invalid number of arguments: expected ${least}, got ${given.length}`);
}

export function listArgument(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new IntrinsicProblem('An array is expected');
}

export function textArgument(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new IntrinsicProblem('A string is expected');
}

/** "If you specify a non-integer value, Step Functions will round it off to the nearest integer." */
export function integerArgument(value: unknown): number {
  if (typeof value === 'number') return Math.round(value);
  throw new IntrinsicProblem('A number is expected');
}
