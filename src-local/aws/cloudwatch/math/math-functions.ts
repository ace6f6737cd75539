import { ExpressionProblem, type MathCall, type MathValue, type TimeSeries } from './expression.ts';
import { fill } from './fill.ts';
import { isSeries, mapSeries, mapValue, seriesOf } from './series-arithmetic.ts';

type MathFunction = (call: MathCall) => MathValue;

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html#metric-math-syntax-functions-list */
export const mathFunctions: ReadonlyMap<string, MathFunction> = new Map<string, MathFunction>([
  ['SUM', reducing((values) => values.reduce((sum, value) => sum + value, 0))],
  ['AVG', reducing((values) => values.reduce((sum, value) => sum + value, 0) / values.length)],
  ['MIN', reducing((values) => values.reduce((least, value) => Math.min(least, value)))],
  ['MAX', reducing((values) => values.reduce((most, value) => Math.max(most, value)))],
  ['ABS', changing(Math.abs)],
  ['CEIL', changing(Math.ceil)],
  ['FLOOR', changing(Math.floor)],
  ['FILL', fill],
  ['RATE', ({ values }) => each(only(values, 1)[0], (series) => differences(series, true))],
  ['DIFF', ({ values }) => each(only(values, 1)[0], (series) => differences(series, false))],
  ['PERIOD', ({ values }) => seriesOf(only(values, 1)[0] ?? 0)[0]?.period ?? 0],
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

function each(value: MathValue | undefined, change: (series: TimeSeries) => TimeSeries): MathValue {
  const series = seriesOf(value ?? 0);
  return value !== undefined && isSeries(value) ? change(value) : series.map(change);
}

/** From each point to the next, for RATE by the seconds between them. */
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
    return isFalse ? shaped(otherwise, then) : shaped(then, otherwise);
  }
  if (!isSeries(condition)) throw new ExpressionProblem('The condition of IF is one time series');
  return mapSeries(condition, (points) =>
    points.flatMap(([time, truth]): [number, number][] => {
      const chosen = truth === 0 ? otherwise : then;
      if (chosen === undefined) return [];
      const value = typeof chosen === 'number' ? chosen : seriesOf(chosen)[0]?.points.get(time);
      return value === undefined ? [] : [[time, value]];
    }),
  );
}

/** Whether a number is true must not decide whether a time series comes out: what is chosen looks like the other. */
function shaped(chosen: MathValue | undefined, other: MathValue | undefined): MathValue {
  if (chosen === undefined) return mapValue(other ?? Number.NaN, () => Number.NaN);
  return typeof chosen === 'number' && other !== undefined ? mapValue(other, () => chosen) : chosen;
}

function only(values: readonly MathValue[], count: number): readonly MathValue[] {
  if (values.length === count) return values;
  throw new ExpressionProblem(`Expected ${count} argument, found ${values.length}`);
}
