import type { Box } from '#shared/contract/review-document.ts';
import type { Place } from '#shared/domain/review/draft-rules.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where the sheet lies on what is scrolled, in CSS pixels. */
export interface Layout {
  readonly stage: Size;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** In whole pixels: a sheet between two of them is drawn blurred. */
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

export function fitWidth(page: Size, view: Size): Scale {
  return withinZoom((view.width - 2 * margin.x) / page.width);
}

/** So that the box is read without effort and what stands around it is still seen. */
export function fitBox(page: Size, view: Size, [, , width, height]: Box): Scale {
  const byWidth = (view.width * shareOfWidth) / Math.max(page.width * width, 1);
  const byHeight = (view.height * shareOfHeight) / Math.max(page.height * height, 1);
  const wanted = stepBelow(Math.min(byWidth, byHeight, largestForBox));
  return Math.max(wanted, fitWidth(page, view));
}

export function scrollToCentre(layout: Layout, view: Size, box: Box): Point {
  const [left, top, width, height] = onStage(layout, box);
  return withinStage(layout, view, {
    x: left + width / 2 - view.width / 2,
    y: top + height / 2 - view.height / 2,
  });
}

/** Only as much as it takes: what is in sight stays where it is. */
export function scrollToShow(layout: Layout, view: Size, now: Point, box: Box): Point {
  const [left, top, width, height] = onStage(layout, box);
  const isSeen =
    left >= now.x &&
    top >= now.y &&
    left + width <= now.x + view.width &&
    top + height <= now.y + view.height;
  return isSeen ? withinStage(layout, view, now) : scrollToCentre(layout, view, box);
}

/** The point of the page, as shares of it, that lies under a point of the view. */
export function pointUnder(layout: Layout, scroll: Point, at: Point): Point {
  return {
    x: (scroll.x + at.x - layout.left) / layout.width,
    y: (scroll.y + at.y - layout.top) / layout.height,
  };
}

/** The scrolling that brings a point of the page under a point of the view. */
export function scrollUnder(layout: Layout, view: Size, point: Point, at: Point): Point {
  return withinStage(layout, view, {
    x: layout.left + point.x * layout.width - at.x,
    y: layout.top + point.y * layout.height - at.y,
  });
}

function onStage({ left, top, width, height }: Layout, box: Box): readonly [number, number, number, number] {
  return [left + box[0] * width, top + box[1] * height, box[2] * width, box[3] * height];
}

function withinStage({ stage }: Layout, view: Size, { x, y }: Point): Point {
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
  /** From 1. */
  readonly page: number;
  readonly box: Box;
  readonly tone: 'sure' | 'flagged' | 'decided';
}

/** Fields that were read in one place, such as the cells of a line, have one box between them. */
export function onePerBox(boxes: readonly PageBox[], focused: Place | null): readonly PageBox[] {
  const kept = new Map<string, PageBox>();
  for (const box of boxes) {
    const name = box.box.join();
    const other = kept.get(name);
    if (other === undefined || weightOf(box, focused) > weightOf(other, focused)) kept.set(name, box);
  }
  return [...kept.values()];
}

function weightOf({ place, tone }: PageBox, focused: Place | null): number {
  return place === focused ? 3 : tones.indexOf(tone);
}
const tones: readonly PageBox['tone'][] = ['sure', 'decided', 'flagged'];

/** The smallest of those that lie there: a cell before the row that is around it. */
export function boxAt(boxes: readonly PageBox[], { x, y }: Point): PageBox | undefined {
  return boxes
    .filter(
      ({ box: [left, top, width, height] }) =>
        x >= left && x <= left + width && y >= top && y <= top + height,
    )
    .toSorted((one, other) => areaOf(one) - areaOf(other))[0];
}

function areaOf({ box: [, , width, height] }: PageBox): number {
  return width * height;
}

/** Clockwise, in degrees. */
export type Turn = 0 | 90 | 180 | 270;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function turnedSize({ width, height }: Size, turn: Turn): Size {
  return isSideways(turn) ? { width: height, height: width } : { width, height };
}

export function isSideways(turn: Turn): boolean {
  return turn === 90 || turn === 270;
}

export function turnedBox([left, top, width, height]: Box, turn: Turn): Box {
  if (turn === 90) return [1 - top - height, left, height, width];
  if (turn === 180) return [1 - left - width, 1 - top - height, width, height];
  if (turn === 270) return [top, 1 - left - width, height, width];
  return [left, top, width, height];
}

export function turnBy(turn: Turn, degrees: number): Turn {
  return turns[((((turn + degrees) / 90) % 4) + 4) % 4] ?? 0;
}

const turns: readonly Turn[] = [0, 90, 180, 270];

/** In CSS pixels per point of the page: a point is a 72nd of an inch, a CSS pixel a 96th. */
export type Scale = number;

export const actualSize: Scale = 96 / 72;
/** Larger print is no easier to read. */
export const largestForBox: Scale = 1.5 * actualSize;

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

/** In pixels, no more than a screen of today needs: larger ones are shown enlarged. */
export function pixelsWide(page: Size, wanted: number): number {
  return capped(page, wanted, 16_000_000);
}

/** Several wait at a time. */
export function pixelsWideAhead(page: Size, wanted: number): number {
  return capped(page, wanted, 6_000_000);
}

function capped({ width, height }: Size, wanted: number, mostPixels: number): number {
  const shape = height / width;
  const byArea = Math.sqrt(mostPixels / shape);
  return Math.max(1, Math.floor(Math.min(wanted, byArea, longestSide, longestSide / shape)));
}

/** Of a canvas, in any browser. */
const longestSide = 16_384;
