import type { Ink } from '../page/pen.ts';
import type { SheetRecipe } from '../sheet.ts';

/** Red, green and blue, 0 to 1. */
export type Colour = readonly [number, number, number];

export interface Palette {
  readonly paper: Colour;
  /** How much of the ink is left on the paper, 0 to 1. */
  readonly strength: number;
  colourOf(ink: Ink, strength?: number): Colour;
}

/** A printer's inks on white, or what a scanner has made of them. */
export function paletteOf(recipe: SheetRecipe, brand: number): Palette {
  const paper: Colour = recipe.isScanned ? [0.953, 0.945, 0.918] : [1, 1, 1];
  const strength = recipe.defect === 'illegible' ? 0.24 : recipe.isScanned ? 0.84 : 1;
  const house = brands[brand % brands.length] ?? inks.black;
  return {
    paper,
    strength,
    colourOf(ink, own = strength) {
      if (ink === 'white') return paper;
      // What is set in white has to stand out from it.
      if (ink === 'brand') return blend(house, paper, Math.max(own, 0.5));
      if (ink === 'tint') return blend(house, paper, 0.07);
      return blend(inks[ink], paper, own);
    },
  };
}

/** `share` of the first on the second. */
function blend(one: Colour, other: Colour, share: number): Colour {
  const mix = (a: number, b: number): number => a * share + b * (1 - share);
  return [mix(one[0], other[0]), mix(one[1], other[1]), mix(one[2], other[2])];
}

const inks: Readonly<Record<Exclude<Ink, 'white' | 'brand' | 'tint'>, Colour>> = {
  black: [0.12, 0.15, 0.18],
  faint: [0.42, 0.45, 0.48],
  line: [0.8, 0.79, 0.76],
  shade: [0.905, 0.896, 0.865],
  stamp: [0.5, 0.56, 0.76],
  pen: [0.22, 0.27, 0.48],
};
const brands: readonly Colour[] = [
  [0.24, 0.33, 0.4],
  [0.12, 0.3, 0.47],
  [0.11, 0.4, 0.38],
  [0.48, 0.2, 0.24],
  [0.2, 0.36, 0.24],
  [0.3, 0.26, 0.46],
];
