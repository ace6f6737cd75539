import { AwsError, validationException } from '../../protocol/aws-error.ts';
import type { AttributeValue } from '../values/attribute-value.ts';
import { checkValue } from '../values/check-item.ts';
import type { ExpressionParameter } from './token-reader.ts';

/**
 * Resolves the #names and :values of one request, and records which of them its expressions used.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.ExpressionAttributeNames.html
 */
export interface Substitutions {
  name(placeholder: string): string | undefined;
  value(placeholder: string): AttributeValue | undefined;
  /** Refuses what no expression used. Call it once all expressions of the request are parsed. */
  finish(): void;
}

export interface BindingContext {
  readonly substitutions: Substitutions;
  readonly parameter: ExpressionParameter;
}

/** `values` are checked here, so pass them as they were received. */
export function substitutions(given: {
  names?: Readonly<Record<string, string>> | undefined;
  values?: Readonly<Record<string, unknown>> | undefined;
}): Substitutions {
  const names = given.names && new Map(Object.entries(given.names));
  if (names) checkNames(names);
  const values = given.values && checkValues(given.values);
  const unusedNames = new Set(names?.keys());
  const unusedValues = new Set(values?.keys());
  return {
    name(placeholder) {
      unusedNames.delete(placeholder);
      return names?.get(placeholder);
    },
    value(placeholder) {
      unusedValues.delete(placeholder);
      return values?.get(placeholder);
    },
    finish() {
      refuseUnused('ExpressionAttributeNames', unusedNames);
      refuseUnused('ExpressionAttributeValues', unusedValues);
    },
  };
}

const longestKey = 255;

function checkNames(names: ReadonlyMap<string, string>): void {
  checkKeys('ExpressionAttributeNames', names, /^#[A-Za-z0-9_]+$/);
  for (const [key, name] of names) {
    if (name === '') throw wrongValue('ExpressionAttributeNames', 'Empty attribute name', key);
  }
}

function checkValues(given: Readonly<Record<string, unknown>>): Map<string, AttributeValue> {
  const entries = new Map(Object.entries(given));
  checkKeys('ExpressionAttributeValues', entries, /^:[A-Za-z0-9_]+$/);
  const values = new Map<string, AttributeValue>();
  for (const [key, value] of entries) {
    try {
      values.set(key, checkValue(value));
    } catch (problem) {
      throw inContext(problem, key);
    }
  }
  return values;
}

function checkKeys(parameter: string, entries: ReadonlyMap<string, unknown>, pattern: RegExp): void {
  if (entries.size === 0) throw validationException(`${parameter} must not be empty`);
  for (const key of entries.keys()) {
    if (Buffer.byteLength(key) > longestKey) {
      throw validationException(
        `${parameter} contains invalid key: The expression attribute map contains a key that is too long; size of key: ${Buffer.byteLength(key)}`,
      );
    }
    if (!pattern.test(key)) {
      throw validationException(`${parameter} contains invalid key: Syntax error; key: "${key}"`);
    }
  }
}

/** AWS reports values that are nested too deeply as it does for an item. */
function inContext(problem: unknown, key: string): unknown {
  const isPlain = !(problem instanceof AwsError) || problem.name !== 'ValidationException';
  if (isPlain || problem.message.startsWith('Nesting Levels')) return problem;
  return wrongValue('ExpressionAttributeValues', problem.message, key);
}

function wrongValue(parameter: string, problem: string, key: string): AwsError {
  return validationException(`${parameter} contains invalid value: ${problem} for key ${key}`);
}

function refuseUnused(parameter: string, unused: ReadonlySet<string>): void {
  if (unused.size === 0) return;
  const keys = [...unused].join(', ');
  throw validationException(`Value provided in ${parameter} unused in expressions: keys: {${keys}}`);
}

export interface NamesAndValues {
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, unknown>;
}

/** Parses all expressions of one request, so that what none of them uses can be refused. */
export function parseExpressions<T>(
  { ExpressionAttributeNames: names, ExpressionAttributeValues: values }: NamesAndValues,
  expressions: readonly (string | undefined)[],
  parse: (substituted: Substitutions) => T,
): T {
  if (expressions.every((text) => text === undefined)) {
    if (names) throw unneeded('ExpressionAttributeNames');
    if (values) throw unneeded('ExpressionAttributeValues');
  }
  const substituted = substitutions({ names, values });
  const parsed = parse(substituted);
  substituted.finish();
  return parsed;
}

function unneeded(parameter: string): Error {
  return validationException(`${parameter} can only be specified when using expressions`);
}

const mostKept = 500;

/**
 * Programs send few different expressions many times, so each expression is parsed once. Its #names and :values
 * are not part of the result. The least recently used one is dropped first.
 */
export function rememberResults<T>(read: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    const known = kept.get(text);
    const result = known ?? read(text);
    if (known !== undefined) kept.delete(text);
    else if (kept.size >= mostKept) {
      for (const oldest of kept.keys()) {
        kept.delete(oldest);
        break;
      }
    }
    kept.set(text, result);
    return result;
  };
}
