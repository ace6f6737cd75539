import { ExpressionProblem, type MathValue, type TimeSeries } from './expression.ts';

export function isSeries(value: MathValue): value is TimeSeries {
  return typeof value === 'object' && 'points' in value;
}

export function mapValue(value: MathValue, change: (value: number) => number): MathValue {
  if (typeof value === 'number') return change(value);
  if (isSeries(value)) return mapSeries(value, (points) => points.map(([time, one]) => [time, change(one)]));
  return value.map((series) =>
    mapSeries(series, (points) => points.map(([time, one]) => [time, change(one)])),
  );
}

/** Points in order of time; those that are no numbers are left out. */
export function mapSeries(
  series: TimeSeries,
  change: (points: [number, number][]) => [number, number][],
): TimeSeries {
  const points = change([...series.points].toSorted(([one], [other]) => one - other));
  return { ...series, points: new Map(points.filter(([, value]) => Number.isFinite(value))) };
}

/** Point by point, at the times that both sides have; a number stands at every time. */
export function zip(
  left: MathValue,
  right: MathValue,
  join: (left: number, right: number) => number,
): MathValue {
  if (typeof left === 'number') return mapValue(right, (value) => join(left, value));
  if (typeof right === 'number') return mapValue(left, (value) => join(value, right));
  if (isSeries(left) && isSeries(right)) return zipSeries(left, right, join);
  if (isSeries(left)) return seriesOf(right).map((series) => zipSeries(left, series, join));
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

export function seriesOf(value: MathValue): readonly TimeSeries[] {
  if (typeof value === 'number') throw new ExpressionProblem('A time series is expected');
  return isSeries(value) ? [value] : value;
}
