import type { DefinitionProblems } from './definition-problems.ts';
import { runtimeError, StateError } from './errors.ts';
import {
  compareInstants,
  parseInstant,
  isReferencePath,
  isText,
  isTimestamp,
  type FieldCheck,
} from './field-checks.ts';
import { isRecord } from './json-values.ts';
import { findPath } from './reference-path.ts';
import type { ChoiceRule, Comparison, TopChoiceRule } from './state.ts';

/**
 * The state that the first matching rule leads to; undefined where none matches.
 * https://docs.aws.amazon.com/step-functions/latest/dg/state-choice.html
 */
export function choose(rules: readonly TopChoiceRule[], data: unknown, context: unknown): string | undefined {
  return rules.find((rule) => holds(rule, data, context))?.Next;
}

function holds(rule: ChoiceRule, data: unknown, context: unknown): boolean {
  if ('And' in rule) return rule.And.every((part) => holds(part, data, context));
  if ('Or' in rule) return rule.Or.some((part) => holds(part, data, context));
  if ('Not' in rule) return !holds(rule.Not, data, context);
  return compares(rule, data, context);
}

function compares({ Variable, comparator, operand }: Comparison, data: unknown, context: unknown): boolean {
  const value = findPath(Variable, data, context);
  if (comparator === 'IsPresent') return (value !== undefined) === operand;
  if (value === undefined) throw noValue(Variable);
  const direct = comparators.get(comparator);
  if (direct) return direct(value, operand);
  const compare = comparators.get(comparator.slice(0, -'Path'.length));
  const other = findPath(String(operand), data, context);
  if (!compare || other === undefined) throw noValue(String(operand));
  return compare(value, other);
}

function noValue(path: string): StateError {
  return new StateError(
    runtimeError,
    `Invalid path '${path}': The choice state's condition path references an invalid value.`,
  );
}

/**
 * Deeper than any real definition. The rules are walked by functions that call themselves, so there must be a
 * limit.
 */
const deepest = 50;

/** The rules of a Choice state, its comparators taken apart. https://docs.aws.amazon.com/step-functions/latest/dg/state-choice.html */
export function readChoices(value: unknown, at: string, problems: DefinitionProblems): TopChoiceRule[] {
  if (!Array.isArray(value) || value.length === 0) {
    problems.schema('Expected a non-empty array of choice rules', at);
    return [];
  }
  return value.flatMap((rule: unknown, index) => {
    const place = `${at}[${index}]`;
    if (isRecord(rule) && typeof rule['Next'] !== 'string') {
      problems.schema('These fields are required: [Next]', place);
    }
    const read = readRule(rule, place, problems, 0);
    return read && isRecord(rule) ? [{ ...read, Next: String(rule['Next']) }] : [];
  });
}

function readRule(
  value: unknown,
  at: string,
  problems: DefinitionProblems,
  depth: number,
): ChoiceRule | undefined {
  if (!isRecord(value) || depth > deepest) {
    problems.schema(isRecord(value) ? 'Nested too deeply' : 'Expected value of type Object', at);
    return undefined;
  }
  const { Next: next, Comment: comment, ...rule } = value;
  if (next !== undefined && depth > 0) problems.schema("Only a top-level rule has the field 'Next'", at);
  if (comment !== undefined) isText(comment, `${at}/Comment`, problems);
  const { Variable: variable, ...others } = rule;
  const [name, ...more] = Object.keys(others);
  if (name === undefined || more.length > 0) {
    const found = Object.keys(others).join(', ');
    problems.schema(`Expected exactly one comparison operator, found [${found}]`, at);
    return undefined;
  }
  if (['And', 'Or', 'Not'].includes(name)) {
    if (variable !== undefined) problems.schema(`'Variable' does not go with '${name}'`, at);
    return readBoolean(name, others[name], `${at}/${name}`, problems, depth);
  }
  return readComparison(name, others[name], variable, at, problems);
}

