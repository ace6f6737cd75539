import { referencePathConflict, runtimeError, StateError } from './errors.ts';
import { isRecord, sameJson } from './json-values.ts';
import {
  parsePath,
  type FilterOperand,
  type FilterOperator,
  type JsonPath,
  type PathFilter,
  type PathToken,
} from './parse-path.ts';

/**
 * The value a path points to; `$$…` reads the context object. A path that may point to several gives a list.
 * `failAs` is the error's name where a definite path leads nowhere: States.Runtime as a rule,
 * States.ReferencePathConflict for ItemsPath.
 * https://docs.aws.amazon.com/step-functions/latest/dg/amazon-states-language-paths.html
 */
export function readPath(path: string, data: unknown, context: unknown, failAs = runtimeError): unknown {
  const followed = followPath(parsePath(path), { data, context });
  if (!(followed instanceof NoResult)) return followed;
  if (failAs === referencePathConflict)
    throw conflict(describeLastStep(path), path.startsWith('$$') ? context : data);
  throw new StateError(failAs, `Invalid path '${path}' : ${followed.reason}`);
}

/** Does the same without failing for a missing value: it returns undefined, which JSON does not have. */
export function findPath(path: string, data: unknown, context: unknown): unknown {
  return valueOrNothing(followPath(parsePath(path), { data, context }));
}

/**
 * The raw input with a result put in; `null` keeps the input alone, `$` the result alone. Objects on the way are
 * made where nothing stands; nothing is changed in place.
 * https://docs.aws.amazon.com/step-functions/latest/dg/input-output-resultpath.html
 */
export function writeResultPath(path: string | null, raw: unknown, result: unknown): unknown {
  if (path === null) return raw;
  const { root, tokens, isReference } = parsePath(path);
  if (root !== '$' || !isReference) {
    throw new StateError(runtimeError, `Invalid path '${path}' : Value is not a Reference Path`);
  }
  const written = write(tokens, 0, raw, result);
  if (written === noRoom) throw conflict(describeLastStep(path), raw);
  return written;
}

const noRoom = Symbol('no room');

function write(tokens: readonly PathToken[], at: number, here: unknown, result: unknown): unknown {
  const token = tokens[at];
  if (!token) return result;
  if (token.kind === 'index') {
    const index = token.indexes[0] ?? 0;
    if (!Array.isArray(here) || index < 0 || index >= here.length) return noRoom;
    const element = write(tokens, at + 1, here[index], result);
    return element === noRoom ? noRoom : here.with(index, element);
  }
  if (token.kind !== 'property' || (here !== undefined && !isRecord(here))) return noRoom;
  const name = token.names[0] ?? '';
  const members = new Map(Object.entries(here ?? {}));
  const member = write(tokens, at + 1, members.get(name), result);
  return member === noRoom ? noRoom : Object.fromEntries(members.set(name, member));
}

function conflict(step: string, input: unknown): StateError {
  return new StateError(
    referencePathConflict,
    `Unable to apply step "${step}" to input ${JSON.stringify(input)}`,
  );
}

function describeLastStep(path: string): string {
  const last = parsePath(path).tokens.at(-1);
  if (last?.kind === 'property') return last.names.join(',');
  return last?.kind === 'index' ? last.indexes.join(',') : path;
}

/** A path starts from one of these. */
interface PathRoots {
  readonly data: unknown;
  readonly context: unknown;
  /** Inside a filter, `@` stands for this. */
  readonly item?: unknown;
}

/** Returns the error for a definite path that leads nowhere, in the words of AWS's path library. */
class NoResult {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** The value, a list of values for a path that is not definite, or why there is none. */
function followPath(path: JsonPath, roots: PathRoots): unknown {
  const start = path.root === '$' ? roots.data : path.root === '$$' ? roots.context : roots.item;
  if (start === null && path.tokens.length > 0) return new NoResult('json object can not be null');
  const trail = new Trail(path.tokens, roots);
  const failure = trail.step(start, 0, true);
  if (failure) return failure;
  if (!path.isDefinite) return trail.found;
  return trail.found.length > 0
    ? trail.found[0]
    : new NoResult(`No results for path: ${formatSteps(path.tokens, path.tokens.length)}`);
}

class Trail {
  readonly found: unknown[] = [];
  readonly #tokens: readonly PathToken[];
  readonly #roots: PathRoots;

  constructor(tokens: readonly PathToken[], roots: PathRoots) {
    this.#tokens = tokens;
    this.#roots = roots;
  }

  /** `isCertain`: the way here had no fork, so that a dead end is a failure and not just one result less. */
  step(value: unknown, at: number, isCertain: boolean): NoResult | undefined {
    const token = this.#tokens[at];
    if (!token) {
      this.found.push(value);
      return undefined;
    }
    switch (token.kind) {
      case 'property':
        return this.#property(value, token.names, at, isCertain);
      case 'index':
      case 'slice':
        return this.#elements(value, token, at, isCertain);
      case 'wildcard':
        for (const child of listChildren(value)) this.step(child, at + 1, false);
        return undefined;
      case 'filter':
        return this.#filter(value, at, isCertain);
      case 'length':
        return this.step(measureLength(value), at + 1, isCertain);
      default:
        this.#descend(value, at + 1);
        return undefined;
    }
  }

