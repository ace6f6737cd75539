/**
 * A metric math expression, parsed. Only arithmetic is here, which is what an alarm on an error rate needs; each
 * function is refused by name. https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */
export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'id'; readonly id: string }
  | {
      readonly kind: 'binary';
      readonly operator: Operator;
      readonly left: Expression;
      readonly right: Expression;
    };

/** A series at one period: its values by the start times of their buckets. */
export interface TimeSeries {
  readonly label: string;
  /** Seconds. */
  readonly period: number;
  readonly points: ReadonlyMap<number, number>;
}

/** The message says what is wrong with the expression; the caller adds the id of the query. */
export class ExpressionProblem extends Error {}

/** A division by zero gives no number, and so no data point. */
const arithmetic = {
  '+': (left: number, right: number) => left + right,
  '-': (left: number, right: number) => left - right,
  '*': (left: number, right: number) => left * right,
  '/': (left: number, right: number) => left / right,
} as const;

type Operator = keyof typeof arithmetic;

/** The weakest operators come first; those in one row bind equally, from left to right. */
const operators: readonly (readonly Operator[])[] = [
  ['+', '-'],
  ['*', '/'],
];

/** Deeper than any real expression. The parser calls itself for each bracket, so there must be a limit. */
const deepest = 50;

/** Lists the ids that an expression refers to. */
export function listIds(expression: Expression): readonly string[] {
  if (expression.kind === 'id') return [expression.id];
  return expression.kind === 'binary' ? [...listIds(expression.left), ...listIds(expression.right)] : [];
}

/** Returns a number for an expression without any id. */
export function evaluateExpression(
  expression: Expression,
  read: (id: string) => TimeSeries | number,
): TimeSeries | number {
  if (expression.kind === 'number') return expression.value;
  if (expression.kind === 'id') return read(expression.id);
  const join = arithmetic[expression.operator];
  const left = evaluateExpression(expression.left, read);
  const right = evaluateExpression(expression.right, read);
  if (typeof left === 'number') {
    return typeof right === 'number' ? join(left, right) : mapSeries(right, (value) => join(left, value));
  }
  if (typeof right === 'number') return mapSeries(left, (value) => join(value, right));
  // Two series are joined at the times that both have.
  return mapSeries(left, (value, time) => join(value, right.points.get(time) ?? Number.NaN));
}

/** Points in order of time; those that are no numbers are left out. */
function mapSeries(series: TimeSeries, change: (value: number, time: number) => number): TimeSeries {
  const points = [...series.points]
    .toSorted(([one], [other]) => one - other)
    .map(([time, value]): [number, number] => [time, change(value, time)]);
  return { ...series, points: new Map(points.filter(([, value]) => Number.isFinite(value))) };
}

const token = /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)|([A-Za-z_]\w*)|([-+*/()]))/y;

type Token =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'word' | 'sign'; readonly text: string };

interface Reader {
  readonly tokens: readonly Token[];
  at: number;
}

export function parseExpression(text: string): Expression {
  const call = /([A-Za-z_]\w*)\s*\(/.exec(text);
  if (call) throw new ExpressionProblem(`The function ${call[1]?.toUpperCase()} is not supported here`);
  const reader = { tokens: tokenize(text), at: 0 };
  const expression = parseLevel(reader, 0, 0);
  if (reader.at < reader.tokens.length) throw unexpected(reader);
  return expression;
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length && text.slice(token.lastIndex).trim() !== '') {
    const at = token.lastIndex;
    const found = token.exec(text);
    if (!found) throw new ExpressionProblem(`Unexpected character at position ${at + 1}`);
    const [, digits, word, sign = ''] = found;
    if (digits !== undefined) tokens.push({ kind: 'number', value: Number(digits) });
    else tokens.push(word === undefined ? { kind: 'sign', text: sign } : { kind: 'word', text: word });
  }
  return tokens;
}

function parseLevel(reader: Reader, row: number, depth: number): Expression {
  const signs = operators[row];
  if (!signs) return parseFactor(reader, depth);
  let left = parseLevel(reader, row + 1, depth);
  for (;;) {
    const operator = signs.find((sign) => takeSign(reader, sign));
    if (operator === undefined) return left;
    left = { kind: 'binary', operator, left, right: parseLevel(reader, row + 1, depth) };
  }
}

function parseFactor(reader: Reader, depth: number): Expression {
  if (depth > deepest) throw new ExpressionProblem('Nested too deeply');
  if (takeSign(reader, '-')) {
    const left = { kind: 'number', value: -1 } as const;
    return { kind: 'binary', operator: '*', left, right: parseFactor(reader, depth + 1) };
  }
  if (takeSign(reader, '(')) {
    const inner = parseLevel(reader, 0, depth + 1);
    if (!takeSign(reader, ')')) throw new ExpressionProblem("')' is expected");
    return inner;
  }
  const next = reader.tokens[reader.at];
  if (!next || next.kind === 'sign') throw unexpected(reader);
  reader.at += 1;
  return next.kind === 'number' ? next : { kind: 'id', id: next.text };
}

function takeSign(reader: Reader, sign: string): boolean {
  const next = reader.tokens[reader.at];
  if (next?.kind !== 'sign' || next.text !== sign) return false;
  reader.at += 1;
  return true;
}

function unexpected(reader: Reader): ExpressionProblem {
  const next = reader.tokens[reader.at];
  if (!next) return new ExpressionProblem('The expression ends too early');
  return new ExpressionProblem(`Unexpected '${next.kind === 'number' ? next.value : next.text}'`);
}
