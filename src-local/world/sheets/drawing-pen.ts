import { hashText, throwDie } from '../randomness.ts';
import { measureText, placed, type Font, type Area, type Ornament, type Pen, type Words } from './pen.ts';
import {
  circle,
  polyline,
  rectangle,
  rotateSteps,
  type Colour,
  type Palette,
  type PageStream,
  type Step,
  type Paint,
} from './page-stream.ts';

interface Drawing {
  readonly palette: Palette;
  /** The cause of a hard-to-read character: nothing but the printer, the paper's wear, or faded ink. */
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
  blur(drawing, words, { left, width: measureText(words.text.charAt(at), font, size), size });
}

interface Place {
  readonly left: number;
  readonly width: number;
  readonly size: number;
}

/** A slip of a pen or a smudge where it was scanned; else, and where ink is gone, a gap across the character. */
function blur(drawing: Drawing, words: Words, place: Place): void {
  const share = throwDie(hashText(words.text), words.y);
  if (drawing.wear !== 'scanned' || share < 0.3) drawGap(drawing, words, place);
  else if (share < 0.65) drawSmudge(drawing, words, place, share);
  else drawSlip(drawing, words, place, share);
}

function drawGap({ palette, stream }: Drawing, { page, y, ink }: Words, { left, width, size }: Place): void {
  const fill = ink === 'white' ? palette.colourOf('brand') : palette.paper;
  stream(page).path(rectangle(left - 1, y - size * 0.44, width + 2, size * 0.15), { fill });
}

/** The smudge comes from a finger or a cup. */
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
    const hash = hashText(code);
    const fill = palette.colourOf('black');
    for (let at = 0, left = x; left < x + 130; at += 1) {
      const width = 0.9 + Math.floor(throwDie(hash, at) * 3) * 0.9;
      stream(page).path(rectangle(left, y, width, 25), { fill });
      left += width + 0.9 + Math.floor(throwDie(hash, at + 500) * 2.4) * 0.9;
    }
  },
  stamp(drawing, { page, x, y, word, day }) {
    const stroke = drawing.palette.colourOf('stamp');
    const middle = [x + 75, y + 26] as const;
    const frame = rectangle(x, y, 150, 52);
    drawing.stream(page).path(rotateSteps(frame, middle, stampTurn), { stroke, thickness: 1.8 });
    drawStampText(drawing, page, middle, {
      text: word,
      font: 'bold',
      size: 14,
      spacing: 2,
      down: -3,
      colour: stroke,
    });
    drawStampText(drawing, page, middle, {
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
function drawStampText(
  drawing: Drawing,
  page: number,
  [x, y]: readonly [number, number],
  words: { text: string; font: Font; size: number; spacing: number; down: number; colour: Colour },
): void {
  const { text, font, size, spacing, down, colour } = words;
  const half = (measureText(text, font, size) + spacing * (text.length - 1)) / 2;
  const [cos, sin] = [Math.cos(stampTurn), Math.sin(stampTurn)];
  const at = { x: x - half * cos + down * sin, y: y + half * sin + down * cos };
  const { encoded, font: fontName } = drawing.encode(text, font);
  drawing.stream(page).text(encoded, { ...at, font: fontName, size, colour, spacing, turn: stampTurn });
}

/** Draws a name in the person's own hand: leaning, tall letters tall, and flatter towards its end. */
function signature(name: string, x: number, y: number): readonly Step[] {
  const hash = hashText(name);
  const lean = 0.15 + throwDie(hash, 1) * 0.45;
  const size = 0.85 + throwDie(hash, 2) * 0.4;
  const steps: Step[] = [['M', x, y]];
  let at = x;
  Array.from(name).forEach((letter, index) => {
    const chance = (which: number): number => throwDie(hash, 10 + index * 8 + which);
    if (letter === ' ') {
      at += 4 + chance(0) * 3;
      return;
    }
    const haste = 1 - index / (name.length * 1.4);
    const { up, down, wide } = measureStroke(letter);
    const height = up * size * (0.55 + 0.45 * haste) * (0.85 + chance(1) * 0.3);
    const width = wide * (0.75 + chance(2) * 0.6) * (0.7 + 0.5 * haste);
    const peak = at + width * 0.45 + height * lean;
    steps.push(
      ['C', at + width * 0.2, y - height * 0.4, peak - width * 0.3, y - height, peak, y - height],
      [
        'C',
        peak + width * 0.25,
        y - height,
        at + width * 0.4,
        y - height * 0.1,
        at + width * 0.6,
        y + down * size,
      ],
      ['C', at + width * 0.7, y + down * size + 1, at + width * 0.85, y + 1, at + width, y - chance(3) * 2.4],
    );
    at += width;
  });
  steps.push([
    'C',
    at + 8,
    y - 5 * size,
    at + 20,
    y + 5 * throwDie(hash, 3),
    at + 26 + 20 * throwDie(hash, 4),
    y - 4,
  ]);
  return steps;
}

function measureStroke(letter: string): { up: number; down: number; wide: number } {
  if (letter !== letter.toLowerCase()) return { up: 17, down: 1, wide: 11 };
  if ('bdfhklt'.includes(letter)) return { up: 13, down: 0, wide: 5 };
  if ('gjpqyz'.includes(letter)) return { up: 4, down: 7, wide: 6 };
  return { up: 4, down: 0, wide: 'mwo'.includes(letter) ? 8 : 5 };
}

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
