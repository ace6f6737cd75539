import type { Size } from './turned.ts';

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
