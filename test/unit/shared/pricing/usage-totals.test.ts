import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { usageTotalsSchema, type UsageTotals } from '#shared/contract/costs.ts';
import type { Usage } from '#shared/contract/triage.ts';
import { planningUsage } from '#shared/pricing/batch-estimate.ts';
import { compareDecimals, decimal, decimalText, plus, times, zero } from '#shared/pricing/decimal.ts';
import { documentCost, sumOfCosts } from '#shared/pricing/document-cost.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import {
  addTotals,
  emptyTotals,
  computeMean,
  totalsCost,
  computeTotals,
} from '#shared/pricing/usage-totals.ts';
import { anyBook, anyUsage } from './any-usage.ts';

const [book] = priceBooks;
const anyUsages = fc.array(anyUsage, { maxLength: 12 });

function together(usages: readonly (Usage | null)[]): UsageTotals {
  return usages.map(computeTotals).reduce(addTotals, emptyTotals);
}

describe('the total consumption of documents', () => {
  test('includes one that went through all stages', () => {
    expect(computeTotals(planningUsage)).toEqual({
      documents: 1,
      processed: 1,
      stages: 3,
      ms: 15_000,
      textract: { documents: 1, pages: 1.4, unknown: 0 },
      models: [
        {
          stage: 'gapFill',
          model: 'claudeHaiku45.regional',
          documents: 1,
          inputTokens: 7_150,
          outputTokens: 391,
          unknown: 0,
        },
        {
          stage: 'verify',
          model: 'claudeHaiku45.regional',
          documents: 1,
          inputTokens: 12_180,
          outputTokens: 1_194,
          unknown: 0,
        },
      ],
      uncounted: 0,
      mixes: [{ textract: true, models: ['claudeHaiku45.regional'], documents: 1 }],
    });
  });

  test('of an unprocessed one is the document alone', () => {
    expect(computeTotals(null)).toEqual({ ...emptyTotals, documents: 1 });
    expect(computeTotals({ textract: null, gapFill: null, verify: null })).toEqual(computeTotals(null));
  });

  test('ignores half a figure: tokens in without tokens out have no price', () => {
    const usage = { ...planningUsage, verify: { ...planningUsage.verify, outputTokens: null } };
    const { models, uncounted, mixes } = computeTotals(usage);
    expect(models[1]).toMatchObject({ documents: 1, inputTokens: 0, outputTokens: 0, unknown: 1 });
    expect(uncounted).toBe(1);
    expect(mixes).toEqual([]);
  });

  test('follows the contract', () => {
    fc.assert(
      fc.property(anyUsages, (usages) => {
        const totals = together(usages);
        expect(usageTotalsSchema.parse(totals)).toEqual(totals);
      }),
    );
  });

  test('does not depend on order or grouping', () => {
    fc.assert(
      fc.property(anyUsages, anyUsages, anyUsages, (some, more, rest) => {
        const [a, b, c] = [together(some), together(more), together(rest)];
        expect(addTotals(a, b)).toEqual(addTotals(b, a));
        expect(addTotals(addTotals(a, b), c)).toEqual(addTotals(a, addTotals(b, c)));
        expect(addTotals(a, emptyTotals)).toEqual(a);
        expect(together([...rest, ...more, ...some])).toEqual(together([...some, ...more, ...rest]));
      }),
    );
  });
});

describe('the cost of a total', () => {
  test('is the same summed by document and by batch, with any book, including what has no price', () => {
    fc.assert(
      fc.property(anyUsages, anyBook, (usages, by) => {
        const each = sumOfCosts(usages.map((usage) => documentCost(usage, by)));
        expect(totalsCost(together(usages), by)).toEqual(each);
      }),
      { numRuns: 500 },
    );
  });

  test('is additive: two batches cost what each of them costs', () => {
    fc.assert(
      fc.property(anyUsages, anyUsages, anyBook, (some, more, by) => {
        const [a, b] = [together(some), together(more)];
        const sum = plus(decimal(totalsCost(a, by).total), decimal(totalsCost(b, by).total));
        expect(totalsCost(addTotals(a, b), by).total).toBe(decimalText(sum));
      }),
    );
  });

  test('never falls when a unit more was consumed, and rises if that has a price', () => {
    const grows = (totals: UsageTotals, more: UsageTotals): number =>
      compareDecimals(decimal(totalsCost(more, book).total), decimal(totalsCost(totals, book).total));
    fc.assert(
      fc.property(anyUsages, anyUsage, fc.nat({ max: 20 }), (usages, usage, pages) => {
        const totals = together(usages);
        expect(grows(totals, addTotals(totals, computeTotals(usage)))).toBe(1);
        const read = (all: number) => together([...usages, { ...nothing, textract: { pages: all, ms: 0 } }]);
        expect(grows(read(pages), read(pages + 1))).toBe(1);
        const late = (ms: number) => together([...usages, { ...nothing, textract: { pages, ms } }]);
        expect(grows(late(pages), late(pages + 1))).toBe(1);
      }),
    );
  });

  test('is nothing for nothing', () => {
    fc.assert(
      fc.property(anyBook, (by) => {
        expect(totalsCost(emptyTotals, by)).toMatchObject({
          textract: null,
          gapFill: null,
          verify: null,
          infrastructure: '0',
          total: '0',
          documents: 0,
          each: null,
          unpriced: 0,
        });
      }),
    );
  });

  /*
   * 3 SQS requests, 1 call of a function, 5 writes, 2 reads of the file: $0.000005325; 2 uploads: $0.00001; 3 days in
   * Standard and 177 in Glacier: $0.00001295. No stage has run, so there is no transition.
   */
  test('of a document that only arrived is its intake and its file', () => {
    expect(totalsCost(computeTotals(null), book).infrastructure).toBe('0.000028275');
  });

  test('counts a document that lacks two prices once', () => {
    const usage = {
      ...planningUsage,
      gapFill: { ...planningUsage.gapFill, model: 'newest' },
      verify: { ...planningUsage.verify, model: 'newest' },
    };
    expect(totalsCost(together([usage, planningUsage]), book)).toMatchObject({ documents: 2, unpriced: 1 });
  });

  test('does not drift: a million times 0.000035 is 35', () => {
    let sum = zero;
    const one = decimal('0.000035');
    for (let times_ = 0; times_ < 1_000_000; times_ += 1) sum = plus(sum, one);
    expect(decimalText(sum)).toBe('35');
  });

  test('of a million documents is a million times that of one', () => {
    let doubled = computeTotals({ ...planningUsage, textract: { pages: 3, ms: 6_001 } });
    const one = totalsCost(doubled, book);
    for (let power = 0; power < 20; power += 1) doubled = addTotals(doubled, doubled);
    const { total, documents, each } = totalsCost(doubled, book);
    expect(documents).toBe(2 ** 20);
    expect(total).toBe(decimalText(times(decimal(one.total), decimal(documents))));
    expect(each).toBe(one.each);
  });
});
const nothing: Usage = { textract: null, gapFill: null, verify: null };

