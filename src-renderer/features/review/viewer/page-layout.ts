import type { Box } from '#shared/contract/review/document.ts';
import type { Size } from './turned.ts';
import { actualSize, stepBelow, withinZoom, type Scale } from './zoom-steps.ts';

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
/** Larger print is no easier to read. */
export const largestForBox: Scale = 1.5 * actualSize;
