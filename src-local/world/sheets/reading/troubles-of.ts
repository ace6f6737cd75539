import { aboutOf, fieldsOf, type FieldDeclaration } from '../fields-of.ts';
import { lineCountOf } from '../page/room-of.ts';
import type { SheetRecipe } from '../sheet.ts';
import { hashOf, throwOf } from '../throws.ts';
import { scoreOf } from './score-of.ts';

/** A place that is hard to read, and what becomes of it. */
export interface Trouble {
  /** "total", or "lineItems.2.amount". */
  readonly spot: string;
  readonly textract: 'right' | 'wrong';
  readonly bedrock: 'right' | 'wrong';
  /** Whose word is taken in the end. */
  readonly taken: 'textract' | 'bedrock';
  /** 0 ≤ n < 1: picks the character. */
  readonly share: number;
}

/**
 * Where the readers stumble. They disagree on what is unsure, and the less sure they are the more often the wrong one
 * is believed; where they are sure, both may have misread it, which nobody sees unless somebody looks.
 */
export function troublesOf(recipe: SheetRecipe): readonly Trouble[] {
  const hash = hashOf(recipe.seed);
  const score = scoreOf(recipe);
  if (recipe.defect === 'illegible') {
    const count = 3 + Math.floor(throwOf(hash, 2) * 4);
    return pickSpots(recipe, hash, count).map((spot, at) => disputed(spot, hash, at, score));
  }
  if (recipe.defect === 'unsure') {
    const count = throwOf(hash, 2) < 0.45 ? 2 : 1;
    const spots = pickSpots(recipe, hash, count);
    // Once in a while the second is a cell of the table.
    if (count === 2 && throwOf(hash, 3) < 0.3) spots[1] = anyLine(recipe, hash);
    return spots.map((spot, at) => disputed(spot, hash, at, isByHand(recipe) ? 1.35 - score : score));
  }
  if (throwOf(hash, 4) >= (1 - score) * 0.9) return [];
  return pickSpots(recipe, hash, 1).map((spot) => ({
    spot,
    textract: 'wrong',
    bedrock: 'wrong',
    taken: 'textract',
    share: throwOf(hash, 5),
  }));
}

/** A neat hand they misread and are sure of it, a bad one they doubt and get right: such a score ranks no errors. */
function isByHand(recipe: SheetRecipe): boolean {
  return aboutOf(recipe) === 'inspection';
}

function disputed(spot: string, hash: number, at: number, score: number): Trouble {
  const isTakenWrong = throwOf(hash, 10 + at) < 1.1 - score;
  const taken = throwOf(hash, 20 + at) < 0.4 ? 'textract' : 'bedrock';
  const isTextractWrong = isTakenWrong === (taken === 'textract');
  return {
    spot,
    textract: isTextractWrong ? 'wrong' : 'right',
    bedrock: isTextractWrong ? 'right' : 'wrong',
    taken,
    share: throwOf(hash, 30 + at),
  };
}

/** The more of a figure it is, the more likely. Efraimidis and Spirakis: the greatest of u^(1/weight). */
function pickSpots(recipe: SheetRecipe, hash: number, count: number): string[] {
  return fieldsOf(recipe)
    .map((field, at) => ({ name: field.name, rank: throwOf(hash, 100 + at) ** (1 / weightOf(field)) }))
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, count)
    .map(({ name }) => name);
}

function weightOf(field: FieldDeclaration): number {
  if (field.kind === 'money') return 4;
  if (field.kind === 'number') return 3;
  if (field.kind === 'date') return 1.5;
  if (field.place === 'issuer' || field.place === 'party' || field.name === 'currency') return 0.25;
  return 1.6;
}

function anyLine(recipe: SheetRecipe, hash: number): string {
  return `lineItems.${Math.floor(throwOf(hash, 6) * lineCountOf(recipe))}.amount`;
}
