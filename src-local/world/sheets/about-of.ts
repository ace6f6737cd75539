import type { SheetRecipe, Subject } from './sheet.ts';

/** What a document is about where its recipe does not say: by whom it is for. */
export function aboutOf(recipe: Pick<SheetRecipe, 'kind' | 'recipient' | 'about'>): Subject {
  if (recipe.about) return recipe.about;
  const [, forForms, forGoods] = trades.find(([words]) => words.test(recipe.recipient)) ?? otherTrade;
  return recipe.kind === 'form' ? forForms : forGoods;
}

type Trade = readonly [words: RegExp, forms: Subject, goods: Subject];

const trades: readonly Trade[] = [
  [/logistic|freight|cargo|shipping|haul/i, 'customs', 'freight'],
  [/insur|assur|mutual/i, 'claim', 'repairs'],
  [/food|dair|farm|kitchen|baker/i, 'inspection', 'food'],
];
const otherTrade: Trade = [/./, 'return', 'supplies'];
