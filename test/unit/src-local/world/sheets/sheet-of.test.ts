import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAmount, parseWrittenDay } from '#local/world/sheets/written.ts';
import { listFields, buildSchema } from '#local/world/sheets/fields.ts';
import { checkRulesFor } from '#local/world/sheets/checks.ts';
import { makeSheet } from '#local/world/sheets/sheet-of.ts';
import { sheetKinds, subjects, type Sheet } from '#local/world/sheets/sheet.ts';
import { aRecipe, many, recipes } from './a-recipe.ts';

describe('the content of a document', () => {
  it('adds up: lines to the first sum, and that with the second to the third', () => {
    fc.assert(
      fc.property(recipes, (recipe) => {
        const sheet = makeSheet(recipe);
        const { sums, sign, dates } = checkRulesFor(recipe);
        const [base, change, whole] = sums.map(({ name }) => parseAmount(readValue(sheet, name)));
        const lines = sheet.lines.map((line) => parseAmount(line.amount));
        expect(lines.reduce((sum, amount) => sum + amount, 0)).toBe(base);
        expect((base ?? 0) + sign * (change ?? 0)).toBe(whole);
        for (const { quantity, unit, amount } of sheet.lines) {
          expect(Number(quantity) * parseAmount(unit)).toBe(parseAmount(amount));
        }
        const [early, late] = dates.map(({ name }) => parseWrittenDay(readValue(sheet, name)));
        expect(early).toBeLessThanOrEqual(late ?? Number.NaN);
      }),
      { numRuns: 150 },
    );
  });

  it('has every field of its kind, with a value', () => {
    for (const about of subjects) {
      for (const kind of ['invoice', 'delivery note', 'form'] as const) {
        const sheet = makeSheet(aRecipe({ kind, about }));
        expect(sheet.fields.map(({ name }) => name)).toEqual(
          listFields(sheet.recipe).map(({ name }) => name),
        );
        expect(sheet.fields.filter(({ value }) => value === '')).toEqual([]);
        expect(Object.keys(buildSchema(kind, about))).toEqual(sheet.fields.map(({ name }) => name));
      }
    }
  });

  it('has the day of its recipe', () => {
    expect(parseWrittenDay(readValue(makeSheet(aRecipe()), 'invoiceDate'))).toBe(
      Date.UTC(2026, 10, 12) / 86_400_000,
    );
  });

  it('has the account and tax number of its sender', () => {
    const bySupplier = new Map<string, Set<string>>();
    for (const recipe of many(120, { kind: 'invoice' })) {
      const sheet = makeSheet(recipe);
      const supplier = readValue(sheet, 'supplier');
      const numbers = `${readValue(sheet, 'iban')} ${readValue(sheet, 'vatNumber')}`;
      bySupplier.set(supplier, (bySupplier.get(supplier) ?? new Set()).add(numbers));
    }
    expect(bySupplier.size).toBeGreaterThan(5);
    expect(Array.from(bySupplier.values(), ({ size }) => size).filter((size) => size > 1)).toEqual([]);
  });

  it('has the same price for the same item, and no item twice on one page', () => {
    for (const recipe of many(60)) {
      const { lines } = makeSheet(recipe);
      const priced = new Set(lines.map(({ description, unit }) => `${description} ${unit}`));
      expect(priced.size).toBe(new Set(lines.map(({ description }) => description)).size);
      if (recipe.pages === 1) expect(priced.size).toBe(lines.length);
    }
  });

  it('has no English label if its language is another', () => {
    for (const about of subjects) {
      for (const kind of sheetKinds) {
        const recipe = aRecipe({ kind, about });
        const english = new Set(makeSheet(recipe).fields.map(({ label }) => label));
        const { fields, title } = makeSheet({ ...recipe, defect: 'unsupported language' });
        expect(fields.filter(({ label }) => english.has(label))).toEqual([]);
        expect(title).not.toBe(makeSheet(recipe).title);
      }
    }
  });

  it('fills its pages to the last and starts each with a line', () => {
    for (const pages of [1, 2, 3, 4]) {
      const { lines, fields } = makeSheet(aRecipe({ pages, kind: 'delivery note' }));
      expect(new Set(lines.map(({ page }) => page)).size).toBe(pages);
      expect(fields.find(({ name }) => name === 'grossWeight')?.page).toBe(pages);
    }
  });

  it('is misread in one character if it is hard to read', () => {
    fc.assert(
      fc.property(recipes, (recipe) => {
        for (const { value, misread } of makeSheet(recipe).fields) {
          if (misread === undefined) continue;
          expect(misread).toHaveLength(value.length);
          expect(Array.from(value, (letter, at) => letter !== misread[at]).filter(Boolean)).toHaveLength(1);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('the place of a value', () => {
  it('is on its page, and no boxes overlap', () => {
    fc.assert(
      fc.property(recipes, (recipe) => {
        const { fields, lines } = makeSheet(recipe);
        const boxes = [...fields, ...lines];
        for (const { page, box } of boxes) {
          const [left, top, width, height] = box;
          expect(page).toBeLessThanOrEqual(recipe.pages);
          expect(Math.min(left, top, width, height)).toBeGreaterThan(0);
          expect(Math.max(left + width, top + height)).toBeLessThan(1);
        }
        boxes.forEach((one, at) => {
          const over = boxes
            .slice(at + 1)
            .find((other) => other.page === one.page && overlap(one.box, other.box));
          expect([one, over]).toEqual([one, undefined]);
        });
      }),
      { numRuns: 150 },
    );
  });
});

function readValue({ fields }: Sheet, name: string): string {
  return fields.find((field) => field.name === name)?.value ?? '';
}

type Box = Sheet['fields'][number]['box'];

function overlap([x1, y1, w1, h1]: Box, [x2, y2, w2, h2]: Box): boolean {
  return x1 < x2 + w2 && x2 < x1 + w1 && y1 < y2 + h2 && y2 < y1 + h1;
}
