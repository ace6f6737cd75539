import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { buildSchema } from '#local/world/sheets/fields.ts';
import { drawPaper } from '#local/world/sheets/draw-paper.ts';
import { countPages, paperText, parsePaper, takePages, wholeSheet } from '#local/world/sheets/paper.ts';
import { decidePaperOutcome, readPaper } from '#local/world/sheets/read-paper.ts';
import { aRecipe } from './a-recipe.ts';

const one = aRecipe({ kind: 'invoice', pages: 3, seed: 'one' });
const other = aRecipe({ kind: 'invoice', pages: 1, seed: 'other' });
const both = [wholeSheet(one), wholeSheet(other)];

describe('a file of several sheets', () => {
  it('is written in a header and read from it, and other texts are not', () => {
    const part = { recipe: one, from: 2, to: 3 };
    for (const paper of [both, [part], [wholeSheet(other), part]]) {
      expect(parsePaper(paperText(paper))).toEqual(paper);
    }
    for (const text of [
      '',
      'no recipe',
      `${paperText([part])}|`,
      paperText([{ recipe: one, from: 3, to: 4 }]),
    ]) {
      expect(parsePaper(text)).toBeUndefined();
    }
  });

  it('gives the pages that are taken from it, across its sheets', () => {
    expect(takePages(both, { from: 3, to: 4 })).toEqual([{ recipe: one, from: 3, to: 3 }, wholeSheet(other)]);
    expect(takePages(takePages(both, { from: 2, to: 4 }), { from: 1, to: 1 })).toEqual([
      { recipe: one, from: 2, to: 2 },
    ]);
    expect(takePages(both, { from: 9, to: 9 })).toEqual([]);
  });

  it('is drawn with all of its pages', async () => {
    const drawn = await PDFDocument.load(await drawPaper(takePages(both, { from: 2, to: 4 })));
    expect(drawn.getPageCount()).toBe(3);
    expect((await PDFDocument.load(await drawPaper(both))).getPageCount()).toBe(countPages(both));
  });

  it('is read as one document: the first value of each field, and the lines of all pages', () => {
    const schema = buildSchema('invoice');
    const [first, whole] = [readPaper([wholeSheet(one)], schema), readPaper(both, schema)];
    const text = ({ found, fields }: typeof whole, name: string) =>
      found.lines[fields.find((field) => field.name === name)?.line ?? -1]?.text;
    expect(text(whole, 'invoiceNumber')).toBe(text(first, 'invoiceNumber'));
    const second = readPaper([wholeSheet(other)], schema);
    expect(whole.found.rows).toHaveLength(first.found.rows.length + second.found.rows.length);
    expect(Math.max(...whole.found.lines.map(({ page }) => page))).toBe(4);
    expect(decidePaperOutcome(both, { run: 1, schema })).toMatchObject({ usage: { textract: { pages: 4 } } });
  });

  it('without its first pages has only the fields that stand on the others', () => {
    const schema = buildSchema('invoice');
    const rest = readPaper([{ recipe: one, from: 3, to: 3 }], schema);
    const names = rest.fields.map(({ name }) => name);
    expect(names).toContain('total');
    expect(names).not.toContain('invoiceNumber');
    expect(rest.found.lines.every(({ page }) => page === 1)).toBe(true);
    expect(rest.compared).toEqual([]);
  });
});
