import * as fc from 'fast-check';
import { PDFDocument } from 'pdf-lib';
import { expect, it } from 'vitest';
import { drawSheet } from '#local/world/sheets/draw-sheet.ts';
import { makeSheet } from '#local/world/sheets/sheet-of.ts';
import { computeSheetSize } from '#local/world/sheets/sheet.ts';
import { aRecipe, everyLook, recipes } from './a-recipe.ts';
import { textOnPages } from './text-on-pages.ts';

it('draws a document the same to the byte each time', async () => {
  const recipe = aRecipe({ kind: 'form', isScanned: true, defect: 'unsure', pages: 2 });
  const first = await drawSheet(recipe);
  expect(Buffer.from(await drawSheet({ ...recipe })).equals(first)).toBe(true);
  expect(Buffer.from(await drawSheet({ ...recipe, seed: 'another' })).equals(first)).toBe(false);
});

it('has the size that was given before it was drawn', async () => {
  await fc.assert(
    fc.asyncProperty(recipes, async (recipe) => {
      const bytes = await drawSheet(recipe);
      expect(bytes.length).toBe(computeSheetSize(recipe));
      expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-');
    }),
    { numRuns: 25 },
  );
});

it.each(everyLook)('prints each value in the place of its field: $kind, layout $layout', async (look) => {
  for (const isScanned of [false, true]) {
    const recipe = aRecipe({
      ...look,
      isScanned,
      pages: isScanned ? 2 : 1,
      defect: 'unsure',
      seed: `of ${look.layout}`,
    });
    const printed = await textOnPages(await drawSheet(recipe));
    for (const { value, page, box } of makeSheet(recipe).fields) {
      const [left, top, width, height] = box;
      const inside = printed.filter(
        (text) =>
          text.page === page &&
          text.x >= left &&
          text.x <= left + width &&
          text.y >= top &&
          text.y <= top + height,
      );
      expect(inside.map(({ text }) => text)).toEqual([value]);
    }
  }
});

it('prints each line of the table in its row', async () => {
  const recipe = aRecipe({ pages: 3, isScanned: true, layout: 2 });
  const printed = await textOnPages(await drawSheet(recipe));
  for (const { description, quantity, unit, amount, page, box } of makeSheet(recipe).lines) {
    const [left, top, width, height] = box;
    const inside = printed.filter(
      ({ page: on, x, y }) => on === page && x >= left && x <= left + width && y >= top && y <= top + height,
    );
    expect(inside.map(({ text }) => text)).toEqual(
      expect.arrayContaining([description, quantity, unit, amount]),
    );
  }
});

it('draws as many pages as its recipe has', async () => {
  for (const pages of [1, 2, 3, 4]) {
    const pdf = await PDFDocument.load(await drawSheet(aRecipe({ pages })));
    expect(pdf.getPageCount()).toBe(pages);
  }
});

it('gives a corrupt document the first half of its bytes and no more', async () => {
  const whole = await drawSheet(aRecipe());
  const corrupt = await drawSheet(aRecipe({ defect: 'corrupt' }));
  expect(Buffer.from(corrupt).includes('startxref')).toBe(false);
  expect(Buffer.from(whole).includes('startxref')).toBe(true);
  expect(corrupt.subarray(corrupt.length / 2).every((byte) => byte === 0)).toBe(true);
});
