import { runtimeError, StateError } from './errors.ts';

/** A path taken apart. https://docs.aws.amazon.com/step-functions/latest/dg/amazon-states-language-paths.html */
export interface JsonPath {
  readonly text: string;
  /** `$` the state's data, `$$` the context object, `@` the item that a filter looks at. */
  readonly root: '$' | '$$' | '@';
  readonly tokens: readonly PathToken[];
  /** Can only ever point to one value; the others give a list. */
  readonly isDefinite: boolean;
  /** Names and indexes alone: what ResultPath and its like may hold. */
  readonly isReference: boolean;
}

export type PathToken =
  | { readonly kind: 'property'; readonly names: readonly string[] }
  | { readonly kind: 'index'; readonly indexes: readonly number[] }
  | { readonly kind: 'slice'; readonly from: number | undefined; readonly to: number | undefined }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'filter'; readonly test: PathFilter }
  /** `..`: the token behind it, at every depth. */
  | { readonly kind: 'descent' }
  | { readonly kind: 'length' };

export type PathFilter =
  | { readonly kind: 'and' | 'or'; readonly left: PathFilter; readonly right: PathFilter }
  | { readonly kind: 'not'; readonly of: PathFilter }
  | { readonly kind: 'exists'; readonly path: JsonPath }
  | {
      readonly kind: 'compare';
      readonly operator: FilterOperator;
      readonly left: FilterOperand;
      readonly right: FilterOperand;
    };

export type FilterOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';

export type FilterOperand = { readonly literal: unknown } | { readonly path: JsonPath };

const parsed = new Map<string, JsonPath>();
const mostKept = 2_000;

/** Throws StateError if the text is not a path. */
export function parsePath(text: string): JsonPath {
  const known = parsed.get(text);
  if (known) return known;
  const cursor = new TextCursor(text);
  const path = pathAt(cursor);
  if (!cursor.ended) throw cursor.refuse('Unexpected text');
  if (path.root === '@') throw cursor.refuse("A path starts with '$'");
  if (parsed.size >= mostKept) parsed.clear();
  parsed.set(text, path);
  return path;
}

/** Reads as much as belongs to a path; the caller checks what follows it. */
export function pathAt(cursor: TextCursor): JsonPath {
  const start = cursor.at;
  const root = rootAt(cursor);
  const tokens: PathToken[] = [];
  while (cursor.peek() === '.' || cursor.peek() === '[') {
    if (tokens.at(-1)?.kind === 'length') throw cursor.refuse('Nothing can follow length()');
    tokens.push(...tokensAt(cursor));
  }
  const isDefinite = tokens.every((token, index) => isDefiniteToken(token, index === tokens.length - 1));
  if (tokens.at(-1)?.kind === 'length' && !isDefinite) {
    throw cursor.refuse('length() needs a path to one value');
  }
  const text = cursor.text.slice(start, cursor.at);
  return { text, root, tokens, isDefinite, isReference: tokens.every(isReferenceToken) };
}

function rootAt(cursor: TextCursor): JsonPath['root'] {
  if (cursor.take('$$')) return '$$';
  if (cursor.take('$')) return '$';
  if (cursor.take('@')) return '@';
  throw cursor.refuse("A path starts with '$'");
}

function tokensAt(cursor: TextCursor): PathToken[] {
  if (cursor.take('..')) {
    const next = cursor.peek() === '[' ? bracketAt(cursor) : dotAt(cursor);
    if (next.kind === 'length') throw cursor.refuse('length() needs a path to one value');
    return [{ kind: 'descent' }, next];
  }
  if (cursor.take('.')) return [cursor.peek() === '[' ? bracketAt(cursor) : dotAt(cursor)];
  return [bracketAt(cursor)];
}

