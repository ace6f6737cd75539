export type CountScale = 'linear' | 'square-root';

/** What part of the axis is drawn; it always ends at 1. */
export interface ShareAxis {
  readonly from: number;
}

/** Where a share lies on the axis, 0 to 1; what is below it lies at its beginning. */
export function placeOn({ from }: ShareAxis, share: number): number {
  return Math.min(1, Math.max(0, (share - from) / (1 - from)));
}

export function shareAt({ from }: ShareAxis, place: number): number {
  return from + Math.min(1, Math.max(0, place)) * (1 - from);
}

/** Every tenth that is drawn. */
export function shareTicks({ from }: ShareAxis): number[] {
  return Array.from({ length: 11 }, (_, tenth) => tenth / 10).filter((share) => share >= from);
}

/** How high a count stands, of the highest. */
export function heightOf(count: number, top: number, scale: CountScale): number {
  if (top <= 0 || count <= 0) return 0;
  const part = Math.min(1, count / top);
  return scale === 'linear' ? part : Math.sqrt(part);
}

/** Round counts that stand well apart, lowest first: 50, 200, 500. */
export function countTicks(top: number, scale: CountScale): number[] {
  if (top < 1) return [];
  if (scale === 'linear') {
    const step = Math.max(1, roundNear(top / 3));
    return Array.from({ length: Math.floor(top / step) }, (_, place) => step * (place + 1));
  }
  const ticks: number[] = [];
  let above = Number.POSITIVE_INFINITY;
  for (const round of roundUpTo(top)) {
    const height = heightOf(round, top, scale);
    if (above - height < wellApart || (height < wellApart && ticks.length > 0)) continue;
    ticks.unshift(round);
    above = height;
  }
  return ticks;
}

/** Ticks that a chip would lie on are left out. */
export function clearTicks(
  ticks: readonly number[],
  axis: ShareAxis,
  taken: readonly number[],
  room: number,
): number[] {
  return ticks.filter((tick) => taken.every((place) => Math.abs(placeOn(axis, tick) - place) > room));
}

const wellApart = 0.2;

/** 1, 2, 5, 10 and so on, the highest first. */
function roundUpTo(top: number): number[] {
  const magnitudes = Array.from({ length: Math.floor(Math.log10(top)) + 1 }, (_, zeros) => 10 ** zeros);
  return magnitudes
    .flatMap((magnitude) => [magnitude, 2 * magnitude, 5 * magnitude])
    .filter((round) => round <= top)
    .toReversed();
}

/** The nearest of 1, 2, 5, 10 and so on, as far as factors go. */
function roundNear(count: number): number {
  if (count < 0.75) return 0;
  const magnitude = 10 ** Math.floor(Math.log10(count));
  const far = (round: number): number => Math.abs(Math.log(count / round));
  return [1, 2, 5, 10]
    .map((step) => step * magnitude)
    .reduce((best, each) => (far(each) < far(best) ? each : best));
}
