import {
  ExpressionProblem,
  type Expression,
  type MathCall,
  type MathValue,
  type Operator,
  type TimeSeries,
} from './math-expression.ts';
import { firstBucket } from './time-range.ts';

/** An expression can refer to these. */
export interface MathScope {
  /** The result of another query; undefined for an id that no query has. */
  read(id: string): MathValue | undefined;
  /** METRICS(): the metrics of the request, those whose id holds the text. */
  metrics(text: string): MathValue;
  /** The time range of the request, in milliseconds. */
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
      return callFunction(expression.name, expression.given, scope);
    default:
      throw new ExpressionProblem('A text can only be an argument of METRICS()');
  }
}

function readWord(name: string, scope: MathScope): MathValue {
  const value = scope.read(name);
  if (value === undefined) throw new ExpressionProblem(`The id '${name}' is not defined`);
  return value;
}

function callFunction(name: string, given: readonly Expression[], scope: MathScope): MathValue {
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

/** A division by zero gives no number, and so no data point. */
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
  // The console labels a result like this: Expression-Label Metric-Label.
  return value.map((series) => ({ ...series, label: `${label} ${series.label}` }));
}

type MathFunction = (call: MathCall) => MathValue;

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html#metric-math-syntax-functions-list */
const mathFunctions: ReadonlyMap<string, MathFunction> = new Map<string, MathFunction>([
  ['SUM', reducing((values) => values.reduce((sum, value) => sum + value, 0))],
  ['AVG', reducing((values) => values.reduce((sum, value) => sum + value, 0) / values.length)],
  ['MIN', reducing((values) => values.reduce((least, value) => Math.min(least, value)))],
  ['MAX', reducing((values) => values.reduce((most, value) => Math.max(most, value)))],
  ['ABS', changing(Math.abs)],
  ['CEIL', changing(Math.ceil)],
  ['FLOOR', changing(Math.floor)],
  ['FILL', fill],
  ['RATE', ({ values }) => mapEach(only(values, 1)[0], (series) => differences(series, true))],
  ['DIFF', ({ values }) => mapEach(only(values, 1)[0], (series) => differences(series, false))],
  ['PERIOD', ({ values }) => toSeriesList(only(values, 1)[0] ?? 0)[0]?.period ?? 0],
  ['IF', ({ values }) => choose(values)],
]);

/** One series becomes a number; several become a series: their values at each time. */
function reducing(reduce: (values: number[]) => number): MathFunction {
  return ({ values }) => {
    const [value] = only(values, 1);
    if (value === undefined || typeof value === 'number') {
      throw new ExpressionProblem('A time series is expected');
    }
    if (isSeries(value)) return value.points.size > 0 ? reduce([...value.points.values()]) : Number.NaN;
    const byTime = new Map<number, number[]>();
    for (const { points } of value) {
      for (const [time, one] of points) byTime.set(time, [...(byTime.get(time) ?? []), one]);
    }
    const points = [...byTime].map(([time, all]): [number, number] => [time, reduce(all)]);
    return { label: '', period: value[0]?.period ?? 60, points: new Map(points) };
  };
}

function changing(change: (value: number) => number): MathFunction {
  return ({ values }) => mapValue(only(values, 1)[0] ?? 0, change);
}

function mapEach(value: MathValue | undefined, change: (series: TimeSeries) => TimeSeries): MathValue {
  const series = toSeriesList(value ?? 0);
  return value !== undefined && isSeries(value) ? change(value) : series.map(change);
}

/** Compares each point with the next; RATE divides by the seconds between them. */
function differences(series: TimeSeries, isRate: boolean): TimeSeries {
  return mapSeries(series, (points) =>
    points.slice(1).map(([time, value], index): [number, number] => {
      const [before = time, last = value] = points[index] ?? [];
      return [time, (value - last) / (isRate ? (time - before) / 1_000 : 1)];
    }),
  );
}

function choose(values: readonly MathValue[]): MathValue {
  if (values.length < 2 || values.length > 3) throw new ExpressionProblem('IF takes two or three arguments');
  const [condition = 0, then = 0, otherwise] = values;
  if (typeof condition === 'number') {
    const isFalse = condition === 0 || Number.isNaN(condition);
    return isFalse ? matchShape(otherwise, then) : matchShape(then, otherwise);
  }
  if (!isSeries(condition)) throw new ExpressionProblem('The condition of IF is one time series');
  return mapSeries(condition, (points) =>
    points.flatMap(([time, outcome]): [number, number][] => {
      const chosen = outcome === 0 ? otherwise : then;
      if (chosen === undefined) return [];
      const value = typeof chosen === 'number' ? chosen : toSeriesList(chosen)[0]?.points.get(time);
      return value === undefined ? [] : [[time, value]];
    }),
  );
}

