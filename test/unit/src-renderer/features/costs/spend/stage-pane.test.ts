import { describe, expect, it } from 'vitest';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { totalsCost } from '#shared/pricing/usage-totals.ts';
import { stageRows } from '#renderer/features/costs/spend/stage-pane.tsx';
import { aUsage, totalsOfAll } from '#test/builders/some-costs.ts';

const [book] = priceBooks;

describe('the stages of what was metered', () => {
  it('have a row for each model, with its tokens, and add up to the whole', () => {
    const nova = { model: 'novaLite', inputTokens: 100_000, outputTokens: 2_000, ms: 900 };
    const totals = totalsOfAll([aUsage(), aUsage({ gapFill: nova })]);
    const rows = stageRows(totals, book);
    expect(rows.map(({ title, model }) => [title, model])).toEqual([
      ['Textract', null],
      ['Gap-fill', 'claudeHaiku45.regional'],
      ['Gap-fill', 'novaLite'],
      ['Verify', 'claudeHaiku45.regional'],
      ['Infrastructure', null],
    ]);
    expect(rows[0]).toMatchObject({ pages: 4, documents: 2 });
    expect(rows[2]).toMatchObject({ inputTokens: 100_000, outputTokens: 2_000, documents: 1 });
    expect(rows[3]).toMatchObject({ inputTokens: 24_000, outputTokens: 2_000, documents: 2 });
    const sum = rows.reduce((total, { usd }) => total + Number(usd), 0);
    expect(sum).toBeCloseTo(Number(totalsCost(totals, book).total), 10);
  });

  it('say what has no price or no figure, which is not nothing', () => {
    const unknown = { model: 'claudeHaiku45.regional', inputTokens: null, outputTokens: null, ms: 1 };
    const rows = stageRows(
      totalsOfAll([
        aUsage({
          gapFill: { model: 'brand new', inputTokens: 5, outputTokens: 5, ms: 1 },
          verify: unknown,
        }),
      ]),
      book,
    );
    expect(rows.find(({ model }) => model === 'brand new')?.usd).toBeNull();
    expect(rows.find(({ title }) => title === 'Verify')).toMatchObject({ unknown: 1, usd: null });
  });

  it('are none of nothing', () => {
    expect(stageRows(totalsOfAll([]), book)).toEqual([]);
  });
});