function readBoolean(
  name: string,
  value: unknown,
  at: string,
  problems: DefinitionProblems,
  depth: number,
): ChoiceRule | undefined {
  if (name === 'Not') {
    const inner = readRule(value, at, problems, depth + 1);
    return inner && { Not: inner };
  }
  if (!Array.isArray(value) || value.length === 0) {
    problems.schema('Expected a non-empty array of choice rules', at);
    return undefined;
  }
  const rules = value.flatMap((rule, index) => readRule(rule, `${at}[${index}]`, problems, depth + 1) ?? []);
  return name === 'And' ? { And: rules } : { Or: rules };
}

function readComparison(
  comparator: string,
  operand: unknown,
  variable: unknown,
  at: string,
  problems: DefinitionProblems,
): ChoiceRule | undefined {
  const check = operandCheck(comparator);
  if (!check) {
    if (comparator === 'Assign') problems.unsupported("The field 'Assign'", at);
    else problems.schema(`The field "${comparator}" is not supported by Step Functions`, at);
    return undefined;
  }
  check(operand, `${at}/${comparator}`, problems);
  if (variable === undefined) problems.schema('These fields are required: [Variable]', at);
  else isReferencePath(variable, `${at}/Variable`, problems);
  return { Variable: String(variable), comparator, operand };
}

function operandCheck(comparator: string): FieldCheck | undefined {
  if (comparator.endsWith('Path') && pathComparators.has(comparator.slice(0, -'Path'.length))) {
    return isReferencePath;
  }
  if (comparator !== 'IsPresent' && !comparators.has(comparator)) return undefined;
  if (comparator.startsWith('Is') || comparator.startsWith('Boolean')) return checkType('boolean');
  if (comparator.startsWith('Timestamp')) return isTimestamp;
  return checkType(comparator.startsWith('Numeric') ? 'number' : 'string');
}

function checkType(type: 'boolean' | 'number' | 'string'): FieldCheck {
  return (value, at, problems) => {
    if (typeof value === type) return;
    problems.schema(`Expected value of type ${type.charAt(0).toUpperCase()}${type.slice(1)}`, at);
  };
}

type Comparator = (value: unknown, operand: unknown) => boolean;

const orders: readonly (readonly [string, (order: number) => boolean])[] = [
  ['Equals', (order) => order === 0],
  ['LessThan', (order) => order < 0],
  ['LessThanEquals', (order) => order <= 0],
  ['GreaterThan', (order) => order > 0],
  ['GreaterThanEquals', (order) => order >= 0],
];

/** These can be compared to a value in the definition, or with the suffix Path to one in the data. */
const pathComparators: ReadonlySet<string> = new Set([
  'BooleanEquals',
  ...orders.flatMap(([name]) => [`String${name}`, `Numeric${name}`, `Timestamp${name}`]),
]);

/** https://docs.aws.amazon.com/step-functions/latest/dg/state-choice.html#amazon-states-language-choice-state-rules */
const comparators: ReadonlyMap<string, Comparator> = new Map<string, Comparator>([
  ...orders.flatMap(([name, accepts]): [string, Comparator][] => [
    [`String${name}`, ordered(isString, compareTexts, accepts)],
    [`Numeric${name}`, ordered(isNumber, (one, other) => one - other, accepts)],
    [`Timestamp${name}`, ordered(isTimestampText, compareTimestamps, accepts)],
  ]),
  ['BooleanEquals', (value, operand) => typeof value === 'boolean' && value === operand],
  ['StringMatches', (value, operand) => isString(value) && isString(operand) && matches(value, operand)],
  ['IsNull', (value, operand) => (value === null) === operand],
  ['IsString', (value, operand) => isString(value) === operand],
  ['IsNumeric', (value, operand) => isNumber(value) === operand],
  ['IsBoolean', (value, operand) => (typeof value === 'boolean') === operand],
  ['IsTimestamp', (value, operand) => isTimestampText(value) === operand],
]);

/** Values of another type compare as false, never as an error. */
function ordered<T>(
  is: (value: unknown) => value is T,
  compare: (one: T, other: T) => number,
  accepts: (order: number) => boolean,
): Comparator {
  return (value, operand) => is(value) && is(operand) && accepts(compare(value, operand));
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isTimestampText(value: unknown): value is string {
  return isString(value) && parseInstant(value) !== undefined;
}

function compareTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function compareTimestamps(one: string, other: string): number {
  const [first, second] = [parseInstant(one), parseInstant(other)];
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
