import { ExpressionProblem, type MathValue, type TimeSeries } from './expression.ts';
import type { MathCall } from './math-functions.ts';
import { isSeries, seriesOf } from './series-arithmetic.ts';

/** FILL(series, number | series | REPEAT | LINEAR): a value for each time of the request that has none. */
export function fill({ values, mode, start, end }: MathCall): MathValue {
  const [value, filler] = values;
  if (value === undefined || filler === undefined || values.length !== 2) {
    throw new ExpressionProblem('FILL takes a time series and what to fill it with');
  }
  const series = seriesOf(value).map((one) => filled(one, filler, mode, start, end));
  return isSeries(value) ? (series[0] ?? value) : series;
}

function filled(series: TimeSeries, filler: MathValue, mode: string, start: number, end: number): TimeSeries {
  const step = series.period * 1_000;
  const points = new Map<number, number>();
  // A series without any point has nothing to repeat, but a number stands everywhere.
  const [known = start] = series.points.keys();
  const first = known - Math.floor((known - start) / step) * step;
  for (let time = first; time < end; time += step) {
    const value = series.points.get(time) ?? substitute(series, time, filler, mode);
    if (value !== undefined) points.set(time, value);
  }
  return { ...series, points };
}

function substitute(series: TimeSeries, time: number, filler: MathValue, mode: string): number | undefined {
  if (mode === '') return typeof filler === 'number' ? filler : seriesOf(filler)[0]?.points.get(time);
  const times = [...series.points.keys()];
  const before = times.filter((one) => one < time).reduce((one, other) => Math.max(one, other), -Infinity);
  const earlier = series.points.get(before);
  if (mode === 'REPEAT' || earlier === undefined) return mode === 'REPEAT' ? earlier : undefined;
  const after = times.filter((one) => one > time).reduce((one, other) => Math.min(one, other), Infinity);
  const later = series.points.get(after);
  if (later === undefined) return undefined;
  return earlier + ((later - earlier) * (time - before)) / (after - before);
}
