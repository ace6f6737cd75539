/** In CSS pixels per point of the page: a point is a 72nd of an inch, a CSS pixel a 96th. */
export type Scale = number;

export const actualSize: Scale = 96 / 72;

export function percentOf(scale: Scale): number {
  return Math.round((scale / actualSize) * 100);
}

export function zoomedIn(scale: Scale): Scale {
  return steps.find((step) => step > scale * nearly) ?? largest;
}

export function zoomedOut(scale: Scale): Scale {
  return steps.findLast((step) => step * nearly < scale) ?? smallest;
}

/** The largest step that is no larger: pages that are drawn for a step are found again. */
export function stepBelow(scale: Scale): Scale {
  return steps.findLast((step) => step <= scale) ?? smallest;
}

export function withinZoom(scale: Scale): Scale {
  return Math.min(largest, Math.max(smallest, scale));
}

/** Two steps that differ by less look the same. */
const nearly = 1.01;

const steps: readonly Scale[] = [
  25, 33, 50, 67, 75, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400, 500, 600,
].map((percent) => (percent / 100) * actualSize);
const smallest = 0.25 * actualSize;
const largest = 6 * actualSize;
