import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, decimalText, sumDecimals } from '#shared/pricing/decimal.ts';
import { documentCost } from '#shared/pricing/document-cost.ts';
import { planningUsage } from '#shared/pricing/batch-estimate.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { addTotals, computeTotals } from '#shared/pricing/usage-totals.ts';
import {
  compareWithMetered,
  toEstimateCsv,
  estimatePlan,
  describePart,
  findMeteredMean,
  describeTime,
} from '#renderer/features/costs/estimate/estimate.ts';
import {
  listModels,
  planAtFirst,
  readPlan,
  type PlanFields,
  type TypedPlan,
} from '#renderer/features/costs/estimate/plan.ts';

const [book] = priceBooks;

function plan(change: Partial<PlanFields> = {}): TypedPlan {
  const read = readPlan({ ...planAtFirst, ...change });
  if (!read.ok) throw new Error(`Cannot be read: ${JSON.stringify(read.problems)}`);
  return read.plan;
}

describe('a planned batch', () => {
  it('takes 750 s for 500 documents and 10 workers', () => {
    const typed = plan();
    const estimate = estimatePlan(typed, null, book);
    expect(estimate.seconds).toBe(750);
    expect(describeTime(typed, estimate)).toBe('50 rounds of 10, 15 s each');
    expect(estimatePlan(plan({ documents: '501' }), null, book).seconds).toBe(765);
  });

  it('costs as much as its documents one by one', () => {
    const each = documentCost(planningUsage, book).total;
    expect(estimatePlan(plan({ documents: '1' }), null, book).total).toBe(each);
    const { total } = estimatePlan(plan({ documents: '1,000' }), null, book);
    expect(Number(total)).toBeCloseTo(Number(each) * 1_000, 10);
  });

  it('has parts that add up to the total, whatever the size of its files', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20_000 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 0, max: 100 }),
        (documents, pages, megabytes, gapFill) => {
          const { parts, total } = estimatePlan(
            plan({
              documents: String(documents),
              pages: String(pages),
              megabytes: String(megabytes),
              gapFill: String(gapFill),
            }),
            null,
            book,
          );
          expect(decimalText(sumDecimals(parts.map(({ usd }) => decimal(usd ?? 0))))).toBe(total);
          expect(parts.every(({ usd }) => Number(usd) >= 0)).toBe(true);
        },
      ),
    );
  });

  it('has ten times as many documents at 10×, and never gets cheaper with more of anything', () => {
    const one = estimatePlan(plan(), null, book);
    const ten = estimatePlan(plan({ scale: '10' }), null, book);
    expect(Number(ten.total)).toBeCloseTo(Number(one.total) * 10, 9);
    for (const more of [{ pages: '3' }, { megabytes: '4' }, { documents: '501' }]) {
      expect(Number(estimatePlan(plan(more), null, book).total)).toBeGreaterThan(Number(one.total));
    }
    expect(Number(estimatePlan(plan({ gapFill: '50' }), null, book).total)).toBeLessThan(Number(one.total));
  });

  it('expects no reviews where their share is unknown', () => {
    expect(estimatePlan(plan(), null, book).reviews).toBeNull();
    expect(estimatePlan(plan({ review: '12.5' }), null, book).reviews).toBe(63);
    expect(estimatePlan(plan({ review: '0' }), null, book).reviews).toBe(0);
  });

  it('reports every field that cannot be parsed, and no other', () => {
    const read = readPlan({ ...planAtFirst, documents: 'many', review: '120', workers: '0' });
    expect(read.ok).toBe(false);
    expect(read.problems).toEqual({
      documents: 'Expected a whole number up to 1,000,000.',
      review: 'Expected a number from 0 to 100.',
      workers: 'Expected a whole number up to 1,000.',
    });
  });

  it('says where a model has no price', () => {
    const { 'bedrock.novaLite.output': _output, ...prices } = book.prices;
    const lacking = { ...book, prices };
    expect(listModels(lacking).map(({ value }) => value)).not.toContain('novaLite');
    const estimate = estimatePlan(plan({ model: 'novaLite' }), null, lacking);
    expect(estimate.isWhole).toBe(false);
    expect(estimate.parts.find(({ part }) => part === 'verify')?.usd).toBeNull();
  });

  it('describes each part, and exports all of them', () => {
    const typed = plan();
    const estimate = estimatePlan(typed, null, book);
    expect(describePart('textract', typed, estimate)).toBe('700 pages');
    expect(describePart('verify', typed, estimate)).toContain(
      'Claude Haiku 4.5, regional, 6,090,000 tokens in',
    );
    expect(describePart('storage', typed, estimate)).toBe('250 MB in 500 objects');
    expect(toEstimateCsv(typed, estimate, book)).toContain(`Total,,${estimate.total},500,750,unknown,`);
  });
});

describe('the metered mean', () => {
  it('averages processed documents, at the same prices', () => {
    const twice = addTotals(computeTotals(planningUsage), computeTotals(planningUsage));
    const mean = findMeteredMean([{ metered: twice }, { metered: computeTotals(null) }], book);
    expect(mean?.n).toBe(2);
    expect(mean?.usage.textract?.pages).toBe(1.4);
    expect(findMeteredMean([{ metered: computeTotals(null) }], book)).toBeNull();
  });

  it('is compared with the estimate in a sentence', () => {
    expect(compareWithMetered('0.05', '0.04')).toBe('the estimate is 25 % above it.');
    expect(compareWithMetered('0.03', '0.04')).toBe('the estimate is 25 % below it.');
    expect(compareWithMetered('0.04', '0.04')).toBe('the estimate is the same within half a percent.');
    expect(compareWithMetered('0.04', '0')).toBe('nothing to compare with.');
  });
});