/**
 * The kind of the result must not depend on the condition, so the chosen value gets the form of the other one.
 */
function matchShape(chosen: MathValue | undefined, other: MathValue | undefined): MathValue {
  if (chosen === undefined) return mapValue(other ?? Number.NaN, () => Number.NaN);
  return typeof chosen === 'number' && other !== undefined ? mapValue(other, () => chosen) : chosen;
}

function only(values: readonly MathValue[], count: number): readonly MathValue[] {
  if (values.length === count) return values;
  throw new ExpressionProblem(`Expected ${count} argument, found ${values.length}`);
}

type Point = readonly [time: number, value: number];

/** FILL(series, number | series | REPEAT | LINEAR): a value for each time of the request that has none. */
function fill(call: MathCall): MathValue {
  const [value, filler] = call.values;
  if (value === undefined || filler === undefined || call.values.length !== 2) {
    throw new ExpressionProblem('FILL takes a time series and what to fill it with');
  }
  const substitute = chooseSubstitute(filler, call.mode);
  const series = toSeriesList(value).map((one) => fillGaps(one, substitute, call));
  return isSeries(value) ? (series[0] ?? value) : series;
}

/** Interpolates between the nearest points before and after a gap. */
type Substitute = (time: number, before: Point | undefined, after: Point | undefined) => number | undefined;

function chooseSubstitute(filler: MathValue, mode: string): Substitute {
  if (mode === 'REPEAT') return (_time, before) => before?.[1];
  if (mode === 'LINEAR') return interpolate;
  if (typeof filler === 'number') return () => filler;
  const [others] = toSeriesList(filler);
  return (time) => others?.points.get(time);
}

function interpolate(time: number, before: Point | undefined, after: Point | undefined): number | undefined {
  if (!before || !after) return undefined;
  return before[1] + ((after[1] - before[1]) * (time - before[0])) / (after[0] - before[0]);
}

function fillGaps(series: TimeSeries, substitute: Substitute, { start, end }: MathCall): TimeSeries {
  const step = series.period * 1_000;
  const known = [...series.points].toSorted(([one], [other]) => one - other);
  const points = new Map<number, number>();
  let next = 0;
  for (let time = firstBucket({ start, end }, step); time < end; time += step) {
    while ((known[next]?.[0] ?? end) < time) next += 1;
    const value = series.points.get(time) ?? substitute(time, known[next - 1], known[next]);
    if (value !== undefined) points.set(time, value);
  }
  return { ...series, points };
}

function isSeries(value: MathValue): value is TimeSeries {
  return typeof value === 'object' && 'points' in value;
}

function mapValue(value: MathValue, change: (value: number) => number): MathValue {
  if (typeof value === 'number') return change(value);
  if (isSeries(value)) return mapSeries(value, (points) => points.map(([time, one]) => [time, change(one)]));
  return value.map((series) =>
    mapSeries(series, (points) => points.map(([time, one]) => [time, change(one)])),
  );
}

/** Points in order of time; those that are no numbers are left out. */
function mapSeries(
  series: TimeSeries,
  change: (points: [number, number][]) => [number, number][],
): TimeSeries {
  const points = change([...series.points].toSorted(([one], [other]) => one - other));
  return { ...series, points: new Map(points.filter(([, value]) => Number.isFinite(value))) };
}

/** Point by point, at the times that both sides have; a number stands at every time. */
function zip(left: MathValue, right: MathValue, join: (left: number, right: number) => number): MathValue {
  if (typeof left === 'number') return mapValue(right, (value) => join(left, value));
  if (typeof right === 'number') return mapValue(left, (value) => join(value, right));
  if (isSeries(left) && isSeries(right)) return zipSeries(left, right, join);
  if (isSeries(left)) return toSeriesList(right).map((series) => zipSeries(left, series, join));
  if (isSeries(right)) return left.map((series) => zipSeries(series, right, join));
  if (left.length !== right.length) throw new ExpressionProblem('The lists have different lengths');
  return left.map((series, index) => zipSeries(series, right[index] ?? series, join));
}

function zipSeries(
  left: TimeSeries,
  right: TimeSeries,
  join: (left: number, right: number) => number,
): TimeSeries {
  return mapSeries(left, (points) =>
    points.flatMap(([time, value]): [number, number][] => {
      const other = right.points.get(time);
      return other === undefined ? [] : [[time, join(value, other)]];
    }),
  );
}

function toSeriesList(value: MathValue): readonly TimeSeries[] {
  if (typeof value === 'number') throw new ExpressionProblem('A time series is expected');
  return isSeries(value) ? [value] : value;
}
