import { createHash } from 'node:crypto';
import { seededRandomness, type Randomness } from '../../../world/randomness.ts';
import { runtimeError, StateError } from './errors.ts';
import { isRecord, sameJson } from './json-values.ts';
import { parseIntrinsic, type IntrinsicArgument, type IntrinsicCall } from './parse-intrinsic.ts';
import { findPath } from './reference-path.ts';

/**
 * Parameters, ItemSelector and ResultSelector filled in. AWS's table of errors promises
 * States.ParameterPathFailure for a path without a value; what executions report is States.Runtime.
 * https://docs.aws.amazon.com/step-functions/latest/dg/input-output-inputpath-params.html
 */
export function fillTemplate(template: unknown, data: unknown, context: unknown, tools: Tools): unknown {
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, data, context, tools));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([field, value]: [string, unknown]) =>
      field.endsWith('.$') && typeof value === 'string'
        ? [field.slice(0, -2), resolveField(field, value, data, context, tools)]
        : [field, fillTemplate(value, data, context, tools)],
    ),
  );
}

/** Returns the value of a field that holds a path or an intrinsic function. `field` is named where there is none. */
export function resolveField(
  field: string,
  text: string,
  data: unknown,
  context: unknown,
  tools: Tools,
): unknown {
  if (!text.startsWith('$')) return callIntrinsic(text, data, context, tools);
  const value = findPath(text, data, context);
  if (value !== undefined) return value;
  const input = JSON.stringify(text.startsWith('$$') ? context : data);
  throw new StateError(
    runtimeError,
    `The JSONPath '${text}' specified for the field '${field}' could not be found in the input '${input}'`,
  );
}

/** Intrinsic functions can use these beside their arguments. */
interface Tools {
  readonly random: Randomness;
}

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
  const evaluateArgument = (argument: IntrinsicArgument): unknown => {
    if (argument.kind === 'literal') return argument.value;
    return argument.kind === 'call' ? evaluate(argument.call, valueAt, tools) : valueAt(argument.path);
  };
  const run = intrinsics.get(call.name);
  try {
    if (!run) throw failure(call.text, 'There is no such function');
    return run(call.arguments.map(evaluateArgument), tools);
  } catch (error) {
    if (!(error instanceof IntrinsicProblem)) throw error;
    throw failure(call.text, `Invalid arguments in ${call.name}: ${error.message}`);
  }
}

function failure(call: string, problem: string): StateError {
  return new StateError(runtimeError, `The function '${call}' had the following error: ${problem}`);
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/intrinsic-functions.html#asl-intrsc-func-generic */
const textIntrinsics: Readonly<Record<string, Intrinsic>> = {
  Format(given) {
    const [template, ...values] = given;
    let used = 0;
    const text = textArgument(template).replace(
      /\\([\\{}])|\{\}|[{}]/g,
      (found, escaped: string | undefined) => {
        if (escaped !== undefined) return escaped;
        if (found !== '{}') throw new IntrinsicProblem(`Invalid template: '${found}' without a match`);
        used += 1;
        return used <= values.length ? formatArgument(values[used - 1]) : '';
      },
    );
    if (used === values.length) return text;
    throw new IntrinsicProblem(`The template has ${used} '{}', and there are ${values.length} values`);
  },
  /** Every character of the second text separates; nothing between two of them is no part. */
  StringSplit(given) {
    takesArguments(given, 2);
    const separators = new Set(textArgument(given[1]));
    const parts = [''];
    for (const character of textArgument(given[0])) {
      if (separators.has(character)) parts.push('');
      else parts.push((parts.pop() ?? '') + character);
    }
    return parts.filter((part) => part !== '');
  },
  Base64Encode(given) {
    takesArguments(given, 1);
    return Buffer.from(shortText(given[0])).toString('base64');
  },
  Base64Decode(given) {
    takesArguments(given, 1);
    const text = shortText(given[0]);
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new IntrinsicProblem('The argument is not valid Base64');
    return Buffer.from(text, 'base64').toString('utf8');
  },
  Hash(given) {
    takesArguments(given, 2);
    const data = typeof given[0] === 'string' ? given[0] : JSON.stringify(given[0]);
    const algorithm = hashes.get(textArgument(given[1]));
    if (algorithm !== undefined) return createHash(algorithm).update(shortText(data)).digest('hex');
    throw new IntrinsicProblem(`The algorithm must be one of ${[...hashes.keys()].join(', ')}`);
  },
  UUID(given, tools) {
    takesArguments(given, 0);
    return tools.random.uuid();
  },
};

const hashes = new Map([
  ['MD5', 'md5'],
  ['SHA-1', 'sha1'],
  ['SHA-256', 'sha256'],
  ['SHA-384', 'sha384'],
  ['SHA-512', 'sha512'],
]);

function shortText(value: unknown): string {
  const text = textArgument(value);
  if (text.length <= longestText) return text;
  throw new IntrinsicProblem(`The string is longer than ${longestText} characters`);
}

/** AWS shows lists and objects in a Format as Java prints them. */
function formatArgument(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `[${value.map(formatArgument).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${name}=${formatArgument(member)}`);
  return `{${members.join(', ')}}`;
}

