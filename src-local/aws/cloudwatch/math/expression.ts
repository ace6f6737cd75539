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

/** What a series is at one period: values at the beginnings of buckets. */
export interface TimeSeries {
  readonly label: string;
  /** Seconds. */
  readonly period: number;
  readonly points: ReadonlyMap<number, number>;
}

export type MathValue = number | TimeSeries | readonly TimeSeries[];

/** What a function is given. */
export interface MathCall {
  readonly values: readonly MathValue[];
  /** REPEAT or LINEAR, for FILL. */
  readonly mode: string;
  /** Of the request, in milliseconds. */
  readonly start: number;
  readonly end: number;
}

/** What is wrong with an expression; its caller names the query. */
export class ExpressionProblem extends Error {}

/** The ids that an expression speaks of. */
export function wordsOf(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'word':
      return [expression.name];
    case 'list':
      return expression.items.flatMap(wordsOf);
    case 'negative':
      return wordsOf(expression.of);
    case 'binary':
      return [...wordsOf(expression.left), ...wordsOf(expression.right)];
    case 'call':
      return expression.given.flatMap(wordsOf);
    default:
      return [];
  }
}
