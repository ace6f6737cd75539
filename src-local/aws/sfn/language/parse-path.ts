import { parseFilter } from './parse-filter.ts';
import type { JsonPath, PathToken } from './path-syntax.ts';
import { TextCursor } from './text-cursor.ts';

const parsed = new Map<string, JsonPath>();
const mostKept = 2_000;

/** Throws StateError for what is not a path. */
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

/** Reads as much as belongs to a path; the caller looks at what follows it. */
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
    else if (cursor.take('\\')) name += escapedAt(cursor);
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
    const test = parseFilter(cursor, pathAt);
    cursor.expect(')');
    return { kind: 'filter', test };
  }
  const quote = cursor.peek();
  if (quote === "'" || quote === '"') {
    return { kind: 'property', names: listAt(cursor, () => quotedAt(cursor)) };
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
    return { kind: 'slice', from: numberOf(first), to: numberOf(last) };
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

function numberOf(text: string | undefined): number | undefined {
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

function quotedAt(cursor: TextCursor): string {
  const quote = cursor.next();
  let text = '';
  while (!cursor.take(quote)) {
    if (cursor.ended || (quote !== "'" && quote !== '"')) throw cursor.refuse('A closing quote is expected');
    text += cursor.take('\\') ? escapedAt(cursor) : cursor.next();
  }
  return text;
}

const fourHexDigits = /[0-9A-Fa-f]{4}/y;

function escapedAt(cursor: TextCursor): string {
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
