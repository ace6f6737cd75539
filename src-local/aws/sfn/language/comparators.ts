import { compareInstants, instantOf } from './instant.ts';

type Comparator = (value: unknown, operand: unknown) => boolean;

const orders: readonly (readonly [string, (order: number) => boolean])[] = [
  ['Equals', (order) => order === 0],
  ['LessThan', (order) => order < 0],
  ['LessThanEquals', (order) => order <= 0],
  ['GreaterThan', (order) => order > 0],
  ['GreaterThanEquals', (order) => order >= 0],
];

/** What can be compared to a value in the definition, or with the suffix Path to one in the data. */
export const pathComparators: ReadonlySet<string> = new Set([
  'BooleanEquals',
  ...orders.flatMap(([name]) => [`String${name}`, `Numeric${name}`, `Timestamp${name}`]),
]);

/** https://docs.aws.amazon.com/step-functions/latest/dg/state-choice.html#amazon-states-language-choice-state-rules */
export const comparators: ReadonlyMap<string, Comparator> = new Map<string, Comparator>([
  ...orders.flatMap(([name, accepts]): [string, Comparator][] => [
    [`String${name}`, ordered(isText, compareTexts, accepts)],
    [`Numeric${name}`, ordered(isNumber, (one, other) => one - other, accepts)],
    [`Timestamp${name}`, ordered(isTimestamp, compareTimestamps, accepts)],
  ]),
  ['BooleanEquals', (value, operand) => typeof value === 'boolean' && value === operand],
  ['StringMatches', (value, operand) => isText(value) && isText(operand) && matches(value, operand)],
  ['IsNull', (value, operand) => (value === null) === operand],
  ['IsString', (value, operand) => isText(value) === operand],
  ['IsNumeric', (value, operand) => isNumber(value) === operand],
  ['IsBoolean', (value, operand) => (typeof value === 'boolean') === operand],
  ['IsTimestamp', (value, operand) => isTimestamp(value) === operand],
]);

/** Values of another type compare as false, never as an error. */
function ordered<T>(
  is: (value: unknown) => value is T,
  compare: (one: T, other: T) => number,
  accepts: (order: number) => boolean,
): Comparator {
  return (value, operand) => is(value) && is(operand) && accepts(compare(value, operand));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isTimestamp(value: unknown): value is string {
  return isText(value) && instantOf(value) !== undefined;
}

function compareTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function compareTimestamps(one: string, other: string): number {
  const [first, second] = [instantOf(one), instantOf(other)];
  return first && second ? compareInstants(first, second) : 0;
}

/** `*` stands for any number of characters, `\*` for itself and `\\` for a backslash. */
function matches(text: string, pattern: string): boolean {
  const parts = [''];
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (character === '*') parts.push('');
    else {
      const isEscape = character === '\\' && at + 1 < pattern.length;
      if (isEscape) at += 1;
      parts.push((parts.pop() ?? '') + pattern.charAt(at));
    }
  }
  const [first = '', ...others] = parts;
  if (others.length === 0) return text === first;
  const last = others.pop() ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at + last.length <= text.length;
}
