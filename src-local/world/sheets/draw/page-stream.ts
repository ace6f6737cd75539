import { paper } from '../page/room-of.ts';
import type { Colour } from './colours.ts';

/** From the upper left corner of the page, as everything here is; PDF counts from the lower left. */
export type Step =
  | readonly ['M' | 'L', number, number]
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Z'];

export interface Paint {
  readonly fill?: Colour;
  readonly stroke?: Colour;
  readonly thickness?: number;
  /** In hundredths, where what lies under it shows through. */
  readonly opacity?: number;
}

export interface Lettering {
  readonly x: number;
  readonly y: number;
  readonly font: string;
  readonly size: number;
  readonly colour: Colour;
  readonly spacing: number;
  /** Radians, against the clock as seen. */
  readonly turn?: number;
}

/** The operators of one page, in the order of drawing. PDF 32000-1:2008, annex A. */
export interface PageStream {
  path(steps: readonly Step[], paint: Paint): void;
  /** `encoded` is a hex string of the font's own. */
  text(encoded: string, at: Lettering): void;
  contents(): string;
  /** Those in use: the page has to have a graphics state for each, by `opacityName`. */
  readonly opacities: ReadonlySet<number>;
}

export function opacityName(hundredths: number): string {
  return `A${hundredths}`;
}

/** `tilt` in radians, clockwise: the whole page is turned about its middle, as its boxes are. */
export function pageStream(ground: Colour, tilt: number): PageStream {
  const written = [`${rgb(ground)} rg 0 0 ${figure(paper.width)} ${figure(paper.height)} re f`];
  if (tilt !== 0) written.push(turned(tilt));
  const opacities = new Set<number>();
  return {
    opacities,
    path(steps, { fill, stroke, thickness = 0.6, opacity }) {
      if (opacity !== undefined) {
        opacities.add(opacity);
        written.push(`q /${opacityName(opacity)} gs`);
      }
      if (fill) written.push(`${rgb(fill)} rg`);
      if (stroke) written.push(`${rgb(stroke)} RG ${figure(thickness)} w`);
      written.push(`${steps.map(stepText).join(' ')} ${fill && stroke ? 'B' : fill ? 'f' : 'S'}`);
      if (opacity !== undefined) written.push('Q');
    },
    text(encoded, { x, y, font, size, colour, spacing, turn = 0 }) {
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
      const matrix = [cos, sin, -sin, cos, x, paper.height - y].map(figure).join(' ');
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

function turned(tilt: number): string {
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
