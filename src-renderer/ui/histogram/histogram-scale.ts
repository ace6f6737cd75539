import type { StatusName } from '../status.tsx';

export type CountScale = 'linear' | 'square-root';

/** Only a part of the axis may be drawn, but it always ends at 1. */
export interface ShareAxis {
  readonly from: number;
}

/** Returns the place of a share on the axis, from 0 to 1; lower shares lie at its beginning. */
export function placeOn({ from }: ShareAxis, share: number): number {
  return Math.min(1, Math.max(0, (share - from) / (1 - from)));
}

export function shareAt({ from }: ShareAxis, place: number): number {
  return from + Math.min(1, Math.max(0, place)) * (1 - from);
}

/** Returns every tenth that the axis shows. */
export function shareTicks({ from }: ShareAxis): number[] {
  return Array.from({ length: 11 }, (_, tenth) => tenth / 10).filter((share) => share >= from);
}

/** Returns the height of a count relative to the highest one. */
export function computeHeight(count: number, top: number, scale: CountScale): number {
  if (top <= 0 || count <= 0) return 0;
  const part = Math.min(1, count / top);
  return scale === 'linear' ? part : Math.sqrt(part);
}

/** Returns round counts that stand well apart, lowest first, such as 50, 200, 500. */
export function countTicks(top: number, scale: CountScale): number[] {
  if (top < 1) return [];
  if (scale === 'linear') {
    const step = Math.max(1, roundNear(top / 3));
    return Array.from({ length: Math.floor(top / step) }, (_, place) => step * (place + 1));
  }
  const ticks: number[] = [];
  let above = Number.POSITIVE_INFINITY;
  for (const round of roundUpTo(top)) {
    const height = computeHeight(round, top, scale);
    if (above - height < wellApart || (height < wellApart && ticks.length > 0)) continue;
    ticks.unshift(round);
    above = height;
  }
  return ticks;
}

/** Leaves out the ticks that a chip would cover. */
export function clearTicks(
  ticks: readonly number[],
  axis: ShareAxis,
  taken: readonly number[],
  room: number,
): number[] {
  return ticks.filter((tick) => taken.every((place) => Math.abs(placeOn(axis, tick) - place) > room));
}

const wellApart = 0.2;

/** Returns 1, 2, 5, 10 and so on up to the top, the highest first. */
function roundUpTo(top: number): number[] {
  const magnitudes = Array.from({ length: Math.floor(Math.log10(top)) + 1 }, (_, zeros) => 10 ** zeros);
  return magnitudes
    .flatMap((magnitude) => [magnitude, 2 * magnitude, 5 * magnitude])
    .filter((round) => round <= top)
    .toReversed();
}

/** Returns the nearest of 1, 2, 5, 10 and so on, measured as a factor. */
function roundNear(count: number): number {
  if (count < 0.75) return 0;
  const magnitude = 10 ** Math.floor(Math.log10(count));
  const far = (round: number): number => Math.abs(Math.log(count / round));
  return [1, 2, 5, 10]
    .map((step) => step * magnitude)
    .reduce((best, each) => (far(each) < far(best) ? each : best));
}

/** Each part of a bar has its own fill, so that it can be read without colour. */
type BarFill = 'right' | 'corrected' | 'unusable' | 'unknown';

export interface HistogramSeries {
  readonly id: string;
  readonly title: string;
  readonly fill: BarFill;
}

export interface HistogramBin {
  readonly from: number;
  readonly to: number;
  /** The keys are series ids. */
  readonly counts: Readonly<Record<string, number>>;
}

export interface HistogramHandle {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  /** The chip of the handle shows this text. */
  readonly text: string;
  /** The handle may move between these two values. */
  readonly least: number;
  readonly most: number;
  /** The text is read out after a move, as in "0.50, 4.3 % fail". */
  readonly valueText: string;
}

/** A zone describes the outcome of the documents between two handles. */
export interface HistogramZone {
  readonly status: StatusName;
  /** The range is written as in "0.50 to 0.88". */
  readonly range: string;
  /** The share is written as in "37.3 %", and is undefined while it is unknown. */
  readonly share?: string | undefined;
}

export interface HistogramDrawing {
  readonly label: string;
  readonly axisFrom: number;
  readonly scale: CountScale;
  readonly bins: readonly HistogramBin[];
  /** The lowest series comes first. */
  readonly series: readonly HistogramSeries[];
}

export function sumBin({ counts }: HistogramBin, series: readonly HistogramSeries[]): number {
  return series.reduce((sum, { id }) => sum + (counts[id] ?? 0), 0);
}

export function findHighest(bins: readonly HistogramBin[], series: readonly HistogramSeries[]): number {
  return bins.reduce((most, bin) => Math.max(most, sumBin(bin, series)), 0);
}

/** Returns the bin in words, as in "0.84 to 0.86: 120 right as read, 30 corrected". */
export function describeBin(bin: HistogramBin, series: readonly HistogramSeries[]): string {
  const parts = series.flatMap(({ id, title }) => {
    const count = bin.counts[id] ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${title}`];
  });
  return `${formatRange(bin)}: ${parts.length === 0 ? 'none' : parts.join(', ')}`;
}

export function formatRange({ from, to }: Pick<HistogramBin, 'from' | 'to'>): string {
  return `${from.toFixed(2)} to ${to.toFixed(2)}`;
}

/** Describes the movement of a handle. The model decides how long a step is and where it ends. */
export type HandleMove =
  | { readonly kind: 'by'; readonly steps: number }
  | { readonly kind: 'to'; readonly value: number };

interface Press {
  readonly key: string;
  readonly shiftKey: boolean;
}

interface Bounds {
  readonly least: number;
  readonly most: number;
}

const stepsOf: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

/** Follows the keys of a slider; with Shift an arrow goes five steps at once. */
export function moveOfKey({ key, shiftKey }: Press, { least, most }: Bounds): HandleMove | undefined {
  if (key === 'Home') return { kind: 'to', value: least };
  if (key === 'End') return { kind: 'to', value: most };
  const steps = Object.hasOwn(stepsOf, key) ? stepsOf[key] : undefined;
  if (steps === undefined) return undefined;
  return { kind: 'by', steps: shiftKey && key.startsWith('Arrow') ? steps * 5 : steps };
}
