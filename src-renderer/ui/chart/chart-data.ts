export type SeriesTone =
  | 'succeeded'
  | 'review'
  | 'failed'
  | 'processing'
  | 'queued'
  | 'timeout'
  | 'data-1'
  | 'data-2'
  | 'data-3'
  | 'data-4'
  | 'data-5'
  | 'data-6';

export interface ChartSeries {
  readonly id: string;
  readonly title: string;
  readonly tone: SeriesTone;
  /** The legend shows this figure beside the name; bars show their sum if it is left out. */
  readonly figure?: string | undefined;
  /** The series was not measured, so it is drawn as a striped outline, and its title has to say so. */
  readonly estimated?: boolean | undefined;
}

export interface ChartPoint {
  /** The label stands under the axis, as in "15" or "now". */
  readonly label: string;
  /** The full title is used where there is room, as in "Friday, 15:00 to 16:00". */
  readonly title?: string | undefined;
  /** The keys are series ids. Null means not measured, which is a gap and not a zero. */
  readonly values: Readonly<Record<string, number | null>>;
  /** The period is still filling up, so it must not be compared with the others. */
  readonly partial?: boolean | undefined;
}

export type ChartKind = 'stacked-bars' | 'lines';

/** Returns the solid colour of a status, or the series colour. */
export function toneColour(tone: SeriesTone): string {
  return tone.startsWith('data-') ? `var(--${tone})` : `var(--st-${tone}-solid)`;
}

/** Returns the pattern of a bar. Stripes tell a failure and an estimate from the rest without colour. */
export function findHatch({ tone, estimated = false }: ChartSeries): 'failed' | 'estimated' | undefined {
  if (estimated) return 'estimated';
  return tone === 'failed' ? 'failed' : undefined;
}

export function readValue(point: ChartPoint, series: ChartSeries): number | null {
  return point.values[series.id] ?? null;
}

/** Adds up the measured values, and returns null if there are none. */
export function seriesSum(points: readonly ChartPoint[], series: ChartSeries): number | null {
  let sum: number | null = null;
  for (const point of points) {
    const value = readValue(point, series);
    if (value !== null) sum = (sum ?? 0) + value;
  }
  return sum;
}

/** Returns a round number not below the largest point, so that the axis has a readable half. */
export function axisTop(
  points: readonly ChartPoint[],
  series: readonly ChartSeries[],
  kind: ChartKind,
): number {
  let most = 0;
  for (const point of points) {
    const values = series.map((each) => readValue(point, each) ?? 0);
    most = Math.max(most, kind === 'lines' ? Math.max(0, ...values) : values.reduce((a, b) => a + b, 0));
  }
  return roundTop(most);
}

/** Returns the next round number that is not below the largest value, or 1 if all values are zero. */
export function roundTop(most: number): number {
  if (most <= 0) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(most));
  const step = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5, 8, 10].find((candidate) => candidate * magnitude >= most);
  return (step ?? 10) * magnitude;
}
