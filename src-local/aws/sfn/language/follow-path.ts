import { filterAccepts } from './filter-accepts.ts';
import { isRecord } from './is-record.ts';
import type { JsonPath, PathToken } from './path-syntax.ts';

/** What a path starts from. */
export interface PathRoots {
  readonly data: unknown;
  readonly context: unknown;
  /** What `@` stands for inside a filter. */
  readonly item?: unknown;
}

/** A definite path leads nowhere; the reason in the words of AWS's path library. */
export class NoResult {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** The value, a list of values for a path that is not definite, or why there is none. */
export function followPath(path: JsonPath, roots: PathRoots): unknown {
  const start = path.root === '$' ? roots.data : path.root === '$$' ? roots.context : roots.item;
  if (start === null && path.tokens.length > 0) return new NoResult('json object can not be null');
  const trail = new Trail(path.tokens, roots);
  const failure = trail.step(start, 0, true);
  if (failure) return failure;
  if (!path.isDefinite) return trail.found;
  return trail.found.length > 0
    ? trail.found[0]
    : new NoResult(`No results for path: ${writtenOut(path.tokens, path.tokens.length)}`);
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
        for (const child of childrenOf(value)) this.step(child, at + 1, false);
        return undefined;
      case 'filter':
        return this.#filter(value, at, isCertain);
      case 'length':
        return this.step(lengthOf(value), at + 1, isCertain);
      default:
        this.#descend(value, at + 1);
        return undefined;
    }
  }

  #property(value: unknown, names: readonly string[], at: number, isCertain: boolean): NoResult | undefined {
    const isLast = at === this.#tokens.length - 1;
    if (!isRecord(value)) {
      if (!isCertain) return undefined;
      const place = writtenOut(this.#tokens, at);
      return new NoResult(
        `Expected to find an object with property ${writtenToken({ kind: 'property', names })} in path ${place}`,
      );
    }
    const present = names.filter((name) => Object.hasOwn(value, name));
    if (names.length > 1 && isLast) {
      this.found.push(Object.fromEntries(present.map((name) => [name, value[name]])));
      return undefined;
    }
    if (names.length === 1 && present.length === 0 && isCertain && !isLast) {
      return new NoResult(`Missing property in path ${writtenOut(this.#tokens, at + 1)}`);
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
      if (value === null) return new NoResult(`The path ${writtenOut(this.#tokens, at)} is null`);
      const here = this.#tokens.slice(at).map(writtenToken).join('');
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

  /** An object is asked by itself, a list item by item. */
  #filter(value: unknown, at: number, isCertain: boolean): NoResult | undefined {
    if (Array.isArray(value)) for (const item of value) this.#filtered(item, at);
    else if (isRecord(value)) this.#filtered(value, at);
    else if (isCertain) {
      const context = JSON.stringify(value);
      const here = this.#tokens.slice(at).map(writtenToken).join('');
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

  /** Every value from here downwards, each before what it holds. */
  #descend(value: unknown, at: number): void {
    const isFilter = this.#tokens[at]?.kind === 'filter';
    const waiting = [value];
    while (waiting.length > 0) {
      const here = waiting.pop();
      if (!isFilter) this.step(here, at, false);
      else if (isRecord(here)) this.#filtered(here, at);
      waiting.push(...childrenOf(here).toReversed());
    }
  }
}

function childrenOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isRecord(value) ? Object.values(value) : [];
}

function lengthOf(value: unknown): number | null {
  if (Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : null;
}

/** `$['a'][0]`, as far as the given number of tokens. */
function writtenOut(tokens: readonly PathToken[], count: number): string {
  return `$${tokens.slice(0, count).map(writtenToken).join('')}`;
}

function writtenToken(token: PathToken): string {
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

export function valueOrNothing(followed: unknown): unknown {
  return followed instanceof NoResult ? undefined : followed;
}
