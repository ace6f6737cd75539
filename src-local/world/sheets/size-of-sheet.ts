import type { SheetRecipe } from './sheet.ts';
import { hashOf, throwOf } from './throws.ts';

/** How many bytes it has when it is drawn, without drawing it: it is padded to that. */
export function sizeOfSheet(recipe: SheetRecipe): number {
  // Dust and dropouts take more bytes than print.
  const page = recipe.defect === 'illegible' ? 27_000 : recipe.isScanned ? 9_000 : 3_500;
  const spread = Math.floor(throwOf(hashOf(recipe.seed), 70) * 4_096);
  return 4_000 + page * recipe.pages + spread;
}
