import type { Box } from '#shared/contract/review-document.ts';
import { fieldProblem } from '#shared/domain/review/field-check.ts';
import type { Point } from './page-layout.ts';
import type { PageWord } from './page-words.ts';

/** A part of a page's words, by their places in reading order. */
export type WordPlaces = readonly number[];

/** What a person took from a page. */
export interface Taken {
  readonly value: string;
  readonly page: number;
  readonly box: Box;
}

/** Returns the word at a point of the upright page. The smallest one wins where words overlap. */
export function findWordAt(words: readonly PageWord[], { x, y }: Point): number | undefined {
  let found: number | undefined;
  words.forEach(({ box: [left, top, width, height] }, at) => {
    if (x < left || x > left + width || y < top || y > top + height) return;
    const before = found === undefined ? undefined : words[found]?.box;
    if (before === undefined || width * height < before[2] * before[3]) found = at;
  });
  return found;
}

/** Returns the words of which the larger part is in the box. */
export function findWordsIn(words: readonly PageWord[], [left, top, width, height]: Box): WordPlaces {
  return words.flatMap(({ box }, at) => {
    const [x, y] = [box[0] + box[2] / 2, box[1] + box[3] / 2];
    return x >= left && x <= left + width && y >= top && y <= top + height ? [at] : [];
  });
}

/**
 * Returns the word with its neighbours that belong to the same value: "12 Nov 2026" as a date, all groups of an IBAN,
 * or "EUR 7.733,00" as an amount. Text is one word, because its end is unknown.
 */
export function widenToValue(words: readonly PageWord[], at: number, type: string | null): WordPlaces {
  const word = words[at];
  if (word === undefined) return [];
  if (type === null || type === 'text') return [at];
  let best: WordPlaces = [at];
  for (let from = at; from > at - mostWords && words[from]?.part === word.part; from -= 1) {
    for (let to = at; to - from < mostWords && words[to]?.part === word.part; to += 1) {
      const places = range(from, to);
      if (places.length <= best.length) continue;
      if (fieldProblem(type, tidyValue(joinWords(words, places), type)) === null) best = places;
    }
  }
  return best;
}

/** An IBAN of 34 characters in groups of four has nine. */
const mostWords = 9;

/** Joins words as they are read. A word that is divided at the end of a line is one word again. */
export function joinWords(words: readonly PageWord[], places: WordPlaces): string {
  let text = '';
  let before: PageWord | undefined;
  for (const at of places) {
    const word = words[at];
    if (word === undefined) continue;
    const isDivided =
      before !== undefined &&
      before.line !== word.line &&
      /\p{L}-$/u.test(text) &&
      /^\p{Ll}/u.test(word.text);
    if (isDivided) text = text.slice(0, -1) + word.text;
    else text += (before === undefined ? '' : ' ') + word.text;
    before = word;
  }
  return text;
}