  #property(value: unknown, names: readonly string[], at: number, isCertain: boolean): NoResult | undefined {
    const isLast = at === this.#tokens.length - 1;
    if (!isRecord(value)) {
      if (!isCertain) return undefined;
      const place = formatSteps(this.#tokens, at);
      return new NoResult(
        `Expected to find an object with property ${formatToken({ kind: 'property', names })} in path ${place}`,
      );
    }
    const present = names.filter((name) => Object.hasOwn(value, name));
    if (names.length > 1 && isLast) {
      this.found.push(Object.fromEntries(present.map((name) => [name, value[name]])));
      return undefined;
    }
    if (names.length === 1 && present.length === 0 && isCertain && !isLast) {
      return new NoResult(`Missing property in path ${formatSteps(this.#tokens, at + 1)}`);
    }
    for (const name of present) {
      const failure = this.step(value[name], at + 1, isCertain && names.length === 1);
      if (failure) return failure;
    }
    return undefined;
  }

  #elements(
    value: unknown,
    token: PathToken & { kind: 'index' | 'slice' },
    at: number,
    isCertain: boolean,
  ): NoResult | undefined {
    if (!Array.isArray(value)) {
      if (!isCertain) return undefined;
      if (value === null) return new NoResult(`The path ${formatSteps(this.#tokens, at)} is null`);
      const here = this.#tokens.slice(at).map(formatToken).join('');
      const context = JSON.stringify(value);
      return new NoResult(`Filter: ${here} can only be applied to arrays. Current context is: ${context}`);
    }
    if (token.kind === 'slice') {
      for (const element of value.slice(token.from ?? 0, token.to)) this.step(element, at + 1, false);
      return undefined;
    }
    for (const index of token.indexes) {
      const place = index < 0 ? value.length + index : index;
      if (place < 0 || place >= value.length) continue;
      const failure = this.step(value[place], at + 1, isCertain && token.indexes.length === 1);
      if (failure) return failure;
    }
    return undefined;
  }

  /** Tests an object as a whole and a list item by item. */
  #filter(value: unknown, at: number, isCertain: boolean): NoResult | undefined {
    if (Array.isArray(value)) for (const item of value) this.#filtered(item, at);
    else if (isRecord(value)) this.#filtered(value, at);
    else if (isCertain) {
      const context = JSON.stringify(value);
      const here = this.#tokens.slice(at).map(formatToken).join('');
      return new NoResult(`Filter: ${here} can not be applied to primitives. Current context is: ${context}`);
    }
    return undefined;
  }

  #filtered(item: unknown, at: number): void {
    const token = this.#tokens[at];
    if (token?.kind !== 'filter') return;
    const roots = { ...this.#roots, item };
    if (filterAccepts(token.test, (path) => valueOrNothing(followPath(path, roots))))
      this.step(item, at + 1, false);
  }

  /** Yields every value from here downwards, each before its children. */
  #descend(value: unknown, at: number): void {
    const isFilter = this.#tokens[at]?.kind === 'filter';
    const waiting = [value];
    while (waiting.length > 0) {
      const here = waiting.pop();
      if (!isFilter) this.step(here, at, false);
      else if (isRecord(here)) this.#filtered(here, at);
      waiting.push(...listChildren(here).toReversed());
    }
  }
}

function listChildren(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isRecord(value) ? Object.values(value) : [];
}

function measureLength(value: unknown): number | null {
  if (Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : null;
}

/** `$['a'][0]`, as far as the given number of tokens. */
function formatSteps(tokens: readonly PathToken[], count: number): string {
  return `$${tokens.slice(0, count).map(formatToken).join('')}`;
}

function formatToken(token: PathToken): string {
  switch (token.kind) {
    case 'property':
      return `[${token.names.map((name) => `'${name}'`).join(',')}]`;
    case 'index':
      return `[${token.indexes.join(',')}]`;
    case 'slice':
      return `[${token.from ?? ''}:${token.to ?? ''}]`;
    case 'wildcard':
      return '[*]';
    case 'filter':
      return '[?]';
    case 'descent':
      return '..';
    default:
      return '.length()';
  }
}

function valueOrNothing(followed: unknown): unknown {
  return followed instanceof NoResult ? undefined : followed;
}

/** Returns the value at a path, or undefined if there is none. */
type Follow = (path: JsonPath) => unknown;

function filterAccepts(filter: PathFilter, follow: Follow): boolean {
  switch (filter.kind) {
    case 'and':
      return filterAccepts(filter.left, follow) && filterAccepts(filter.right, follow);
    case 'or':
      return filterAccepts(filter.left, follow) || filterAccepts(filter.right, follow);
    case 'not':
      return !filterAccepts(filter.of, follow);
    case 'exists':
      return follow(filter.path) !== undefined;
    default:
      return compare(
        filter.operator,
        evaluateOperand(filter.left, follow),
        evaluateOperand(filter.right, follow),
      );
  }
}

function evaluateOperand(operand: FilterOperand, follow: Follow): unknown {
  return 'path' in operand ? follow(operand.path) : operand.literal;
}

function compare(operator: FilterOperator, left: unknown, right: unknown): boolean {
  if (operator === '==') return equal(left, right);
  if (operator === '!=') return !equal(left, right);
  const isOrdered =
    (typeof left === 'number' && typeof right === 'number') ||
    (typeof left === 'string' && typeof right === 'string');
  if (!isOrdered) return false;
  if (operator === '<') return left < right;
  if (operator === '<=') return left <= right;
  return operator === '>' ? left > right : left >= right;
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** AWS's path library reads a text as a number if it is compared with one. */
function equal(left: unknown, right: unknown): boolean {
  if (left === undefined || right === undefined) return false;
  if (typeof left === 'number' && typeof right === 'string')
    return decimal.test(right) && left === Number(right);
  if (typeof left === 'string' && typeof right === 'number') return left === String(right);
  return sameJson(left, right);
}
