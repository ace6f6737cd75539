import { sheetOf } from '../sheet-of.ts';
import type { SheetRecipe } from '../sheet.ts';
import { differsAt } from './misread.ts';

/** By spot, the character that can be taken for another. */
export function spotsBlurred(recipe: SheetRecipe): ReadonlyMap<string, number> {
  const { fields, lines } = sheetOf(recipe);
  const blurred = new Map<string, number>();
  for (const { name, value, misread } of fields) {
    if (misread !== undefined) blurred.set(name, differsAt(value, misread));
  }
  lines.forEach(({ amount, misread }, index) => {
    if (misread !== undefined) blurred.set(`lineItems.${index}.amount`, differsAt(amount, misread));
  });
  return blurred;
}
