import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { usageTotalsSchema, type UsageTotals } from '#shared/contract/costs/usage-totals.ts';
import type { Usage } from '#shared/contract/triage/documents.ts';
import { documentCost, sumOfCosts } from '#shared/pricing/document-cost.ts';
import { planningUsage } from '#shared/pricing/expected-usage.ts';
import { addTotals, emptyTotals, totalsCost, totalsOf } from '#shared/pricing/usage-totals.ts';
import { anyBook } from './any-usage.ts';

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

function together(usages: readonly Usage[]): UsageTotals {
  return usages.map(totalsOf).reduce(addTotals, emptyTotals);
}

describe('sums of documents that name more models than there are', () => {
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
      fc.property(manyModels, anyBook, (usages, book) => {
        const each = sumOfCosts(usages.map((usage) => documentCost(usage, book)));
        expect(totalsCost(together(usages), book)).toEqual(each);
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
