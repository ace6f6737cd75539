/** A metric math expression, read. https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html */
export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'word'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'negative'; readonly of: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: Operator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'call'; readonly name: string; readonly given: readonly Expression[] };

export type Operator = '+' | '-' | '*' | '/' | '^' | '<' | '<=' | '>' | '>=' | '==' | '!=' | '&&' | '||';

/** A series at one period: its values by the start times of their buckets. */
export interface TimeSeries {
  readonly label: string;
  /** Seconds. */
  readonly period: number;
  readonly points: ReadonlyMap<number, number>;
}

export type MathValue = number | TimeSeries | readonly TimeSeries[];

/** A function receives these arguments. */
export interface MathCall {
  readonly values: readonly MathValue[];
  /** REPEAT or LINEAR, for FILL. */
  readonly mode: string;
  /** The time range of the request, in milliseconds. */
  readonly start: number;
  readonly end: number;
}

/** The message says what is wrong with the expression; the caller adds the id of the query. */
export class ExpressionProblem extends Error {}

/** Lists the ids that an expression refers to. */
export function listIds(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'word':
      return [expression.name];
    case 'list':
      return expression.items.flatMap(listIds);
    case 'negative':
      return listIds(expression.of);
    case 'binary':
      return [...listIds(expression.left), ...listIds(expression.right)];
    case 'call':
      return expression.given.flatMap(listIds);
    default:
      return [];
  }
}

/** Deeper than any real expression. The parser calls itself for each bracket, so there must be a limit. */
const deepest = 50;

/** The weakest operators come first; those in one row bind equally, from left to right. */
const operators: readonly (readonly Operator[])[] = [
  ['||'],
  ['&&'],
  ['==', '!=', '<=', '>=', '<', '>'],
  ['+', '-'],
  ['*', '/'],
  ['^'],
];

const token =
  /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)|([A-Za-z_]\w*)|"([^"]*)"|'([^']*)'|(\|\||&&|==|!=|<=|>=|[-+*/^<>()[\],]))/y;

type Token =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'word' | 'text' | 'sign'; readonly text: string };

export function parseExpression(text: string): Expression {
  const tokens = tokenize(text);
  const reader = { tokens, at: 0 };
  const expression = level(reader, 0, 0);
  if (reader.at < tokens.length) throw unexpected(reader);
  return expression;
}

interface Reader {
  readonly tokens: readonly Token[];
  at: number;
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length && text.slice(token.lastIndex).trim() !== '') {
    const at = token.lastIndex;
    const found = token.exec(text);
    if (!found) throw new ExpressionProblem(`Unexpected character at position ${at + 1}`);
    const [, digits, word, double, single, sign = ''] = found;
    if (digits !== undefined) tokens.push({ kind: 'number', value: Number(digits) });
    else if (word === 'AND' || word === 'OR')
      tokens.push({ kind: 'sign', text: word === 'AND' ? '&&' : '||' });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (sign === '') tokens.push({ kind: 'text', text: double ?? single ?? '' });
    else tokens.push({ kind: 'sign', text: sign });
  }
  return tokens;
}

function level(reader: Reader, row: number, depth: number): Expression {
  const signs = operators[row];
  if (!signs) return factor(reader, depth);
  let left = level(reader, row + 1, depth);
  for (;;) {
    const operator = signs.find((sign) => takes(reader, sign));
    if (operator === undefined) return left;
    left = { kind: 'binary', operator, left, right: level(reader, row + 1, depth) };
  }
}

function factor(reader: Reader, depth: number): Expression {
  if (depth > deepest) throw new ExpressionProblem('Nested too deeply');
  if (takes(reader, '-')) return { kind: 'negative', of: factor(reader, depth + 1) };
  if (takes(reader, '(')) {
    const inner = level(reader, 0, depth + 1);
    expect(reader, ')');
    return inner;
  }
  if (takes(reader, '[')) return { kind: 'list', items: itemsUntil(reader, ']', depth) };
  const next = reader.tokens[reader.at];
  if (!next || next.kind === 'sign') throw unexpected(reader);
  reader.at += 1;
  if (next.kind === 'number') return next;
  if (next.kind === 'text') return { kind: 'text', value: next.text };
  if (takes(reader, '(')) {
    return { kind: 'call', name: next.text.toUpperCase(), given: itemsUntil(reader, ')', depth) };
  }
  return { kind: 'word', name: next.text };
}

function itemsUntil(reader: Reader, end: string, depth: number): Expression[] {
  const items: Expression[] = [];
  if (takes(reader, end)) return items;
  do items.push(level(reader, 0, depth + 1));
  while (takes(reader, ','));
  expect(reader, end);
  return items;
}

function takes(reader: Reader, sign: string): boolean {
  const next = reader.tokens[reader.at];
  if (next?.kind !== 'sign' || next.text !== sign) return false;
  reader.at += 1;
  return true;
}

function expect(reader: Reader, sign: string): void {
  if (!takes(reader, sign)) throw new ExpressionProblem(`'${sign}' is expected`);
}

function unexpected(reader: Reader): ExpressionProblem {
  const next = reader.tokens[reader.at];
  if (!next) return new ExpressionProblem('The expression ends too early');
  return new ExpressionProblem(`Unexpected '${next.kind === 'number' ? next.value : next.text}'`);
}
