import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Usage } from '#shared/contract/triage.ts';
import { decimal, decimalText, sumDecimals } from '#shared/pricing/decimal.ts';
import { documentCost, meanUsd, sumOfCosts } from '#shared/pricing/document-cost.ts';
import { planningUsage } from '#shared/pricing/batch-estimate.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';

const [book] = priceBooks;
const model = 'claudeHaiku45.regional';

/** This invoice comes from the research: three pages, 10,000 tokens in and 1,000 out, ten seconds. */
const invoice: Usage = {
  textract: { pages: 3, ms: 4_000 },
  gapFill: { model, inputTokens: 4_000, outputTokens: 300, ms: 3_000 },
  verify: { model, inputTokens: 6_000, outputTokens: 700, ms: 3_000 },
};

describe('the cost of a document', () => {
  test('is given by stage, to the last digit', () => {
    expect(documentCost(invoice, book)).toMatchObject({
      textract: '0.03',
      gapFill: '0.00605',
      verify: '0.01045',
      unpriced: [],
    });
  });

  test('prices a page by the analysis that read it, and as expense analysis where that is unknown', () => {
    const read = (analysis?: 'expense' | 'tablesAndForms') => {
      const textract = { pages: 3, ms: 7_000, ...(analysis && { analysis }) };
      return documentCost({ textract, gapFill: null, verify: null }, book).textract;
    };
    expect([read('tablesAndForms'), read('expense'), read()]).toEqual(['0.195', '0.03', '0.03']);
  });

  test('equals a calculation by hand, and 98 % of it is reading', () => {
    const cost = documentCost(invoice, book);
    const ai = Number(cost.textract) + Number(cost.gapFill) + Number(cost.verify);
    expect(ai).toBeCloseTo(0.0465, 10);
    expect(ai / Number(cost.total)).toBeGreaterThan(0.975);
    expect(Number(cost.total)).toBeCloseTo(0.047, 3);
  });

  test('is 98 % reading for the usual document, too', () => {
    const { infrastructure, total } = documentCost(planningUsage, book);
    expect(1 - Number(infrastructure) / Number(total)).toBeGreaterThan(0.98);
  });

  test('is only the intake if nothing else is known', () => {
    const cost = documentCost(null, book);
    expect(cost).toMatchObject({ textract: null, gapFill: null, verify: null, unpriced: [] });
    expect(Number(cost.infrastructure)).toBeGreaterThan(0);
    expect(cost.total).toBe(cost.infrastructure);
  });

  test('includes only the first stage if it failed at the second', () => {
    const cost = documentCost({ ...invoice, gapFill: null, verify: null }, book);
    expect(cost).toMatchObject({ textract: '0.03', gapFill: null, verify: null, unpriced: [] });
    expect(Number(cost.total)).toBeLessThan(0.031);
  });

  test.each([
    [
      'a model that the book does not know',
      { gapFill: { ...planningUsage.gapFill, model: 'newest' } },
      'gapFill',
    ],
    ['a model without a name', { verify: { ...planningUsage.verify, model: null } }, 'verify'],
    ['tokens that were not counted', { verify: { ...planningUsage.verify, outputTokens: null } }, 'verify'],
    ['pages that were not counted', { textract: { pages: null, ms: 5 } }, 'textract'],
  ] as const)('is unpriced, not free, for %s', (_, change, part) => {
    const cost = documentCost({ ...invoice, ...change }, book);
    expect(cost[part]).toBeNull();
    expect(cost.unpriced).toEqual([part]);
  });

  test('lacks a price that the book lacks, instead of 0', () => {
    const { 'textract.expense': _expense, 'lambda.arm64': _lambda, ...prices } = book.prices;
    const cost = documentCost(invoice, { ...book, prices });
    expect(cost.textract).toBeNull();
    expect(cost.unpriced).toEqual(['textract', 'infrastructure']);
  });

  test('is nothing for no consumption if there is a price', () => {
    expect(documentCost({ ...invoice, textract: { pages: 0, ms: 0 } }, book)).toMatchObject({
      textract: '0',
      unpriced: [],
    });
  });
});

describe('the sum of many documents', () => {
  test('adds each part, and shows the mean', () => {
    const cost = documentCost(invoice, book);
    expect(sumOfCosts([cost, cost, documentCost(null, book)])).toMatchObject({
      textract: '0.06',
      gapFill: '0.0121',
      verify: '0.0209',
      documents: 3,
      unpriced: 0,
    });
  });

  test('is nothing for none, with no stage', () => {
    expect(sumOfCosts([])).toEqual({
      textract: null,
      gapFill: null,
      verify: null,
      infrastructure: '0',
      total: '0',
      documents: 0,
      each: null,
      unpriced: 0,
    });
  });

  test('counts the documents with an unpriced part', () => {
    const odd = documentCost({ ...invoice, verify: { ...planningUsage.verify, model: null } }, book);
    expect(sumOfCosts([odd, documentCost(invoice, book), odd]).unpriced).toBe(2);
  });

  test('is the sum of its parts to the last digit, in any order', () => {
    const usage = fc.record<Usage>({
      textract: fc.option(fc.record({ pages: fc.option(fc.nat(3_000)), ms: fc.option(fc.nat(300_000)) })),
      gapFill: modelUsage,
      verify: modelUsage,
    });
    fc.assert(
      fc.property(fc.array(fc.option(usage), { maxLength: 20 }), (usages) => {
        const costs = usages.map((one) => documentCost(one, book));
        const sum = sumOfCosts(costs);
        const parts = [sum.textract, sum.gapFill, sum.verify, sum.infrastructure].map((usd) =>
          decimal(usd ?? '0'),
        );
        expect(decimalText(sumDecimals(parts))).toBe(sum.total);
        expect(sumOfCosts(costs.toReversed())).toEqual(sum);
      }),
    );
  });

  test('rounds each at the eighth place', () => {
    expect([meanUsd('1', 3), meanUsd('2', 3), meanUsd('0.048', 1), meanUsd('1', 0)]).toEqual([
      '0.33333333',
      '0.66666667',
      '0.048',
      null,
    ]);
  });
});

const modelUsage = fc.option(
  fc.record({
    model: fc.constantFrom(model, 'novaLite', 'unknown', null),
    inputTokens: fc.option(fc.nat(200_000)),
    outputTokens: fc.option(fc.nat(8_000)),
    ms: fc.option(fc.nat(60_000)),
  }),
);
