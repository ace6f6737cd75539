import { fieldsOf } from '../fields-of.ts';
import type { SheetRecipe } from '../sheet.ts';
import { hashOf, throwOf } from '../throws.ts';
import { designOf, type Design } from './designs.ts';

/** A4, in points, from its upper left corner. */
export const paper = { width: 595.28, height: 841.89 } as const;
export const margin = { left: 48, right: 547 } as const;

/** Nothing but the note stands under it. */
const bottom = 768;
/** Of the sums and the foot, under the last line. */
const tailHeight = 196;
export const headRowHeight = 22;
/** Where the table begins on a further page. */
export const nextTableTop = 84;
export const partyHeight = 66;

export interface Room {
  readonly blockTop: number;
  readonly tableTop: number;
  readonly rowHeight: number;
  /** How many lines the first page takes, and a further one. */
  readonly first: number;
  readonly next: number;
}

export function roomOf(recipe: SheetRecipe): Room {
  const design = designOf(recipe);
  const blockTop = blockTops[design.head];
  const entries = fieldsOf(recipe).filter(({ place }) => place === 'block').length;
  const tableTop = blockTop + blockHeights[design.block](entries) + 20;
  const isOnOnePage = recipe.pages <= 1;
  const rowHeight = isOnOnePage ? 26 : 36;
  const firstBottom = isOnOnePage ? bottom - tailHeight : bottom;
  return {
    blockTop,
    tableTop,
    rowHeight,
    first: Math.floor((firstBottom - tableTop - headRowHeight) / rowHeight),
    next: Math.floor((bottom - nextTableTop - headRowHeight) / rowHeight),
  };
}

/** As many as fill its pages, the last of them in part. */
export function lineCountOf(recipe: SheetRecipe): number {
  const { first, next } = roomOf(recipe);
  const share = throwOf(hashOf(recipe.seed), 41);
  if (recipe.pages <= 1) return 3 + Math.floor(share * Math.min(7, first - 2));
  return first + (recipe.pages - 2) * next + 2 + Math.floor(share * 7);
}

const blockTops: Readonly<Record<Design['head'], number>> = {
  'mark left': 116,
  'mark right': 116,
  band: 104,
  centred: 150,
  form: 102,
  'form band': 88,
};

const blockHeights: Readonly<Record<Design['block'], (entries: number) => number>> = {
  rows: (entries) => Math.max(partyHeight, entries * 16),
  columns: (entries) => Math.max(partyHeight, Math.ceil(entries / 2) * 30),
  strip: (entries) => partyHeight + 8 + Math.ceil(entries / 3) * 34,
  grid: (entries) => Math.ceil(entries / 3) * 36,
  lines: (entries) => Math.ceil(entries / 2) * 36,
  cells: (entries) => Math.ceil(entries / 2) * 22,
};
