/** A range covers matched letters in the title, and its end is exclusive. */
export type MatchedRange = readonly [start: number, end: number];

interface Ranked<T> {
  readonly item: T;
  readonly ranges: readonly MatchedRange[];
}

export interface Searchable {
  readonly title: string;
  readonly keywords: readonly string[];
  /** Whole names and ids. A query that is one of them, or begins one, ranks as for the title. */
  readonly names?: readonly string[];
  /** These words of a query are ignored for this item, unless the query has no other word. */
  readonly fillers?: readonly string[];
}

/**
 * Returns the matching items, best first, with ties in the order given. Every word of the query must be found
 * in the title or in a keyword. Letters in order are enough, but matches closer to a prefix rank higher.
 */
export function rank<T extends Searchable>(items: readonly T[], query: string): readonly Ranked<T>[] {
  const text = fold(query).trim();
  if (text === '') return items.map((item) => ({ item, ranges: [] }));
  const words = text.split(/\s+/);
  return items
    .map((item) => ({ item, found: findAll(item, text, words) }))
    .filter((entry) => entry.found !== undefined)
    .toSorted((a, b) => b.found!.score - a.found!.score)
    .map(({ item, found }) => ({ item, ranges: found!.ranges }));
}

interface Found {
  readonly score: number;
  readonly ranges: readonly MatchedRange[];
}

function findAll(item: Searchable, text: string, words: readonly string[]): Found | undefined {
  const title = fold(item.title);
  // Each tier outweighs any sum of the tiers below it.
  if (title === text) return { score: 4_000_000, ranges: [[0, title.length]] };
  if (title.startsWith(text)) return { score: 3_000_000 - title.length, ranges: [[0, text.length]] };
  const named = findName(item.names ?? [], title, text);
  if (named !== undefined) return named;
  const at = wordStart(title, text);
  if (at >= 0) return { score: 2_000_000 - title.length, ranges: [[at, at + text.length]] };

  const telling = words.filter((word) => item.fillers?.includes(word) !== true);
  let score = 0;
  const ranges: MatchedRange[] = [];
  for (const word of telling.length > 0 ? telling : words) {
    const found = findWord(title, word) ?? findKeyword(item.keywords, word);
    if (found === undefined) return undefined;
    score += found.score / words.length;
    ranges.push(...found.ranges);
  }
  return { score, ranges: merged(ranges) };
}

/** An exact name stands beside an exact title, and the beginning of a name beside the beginning of a title. */
function findName(names: readonly string[], title: string, text: string): Found | undefined {
  const folded = names.map(fold).filter((name) => name.startsWith(text));
  const [nearest] = folded.toSorted((a, b) => a.length - b.length);
  if (nearest === undefined) return undefined;
  const at = wordStart(title, text);
  const ranges: readonly MatchedRange[] = at < 0 ? [] : [[at, at + text.length]];
  return { score: nearest === text ? 4_000_000 : 3_000_000 - nearest.length, ranges };
}

function findWord(title: string, word: string): Found | undefined {
  const start = wordStart(title, word);
  if (start >= 0) return { score: 100_000 - start, ranges: [[start, start + word.length]] };
  const inside = title.indexOf(word);
  if (inside >= 0) return { score: 60_000 - inside, ranges: [[inside, inside + word.length]] };
  return lettersInOrder(title, word);
}

function findKeyword(keywords: readonly string[], word: string): Found | undefined {
  const folded = keywords.map(fold);
  if (folded.includes(word)) return { score: 50_000, ranges: [] };
  if (folded.some((keyword) => keyword.startsWith(word))) return { score: 40_000, ranges: [] };
  return undefined;
}

/** Finds the letters in order and prefers the first letters of words, so that "dl" finds Dead letters. */
function lettersInOrder(title: string, word: string): Found | undefined {
  const positions: number[] = [];
  let from = 0;
  for (const letter of word) {
    const initial = wordStart(title, letter, from);
    const next = title.indexOf(letter, from);
    const nearby = initial >= 0 && canFinish(title, word, positions.length + 1, initial + 1);
    const position = next === from && positions.length > 0 ? next : nearby ? initial : next;
    if (position < 0) return undefined;
    positions.push(position);
    from = position + letter.length;
  }
  if (!isIntended(title, positions)) return undefined;
  const initials = positions.filter((position) => isWordStart(title, position)).length;
  return {
    score: 10_000 + initials * 1_000 - gaps(positions) * 100,
    ranges: merged(positions.map((position) => [position, position + 1])),
  };
}

/**
 * Each letter must begin a word or follow inside the same word, because letters scattered over many words
 * match by chance.
 */
function isIntended(title: string, positions: readonly number[]): boolean {
  if (gaps(positions) > 3) return false;
  return positions.every((position, index) => {
    if (isWordStart(title, position)) return true;
    const before = positions[index - 1];
    return before !== undefined && !/[^\p{L}\p{N}]/u.test(title.slice(before, position));
  });
}

function canFinish(title: string, word: string, nextLetter: number, from: number): boolean {
  let at = from;
  for (const letter of word.slice(nextLetter)) {
    const position = title.indexOf(letter, at);
    if (position < 0) return false;
    at = position + 1;
  }
  return true;
}

function gaps(positions: readonly number[]): number {
  return positions.filter((position, index) => index > 0 && position !== positions[index - 1]! + 1).length;
}

function wordStart(title: string, text: string, from = 0): number {
  for (let at = title.indexOf(text, from); at >= 0; at = title.indexOf(text, at + 1)) {
    if (isWordStart(title, at)) return at;
  }
  return -1;
}

function isWordStart(title: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(title[at - 1]!);
}

function merged(ranges: readonly MatchedRange[]): readonly MatchedRange[] {
  const result: [number, number][] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}

/** Lowers each letter on its own and keeps the length, because the ranges must point into the title as it is shown. */
function fold(text: string): string {
  return Array.from(text, (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  }).join('');
}
