import { ValueProblem } from './template-errors.ts';
import { isFunctionCall, isObject, readBranches } from './template-functions.ts';

/**
 * The form of a property. A list of one form is a list of such values; the name `*` in a structure stands for names
 * that the template chooses. `json` is a document that its service reads: a policy, a pattern, a definition.
 */
export type PropertyShape =
  | 'text'
  | 'number'
  | 'flag'
  | 'json'
  | readonly [PropertyShape]
  | { readonly [name: string]: PropertyShape };

/**
 * Returns the value as its service takes it, as CloudFormation reads "5" as a number where a number is expected.
 * Members that the form does not name are refused. Functions that are not resolved yet are left as they are.
 */
export function readProperty(value: unknown, shape: PropertyShape, at: string): unknown {
  const branches = readBranches(value);
  if (branches) {
    for (const branch of branches) readProperty(branch, shape, at);
    return value;
  }
  if (isFunctionCall(value) || shape === 'json') return value;
  if (shape === 'text') return readText(value, at);
  if (shape === 'number') return readNumber(value, at);
  if (shape === 'flag') return readFlag(value, at);
  return isListShape(shape) ? readItems(value, shape[0], at) : readMembers(value, shape, at);
}

function isListShape(shape: PropertyShape): shape is readonly [PropertyShape] {
  return Array.isArray(shape);
}

function readItems(value: unknown, shape: PropertyShape, at: string): unknown {
  if (!Array.isArray(value)) throw expected('a list', value, at);
  return value.map((item, index) => readProperty(item, shape, `${at}[${index}]`));
}

function readMembers(value: unknown, shape: Readonly<Record<string, PropertyShape>>, at: string): unknown {
  if (!isObject(value)) throw expected('a structure', value, at);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const path = at === '' ? name : `${at}.${name}`;
      const of = Object.hasOwn(shape, name) ? shape[name] : shape['*'];
      if (of === undefined) throw new ValueProblem(`the property ${path} is not supported here`);
      return [name, readProperty(member, of, path)];
    }),
  );
}

function readText(value: unknown, at: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw expected('a text', value, at);
}

function readNumber(value: unknown, at: string): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw expected('a number', value, at);
}

function readFlag(value: unknown, at: string): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw expected('true or false', value, at);
}

function expected(kind: string, value: unknown, at: string): ValueProblem {
  return new ValueProblem(`the property ${at} expects ${kind}, got ${JSON.stringify(value)}`);
}
