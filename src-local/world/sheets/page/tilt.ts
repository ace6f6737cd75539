import type { Box } from '../../../pipelines/extraction/readers.ts';
import type { SheetRecipe } from '../sheet.ts';
import { hashOf, throwOf } from '../throws.ts';
import type { Area } from './pen.ts';
import { paper } from './room-of.ts';

/** How a page's boxes are turned with it. */
export interface Turn {
  readonly cos: number;
  readonly sin: number;
}

export function turnOf(recipe: SheetRecipe, page: number): Turn {
  const tilt = tiltOf(recipe, page);
  return tilt === 0 ? straight : { cos: Math.cos(tilt), sin: Math.sin(tilt) };
}
export const straight: Turn = { cos: 1, sin: 0 };

/** Radians, clockwise as seen: how askew this page lay on the glass. */
export function tiltOf(recipe: SheetRecipe, page: number): number {
  if (!recipe.isScanned) return 0;
  const share = throwOf(hashOf(recipe.seed), 60 + page);
  const degrees = (0.15 + Math.abs(share - 0.5) * 0.9) * (share < 0.5 ? -1 : 1);
  return (degrees * Math.PI) / 180;
}

/** As shares of the page, upright, around what the tilt has made of it. */
export function boxOf(area: Omit<Area, 'page'>, { cos, sin }: Turn): Box {
  if (sin === 0) {
    return shares(area.x, area.y, area.width, area.height);
  }
  const x = area.x + area.width / 2 - middleX;
  const y = area.y + area.height / 2 - middleY;
  const width = area.width * cos + area.height * Math.abs(sin);
  const height = area.width * Math.abs(sin) + area.height * cos;
  return shares(
    middleX + x * cos - y * sin - width / 2,
    middleY + x * sin + y * cos - height / 2,
    width,
    height,
  );
}

const middleX = paper.width / 2;
const middleY = paper.height / 2;

function shares(x: number, y: number, width: number, height: number): Box {
  return [
    rounded(x / paper.width),
    rounded(y / paper.height),
    rounded(width / paper.width),
    rounded(height / paper.height),
  ];
}

/** A ten-thousandth of a page is less than a printed dot, and short in an item. */
function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
