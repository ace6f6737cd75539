import type { Box } from '../../../pipelines/extraction/readers.ts';
import type { SheetRecipe } from '../sheet.ts';
import { hashOf, throwOf } from '../throws.ts';
import type { Area } from './pen.ts';
import { paper } from './room-of.ts';

/** Radians, clockwise as seen: how askew this page lay on the glass. */
export function tiltOf(recipe: SheetRecipe, page: number): number {
  if (!recipe.isScanned) return 0;
  const share = throwOf(hashOf(recipe.seed), 60 + page);
  const degrees = (0.15 + Math.abs(share - 0.5) * 0.9) * (share < 0.5 ? -1 : 1);
  return (degrees * Math.PI) / 180;
}

/** As shares of the page, upright, around what the tilt has made of it. */
export function boxOf(area: Omit<Area, 'page'>, tilt: number): Box {
  if (tilt === 0) {
    return shares(area.x, area.y, area.width, area.height);
  }
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  const [middleX, middleY] = [paper.width / 2, paper.height / 2];
  const [x, y] = [area.x + area.width / 2 - middleX, area.y + area.height / 2 - middleY];
  const width = area.width * cos + area.height * Math.abs(sin);
  const height = area.width * Math.abs(sin) + area.height * cos;
  return shares(
    middleX + x * cos - y * sin - width / 2,
    middleY + x * sin + y * cos - height / 2,
    width,
    height,
  );
}

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