describe('the expected consumption of one more document', () => {
  test('equals that of each, if all are alike', () => {
    const usage = { ...planningUsage, textract: { pages: 3, ms: 5_000 }, gapFill: like(5_000) };
    const alike = { ...usage, verify: like(5_000) };
    expect(computeMean(together([alike, alike, alike]))).toEqual(alike);
  });

  test('counts a stage by half if every second one reached it', () => {
    const all = { textract: { pages: 2, ms: 4_000 }, gapFill: like(4_000), verify: null };
    const some = { textract: { pages: 2, ms: 4_000 }, gapFill: null, verify: null };
    expect(computeMean(together([all, some]))).toEqual({
      textract: { pages: 2, ms: 4_000 },
      gapFill: { model: 'novaLite', inputTokens: 500, outputTokens: 50, ms: 2_000 },
      verify: null,
    });
  });

  test('leaves out unprocessed ones', () => {
    const usage = { ...nothing, textract: { pages: 4, ms: 1_000 } };
    expect(computeMean(together([usage, null, null]))?.textract).toEqual({ pages: 4, ms: 1_000 });
    expect(computeMean(together([{ ...nothing, gapFill: like(4_000) }, null]))?.gapFill).toEqual(like(4_000));
    expect(computeMean(together([null]))).toBeNull();
    expect(computeMean(emptyTotals)).toBeNull();
  });

  test('takes figures from those that have some, and the most used model', () => {
    const of = (model: string, inputTokens: number | null): Usage => ({
      ...nothing,
      gapFill: { model, inputTokens, outputTokens: 10, ms: 0 },
    });
    const totals = together([of('a', 100), of('a', 300), of('a', null), of('b', 9_000)]);
    expect(computeMean(totals)?.gapFill).toEqual({ model: 'a', inputTokens: 200, outputTokens: 10, ms: 0 });
    expect(computeMean(together([of('a', null)]))?.gapFill).toMatchObject({ inputTokens: null });
    expect(computeMean(together([{ ...nothing, textract: { pages: null, ms: 5 } }]))?.textract).toEqual({
      pages: null,
      ms: 5,
    });
  });
});

function like(ms: number) {
  return { model: 'novaLite', inputTokens: 1_000, outputTokens: 100, ms };
}

const used = (model: string | null) => ({ model, inputTokens: 10, outputTokens: 1, ms: 5 });
const modelName = fc.oneof(
  { weight: 5, arbitrary: fc.nat({ max: 5_000 }).map((at) => `of-${at}`) },
  { weight: 1, arbitrary: fc.constantFrom('claudeHaiku45.regional', 'novaLite', null) },
);
const manyModels: fc.Arbitrary<Usage[]> = fc.array(
  fc.record({
    textract: fc.constantFrom(null, { pages: 2, ms: 3 }, { pages: null, ms: 3 }),
    gapFill: fc.option(modelName.map(used)),
    verify: fc.option(modelName.map(used)),
  }),
  { minLength: 100, maxLength: 300 },
);

describe('totals of documents that name too many models', () => {
  test('stay small', () => {
    fc.assert(
      fc.property(manyModels, (usages) => {
        const totals = usageTotalsSchema.parse(together(usages));
        expect(totals.models.length).toBeLessThanOrEqual(60);
        expect(totals.mixes.length).toBeLessThanOrEqual(200);
      }),
      { numRuns: 20 },
    );
  });

  test('cost what their documents cost, and miss as many prices', () => {
    fc.assert(
      fc.property(manyModels, anyBook, (usages, by) => {
        const each = sumOfCosts(usages.map((usage) => documentCost(usage, by)));
        expect(totalsCost(together(usages), by)).toEqual(each);
      }),
      { numRuns: 40 },
    );
  });

  test('keep every figure of the models that have a price', () => {
    const strange = Array.from({ length: 400 }, (_, at) => ({ ...planningUsage, verify: used(`of-${at}`) }));
    const { models, documents } = together([...strange, planningUsage]);
    expect(documents).toBe(401);
    expect(models.find(({ stage, model }) => stage === 'gapFill' && model !== null)).toMatchObject({
      documents: 401,
      inputTokens: 401 * 7_150,
    });
    const ofVerify = models.filter(({ stage }) => stage === 'verify');
    expect(ofVerify.reduce((sum, one) => sum + one.documents, 0)).toBe(401);
  });
});
