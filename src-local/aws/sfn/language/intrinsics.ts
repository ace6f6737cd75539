import type { Randomness } from '../../../world/randomness.ts';
import { arrayIntrinsics } from './array-intrinsics.ts';
import { intrinsicFailure, StateError } from './errors.ts';
import { IntrinsicProblem, type Intrinsic } from './intrinsic-arguments.ts';
import { jsonIntrinsics } from './json-intrinsics.ts';
import { mathIntrinsics } from './math-intrinsics.ts';
import { parseIntrinsic, type IntrinsicArgument, type IntrinsicCall } from './parse-intrinsic.ts';
import { findPath } from './reference-path.ts';
import { textIntrinsics } from './text-intrinsics.ts';

/** What intrinsic functions may lean on beside their arguments. */
export interface Tools {
  readonly random: Randomness;
}

/** Name by name: https://docs.aws.amazon.com/step-functions/latest/dg/intrinsic-functions.html */
export const intrinsics: ReadonlyMap<string, Intrinsic> = new Map(
  [arrayIntrinsics, jsonIntrinsics, mathIntrinsics, textIntrinsics].flatMap((family) =>
    Object.entries(family).map(([name, run]): [string, Intrinsic] => [`States.${name}`, run]),
  ),
);

/** `States.Format('Hello, {}', $.name)`; throws StateError(States.IntrinsicFailure). */
export function callIntrinsic(expression: string, data: unknown, context: unknown, tools: Tools): unknown {
  return evaluate(parseIntrinsic(expression), data, context, tools);
}

function evaluate(call: IntrinsicCall, data: unknown, context: unknown, tools: Tools): unknown {
  const valueOf = (argument: IntrinsicArgument): unknown => {
    if (argument.kind === 'literal') return argument.value;
    if (argument.kind === 'call') return evaluate(argument.call, data, context, tools);
    const value = findPath(argument.path, data, context);
    if (value !== undefined) return value;
    const input = JSON.stringify(argument.path.startsWith('$$') ? context : data);
    throw new IntrinsicProblem(
      `The JsonPath argument for the field '${argument.path}' could not be found in the input '${input}'`,
    );
  };
  const run = intrinsics.get(call.name);
  try {
    if (!run) throw new IntrinsicProblem('There is no such function');
    return run(call.arguments.map(valueOf), tools);
  } catch (error) {
    if (!(error instanceof IntrinsicProblem)) throw error;
    const cause = `The function '${call.text}' had the following error: ${error.message}`;
    throw new StateError(intrinsicFailure, cause);
  }
}
