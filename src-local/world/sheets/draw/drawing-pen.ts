import { widthOf, type Font } from '../page/glyph-widths.ts';
import { placed, type Area, type Ornament, type Pen, type Words } from '../page/pen.ts';
import type { Colour, Palette } from './colours.ts';
import { signature } from './handwriting.ts';
import { markParts } from './marks.ts';
import type { PageStream } from './page-stream.ts';
import { circle, polyline, rectangle, turned } from './shapes.ts';
import { hashOf, throwOf } from '../throws.ts';

export interface Drawing {
  readonly palette: Palette;
  /** What makes a character hard to read: nothing but the printer, what happened to the paper, or that its ink is gone. */
  readonly wear: 'printed' | 'scanned' | 'worn';
  readonly stream: (page: number) => PageStream;
  /** A name for a font, and text as that font has it. */
  readonly encode: (text: string, font: Font) => { readonly font: string; readonly encoded: string };
  /** Which character of a spot cannot be told from another. */
  readonly blurred: ReadonlyMap<string, number>;
}

/** Draws what it is told, in ink. */
export function drawingPen(drawing: Drawing): Pen {
  const { palette, stream } = drawing;
  return {
    draws: true,
    text: (words) => drawWords(drawing, words),
    tone({ page, x, y, width, height }, ink) {
      stream(page).path(rectangle(x, y, width, height), { fill: palette.colourOf(ink) });
    },
    frame({ page, x, y, width, height }, ink, thickness) {
      const paint = { stroke: palette.colourOf(ink), ...(thickness !== undefined && { thickness }) };
      stream(page).path(rectangle(x, y, width, height), paint);
    },
    line({ page, x, y, width, height }: Area, ink, thickness) {
      const paint = { stroke: palette.colourOf(ink), ...(thickness !== undefined && { thickness }) };
      stream(page).path(
        polyline([
          [x, y],
          [x + width, y + height],
        ]),
        paint,
      );
    },
    row: () => undefined,
    ornament: (ornament) => ornaments[ornament.what](drawing, ornament as never),
  };
}

function drawWords(drawing: Drawing, words: Words): void {
  if (words.text === '') return;
  const { palette } = drawing;
  const { x, size, font } = placed(words);
  const at = words.spot === undefined ? undefined : drawing.blurred.get(words.spot);
  const colour = palette.colourOf(
    words.ink ?? 'black',
    at === undefined ? undefined : palette.strength * 0.72,
  );
  const stream = drawing.stream(words.page);
  const { encoded, font: fontName } = drawing.encode(words.text, font);
  stream.text(encoded, { x, y: words.y, font: fontName, size, colour, spacing: words.spacing ?? 0 });
  if (at === undefined) return;
  const left = x + widthOf(words.text.slice(0, at), font, size);
  blur(drawing, words, { left, width: widthOf(words.text.charAt(at), font, size), size });
}

interface Place {
  readonly left: number;
  readonly width: number;
  readonly size: number;
}

/** A slip of a pen or a smudge where it was scanned; else, and where ink is gone, a gap across the character. */
function blur(drawing: Drawing, words: Words, place: Place): void {
  const share = throwOf(hashOf(words.text), words.y);
  if (drawing.wear !== 'scanned' || share < 0.3) drawGap(drawing, words, place);
  else if (share < 0.65) drawSmudge(drawing, words, place, share);
  else drawSlip(drawing, words, place, share);
}

function drawGap({ palette, stream }: Drawing, { page, y, ink }: Words, { left, width, size }: Place): void {
  const fill = ink === 'white' ? palette.colourOf('brand') : palette.paper;
  stream(page).path(rectangle(left - 1, y - size * 0.44, width + 2, size * 0.15), { fill });
}

/** Of a finger, or of a cup. */
function drawSmudge(
  { palette, stream }: Drawing,
  { page, y, ink }: Words,
  { left, width, size }: Place,
  share: number,
): void {
  const fill = palette.colourOf(ink === 'white' ? 'brand' : 'black');
  for (const [along, up, radius] of [
    [0.35, 0.3, 0.46],
    [0.62, 0.44, 0.4],
    [0.3 + share * 0.5, 0.52, 0.3],
  ] as const) {
    const round = circle(left + width * along, y - size * up, size * radius);
    stream(page).path(round, { fill, opacity: 15 });
  }
}

function drawSlip(
  { palette, stream }: Drawing,
  { page, y }: Words,
  { left, width, size }: Place,
  share: number,
): void {
  const [x, end] = [left + width * (0.55 - share * 0.5), left + width * (0.55 + share * 0.6)];
  stream(page).path(
    [
      ['M', x, y + size * 0.2],
      ['C', x + width * 0.2, y - size * 0.35, x + width * 0.4, y - size * 0.7, end, y - size * 1.05],
    ],
    { stroke: palette.colourOf('pen', 0.55), thickness: 1 },
  );
}

type Of<What extends Ornament['what']> = Extract<Ornament, { readonly what: What }>;

const ornaments: { readonly [What in Ornament['what']]: (drawing: Drawing, ornament: Of<What>) => void } = {
  mark({ palette, stream }, { page, x, y, which, ink }) {
    for (const [steps, paint] of markParts(which, x, y, palette.colourOf(ink)))
      stream(page).path(steps, paint);
  },
  signature({ palette, stream }, { page, x, y, name }) {
    stream(page).path(signature(name, x, y), { stroke: palette.colourOf('pen'), thickness: 0.9 });
  },
  bars({ palette, stream }, { page, x, y, code }) {
    const hash = hashOf(code);
    const fill = palette.colourOf('black');
    for (let at = 0, left = x; left < x + 130; at += 1) {
      const width = 0.9 + Math.floor(throwOf(hash, at) * 3) * 0.9;
      stream(page).path(rectangle(left, y, width, 25), { fill });
      left += width + 0.9 + Math.floor(throwOf(hash, at + 500) * 2.4) * 0.9;
    }
  },
  stamp(drawing, { page, x, y, word, day }) {
    const stroke = drawing.palette.colourOf('stamp');
    const middle = [x + 75, y + 26] as const;
    const frame = rectangle(x, y, 150, 52);
    drawing.stream(page).path(turned(frame, middle, stampTurn), { stroke, thickness: 1.8 });
    stampWords(drawing, page, middle, {
      text: word,
      font: 'bold',
      size: 14,
      spacing: 2,
      down: -3,
      colour: stroke,
    });
    stampWords(drawing, page, middle, {
      text: day,
      font: 'mono',
      size: 11.5,
      spacing: 0,
      down: 16,
      colour: stroke,
    });
  },
};
const stampTurn = 0.122;

/** Centred on the stamp's middle and turned with it. */
function stampWords(
  drawing: Drawing,
  page: number,
  [x, y]: readonly [number, number],
  words: { text: string; font: Font; size: number; spacing: number; down: number; colour: Colour },
): void {
  const { text, font, size, spacing, down, colour } = words;
  const half = (widthOf(text, font, size) + spacing * (text.length - 1)) / 2;
  const [cos, sin] = [Math.cos(stampTurn), Math.sin(stampTurn)];
  const at = { x: x - half * cos + down * sin, y: y + half * sin + down * cos };
  const { encoded, font: fontName } = drawing.encode(text, font);
  drawing.stream(page).text(encoded, { ...at, font: fontName, size, colour, spacing, turn: stampTurn });
}
