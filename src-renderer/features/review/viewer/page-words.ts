import type { Box, ReviewWord } from '#shared/contract/review-document.ts';
import { turnBox, type Size, type Turn } from './page-layout.ts';

/** One word as it is printed on a page. */
export interface PageWord {
  readonly text: string;
  /** Its place on the upright page, as shares of the page. */
  readonly box: Box;
  /** The number of its printed line, from the top of the page. */
  readonly line: number;
  /** The number of its part of the line. Wide gaps divide a line, as between the columns of a table. */
  readonly part: number;
}

/** A piece of text as pdf.js reports it. */
export interface TextRun {
  readonly str: string;
  readonly dir: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly fontName: string;
}

export interface RunStyle {
  readonly ascent: number;
  readonly descent: number;
  readonly vertical: boolean;
  readonly fontFamily: string;
}

export interface PrintedPage {
  readonly runs: readonly TextRun[];
  readonly styles: Readonly<Record<string, RunStyle | undefined>>;
  /** The size of the unrotated page in points. */
  readonly size: Size;
  /** Transforms from the space of the PDF to the unrotated page in points, with its origin at the top left. */
  readonly toPage: readonly number[];
  /** The rotation that shows the page upright. */
  readonly turn: Turn;
}

/**
 * Divides the text layer of a page into words in reading order. A run may hold several words, and a word may be set in
 * several runs, for example where its letters are kerned.
 */
export function listWordsOnPage(page: PrintedPage): readonly PageWord[] {
  const pieces = joinTouching(page.runs.flatMap((run) => listPieces(run, page)));
  return byLine(pieces).flatMap((parts, line) =>
    parts.flatMap(({ pieces: own, number }) =>
      own.map((piece) => ({
        text: cleanText(piece.text),
        box: turnBox(toBox(piece, page.size), page.turn),
        line,
        part: number,
      })),
    ),
  );
}

/**
 * Arranges the words that a reader found on an upright page of this size, which is all that a scan without a text layer
 * has. Their places stay as they were read.
 */
export function arrangeReadText(words: readonly ReviewWord[], { width, height }: Size): readonly PageWord[] {
  const boxes = new Map<Piece, Box>();
  for (const { text, box } of words) {
    const [left, top, wide, high] = box;
    const ascent = high * height * usualAscent;
    const [x, y, length] = [left * width, top * height + ascent, wide * width];
    const descent = high * height - ascent;
    boxes.set({ text, angle: 0, x, y, length, ascent, descent, isRightToLeft: false }, box);
  }
  return byLine([...boxes.keys()]).flatMap((parts, line) =>
    parts.flatMap(({ pieces, number }) =>
      pieces.map((piece) => ({
        text: cleanText(piece.text),
        box: boxes.get(piece) ?? nowhere,
        line,
        part: number,
      })),
    ),
  );
}

/** The share of a word's box that is above its baseline. */
const usualAscent = 0.78;
const nowhere: Box = [0, 0, 0, 0];

/** Characters without a space between them, on the line through `x` and `y` at this angle. */
interface Piece {
  readonly text: string;
  readonly angle: number;
  /** The start of the baseline on the page. */
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly ascent: number;
  readonly descent: number;
  readonly isRightToLeft: boolean;
}

