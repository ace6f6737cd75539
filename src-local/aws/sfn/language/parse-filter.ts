import type { FilterOperand, FilterOperator, JsonPath, PathFilter } from './path-syntax.ts';
import type { TextCursor } from './text-cursor.ts';

type PathReader = (cursor: TextCursor) => JsonPath;

/** Brackets inside brackets; nobody writes more, and the parser calls itself for each. */
const deepest = 30;

/** What stands in `[?(…)]`: comparisons and bare paths, joined by `&&`, `||` and `!`. */
export function parseFilter(cursor: TextCursor, pathAt: PathReader, depth = 0): PathFilter {
  let left = conjunctionAt(cursor, pathAt, depth);
  while (takes(cursor, '||')) left = { kind: 'or', left, right: conjunctionAt(cursor, pathAt, depth) };
  return left;
}

function conjunctionAt(cursor: TextCursor, pathAt: PathReader, depth: number): PathFilter {
  let left = termAt(cursor, pathAt, depth);
  while (takes(cursor, '&&')) left = { kind: 'and', left, right: termAt(cursor, pathAt, depth) };
  return left;
}

function termAt(cursor: TextCursor, pathAt: PathReader, depth: number): PathFilter {
  if (depth > deepest) throw cursor.refuse('The filter is nested too deeply');
  if (takes(cursor, '!')) return { kind: 'not', of: termAt(cursor, pathAt, depth + 1) };
  if (takes(cursor, '(')) {
    const inner = parseFilter(cursor, pathAt, depth + 1);
    if (!takes(cursor, ')')) throw cursor.refuse("')' expected");
    return inner;
  }
  const left = operandAt(cursor, pathAt);
  cursor.skipSpaces();
  const operator = cursor.match(comparison) as FilterOperator | undefined;
  if (operator === undefined) {
    if ('path' in left) return { kind: 'exists', path: left.path };
    throw cursor.refuse('A comparison is expected');
  }
  return { kind: 'compare', operator, left, right: operandAt(cursor, pathAt) };
}

const comparison = /==|!=|<=|>=|<|>/y;
const literalNumber = /-?\d+(\.\d+)?([eE][+-]?\d+)?/y;
const word = /true|false|null/y;
const quoted = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/y;

function operandAt(cursor: TextCursor, pathAt: PathReader): FilterOperand {
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
