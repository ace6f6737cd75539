import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, decimalText, sumOf } from '#shared/pricing/decimal.ts';
import { documentCost } from '#shared/pricing/document-cost.ts';
import { planningUsage } from '#shared/pricing/batch-estimate.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { addTotals, totalsOf } from '#shared/pricing/usage-totals.ts';
import {
  compareWithMetered,
  estimateCsv,
  estimateOf,
  describePart,
  meteredMean,
  describeTime,
} from '#renderer/features/costs/estimate/estimate.ts';
import {
  modelOptions,
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
  it('of 500 documents with 10 workers takes 750 s', () => {
    const typed = plan();
    const estimate = estimateOf(typed, null, book);
    expect(estimate.seconds).toBe(750);
    expect(describeTime(typed, estimate)).toBe('50 rounds of 10, 15 s each');
    expect(estimateOf(plan({ documents: '501' }), null, book).seconds).toBe(765);
  });

  it('costs what its documents cost one by one', () => {
    const each = documentCost(planningUsage, book).total;
    expect(estimateOf(plan({ documents: '1' }), null, book).total).toBe(each);
    const { total } = estimateOf(plan({ documents: '1,000' }), null, book);
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
          const { parts, total } = estimateOf(
            plan({
              documents: String(documents),
              pages: String(pages),
              megabytes: String(megabytes),
              gapFill: String(gapFill),
            }),
            null,
            book,
          );
          expect(decimalText(sumOf(parts.map(({ usd }) => decimal(usd ?? 0))))).toBe(total);
          expect(parts.every(({ usd }) => Number(usd) >= 0)).toBe(true);
        },
      ),
    );
  });

  it('is ten times as many documents at 10×, and never cheaper with more of anything', () => {
    const one = estimateOf(plan(), null, book);
    const ten = estimateOf(plan({ scale: '10' }), null, book);
    expect(Number(ten.total)).toBeCloseTo(Number(one.total) * 10, 9);
    for (const more of [{ pages: '3' }, { megabytes: '4' }, { documents: '501' }]) {
      expect(Number(estimateOf(plan(more), null, book).total)).toBeGreaterThan(Number(one.total));
    }
    expect(Number(estimateOf(plan({ gapFill: '50' }), null, book).total)).toBeLessThan(Number(one.total));
  });

  it('expects no reviews of which nobody said how many', () => {
    expect(estimateOf(plan(), null, book).reviews).toBeNull();
    expect(estimateOf(plan({ review: '12.5' }), null, book).reviews).toBe(63);
    expect(estimateOf(plan({ review: '0' }), null, book).reviews).toBe(0);
  });

  it('tells every field that cannot be read, and nothing of the others', () => {
    const read = readPlan({ ...planAtFirst, documents: 'many', review: '120', workers: '0' });
    expect(read.ok).toBe(false);
    expect(read.problems).toEqual({
      documents: 'Expected a whole number up to 1,000,000.',
      review: 'Expected a number from 0 to 100.',
      workers: 'Expected a whole number up to 1,000.',
    });
  });

  it('says what a model has no price for', () => {
    const { 'bedrock.novaLite.output': _output, ...prices } = book.prices;
    const lacking = { ...book, prices };
    expect(modelOptions(lacking).map(({ value }) => value)).not.toContain('novaLite');
    const estimate = estimateOf(plan({ model: 'novaLite' }), null, lacking);
    expect(estimate.isWhole).toBe(false);
    expect(estimate.parts.find(({ part }) => part === 'verify')?.usd).toBeNull();
  });

  it('says in words what each part is for, and exports them', () => {
    const typed = plan();
    const estimate = estimateOf(typed, null, book);
    expect(describePart('textract', typed, estimate)).toBe('700 pages');
    expect(describePart('verify', typed, estimate)).toContain(
      'Claude Haiku 4.5, regional, 6,090,000 tokens in',
    );
    expect(describePart('storage', typed, estimate)).toBe('250 MB in 500 objects');
    expect(estimateCsv(typed, estimate, book)).toContain(`Together,,${estimate.total},500,750,unknown,`);
  });
});

describe('what was metered', () => {
  it('is a mean of documents that were worked on, by the same book', () => {
    const twice = addTotals(totalsOf(planningUsage), totalsOf(planningUsage));
    const mean = meteredMean([{ metered: twice }, { metered: totalsOf(null) }], book);
    expect(mean?.n).toBe(2);
    expect(mean?.usage.textract?.pages).toBe(1.4);
    expect(meteredMean([{ metered: totalsOf(null) }], book)).toBeNull();
  });

  it('is set against the estimate in words', () => {
    expect(compareWithMetered('0.05', '0.04')).toBe('the estimate is 25 % above it.');
    expect(compareWithMetered('0.03', '0.04')).toBe('the estimate is 25 % below it.');
    expect(compareWithMetered('0.04', '0.04')).toBe('the estimate is the same within half a percent.');
    expect(compareWithMetered('0.04', '0')).toBe('there is nothing to compare with.');
  });
});
