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
  /** The number beside its name in the legend; bars show their sum when left out. */
  readonly figure?: string | undefined;
  /** Nobody measured it: drawn as an outline with stripes, and said so. */
  readonly estimated?: boolean | undefined;
}

export interface ChartPoint {
  /** Under the axis: "15", "now". */
  readonly label: string;
  /** Said in full where there is room: "Friday, 15:00 to 16:00". */
  readonly title?: string | undefined;
  /** By series id. Null was not measured, which is a gap and not a zero. */
  readonly values: Readonly<Record<string, number | null>>;
  /** Still filling up, so not to be compared with the others. */
  readonly partial?: boolean | undefined;
}

export type ChartKind = 'stacked-bars' | 'lines';

/** The one colour of a tone: its solid for a status, the series colour otherwise. */
export function toneColour(tone: SeriesTone): string {
  return tone.startsWith('data-') ? `var(--${tone})` : `var(--st-${tone}-solid)`;
}

/** What fills a bar: stripes tell a failure and an estimate from the rest where colours do not. */
export function hatchOf({ tone, estimated = false }: ChartSeries): 'failed' | 'estimated' | undefined {
  if (estimated) return 'estimated';
  return tone === 'failed' ? 'failed' : undefined;
}

export function valueOf(point: ChartPoint, series: ChartSeries): number | null {
  return point.values[series.id] ?? null;
}

/** Adds up what was measured; null when nothing was. */
export function seriesSum(points: readonly ChartPoint[], series: ChartSeries): number | null {
  let sum: number | null = null;
  for (const point of points) {
    const value = valueOf(point, series);
    if (value !== null) sum = (sum ?? 0) + value;
  }
  return sum;
}

/** A round number not below the largest point, so that the axis has a half worth writing. */
export function axisTop(
  points: readonly ChartPoint[],
  series: readonly ChartSeries[],
  kind: ChartKind,
): number {
  let most = 0;
  for (const point of points) {
    const values = series.map((each) => valueOf(point, each) ?? 0);
    most = Math.max(most, kind === 'lines' ? Math.max(0, ...values) : values.reduce((a, b) => a + b, 0));
  }
  return roundTop(most);
}

/** The next round number that is not below it; 1 where nothing was measured but zeros. */
export function roundTop(most: number): number {
  if (most <= 0) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(most));
  const step = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5, 8, 10].find((candidate) => candidate * magnitude >= most);
  return (step ?? 10) * magnitude;
}
