import type { Randomness } from '../../../world/randomness.ts';
import { arrayIntrinsics } from './array-intrinsics.ts';
import { runtimeError, StateError } from './errors.ts';
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

/**
 * `States.Format('Hello, {}', $.name)`. AWS's table of errors promises States.IntrinsicFailure; what executions
 * report, be it a path without a value or a wrong argument, is States.Runtime, which nothing catches.
 */
export function callIntrinsic(expression: string, data: unknown, context: unknown, tools: Tools): unknown {
  const valueAt = (path: string): unknown => {
    const value = findPath(path, data, context);
    if (value !== undefined) return value;
    const input = JSON.stringify(path.startsWith('$$') ? context : data);
    const problem = `The JsonPath argument for the field '${path}' could not be found in the input '${input}'`;
    throw failure(expression, problem);
  };
  return evaluate(parseIntrinsic(expression), valueAt, tools);
}

function evaluate(call: IntrinsicCall, valueAt: (path: string) => unknown, tools: Tools): unknown {
  const valueOf = (argument: IntrinsicArgument): unknown => {
    if (argument.kind === 'literal') return argument.value;
    return argument.kind === 'call' ? evaluate(argument.call, valueAt, tools) : valueAt(argument.path);
  };
  const run = intrinsics.get(call.name);
  try {
    if (!run) throw failure(call.text, 'There is no such function');
    return run(call.arguments.map(valueOf), tools);
  } catch (error) {
    if (!(error instanceof IntrinsicProblem)) throw error;
    throw failure(call.text, `Invalid arguments in ${call.name}: ${error.message}`);
  }
}

function failure(call: string, problem: string): StateError {
  return new StateError(runtimeError, `The function '${call}' had the following error: ${problem}`);
}
