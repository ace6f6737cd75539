import * as fc from 'fast-check';
import { defects, sheetKinds, subjects, type SheetRecipe } from '#local/world/sheets/sheet.ts';

export function aRecipe(over: Partial<SheetRecipe> = {}): SheetRecipe {
  return {
    kind: 'invoice',
    layout: 0,
    recipient: 'Northwind Logistics',
    seed: 'a-seed',
    pages: 1,
    isScanned: false,
    dated: '2026-11-12',
    ...over,
  };
}

/** Lists each kind in each of its layouts. */
export const everyLook = sheetKinds.flatMap((kind) => [0, 1, 2].map((layout) => ({ kind, layout })));

/** Returns documents with a different seed each. */
export function many(count: number, over: Partial<SheetRecipe> = {}): readonly SheetRecipe[] {
  return Array.from({ length: count }, (_, at) => {
    const look = everyLook[at % everyLook.length];
    return aRecipe({ ...look, pages: 1 + (at % 4), isScanned: at % 3 === 0, seed: `seed/${at}`, ...over });
  });
}

/** Generates text of any code units, including halves of surrogate pairs. */
export function anyText(maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.nat(0xffff), { maxLength }).map((units) => String.fromCharCode(...units));
}

export const recipes: fc.Arbitrary<SheetRecipe> = fc
  .record({
    kind: fc.constantFrom(...sheetKinds),
    layout: fc.integer({ min: 0, max: 2 }),
    recipient: fc.oneof(
      fc.constantFrom('Northwind Logistics', 'Alder & Finch Insurance', 'Kestrel Foods'),
      anyText(80),
    ),
    seed: anyText(30),
    pages: fc.integer({ min: 1, max: 4 }),
    isScanned: fc.boolean(),
    defect: fc.option(fc.constantFrom(...defects), { nil: undefined }),
    about: fc.option(fc.constantFrom(...subjects), { nil: undefined }),
    dated: fc.option(fc.constantFrom('2026-11-12', '2024-02-29', '2027-01-01'), { nil: undefined }),
  })
  .map(({ defect, about, dated, ...recipe }) => ({
    ...recipe,
    ...(defect && { defect }),
    ...(about && { about }),
    ...(dated && { dated }),
  }));
