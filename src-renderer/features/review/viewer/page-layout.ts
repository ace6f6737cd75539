import type { Box } from '#shared/contract/review-document.ts';
import type { Place } from '#shared/domain/review/draft-rules.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The position of the page within the scrolled area, in CSS pixels. */
export interface Layout {
  readonly stage: Size;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Uses whole pixels, because a page between two pixels is blurred. */
export function layOut(page: Size, scale: Scale, view: Size): Layout {
  const width = Math.max(1, Math.round(page.width * scale));
  const height = Math.max(1, Math.round((page.height * width) / page.width));
  const stage = {
    width: Math.max(view.width, width + 2 * margin.x),
    height: Math.max(view.height, height + 2 * margin.y),
  };
  return {
    stage,
    left: Math.floor((stage.width - width) / 2),
    top: margin.y,
    width,
    height,
  };
}

/** Fits whatever the size of the page: a plan of two metres too, and a page in a window of a few lines. */
export function fitWidth(page: Size, view: Size): Scale {
  return limitFit((view.width - 2 * margin.x) / page.width);
}

export function fitPage(page: Size, view: Size): Scale {
  const byWidth = fitWidth(page, view);
  const byHeight = limitFit((view.height - 2 * margin.y) / page.height);
  if (byWidth <= byHeight) return byWidth;
  // The height follows from a whole number of pixels across, and must not become a pixel too high by it.
  const across = Math.floor(page.width * byHeight);
  const high = Math.round((page.height * across) / page.width);
  return Math.max(1, high > view.height - 2 * margin.y ? across - 1 : across) / page.width;
}

function limitFit(scale: Scale): Scale {
  return Math.min(largest, Math.max(smallestFit, scale));
}

/** A page of a few pixels still has a place on the screen. */
const smallestFit = 0.01;

/** Makes the box easy to read while its surroundings stay visible. */
export function fitBox(page: Size, view: Size, [, , width, height]: Box): Scale {
  const byWidth = (view.width * shareOfWidth) / Math.max(page.width * width, 1);
  const byHeight = (view.height * shareOfHeight) / Math.max(page.height * height, 1);
  const wanted = findStepBelow(Math.min(byWidth, byHeight, largestForBox));
  return Math.max(wanted, fitWidth(page, view));
}

export function scrollToCentre(layout: Layout, view: Size, box: Box): Point {
  const [left, top, width, height] = placeOnStage(layout, box);
  return limitToStage(layout, view, {
    x: left + width / 2 - view.width / 2,
    y: top + height / 2 - view.height / 2,
  });
}

/** Scrolls no further than needed, so that visible content stays where it is. */
export function scrollToShow(layout: Layout, view: Size, now: Point, box: Box): Point {
  const [left, top, width, height] = placeOnStage(layout, box);
  const isSeen =
    left >= now.x &&
    top >= now.y &&
    left + width <= now.x + view.width &&
    top + height <= now.y + view.height;
  return isSeen ? limitToStage(layout, view, now) : scrollToCentre(layout, view, box);
}

/** Returns the point of the page, as shares of its size, under a point of the view. */
export function findPointUnder(layout: Layout, scroll: Point, at: Point): Point {
  return {
    x: (scroll.x + at.x - layout.left) / layout.width,
    y: (scroll.y + at.y - layout.top) / layout.height,
  };
}

/** Returns the scroll position that brings a point of the page under a point of the view. */
export function scrollUnder(layout: Layout, view: Size, point: Point, at: Point): Point {
  return limitToStage(layout, view, {
    x: layout.left + point.x * layout.width - at.x,
    y: layout.top + point.y * layout.height - at.y,
  });
}

function placeOnStage(
  { left, top, width, height }: Layout,
  box: Box,
): readonly [number, number, number, number] {
  return [left + box[0] * width, top + box[1] * height, box[2] * width, box[3] * height];
}

function limitToStage({ stage }: Layout, view: Size, { x, y }: Point): Point {
  return {
    x: Math.round(Math.max(0, Math.min(x, stage.width - view.width))),
    y: Math.round(Math.max(0, Math.min(y, stage.height - view.height))),
  };
}

const margin = { x: 16, y: 12 };
const shareOfWidth = 0.4;
const shareOfHeight = 0.3;

export interface PageBox {
  readonly place: Place;
  readonly label: string;
  /** The first page is 1. */
  readonly page: number;
  readonly box: Box;
  readonly tone: 'sure' | 'flagged' | 'decided';
}

/** Fields that were read in one place, such as the cells of a line, share one box. */
export function mergeBoxes(boxes: readonly PageBox[], focused: Place | null): readonly PageBox[] {
  const kept = new Map<string, PageBox>();
  for (const box of boxes) {
    const name = box.box.join();
    const other = kept.get(name);
    if (other === undefined || rankBox(box, focused) > rankBox(other, focused)) kept.set(name, box);
  }
  return [...kept.values()];
}

function rankBox({ place, tone }: PageBox, focused: Place | null): number {
  return place === focused ? 3 : tones.indexOf(tone);
}
const tones: readonly PageBox['tone'][] = ['sure', 'decided', 'flagged'];

/** Returns the smallest box at this point: a cell before the row around it. */
export function findBoxAt(boxes: readonly PageBox[], { x, y }: Point): PageBox | undefined {
  return boxes
    .filter(
      ({ box: [left, top, width, height] }) =>
        x >= left && x <= left + width && y >= top && y <= top + height,
    )
    .toSorted((one, other) => calculateArea(one) - calculateArea(other))[0];
}

function calculateArea({ box: [, , width, height] }: PageBox): number {
  return width * height;
}

/** Clockwise rotation in degrees. */
export type Turn = 0 | 90 | 180 | 270;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function turnSize({ width, height }: Size, turn: Turn): Size {
  return isSideways(turn) ? { width: height, height: width } : { width, height };
}

export function isSideways(turn: Turn): boolean {
  return turn === 90 || turn === 270;
}

export function turnBox([left, top, width, height]: Box, turn: Turn): Box {
  if (turn === 90) return [1 - top - height, left, height, width];
  if (turn === 180) return [1 - left - width, 1 - top - height, width, height];
  if (turn === 270) return [top, 1 - left - width, height, width];
  return [left, top, width, height];
}

/** Returns a box of the rotated page as a box of the upright page. */
export function turnBoxBack(box: Box, turn: Turn): Box {
  return turnBox(box, addTurn(0, -turn));
}

export function addTurn(turn: Turn, degrees: number): Turn {
  return turns[((((turn + degrees) / 90) % 4) + 4) % 4] ?? 0;
}

const turns: readonly Turn[] = [0, 90, 180, 270];

/** CSS pixels per point of the page. A point is 1/72 inch, a CSS pixel 1/96 inch. */
export type Scale = number;

export const actualSize: Scale = 96 / 72;
/** Larger print is no easier to read. */
export const largestForBox: Scale = 1.5 * actualSize;

export function toPercent(scale: Scale): number {
  return Math.round((scale / actualSize) * 100);
}

export function zoomIn(scale: Scale): Scale {
  return steps.find((step) => step > scale * nearly) ?? largest;
}

export function zoomOut(scale: Scale): Scale {
  // A page that fits may be smaller than the smallest step.
  return steps.findLast((step) => step * nearly < scale) ?? Math.min(smallest, scale);
}

/** Returns the largest step that is no larger, so that a page drawn for a step can be reused. */
export function findStepBelow(scale: Scale): Scale {
  return steps.findLast((step) => step <= scale) ?? smallest;
}

export function limitZoom(scale: Scale): Scale {
  return Math.min(largest, Math.max(smallest, scale));
}

/** Steps that differ by less look the same. */
const nearly = 1.01;

const steps: readonly Scale[] = [
  25, 33, 50, 67, 75, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400, 500, 600,
].map((percent) => (percent / 100) * actualSize);
const smallest = 0.25 * actualSize;
const largest = 6 * actualSize;

/** Limits the width to about the pixels of a modern screen. Larger pages are shown enlarged. */
export function limitWidth(page: Size, wanted: number): number {
  return capWidth(page, wanted, 16_000_000);
}

/** Uses a smaller limit, because several pages are stored ahead. */
export function limitWidthAhead(page: Size, wanted: number): number {
  return capWidth(page, wanted, 6_000_000);
}

function capWidth({ width, height }: Size, wanted: number, mostPixels: number): number {
  const shape = height / width;
  const byArea = Math.sqrt(mostPixels / shape);
  return Math.max(1, Math.floor(Math.min(wanted, byArea, longestSide, longestSide / shape)));
}

/** The longest side of a canvas that every browser supports. */
const longestSide = 16_384;
