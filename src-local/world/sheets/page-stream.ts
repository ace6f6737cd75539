import { paper } from './page-design.ts';
import type { Ink } from './pen.ts';
import type { SheetRecipe } from './sheet.ts';

/** Places count from the upper left corner of the page, as everywhere here; PDF counts from the lower left. */
export type Step =
  | readonly ['M' | 'L', number, number]
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Z'];

export interface Paint {
  readonly fill?: Colour;
  readonly stroke?: Colour;
  readonly thickness?: number;
}

interface Lettering {
  readonly x: number;
  readonly y: number;
  readonly font: string;
  readonly size: number;
  readonly colour: Colour;
  readonly spacing: number;
}

/** The operators of one page, in the order of drawing. PDF 32000-1:2008, annex A. */
export interface PageStream {
  path(steps: readonly Step[], paint: Paint): void;
  /** `encoded` is a hex string of the font's own. */
  text(encoded: string, at: Lettering): void;
  contents(): string;
}

/** `tilt` in radians, clockwise: the whole page is turned about its middle, as its boxes are. */
export function pageStream(ground: Colour, tilt: number): PageStream {
  const written = [`${rgb(ground)} rg 0 0 ${figure(paper.width)} ${figure(paper.height)} re f`];
  if (tilt !== 0) written.push(formatTurn(tilt));
  return {
    path(steps, { fill, stroke, thickness = 0.6 }) {
      if (fill) written.push(`${rgb(fill)} rg`);
      if (stroke) written.push(`${rgb(stroke)} RG ${figure(thickness)} w`);
      written.push(`${steps.map(stepText).join(' ')} ${fill && stroke ? 'B' : fill ? 'f' : 'S'}`);
    },
    text(encoded, { x, y, font, size, colour, spacing }) {
      const matrix = `1 0 0 1 ${pair(x, y)}`;
      const letters = `${figure(spacing)} Tc ${encoded} Tj`;
      written.push(`BT /${font} ${figure(size)} Tf ${rgb(colour)} rg ${matrix} Tm ${letters} ET`);
    },
    contents: () => written.join('\n'),
  };
}

function stepText(step: Step): string {
  if (step[0] === 'Z') return 'h';
  if (step[0] !== 'C') return `${pair(step[1], step[2])} ${step[0] === 'M' ? 'm' : 'l'}`;
  return `${pair(step[1], step[2])} ${pair(step[3], step[4])} ${pair(step[5], step[6])} c`;
}

function formatTurn(tilt: number): string {
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  const [x, y] = [paper.width / 2, paper.height / 2];
  return `${[cos, -sin, sin, cos, x - x * cos - y * sin, y + x * sin - y * cos].map(precise).join(' ')} cm`;
}

function pair(x: number, y: number): string {
  return `${figure(x)} ${figure(paper.height - y)}`;
}

function rgb(colour: Colour): string {
  return colour.map(figure).join(' ');
}

/** A thousandth of a point is nothing; the shorter text is the same on every machine. */
function figure(value: number): string {
  return String(Math.round(value * 1_000) / 1_000);
}

function precise(value: number): string {
  return String(Math.round(value * 1e6) / 1e6);
}

export function rectangle(x: number, y: number, width: number, height: number): readonly Step[] {
  return [['M', x, y], ['L', x + width, y], ['L', x + width, y + height], ['L', x, y + height], ['Z']];
}

export function polyline(points: readonly (readonly [number, number])[]): readonly Step[] {
  return points.map(([x, y], at): Step => [at === 0 ? 'M' : 'L', x, y]);
}

/** Four curves that come near enough. https://spencermortensen.com/articles/bezier-circle/ */
export function circle(x: number, y: number, radius: number): readonly Step[] {
  const k = radius * 0.5523;
  return [
    ['M', x + radius, y],
    ['C', x + radius, y + k, x + k, y + radius, x, y + radius],
    ['C', x - k, y + radius, x - radius, y + k, x - radius, y],
    ['C', x - radius, y - k, x - k, y - radius, x, y - radius],
    ['C', x + k, y - radius, x + radius, y - k, x + radius, y],
    ['Z'],
  ];
}

/** Red, green and blue, 0 to 1. */
export type Colour = readonly [number, number, number];

export interface Palette {
  readonly paper: Colour;
  /** The share of the ink that is left on the paper, 0 to 1. */
  readonly strength: number;
  colourOf(ink: Ink, strength?: number): Colour;
}

/** A printer's inks on white, or what a scanner has made of them. */
export function pickPalette(recipe: SheetRecipe, brand: number): Palette {
  const blank: Colour = recipe.isScanned ? [0.953, 0.945, 0.918] : [1, 1, 1];
  const strength = recipe.defect === 'illegible' ? 0.24 : recipe.isScanned ? 0.84 : 1;
  const house = brands[brand % brands.length] ?? inks.black;
  return {
    paper: blank,
    strength,
    colourOf(ink, own = strength) {
      if (ink === 'white') return blank;
      // White text has to stand out from this colour.
      if (ink === 'brand') return blend(house, blank, Math.max(own, 0.5));
      if (ink === 'tint') return blend(house, blank, 0.07);
      return blend(inks[ink], blank, own);
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
