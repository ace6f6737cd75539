import { hashText, throwDie } from '../randomness.ts';
import { findSubject, listFields, type FieldDeclaration } from './fields.ts';
import { countLines } from './page-design.ts';
import type { SheetRecipe, SheetField } from './sheet.ts';
import { parseWrittenDay } from './written.ts';

/** A place that is hard to read, and what becomes of it. */
export interface Trouble {
  /** "total", or "lineItems.2.amount". */
  readonly spot: string;
  readonly textract: 'right' | 'wrong';
  readonly bedrock: 'right' | 'wrong';
  /** The reader that is believed in the end. */
  readonly taken: 'textract' | 'bedrock';
  /** 0 ≤ n < 1: picks the character. 1: the last one. */
  readonly share: number;
}

/**
 * Where the readers stumble. They disagree on uncertain values, and the less certain they are, the more often the wrong
 * one is believed; where they are certain, both may have misread a value, which is only found by a check of quality.
 */
export function findTroubles(recipe: SheetRecipe): readonly Trouble[] {
  const hash = hashText(recipe.seed);
  const score = computeScore(recipe);
  if (recipe.defect === 'illegible') {
    const count = 3 + Math.floor(throwDie(hash, 2) * 4);
    return pickSpots(recipe, hash, count).map((spot, at) => createDispute(spot, hash, at, score));
  }
  if (recipe.defect === 'unsure') {
    const count = throwDie(hash, 2) < 0.45 ? 2 : 1;
    const spots = pickSpots(recipe, hash, count);
    // Once in a while the second is a cell of the table.
    if (count === 2 && throwDie(hash, 3) < 0.3) spots[1] = pickLine(recipe, hash);
    return spots.map((spot, at) => createDispute(spot, hash, at, isByHand(recipe) ? 1.35 - score : score));
  }
  if (recipe.defect === 'misread due date') {
    const spot = pickSpots(recipe, hash, 2).find((one) => one !== dueDate) ?? '';
    // The last figure of the year: it is then due before its own date.
    return [createDispute(spot, hash, 0, score), { ...createMisreading(dueDate, hash), share: 1 }];
  }
  if (throwDie(hash, 4) >= (1 - score) * 0.9) return [];
  return pickSpots(recipe, hash, 1).map((spot) => createMisreading(spot, hash));
}

const dueDate = 'dueDate';

function createMisreading(spot: string, hash: number): Trouble {
  return { spot, textract: 'wrong', bedrock: 'wrong', taken: 'textract', share: throwDie(hash, 5) };
}

/** A neat hand they misread and are sure of it, a bad one they doubt and get right: such a score ranks no errors. */
function isByHand(recipe: SheetRecipe): boolean {
  return findSubject(recipe) === 'inspection';
}

function createDispute(spot: string, hash: number, at: number, score: number): Trouble {
  const isTakenWrong = throwDie(hash, 10 + at) < 1.1 - score;
  const taken = throwDie(hash, 20 + at) < 0.4 ? 'textract' : 'bedrock';
  const isTextractWrong = isTakenWrong === (taken === 'textract');
  return {
    spot,
    textract: isTextractWrong ? 'wrong' : 'right',
    bedrock: isTextractWrong ? 'right' : 'wrong',
    taken,
    share: throwDie(hash, 30 + at),
  };
}

/** The more of a figure it is, the more likely. Efraimidis and Spirakis: the greatest of u^(1/weight). */
function pickSpots(recipe: SheetRecipe, hash: number, count: number): string[] {
  return listFields(recipe)
    .map((field, at) => ({ name: field.name, rank: throwDie(hash, 100 + at) ** (1 / weighField(field)) }))
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, count)
    .map(({ name }) => name);
}

function weighField(field: FieldDeclaration): number {
  if (field.kind === 'money') return 4;
  if (field.kind === 'number') return 3;
  if (field.kind === 'date') return 1.5;
  if (field.place === 'issuer' || field.place === 'party' || field.name === 'currency') return 0.25;
  return 1.6;
}

function pickLine(recipe: SheetRecipe, hash: number): string {
  return `lineItems.${Math.floor(throwDie(hash, 6) * countLines(recipe))}.amount`;
}

/** The value with one character taken for another that looks like it; undefined where none does. */
export function deriveMisreading(value: string, kind: SheetField['kind'], share: number): string | undefined {
  const places = placesIn(value, kind);
  // A date's year is changed last, because 2026 is never taken for 2028 without a second look.
  const usual = kind === 'date' ? places.length - yearDigits : places.length;
  const start = Math.floor(share * usual);
  for (let at = share === 1 ? usual : 0; at < places.length; at += 1) {
    const place = places[at < usual ? (start + at) % usual : places.length - 1] ?? 0;
    const seen = looksLike.get(value.charAt(place));
    if (seen === undefined) continue;
    const misread = value.slice(0, place) + seen + value.slice(place + 1);
    if (kind !== 'date' || Number.isInteger(parseWrittenDay(misread))) return misread;
  }
  return undefined;
}

const yearDigits = 4;

/** Returns where the first differs from the second; -1 where they are the same. */
export function findDifference(one: string, other: string): number {
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return at;
  return -1;
}

/** Figures are taken for figures in an amount. In a text, rather its figures than its letters. */
function placesIn(value: string, kind: SheetField['kind']): readonly number[] {
  const all = Array.from({ length: value.length }, (_, at) => at).filter((at) =>
    looksLike.has(value.charAt(at)),
  );
  const digits = all.filter((at) => isDigit(value.charAt(at)));
  return kind === 'text' && digits.length === 0 ? all : digits;
}

function isDigit(letter: string): boolean {
  return letter >= '0' && letter <= '9';
}

/** Each character with the one it is taken for. */
const pairs =
  '08 17 27 38 49 56 65 71 83 94 ao bh ce da ec ft gq hb il ji kh li mn nh oa pn qg rn se tf uv vu wv xk yv zs ' +
  'AR BS CG DO EF FP GC HN Il JI KX LI MN NH OD PF QO RK SB TI UV VU WV XK YV ZS';
const looksLike = new Map(pairs.split(' ').map((pair) => [pair.charAt(0), pair.charAt(1)]));

/** Computes the confidence of the least certain field. */
export function computeScore(recipe: Pick<SheetRecipe, 'seed' | 'defect'>): number {
  const share = throwDie(hashText(recipe.seed), 1);
  if (recipe.defect === 'unsure' || recipe.defect === 'misread due date')
    return roundToHundredths(0.61 + 0.23 * share);
  if (recipe.defect === 'illegible') return roundToHundredths(0.24 + 0.3 * share);
  // Most are read well.
  return roundToHundredths(0.99 - 0.09 * share ** 1.6);
}

export function roundToHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
