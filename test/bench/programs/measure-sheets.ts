import { drawSheet } from '#local/world/sheets/draw-sheet.ts';
import { buildSchema } from '#local/world/sheets/fields.ts';
import { readSheet } from '#local/world/sheets/reading.ts';
import { decideOutcome } from '#local/world/sheets/outcome.ts';
import { sheetKinds, type SheetRecipe } from '#local/world/sheets/sheet.ts';

export interface MeasuredSheets {
  /** These are microseconds per document, once per round. */
  readonly readings: readonly number[];
  readonly outcomes: readonly number[];
  /** These are milliseconds, for one document each. */
  readonly drawings: readonly number[];
}

const documents = 2_000;
const rounds = 12;
const warm = 4;

const schemas = {
  invoice: buildSchema('invoice'),
  'delivery note': buildSchema('delivery note'),
  form: buildSchema('form', 'customs'),
};
const recipes = Array.from({ length: documents }, (_, at): SheetRecipe => {
  // Six of ten documents have one page, two have two, and one each has three and four.
  const pages = [1, 1, 1, 2, 1, 1, 2, 3, 1, 4][at % 10] ?? 1;
  const kind = sheetKinds[at % 3] ?? 'invoice';
  return {
    kind,
    layout: (at >> 2) % 3,
    recipient: 'Northwind Logistics',
    seed: `bench/${at}`,
    pages,
    isScanned: at % 4 === 0,
    ...(at % 9 === 0 && { defect: 'unsure' }),
  };
});

function perDocument(read: (recipe: SheetRecipe) => unknown): number[] {
  const times = Array.from({ length: rounds }, () => {
    const started = performance.now();
    for (const recipe of recipes) read(recipe);
    return ((performance.now() - started) * 1_000) / documents;
  });
  return times.slice(warm);
}

const drawings: number[] = [];
for (const recipe of recipes.slice(0, 120)) {
  const started = performance.now();
  await drawSheet(recipe);
  drawings.push(performance.now() - started);
}

const measured: MeasuredSheets = {
  readings: perDocument((recipe) =>
    readSheet(recipe, { run: 1, schema: schemas[recipe.kind], reviewThreshold: 0.85 }),
  ),
  outcomes: perDocument((recipe) => decideOutcome(recipe, { run: 1, schema: schemas[recipe.kind] })),
  drawings: drawings.slice(20),
};
process.stdout.write(JSON.stringify(measured));
