/** A point is of the beginning of its period. */
export type MetricPoint = readonly [at: number, value: number];

interface Window {
  readonly from: number;
  readonly to: number;
  readonly periodSeconds: number;
}

/** One value for each period of a window: null where nothing was reported, which is not 0. */
export function gapFilled(
  points: readonly MetricPoint[],
  { from, to, periodSeconds }: Window,
): (number | null)[] {
  const period = periodSeconds * 1_000;
  const values = Array.from<number | null>({ length: Math.max(0, Math.round((to - from) / period)) }).fill(
    null,
  );
  for (const [at, value] of points) {
    const place = Math.floor((at - from) / period);
    if (place >= 0 && place < values.length) values[place] = value;
  }
  return values;
}
