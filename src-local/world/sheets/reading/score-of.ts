import type { SheetRecipe } from '../sheet.ts';
import { hashOf, throwOf } from '../throws.ts';

/** How sure the readers are of the field they are least sure of. */
export function scoreOf(recipe: Pick<SheetRecipe, 'seed' | 'defect'>): number {
  const share = throwOf(hashOf(recipe.seed), 1);
  if (recipe.defect === 'unsure') return hundredths(0.61 + 0.23 * share);
  if (recipe.defect === 'illegible') return hundredths(0.24 + 0.3 * share);
  // Most are read well.
  return hundredths(0.99 - 0.09 * share ** 1.6);
}

export function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
