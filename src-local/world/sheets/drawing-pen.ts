import { hashText, throwDie } from '../randomness.ts';
import { measureText, placed, type Font, type Area, type Ornament, type Pen, type Words } from './pen.ts';
import {
  circle,
  polyline,
  rectangle,
  type Colour,
  type Palette,
  type PageStream,
  type Step,
  type Paint,
} from './page-stream.ts';

interface Drawing {
  readonly palette: Palette;
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
    text: (words) => drawText(drawing, words),
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

function drawText(drawing: Drawing, words: Words): void {
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
  const left = x + measureText(words.text.slice(0, at), font, size);
  drawGap(drawing, words, { left, width: measureText(words.text.charAt(at), font, size), size });
}

interface Place {
  readonly left: number;
  readonly width: number;
  readonly size: number;
}

/** A gap across the character makes it hard to read. */
function drawGap({ palette, stream }: Drawing, { page, y, ink }: Words, { left, width, size }: Place): void {
  const fill = ink === 'white' ? palette.colourOf('brand') : palette.paper;
  stream(page).path(rectangle(left - 1, y - size * 0.44, width + 2, size * 0.15), { fill });
}

type Of<What extends Ornament['what']> = Extract<Ornament, { readonly what: What }>;

const ornaments: { readonly [What in Ornament['what']]: (drawing: Drawing, ornament: Of<What>) => void } = {
  mark({ palette, stream }, { page, x, y, which, ink }) {
    for (const [steps, paint] of markParts(which, x, y, palette.colourOf(ink)))
      stream(page).path(steps, paint);
  },
  bars({ palette, stream }, { page, x, y, code }) {
    const hash = hashText(code);
    const fill = palette.colourOf('black');
    for (let at = 0, left = x; left < x + 130; at += 1) {
      const width = 0.9 + Math.floor(throwDie(hash, at) * 3) * 0.9;
      stream(page).path(rectangle(left, y, width, 25), { fill });
      left += width + 0.9 + Math.floor(throwDie(hash, at + 500) * 2.4) * 0.9;
    }
  },
};

type Part = readonly [steps: readonly Step[], paint: Paint];

/** A company's logo, 46 points wide and 26 high at most. */
function markParts(which: number, x: number, y: number, ink: Colour): readonly Part[] {
  return (marks[which % marks.length] ?? slant)(x, y, ink);
}

type Mark = (x: number, y: number, ink: Colour) => readonly Part[];

/** Two slanting bars, one pushed along. */
const slant: Mark = (x, y, fill) => {
  const points = [
    [7, 0],
    [30, 0],
    [23, 10],
    [46, 10],
    [39, 20],
    [16, 20],
    [23, 10],
    [0, 10],
  ] as const;
  return [[[...polyline(points.map(([dx, dy]) => [x + dx, y + dy])), ['Z']], { fill }]];
};
/** A ring with a wave through it. */
const wave: Mark = (x, y, ink) => [
  [circle(x + 23, y + 12, 11.6), { stroke: ink, thickness: 2.6 }],
  [
    [
      ['M', x + 8, y + 14],
      ['C', x + 15, y + 5, x + 21, y + 6, x + 24, y + 12],
      ['C', x + 28, y + 19, x + 33, y + 18, x + 39, y + 10],
    ],
    { stroke: ink, thickness: 2.6 },
  ],
];
/** Blocks on a quay. */
const blocks: Mark = (x, y, fill) =>
  [
    [3, 12, 11, 11],
    [17, 12, 11, 11],
    [31, 12, 11, 11],
    [10, -2, 11, 11],
    [24, -2, 11, 11],
  ].map(([dx = 0, dy = 0, width = 0, height = 0]): Part => [
    rectangle(x + dx, y + dy, width, height),
    { fill },
  ]);
/** Two peaks. */
const peaks: Mark = (x, y, fill) => [
  [[['M', x + 1, y + 22], ['L', x + 16, y - 1], ['L', x + 31, y + 22], ['Z']], { fill }],
  [[['M', x + 28, y + 22], ['L', x + 36, y + 9], ['L', x + 45, y + 22], ['Z']], { fill }],
];
/** Two leaves on a stem. */
const leaves: Mark = (x, y, fill) => [
  [
    [
      ['M', x + 22, y + 20],
      ['C', x + 4, y + 20, x + 2, y + 6, x + 4, y],
      ['C', x + 16, y, x + 24, y + 8, x + 22, y + 20],
    ],
    { fill },
  ],
  [
    [
      ['M', x + 24, y + 20],
      ['C', x + 24, y + 10, x + 32, y + 5, x + 43, y + 5],
      ['C', x + 43, y + 14, x + 36, y + 20, x + 24, y + 20],
    ],
    { fill },
  ],
  [
    polyline([
      [x + 23, y + 14],
      [x + 23, y + 25],
    ]),
    { stroke: fill, thickness: 1.6 },
  ],
];

const marks: readonly Mark[] = [slant, wave, blocks, peaks, leaves];
