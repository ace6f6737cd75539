export type Ink = 'black' | 'faint' | 'brand' | 'white' | 'pen' | 'line' | 'shade' | 'tint';

/** Some text, from the upper left corner of its page; `y` is its baseline. */
export interface Words {
  readonly page: number;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly font?: Font;
  readonly size?: number;
  readonly align?: 'left' | 'right' | 'centre';
  readonly ink?: Ink;
  /** The extra space between its letters. */
  readonly spacing?: number;
  /** Set smaller rather than wider than this. */
  readonly fit?: number;
  /** The field that can be read here: "total", or "lineItems.2.amount". */
  readonly spot?: string;
}

export interface Area {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A page is laid out with a pen: it draws the page, or only notes where the fields are. */
export interface Pen {
  /** False where text outside any field may be left out, which is most of it. */
  readonly draws: boolean;
  text(words: Words): void;
  tone(area: Area, ink: Ink): void;
  frame(area: Area, ink: Ink, thickness?: number): void;
  /** The line goes from the area's corner across; `height` 0 is a level line, `width` 0 an upright one. */
  line(area: Area, ink: Ink, thickness?: number): void;
  /** Notes the place of a line of the table. */
  row(area: Area, index: number): void;
  /** A drawing of its own: a logo or a bar code. */
  ornament(ornament: Ornament): void;
}

export type Ornament =
  | {
      readonly what: 'mark';
      readonly page: number;
      readonly x: number;
      readonly y: number;
      readonly which: number;
      readonly ink: Ink;
    }
  | {
      readonly what: 'bars';
      readonly page: number;
      readonly x: number;
      readonly y: number;
      readonly code: string;
    };

const usualSize = 9.5;
const typewriterSize = 10;

/** Returns the place of the text once it is aligned and made to fit. */
export function placed(words: Words): { x: number; width: number; size: number; font: Font } {
  const font = words.font ?? 'sans';
  let size = words.size ?? (font === 'mono' ? typewriterSize : usualSize);
  let width = spread(words, font, size);
  if (words.fit !== undefined && width > words.fit) {
    size *= words.fit / width;
    width = spread(words, font, size);
  }
  if (words.align === 'right') return { x: words.x - width, width, size, font };
  return { x: words.align === 'centre' ? words.x - width / 2 : words.x, width, size, font };
}

function spread({ text, spacing = 0 }: Words, font: Font, size: number): number {
  return measureText(text, font, size) + spacing * Math.max(0, text.length - 1);
}

export type Font = 'sans' | 'bold' | 'mono' | 'mono bold';

/** Measures in points. Every letter of Courier is equally wide; those of Helvetica are as its metrics have them. */
export function measureText(text: string, font: Font, size: number): number {
  if (font === 'mono' || font === 'mono bold') return text.length * 0.6 * size;
  const widths = font === 'sans' ? sans : bold;
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    sum += widths.near[code] ?? widths.far.get(code) ?? 556;
  }
  return (sum / 1_000) * size;
}

/** The characters that WinAnsi has besides Latin-1. */
const beyondLatin = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

// These are the widths of the characters 32 to 126 and 160 to 255, then of those above: Adobe's metrics, without kerning.
const sans = byCode(
  [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
    500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
    556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584, 278, 333, 556, 556, 556, 556, 260, 556, 333, 737,
    370, 556, 584, 333, 737, 333, 400, 584, 333, 333, 333, 556, 537, 278, 333, 333, 365, 556, 834, 834, 834,
    611, 667, 667, 667, 667, 667, 667, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278, 722, 722, 778, 778,
    778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611, 556, 556, 556, 556, 556, 556, 889, 500, 556,
    556, 556, 556, 278, 278, 278, 278, 556, 556, 556, 556, 556, 556, 556, 584, 611, 556, 556, 556, 556, 500,
    556, 500,
  ],
  [
    556, 222, 556, 333, 1000, 556, 556, 333, 1000, 667, 333, 1000, 611, 222, 222, 333, 333, 350, 556, 1000,
    333, 1000, 500, 333, 944, 500, 500,
  ],
);
const bold = byCode(
  [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278,
    556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584,
    556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556,
    333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584, 278, 333, 556, 556, 556, 556, 280, 556, 333, 737,
    370, 556, 584, 333, 737, 333, 400, 584, 333, 333, 333, 611, 556, 278, 333, 333, 365, 556, 834, 834, 834,
    611, 722, 722, 722, 722, 722, 722, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278, 722, 722, 778, 778,
    778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611, 556, 556, 556, 556, 556, 556, 889, 556, 556,
    556, 556, 556, 278, 278, 278, 278, 611, 611, 611, 611, 611, 611, 611, 584, 611, 611, 611, 611, 611, 556,
    611, 556,
  ],
  [
    556, 278, 556, 500, 1000, 556, 556, 333, 1000, 667, 333, 1000, 611, 278, 278, 500, 500, 350, 556, 1000,
    333, 1000, 556, 333, 944, 500, 556,
  ],
);

function byCode(latin: readonly number[], beyond: readonly number[]): Widths {
  const near = new Uint16Array(256);
  latin.forEach((width, at) => {
    near[at < 95 ? at + 32 : at + 65] = width;
  });
  return { near, far: new Map(beyond.map((width, at) => [beyondLatin.charCodeAt(at), width])) };
}

interface Widths {
  readonly near: Uint16Array;
  readonly far: ReadonlyMap<number, number>;
}
