import { ExpressionProblem, type Expression, type MathValue, type Operator } from './expression.ts';
import { mathFunctions } from './math-functions.ts';
import { isSeries, mapValue, zip } from './series-arithmetic.ts';

/** What an expression may speak of. */
export interface MathScope {
  /** The result of another query; undefined for an id that no query has. */
  read(id: string): MathValue | undefined;
  /** METRICS(): the metrics of the request, those whose id holds the text. */
  metrics(text: string): MathValue;
  /** Of the request, in milliseconds. */
  readonly start: number;
  readonly end: number;
}

export function evaluateExpression(expression: Expression, scope: MathScope): MathValue {
  switch (expression.kind) {
    case 'number':
      return expression.value;
    case 'word':
      return readWord(expression.name, scope);
    case 'list':
      return expression.items.flatMap((item) => {
        const value = evaluateExpression(item, scope);
        if (typeof value === 'number') throw new ExpressionProblem('A list holds time series only');
        return value;
      });
    case 'negative':
      return mapValue(evaluateExpression(expression.of, scope), (value) => -value);
    case 'binary':
      return zip(
        evaluateExpression(expression.left, scope),
        evaluateExpression(expression.right, scope),
        arithmetic[expression.operator],
      );
    case 'call':
      return call(expression.name, expression.given, scope);
    default:
      throw new ExpressionProblem('A text can only be an argument of METRICS()');
  }
}

function readWord(name: string, scope: MathScope): MathValue {
  const value = scope.read(name);
  if (value === undefined) throw new ExpressionProblem(`The id '${name}' is not defined`);
  return value;
}

function call(name: string, given: readonly Expression[], scope: MathScope): MathValue {
  if (name === 'METRICS') {
    const [filter] = given;
    if (given.length > 1 || (filter && filter.kind !== 'text')) {
      throw new ExpressionProblem('METRICS() takes one text or nothing');
    }
    return scope.metrics(filter?.kind === 'text' ? filter.value : '');
  }
  const run = mathFunctions.get(name);
  if (!run) throw new ExpressionProblem(`The function ${name} is not supported`);
  const words = given.map((item) => (item.kind === 'word' ? item.name.toUpperCase() : ''));
  const isMode = (index: number): boolean =>
    name === 'FILL' && index === 1 && ['REPEAT', 'LINEAR'].includes(words[index] ?? '');
  const values = given.map((item, index) => (isMode(index) ? 0 : evaluateExpression(item, scope)));
  const mode = isMode(1) ? (words[1] ?? '') : '';
  return run({ values, mode, start: scope.start, end: scope.end });
}

const truth = (value: boolean): number => (value ? 1 : 0);

/** A quotient by zero is no number, and so no data point. */
const arithmetic: Readonly<Record<Operator, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '^': (left, right) => left ** right,
  '<': (left, right) => truth(left < right),
  '<=': (left, right) => truth(left <= right),
  '>': (left, right) => truth(left > right),
  '>=': (left, right) => truth(left >= right),
  '==': (left, right) => truth(left === right),
  '!=': (left, right) => truth(left !== right),
  '&&': (left, right) => truth(left !== 0 && right !== 0),
  '||': (left, right) => truth(left !== 0 || right !== 0),
};

/** One number for the whole of a request is drawn as a line where its metrics have data. */
export function asResults(value: MathValue, label: string, times: readonly number[], period: number) {
  if (typeof value === 'number') {
    return [
      { label, period, points: new Map(Number.isFinite(value) ? times.map((time) => [time, value]) : []) },
    ];
  }
  if (isSeries(value)) return [{ ...value, label }];
  // In the console's words: Expression-Label Metric-Label.
  return value.map((series) => ({ ...series, label: `${label} ${series.label}` }));
}
