import { parseRecipe, recipeText } from './recipe-text.ts';
import type { SheetRecipe } from './sheet.ts';

/** Some pages of a sheet, from the first to the last. */
export interface SheetPages {
  readonly recipe: SheetRecipe;
  readonly from: number;
  readonly to: number;
}

/** A file of this world: mostly one sheet, but also several in one file, or a part of one. */
export type Paper = readonly SheetPages[];

export function wholeSheet(recipe: SheetRecipe): SheetPages {
  return { recipe, from: 1, to: recipe.pages };
}

export function isWhole({ recipe, from, to }: SheetPages): boolean {
  return from === 1 && to === recipe.pages;
}

/** The recipes of its sheets, each with its pages where they are not all: "1;invoice;…@2-2|1;invoice;…". */
export function paperText(paper: Paper): string {
  return paper
    .map((one) => `${recipeText(one.recipe)}${isWhole(one) ? '' : `@${one.from}-${one.to}`}`)
    .join('|');
}

/** The same, backwards; undefined where it is no such text. */
export function parsePaper(text: string): Paper | undefined {
  const paper: SheetPages[] = [];
  for (const one of text.split('|')) {
    const [recipeOfOne = '', pages] = one.split('@');
    const recipe = parseRecipe(recipeOfOne);
    const [, from, to] = /^(\d)-(\d)$/.exec(pages ?? `1-${recipe?.pages ?? ''}`) ?? [];
    if (!recipe || !isWithin(recipe, Number(from), Number(to))) return undefined;
    paper.push({ recipe, from: Number(from), to: Number(to) });
  }
  return paper;
}

function isWithin({ pages }: SheetRecipe, from: number, to: number): boolean {
  return from >= 1 && from <= to && to <= pages;
}

export function countPages(paper: Paper): number {
  return paper.reduce((sum, { from, to }) => sum + to - from + 1, 0);
}

/** Takes these pages of the whole file. */
export function takePages(paper: Paper, wanted: { readonly from: number; readonly to: number }): Paper {
  const taken: SheetPages[] = [];
  let before = 0;
  for (const { recipe, from, to } of paper) {
    const first = Math.max(from, from + wanted.from - before - 1);
    const last = Math.min(to, from + wanted.to - before - 1);
    if (first <= last) taken.push({ recipe, from: first, to: last });
    before += to - from + 1;
  }
  return taken;
}
