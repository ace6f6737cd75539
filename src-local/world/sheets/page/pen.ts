import { widthOf, type Font } from './glyph-widths.ts';

export type Ink = 'black' | 'faint' | 'brand' | 'white' | 'stamp' | 'pen' | 'line' | 'shade' | 'tint';

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
  /** Between its letters, more than usual. */
  readonly spacing?: number;
  /** Set smaller rather than wider than this. */
  readonly fit?: number;
  /** What can be read here: "total", or "lineItems.2.amount". */
  readonly spot?: string;
}

export interface Area {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a page is laid out with: it draws it, or only notes where the fields are. */
export interface Pen {
  /** False where what is nobody's field may be left out, which is most of it. */
  readonly draws: boolean;
  text(words: Words): void;
  tone(area: Area, ink: Ink): void;
  frame(area: Area, ink: Ink, thickness?: number): void;
  /** From its corner across; `height` 0 is a level line, `width` 0 an upright one. */
  line(area: Area, ink: Ink, thickness?: number): void;
  /** Where a line of the table stands. */
  row(area: Area, index: number): void;
  /** A drawing of its own: a logo, a signature, a stamp. */
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
      readonly what: 'stamp';
      readonly page: number;
      readonly x: number;
      readonly y: number;
      readonly word: string;
      readonly day: string;
    }
  | {
      readonly what: 'signature';
      readonly page: number;
      readonly x: number;
      readonly y: number;
      readonly name: string;
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

/** Where text stands once it is aligned and made to fit. */
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
  return widthOf(text, font, size) + spacing * Math.max(0, text.length - 1);
}