function listPieces(run: TextRun, { styles, toPage }: PrintedPage): readonly Piece[] {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = multiply(toPage, run.transform);
  const style = styles[run.fontName];
  const isVertical = style?.vertical === true;
  const em = Math.hypot(c, d) || Math.hypot(a, b);
  const scale = Math.hypot(toPage[0] ?? 1, toPage[1] ?? 0) || 1;
  const length = (isVertical ? run.height : run.width) * scale;
  // A vertical line runs down the page.
  const angle = Math.atan2(b, a) + (isVertical ? Math.PI / 2 : 0);
  const isRightToLeft = run.dir === 'rtl';
  const widths = measureCharacters(run.str, style?.fontFamily === 'monospace');
  const whole = widths.at(-1) ?? 0;
  if (whole === 0 || !(em > 0)) return [];
  const { ascent, descent } = findHeights(style, em);
  return [...run.str.matchAll(/\S+/gu)].map(({ 0: text, index }) => {
    const from = ((widths[index] ?? 0) / whole) * length;
    const to = ((widths[index + text.length] ?? whole) / whole) * length;
    // The text is in the order in which it is read, so the first letter of Hebrew or Arabic is at the right.
    const start = isRightToLeft ? length - to : from;
    const [px, py] = [x + Math.cos(angle) * start, y + Math.sin(angle) * start];
    return { text, angle, x: px, y: py, length: to - from, ascent, descent, isRightToLeft };
  });
}

function findHeights(style: RunStyle | undefined, em: number): Pick<Piece, 'ascent' | 'descent'> {
  if (style?.vertical === true) return { ascent: em / 2, descent: em / 2 };
  const ascent = between(style?.ascent, 0.6, 1) ?? 0.8;
  const descent = between(style === undefined ? undefined : -style.descent, 0.1, 0.4) ?? 0.22;
  return { ascent: em * ascent, descent: em * descent };
}

function between(value: number | undefined, least: number, most: number): number | undefined {
  return value !== undefined && value >= least && value <= most ? value : undefined;
}

/**
 * Returns where each character begins, in widths of an average font. The font's own widths are not in the text layer,
 * so a word within a run is placed by these and by the length of the run.
 */
function measureCharacters(text: string, isMonospace: boolean): readonly number[] {
  const ends = [0];
  for (const character of text) {
    const end = (ends.at(-1) ?? 0) + (isMonospace ? 1 : findWidth(character));
    // A character outside the basic plane counts as two places of the string.
    for (let place = 0; place < character.length; place += 1) ends.push(end);
  }
  return ends;
}

function findWidth(character: string): number {
  if (/\p{M}|[\u200B-\u200F\u00AD]/u.test(character)) return 0;
  if (/[ijl.,:;'|!\s]/u.test(character)) return 0.28;
  if (/[ftIr()[\]{}/\\-]/u.test(character)) return 0.33;
  if (/[mwMW@%—…]/u.test(character)) return 0.85;
  if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(character)) return 1;
  return /\p{Lu}|&/u.test(character) ? 0.69 : 0.55;
}

/** Joins pieces that follow each other without a gap: "7.733" and ",00", or a heading set letter by letter. */
function joinTouching(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    const whole = before === undefined ? undefined : joinPieces(before, piece);
    if (whole === undefined) joined.push(piece);
    else joined[joined.length - 1] = whole;
  }
  return joined;
}

function joinPieces(one: Piece, other: Piece): Piece | undefined {
  const em = one.ascent + one.descent;
  if (one.isRightToLeft !== other.isRightToLeft || Math.abs(one.angle - other.angle) > 0.01) return undefined;
  const [first, second] = one.isRightToLeft ? [other, one] : [one, other];
  const [cos, sin] = [Math.cos(one.angle), Math.sin(one.angle)];
  const [dx, dy] = [second.x - first.x, second.y - first.y];
  const gap = dx * cos + dy * sin - first.length;
  const isOnLine = Math.abs(dy * cos - dx * sin) < em * 0.2;
  if (!isOnLine || gap < -em * 0.3 || gap > em * 0.09) return undefined;
  return {
    ...first,
    text: one.text + other.text,
    length: first.length + gap + second.length,
    ascent: Math.max(one.ascent, other.ascent),
    descent: Math.max(one.descent, other.descent),
  };
}

interface LinePart {
  readonly number: number;
  /** In reading order. */
  readonly pieces: readonly Piece[];
}

