import { firstBucket } from '../metrics/time-range.ts';
import { ExpressionProblem, type MathCall, type MathValue, type TimeSeries } from './expression.ts';
import { isSeries, seriesOf } from './series-arithmetic.ts';

type Point = readonly [time: number, value: number];

/** FILL(series, number | series | REPEAT | LINEAR): a value for each time of the request that has none. */
export function fill(call: MathCall): MathValue {
  const [value, filler] = call.values;
  if (value === undefined || filler === undefined || call.values.length !== 2) {
    throw new ExpressionProblem('FILL takes a time series and what to fill it with');
  }
  const substitute = substituteFor(filler, call.mode);
  const series = seriesOf(value).map((one) => filled(one, substitute, call));
  return isSeries(value) ? (series[0] ?? value) : series;
}

/** From the nearest points before and after a gap. */
type Substitute = (time: number, before: Point | undefined, after: Point | undefined) => number | undefined;

function substituteFor(filler: MathValue, mode: string): Substitute {
  if (mode === 'REPEAT') return (_time, before) => before?.[1];
  if (mode === 'LINEAR') return between;
  if (typeof filler === 'number') return () => filler;
  const [others] = seriesOf(filler);
  return (time) => others?.points.get(time);
}

function between(time: number, before: Point | undefined, after: Point | undefined): number | undefined {
  if (!before || !after) return undefined;
  return before[1] + ((after[1] - before[1]) * (time - before[0])) / (after[0] - before[0]);
}

function filled(series: TimeSeries, substitute: Substitute, { start, end }: MathCall): TimeSeries {
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