const longestRange = 1_000;

/** https://docs.aws.amazon.com/step-functions/latest/dg/intrinsic-functions.html#asl-intrsc-func-arrays */
const arrayIntrinsics: Readonly<Record<string, Intrinsic>> = {
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

/** https://docs.aws.amazon.com/step-functions/latest/dg/intrinsic-functions.html#asl-intrsc-func-json-manipulation */
const jsonIntrinsics: Readonly<Record<string, Intrinsic>> = {
  StringToJson(given) {
    takesArguments(given, 1);
    const text = textArgument(given[0]);
    if (text.trim() === '') return null;
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      if (error instanceof SyntaxError) throw new IntrinsicProblem('The argument is not valid JSON');
      throw error;
    }
  },
  JsonToString(given) {
    takesArguments(given, 1);
    return JSON.stringify(given[0]);
  },
  JsonMerge(given) {
    takesArguments(given, 3);
    if (given[2] !== false) throw new IntrinsicProblem('Only the shallow merge is supported: pass false');
    return Object.fromEntries([...listMembers(given[0]), ...listMembers(given[1])]);
  },
};

function listMembers(value: unknown): [string, unknown][] {
  if (isRecord(value)) return Object.entries(value);
  throw new IntrinsicProblem('A JSON object is expected');
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/intrinsic-functions.html#asl-intrsc-func-math-operation */
const mathIntrinsics: Readonly<Record<string, Intrinsic>> = {
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

/** Arguments in, value out; throws IntrinsicProblem. */
type Intrinsic = (given: readonly unknown[], tools: { readonly random: Randomness }) => unknown;

/** The message says what is wrong with the arguments; the caller adds the call. */
class IntrinsicProblem extends Error {}

/** The documented limit of Base64Encode, Base64Decode and Hash. */
const longestText = 10_000;

function takesArguments(given: readonly unknown[], least: number, most = least): void {
  if (given.length >= least && given.length <= most) return;
  throw new IntrinsicProblem(`Invalid number of arguments: expected ${least}, got ${given.length}`);
}

function listArgument(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new IntrinsicProblem('An array is expected');
}

function textArgument(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new IntrinsicProblem('A string is expected');
}

/** "If you specify a non-integer value, Step Functions will round it off to the nearest integer." */
function integerArgument(value: unknown): number {
  if (typeof value === 'number') return Math.round(value);
  throw new IntrinsicProblem('A number is expected');
}

/** Name by name: https://docs.aws.amazon.com/step-functions/latest/dg/intrinsic-functions.html */
export const intrinsics: ReadonlyMap<string, Intrinsic> = new Map(
  [arrayIntrinsics, jsonIntrinsics, mathIntrinsics, textIntrinsics].flatMap((family) =>
    Object.entries(family).map(([name, run]): [string, Intrinsic] => [`States.${name}`, run]),
  ),
);