/** Finds the printed lines. Text at another angle, such as a note in the margin, has lines of its own. */
function byLine(pieces: readonly Piece[]): readonly (readonly LinePart[])[] {
  const groups = new Map<number, Piece[]>();
  for (const piece of pieces) {
    const turned = Math.round(piece.angle / angleStep);
    groups.set(turned, [...(groups.get(turned) ?? []), piece]);
  }
  // Most of a page has one angle, and it comes first.
  const largestFirst = [...groups.values()].toSorted((one, other) => other.length - one.length);
  let number = 0;
  return largestFirst.flatMap(linesOfAngle).map((line) =>
    divideAtGaps(line).map((own) => {
      number += 1;
      return { number, pieces: inReadingOrder(own).map(({ piece }) => piece) };
    }),
  );
}

/** Five degrees: the lines of a page that was scanned askew stay together. */
const angleStep = Math.PI / 36;

/** A piece with its place along its line and across it. */
interface Placed {
  readonly piece: Piece;
  readonly from: number;
  readonly to: number;
  readonly across: number;
}

function linesOfAngle(pieces: readonly Piece[]): readonly (readonly Placed[])[] {
  const angle = pieces.reduce((sum, piece) => sum + piece.angle, 0) / pieces.length;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const placed = pieces
    .map((piece): Placed => {
      const from = piece.x * cos + piece.y * sin;
      return { piece, from, to: from + piece.length, across: piece.y * cos - piece.x * sin };
    })
    .toSorted((one, other) => one.across - other.across);
  const lines: Placed[][] = [];
  for (const one of placed) {
    const line = lines.at(-1);
    const before = line?.at(-1);
    const height = Math.min(one.piece.ascent, before?.piece.ascent ?? Number.POSITIVE_INFINITY);
    if (line === undefined || before === undefined || one.across - before.across > height * 0.5) {
      lines.push([one]);
    } else line.push(one);
  }
  return lines;
}

function divideAtGaps(line: readonly Placed[]): readonly (readonly Placed[])[] {
  const parts: Placed[][] = [];
  for (const one of line.toSorted((a, b) => a.from - b.from)) {
    const before = parts.at(-1)?.at(-1);
    const em = Math.max(one.piece.ascent, before?.piece.ascent ?? 0);
    if (before === undefined || one.from - before.to > em * 1.4) parts.push([one]);
    else parts.at(-1)?.push(one);
  }
  return parts;
}

/** Runs of words from right to left are read from the right; numbers and Latin words in them keep their place. */
function inReadingOrder(part: readonly Placed[]): readonly Placed[] {
  const letters = part.filter(({ piece }) => /\p{L}/u.test(piece.text));
  const fromRight = letters.filter(({ piece }) => piece.isRightToLeft || isHebrewOrArabic(piece.text));
  return fromRight.length * 2 > letters.length ? part.toReversed() : part;
}

function isHebrewOrArabic(text: string): boolean {
  return /[\p{sc=Hebrew}\p{sc=Arabic}]/u.test(text);
}

/** Writes ligatures and presentation forms as letters, and drops marks that are not printed. */
function cleanText(text: string): string {
  return text
    .replaceAll(/[\uFB00-\uFDFF\uFE70-\uFEFE]/gu, (form) => form.normalize('NFKC'))
    .replaceAll(/[\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF\u00AD]/gu, '')
    .normalize('NFC');
}

/** Returns the rectangle around a word, as shares of the unrotated page. */
function toBox({ angle, x, y, length, ascent, descent }: Piece, { width, height }: Size): Box {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners = [
    [0, -ascent],
    [length, -ascent],
    [0, descent],
    [length, descent],
  ].map(([along = 0, down = 0]): readonly [number, number] => [
    limitShare((x + along * cos - down * sin) / width),
    limitShare((y + along * sin + down * cos) / height),
  ]);
  const xs = corners.map(([left]) => left);
  const ys = corners.map(([, top]) => top);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}

function limitShare(share: number): number {
  return Math.max(0, Math.min(1, share));
}

/** Applies the second transform and then the first. */
function multiply(one: readonly number[], other: readonly number[]): readonly number[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = one;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = other;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