/** Removes the punctuation of the sentence around a value: "Total: 7.733,00;" holds 7.733,00. */
export function tidyValue(text: string, type: string | null): string {
  if (type === null || type === 'text') return text.trim();
  const inner = text.replace(/^[\s"'“„(:;,]+/u, '').replace(/[\s"'”“):;,]+$/u, '');
  // The closing bracket of a negative amount belongs to it.
  const bare = /^\s*\(.*\d\)\s*$/u.test(text) ? text.trim() : inner;
  return /\d\.$/u.test(bare) || /\p{L}{3,}\.$/u.test(bare) ? bare.slice(0, -1) : bare;
}

/** Returns the smallest box around the words. */
export function surroundWords(words: readonly PageWord[], places: WordPlaces): Box {
  const own = places.flatMap((at) => (words[at] === undefined ? [] : [words[at].box]));
  if (own.length === 0) return [0, 0, 0, 0];
  const left = Math.min(...own.map(([x]) => x));
  const top = Math.min(...own.map(([, y]) => y));
  const right = Math.max(...own.map(([x, , width]) => x + width));
  const bottom = Math.max(...own.map(([, y, , height]) => y + height));
  return [left, top, right - left, bottom - top];
}

export type WordStep = 'left' | 'right' | 'up' | 'down' | 'start' | 'end';

/** Moves from word to word: along the lines, to the nearest word above or below, or to the ends of the line. */
export function moveWord(words: readonly PageWord[], at: number, step: WordStep): number {
  const word = words[at];
  if (word === undefined) return Math.max(0, Math.min(at, words.length - 1));
  if (step === 'left' || step === 'right') {
    // Arrow keys follow the eye, also in text that is read from the right.
    const by = readsFromRight(words, word.part) === (step === 'right') ? -1 : 1;
    return words[at + by] === undefined ? at : at + by;
  }
  if (step === 'start' || step === 'end') {
    const own = words.flatMap(({ line }, other) => (line === word.line ? [other] : []));
    return (step === 'start' ? own[0] : own.at(-1)) ?? at;
  }
  return findAcross(words, word, step) ?? at;
}

function readsFromRight(words: readonly PageWord[], part: number): boolean {
  const [first, second] = words.filter((word) => word.part === part);
  return first !== undefined && second !== undefined && second.box[0] < first.box[0];
}

function findAcross(words: readonly PageWord[], from: PageWord, step: 'up' | 'down'): number | undefined {
  const [x, y] = centre(from);
  let best: { readonly at: number; readonly far: number } | undefined;
  words.forEach((word, at) => {
    if (word.line === from.line) return;
    const [left, , width] = word.box;
    const [, down] = centre(word);
    const away = step === 'down' ? down - y : y - down;
    if (away <= 0) return;
    const aside = Math.max(0, left - x, x - left - width);
    // The nearest line counts more than the place in it.
    const far = away * 4 + aside;
    if (best === undefined || far < best.far) best = { at, far };
  });
  return best?.at;
}

function centre({ box: [left, top, width, height] }: PageWord): readonly [number, number] {
  return [left + width / 2, top + height / 2];
}

/** Returns the words from one to the other. A column beside them is left out, so that an address can be chosen. */
export function findWordsBetween(words: readonly PageWord[], one: number, other: number): WordPlaces {
  const [from, to] = one < other ? [one, other] : [other, one];
  const [first, last] = [words[from], words[to]];
  if (first === undefined || last === undefined) return [];
  if (first.line === last.line) return range(from, to);
  const ends = [...wordsOfPart(words, first.part), ...wordsOfPart(words, last.part)];
  const left = Math.min(...ends.map(({ box }) => box[0]));
  const right = Math.max(...ends.map(({ box }) => box[0] + box[2]));
  return range(from, to).filter((at) => {
    const word = words[at];
    if (word === undefined) return false;
    if (word.line === first.line) return word.part === first.part;
    if (word.line === last.line) return word.part === last.part;
    const own = wordsOfPart(words, word.part);
    return (
      Math.min(...own.map(({ box }) => box[0])) < right &&
      Math.max(...own.map(({ box }) => box[0] + box[2])) > left
    );
  });
}

function wordsOfPart(words: readonly PageWord[], part: number): readonly PageWord[] {
  return words.filter((word) => word.part === part);
}

/** Returns the word where choosing by keyboard begins: the first in the box of the field, or the nearest to it. */
export function findFirstWord(words: readonly PageWord[], box: Box | undefined): number {
  if (box === undefined) return 0;
  const [inside] = findWordsIn(words, box);
  if (inside !== undefined) return inside;
  const [x, y] = [box[0] + box[2] / 2, box[1] + box[3] / 2];
  let best = 0;
  let nearest = Number.POSITIVE_INFINITY;
  words.forEach((word, at) => {
    const [wx, wy] = centre(word);
    const far = Math.hypot(wx - x, wy - y);
    if (far < nearest) [best, nearest] = [at, far];
  });
  return best;
}

/** A place of a searched text. */
export interface TextMatch {
  readonly page: number;
  readonly places: WordPlaces;
  /** One box a line. */
  readonly boxes: readonly Box[];
  /** The words before, the match itself and the words after, for the list. */
  readonly before: string;
  readonly text: string;
  readonly after: string;
}

/**
 * Finds a text on a page, also over the end of a line. Capitals, accents and the kinds of dashes and spaces do not
 * matter. A number is found however its digits are grouped by spaces.
 */
export function findText(words: readonly PageWord[], page: number, query: string): readonly TextMatch[] {
  const isNumber = /\d/.test(query) && query.trim().length >= 4;
  const between = isNumber ? '' : ' ';
  const wanted = foldText(query).trim().replaceAll(/\s+/g, between);
  if (wanted === '') return [];
  const starts: number[] = [];
  let all = '';
  for (const { text } of words) {
    starts.push(all.length);
    all += foldText(text) + between;
  }
  const matches: TextMatch[] = [];
  for (let at = all.indexOf(wanted); at !== -1; at = all.indexOf(wanted, at + wanted.length)) {
    const places = starts.flatMap((start, word) => {
      const end = (starts[word + 1] ?? all.length + between.length) - between.length;
      return start < at + wanted.length && end > at ? [word] : [];
    });
    if (places.length > 0) matches.push(describeMatch(words, page, places));
  }
  return matches;
}

function describeMatch(words: readonly PageWord[], page: number, places: WordPlaces): TextMatch {
  const [first = 0, last = first] = [places[0], places.at(-1)];
  const lines = new Map<number, number[]>();
  for (const at of places) {
    const line = words[at]?.line ?? 0;
    lines.set(line, [...(lines.get(line) ?? []), at]);
  }
  return {
    page,
    places,
    boxes: [...lines.values()].map((own) => surroundWords(words, own)),
    before: joinWords(words, range(Math.max(0, first - wordsAround), first - 1)),
    text: joinWords(words, places),
    after: joinWords(words, range(last + 1, Math.min(words.length - 1, last + wordsAround))),
  };
}

const wordsAround = 4;

function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[‐‑‒–—−]/g, '-')
    .replaceAll(/[‘’ʼ]/g, "'")
    .toLowerCase();
}

function range(from: number, to: number): WordPlaces {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}
