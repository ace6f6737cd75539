/** Many values of one moment, as far as CloudWatch remembers them. */
export interface Aggregate {
  count: number;
  sum: number;
  min: number;
  max: number;
  /**
   * How often each value occurred. Left out where all are equal or the single values are unknown (a statistic
   * set).
   */
  values?: Map<number, number>;
}

/**
 * With more different values than this, a moment keeps two digits of each: percentiles are estimates on AWS,
 * too.
 */
const mostValues = 1_000;

export function toAggregate(value: number, count = 1): Aggregate {
  return { count, sum: value * count, min: value, max: value };
}

export function aggregateValues(values: readonly number[], counts: readonly number[]): Aggregate {
  const whole = toAggregate(values[0] ?? 0, counts[0] ?? 1);
  values.slice(1).forEach((value, index) => add(whole, toAggregate(value, counts[index + 1] ?? 1)));
  return whole;
}

/**
 * Does the same as `add` for a single value, without creating an object: engines report tens of thousands a
 * second.
 */
export function addValue(whole: Aggregate, value: number): void {
  if (value < whole.min || value > whole.max || whole.min !== whole.max) {
    add(whole, toAggregate(value));
    return;
  }
  whole.count += 1;
  whole.sum += value;
}

/** Adds `other` to `whole` `times` times. */
export function add(whole: Aggregate, other: Aggregate, times = 1): void {
  const mine = listValueCounts(whole);
  const theirs = listValueCounts(other);
  whole.count += other.count * times;
  whole.sum += other.sum * times;
  whole.min = Math.min(whole.min, other.min);
  whole.max = Math.max(whole.max, other.max);
  if (whole.min === whole.max) return;
  if (!mine || !theirs) {
    delete whole.values;
    return;
  }
  const values = whole.values ?? new Map(mine);
  for (const [value, count] of theirs) values.set(value, (values.get(value) ?? 0) + count * times);
  whole.values = values.size > mostValues ? roundValues(values) : values;
}

export function copyAggregate(aggregate: Aggregate, times = 1): Aggregate {
  const { count, sum, min, max, values } = aggregate;
  return {
    count: count * times,
    sum: sum * times,
    min,
    max,
    ...(values ? { values: new Map([...values].map(([value, n]) => [value, n * times])) } : {}),
  };
}

/** Returns undefined if the values are unknown. */
function listValueCounts({ count, min, max, values }: Aggregate): Iterable<[number, number]> | undefined {
  return min === max ? [[min, count]] : values;
}

function roundValues(values: Map<number, number>): Map<number, number> {
  const merged = new Map<number, number>();
  for (const [value, count] of values) {
    const near = Number(value.toPrecision(2));
    merged.set(near, (merged.get(near) ?? 0) + count);
  }
  return merged;
}

/**
 * Returns undefined for a percentile if the single values are unknown.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Statistics-definitions.html
 */
export function computeStatistic(aggregate: Aggregate, statistic: string): number | undefined {
  const { count, sum, min, max } = aggregate;
  if (statistic === 'SampleCount') return count;
  if (statistic === 'Sum') return sum;
  if (statistic === 'Average') return sum / count;
  if (statistic === 'Minimum') return min;
  if (statistic === 'Maximum') return max;
  const values = listValueCounts(aggregate);
  if (!values || min < 0) return undefined;
  // This subtracts a little because 0.07 × 100 is slightly more than 7.
  const rank = (Number(statistic.slice(1)) / 100) * count * (1 - 1e-12);
  let seen = 0;
  for (const [value, times] of [...values].toSorted(([one], [other]) => one - other)) {
    seen += times;
    // When there are many values only two digits are kept, so a value may lie outside the real range.
    if (seen >= rank) return Math.min(max, Math.max(min, value));
  }
  return max;
}

export function sameAggregate(one: Aggregate, other: Aggregate): boolean {
  return (
    one.count === other.count &&
    one.sum === other.sum &&
    one.min === other.min &&
    one.max === other.max &&
    !one.values &&
    !other.values
  );
}