/** Ends a name after a dot; any of them may stand behind a backslash. */
const plainName = /[^.[\]()\s'",\\]+/y;

function dotAt(cursor: TextCursor): PathToken {
  if (cursor.take('*')) return { kind: 'wildcard' };
  let name = '';
  for (;;) {
    const piece = cursor.match(plainName);
    if (piece !== undefined) name += piece;
    else if (cursor.take('\\')) name += readEscaped(cursor);
    else break;
  }
  if (name === '') throw cursor.refuse('A name is expected');
  if (cursor.take('()')) {
    if (name === 'length') return { kind: 'length' };
    throw cursor.refuse(`The function ${name}() is not supported`);
  }
  return { kind: 'property', names: [name] };
}

const space = /\s*/y;
const wholeNumber = /-?\d{1,15}/y;

function bracketAt(cursor: TextCursor): PathToken {
  cursor.expect('[');
  cursor.match(space);
  const token = insideBracket(cursor);
  cursor.match(space);
  cursor.expect(']');
  return token;
}

function insideBracket(cursor: TextCursor): PathToken {
  if (cursor.take('*')) return { kind: 'wildcard' };
  if (cursor.take('?')) {
    cursor.match(space);
    cursor.expect('(');
    const test = parseFilter(cursor);
    cursor.expect(')');
    return { kind: 'filter', test };
  }
  const quote = cursor.peek();
  if (quote === "'" || quote === '"') {
    return { kind: 'property', names: listAt(cursor, () => readQuoted(cursor)) };
  }
  return numbersAt(cursor);
}

function numbersAt(cursor: TextCursor): PathToken {
  const first = cursor.match(wholeNumber);
  cursor.match(space);
  if (cursor.take(':')) {
    cursor.match(space);
    const last = cursor.match(wholeNumber);
    if (first === undefined && last === undefined) throw cursor.refuse('A slice needs a bound');
    return { kind: 'slice', from: parseOptionalNumber(first), to: parseOptionalNumber(last) };
  }
  if (first === undefined) throw cursor.refuse('A quoted name, an index or a filter is expected');
  const indexes = [Number(first)];
  while (cursor.take(',')) {
    cursor.match(space);
    const next = cursor.match(wholeNumber);
    if (next === undefined) throw cursor.refuse('An index is expected');
    indexes.push(Number(next));
    cursor.match(space);
  }
  return { kind: 'index', indexes };
}

function parseOptionalNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function listAt<T>(cursor: TextCursor, itemAt: () => T): T[] {
  const items = [itemAt()];
  for (;;) {
    cursor.match(space);
    if (!cursor.take(',')) return items;
    cursor.match(space);
    items.push(itemAt());
  }
}

function readQuoted(cursor: TextCursor): string {
  const quote = cursor.next();
  let text = '';
  while (!cursor.take(quote)) {
    if (cursor.ended || (quote !== "'" && quote !== '"')) throw cursor.refuse('A closing quote is expected');
    text += cursor.take('\\') ? readEscapedInQuotes(cursor, quote) : cursor.next();
  }
  return text;
}

/** Before any other character than these, a backslash between quotes is part of the name. */
function readEscapedInQuotes(cursor: TextCursor, quote: string): string {
  const next = cursor.peek();
  return next === quote || next === '\\' || next === 'u' ? readEscaped(cursor) : '\\';
}

const fourHexDigits = /[0-9A-Fa-f]{4}/y;

function readEscaped(cursor: TextCursor): string {
  if (cursor.ended) throw cursor.refuse('A character is expected after the backslash');
  if (cursor.peek() === 'u') {
    cursor.at += 1;
    const digits = cursor.match(fourHexDigits);
    return digits === undefined ? 'u' : String.fromCharCode(Number.parseInt(digits, 16));
  }
  return cursor.next();
}

function isDefiniteToken(token: PathToken, isLast: boolean): boolean {
  if (token.kind === 'property') return token.names.length === 1 || isLast;
  if (token.kind === 'index') return token.indexes.length === 1;
  return token.kind === 'length';
}

function isReferenceToken(token: PathToken): boolean {
  if (token.kind === 'property') return token.names.length === 1;
  return token.kind === 'index' && token.indexes.length === 1;
}

/** The parser calls itself for each bracket inside another, so their depth is limited. No one needs more. */
const deepest = 30;

/** Parses the content of `[?(…)]`: comparisons and bare paths, joined by `&&`, `||` and `!`. */
function parseFilter(cursor: TextCursor, depth = 0): PathFilter {
  let left = conjunctionAt(cursor, depth);
  while (takes(cursor, '||')) left = { kind: 'or', left, right: conjunctionAt(cursor, depth) };
  return left;
}

function conjunctionAt(cursor: TextCursor, depth: number): PathFilter {
  let left = termAt(cursor, depth);
  while (takes(cursor, '&&')) left = { kind: 'and', left, right: termAt(cursor, depth) };
  return left;
}

function termAt(cursor: TextCursor, depth: number): PathFilter {
  if (depth > deepest) throw cursor.refuse('The filter is nested too deeply');
  if (takes(cursor, '!')) return { kind: 'not', of: termAt(cursor, depth + 1) };
  if (takes(cursor, '(')) {
    const inner = parseFilter(cursor, depth + 1);
    if (!takes(cursor, ')')) throw cursor.refuse("')' expected");
    return inner;
  }
  const left = operandAt(cursor);
  cursor.skipSpaces();
  const operator = cursor.match(comparison) as FilterOperator | undefined;
  if (operator === undefined) {
    if ('path' in left) return { kind: 'exists', path: left.path };
    throw cursor.refuse('A comparison is expected');
  }
  return { kind: 'compare', operator, left, right: operandAt(cursor) };
}

const comparison = /==|!=|<=|>=|<|>/y;
const literalNumber = /-?\d+(\.\d+)?([eE][+-]?\d+)?/y;
const word = /true|false|null/y;
const quoted = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/y;

function operandAt(cursor: TextCursor): FilterOperand {
  cursor.skipSpaces();
  if (cursor.peek() === '@' || cursor.peek() === '$') {
    const path = pathAt(cursor);
    cursor.skipSpaces();
    return { path };
  }
  const text = cursor.match(quoted);
  if (text !== undefined) return { literal: text.slice(1, -1).replace(/\\(.)/g, '$1') };
  const digits = cursor.match(literalNumber);
  if (digits !== undefined) return { literal: Number(digits) };
  const known = cursor.match(word);
  if (known !== undefined) return { literal: JSON.parse(known) as unknown };
  throw cursor.refuse('A path, a text, a number, true, false or null is expected');
}

function takes(cursor: TextCursor, expected: string): boolean {
  cursor.skipSpaces();
  const taken = cursor.take(expected);
  if (taken) cursor.skipSpaces();
  return taken;
}

/** A place in a text that a parser moves along. */
export class TextCursor {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get ended(): boolean {
    return this.at >= this.text.length;
  }

  /** The next character; empty at the end. */
  peek(ahead = 0): string {
    return this.text.charAt(this.at + ahead);
  }

  next(): string {
    const character = this.peek();
    this.at += 1;
    return character;
  }

  take(expected: string): boolean {
    if (!this.text.startsWith(expected, this.at)) return false;
    this.at += expected.length;
    return true;
  }

  expect(expected: string): void {
    if (!this.take(expected)) throw this.refuse(`'${expected}' expected`);
  }

  skipSpaces(): void {
    while (this.peek() === ' ') this.at += 1;
  }

  /** Returns the text that the sticky pattern matches here, or undefined. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  refuse(reason: string): StateError {
    return new StateError(runtimeError, `Invalid path '${this.text}' : ${reason} at position ${this.at}`);
  }
}
