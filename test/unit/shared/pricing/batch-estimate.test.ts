import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planPast } from '#local/world/past/past-plan.ts';
import { decideOutcome, type SheetUsage } from '#local/world/sheets/outcome.ts';
import type { Usage } from '#shared/contract/triage.ts';
import { estimateEta } from '#shared/domain/pipeline-limits.ts';
import { batchEstimate, expectedUsage, planningUsage } from '#shared/pricing/batch-estimate.ts';
import { compareDecimals, decimal, decimalText, plus, times } from '#shared/pricing/decimal.ts';
import { documentCost } from '#shared/pricing/document-cost.ts';
import { pipelineLifecycle, storageCost } from '#shared/pricing/infrastructure-cost.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';

const [book] = priceBooks;
const usual = { documents: 500, pagesPerDocument: planningUsage.textract.pages };

describe('a planned batch', () => {
  test.each([
    [500, 750],
    [100, 150],
    [1, 15],
    [11, 30],
    [0, 0],
  ])('of %i documents takes %i seconds at ten workers and 15 seconds each', (documents, seconds) => {
    expect(batchEstimate({ ...usual, documents }, book).seconds).toBe(seconds);
    expect(estimateEta({ left: documents, finishedSeconds: [] }).seconds).toBe(seconds);
  });

  test('takes as long as its own workers and seconds need, in whole rounds', () => {
    expect(batchEstimate({ ...usual, documents: 101, workers: 25, secondsEach: 8 }, book).seconds).toBe(40);
  });

  test('costs by planning figures what five hundred usual documents cost', () => {
    const one = documentCost(planningUsage, book);
    const { cost, unpriced, from } = batchEstimate(usual, book);
    expect(cost.total).toBe(decimalText(times(decimal(one.total), decimal(500))));
    expect(cost).toMatchObject({
      documents: 500,
      unpriced: 0,
      // The price is 500 × 1.4 pages at a cent each.
      textract: '7',
      // The price is 500 × (7,150 × $0.0011 + 391 × $0.0055) a thousand.
      gapFill: '5.00775',
      // The price is 500 × (12,180 × $0.0011 + 1,194 × $0.0055) a thousand.
      verify: '9.9825',
    });
    expect([unpriced, from]).toEqual([[], 'planning']);
  });

  test('has more to read with more pages, and no more to write', () => {
    const { totals } = batchEstimate({ documents: 2, pagesPerDocument: 2.4 }, book);
    expect(totals.textract.pages).toBe(4.8);
    expect(totals.models.map(({ inputTokens, outputTokens }) => [inputTokens, outputTokens])).toEqual([
      [2 * (7_150 + 1_100), 2 * 391],
      [2 * (12_180 + 2_100), 2 * 1_194],
    ]);
  });

  test('is read by the chosen model, at its price', () => {
    const dear = batchEstimate({ ...usual, model: 'claudeSonnet.regional' }, book).cost;
    // The model costs three times as much as Haiku, for input and for output.
    expect(dear.gapFill).toBe('15.02325');
    expect(dear.textract).toBe('7');
  });

  test('names what it cannot price, and does not count it as free', () => {
    const { cost, unpriced } = batchEstimate({ ...usual, model: 'newest' }, book);
    expect(cost).toMatchObject({ gapFill: null, verify: null, textract: '7', unpriced: 500 });
    expect(unpriced).toEqual(['gapFill', 'verify']);
    const { 'textract.expense': _expense, ...prices } = book.prices;
    expect(batchEstimate(usual, { ...book, prices }).unpriced).toEqual(['textract']);
    const { 'lambda.arm64': _lambda, ...others } = book.prices;
    expect(batchEstimate(usual, { ...book, prices: others }).unpriced).toEqual(['infrastructure']);
  });

  test('fills missing figures with the mean of those known', () => {
    const none = batchEstimate({ ...usual, gapFillShare: 0 }, book);
    expect(none.cost.gapFill).toBeNull();
    expect(none.totals.stages).toBe(1_000);
    const half = batchEstimate({ ...usual, gapFillShare: 0.5 }, book);
    expect(half.cost.gapFill).toBe('2.503875');
    const { textract, gapFill, verify } = planningUsage;
    expect(half.totals).toMatchObject({
      stages: 1_250,
      ms: 500 * (textract.ms + verify.ms) + 250 * gapFill.ms,
      // The same model does both stages.
      mixes: [{ textract: true, models: ['claudeHaiku45.regional'], documents: 500 }],
    });
  });

  test('keeps files at their own size', () => {
    const infrastructure = (megabytesEach?: number): string =>
      batchEstimate({ ...usual, documents: 100, megabytesEach }, book).cost.infrastructure;
    expect(infrastructure(0.5)).toBe(infrastructure());
    const [small, large] = [0.05, 1].map(
      (gb) => storageCost({ gb, objects: 100 }, pipelineLifecycle, book).usd ?? '',
    );
    expect(decimalText(plus(decimal(infrastructure(10)), decimal(small ?? '')))).toBe(
      decimalText(plus(decimal(infrastructure(0.5)), decimal(large ?? ''))),
    );
  });

  test('uses similar documents if some were metered', () => {
    const like = {
      textract: { pages: 2, ms: 5_000 },
      gapFill: { model: 'novaLite', inputTokens: 1_000, outputTokens: 100, ms: 1_000 },
      verify: null,
    };
    const { totals, from } = batchEstimate({ documents: 10, pagesPerDocument: 2, like }, book);
    expect(from).toBe('metered');
    expect(totals.models).toMatchObject([
      { stage: 'gapFill', model: 'novaLite', inputTokens: 10_000 },
      { stage: 'verify', model: 'claudeHaiku45.regional' },
    ]);
    const short = { ...like, textract: { pages: 9, ms: 5_000 } };
    const [fewer] = batchEstimate({ documents: 10, pagesPerDocument: 1, like: short }, book).totals.models;
    // Eight pages fewer account for more than a thousand tokens, so none are left and there is no credit.
    expect(fewer).toMatchObject({ stage: 'gapFill', inputTokens: 0 });
    const ofVerify = { textract: null, gapFill: null, verify: like.gapFill };
    const other = batchEstimate({ documents: 10, pagesPerDocument: 2, like: ofVerify }, book);
    expect(other).toMatchObject({ from: 'metered', totals: { models: [{}, { model: 'novaLite' }] } });
  });

  test('has an unknown number of reviews, or the share of a sample', () => {
    expect(batchEstimate(usual, book).reviews).toBeNull();
    expect(batchEstimate({ ...usual, reviewShare: null }, book).reviews).toBeNull();
    expect(batchEstimate({ ...usual, reviewShare: 0.176 }, book).reviews).toBe(88);
    expect(batchEstimate({ ...usual, reviewShare: 0 }, book).reviews).toBe(0);
  });

  test('costs nothing without documents, more with each, and twice as much for twice as many', () => {
    expect(batchEstimate({ ...usual, documents: 0 }, book).cost).toMatchObject({
      total: '0',
      each: null,
      unpriced: 0,
    });
    fc.assert(
      fc.property(fc.nat({ max: 2_000 }), fc.integer({ min: 1, max: 40 }), (documents, pages) => {
        const of = (n: number, each = pages) =>
          decimal(batchEstimate({ documents: n, pagesPerDocument: each }, book).cost.total);
        expect(decimalText(plus(of(documents), of(documents)))).toBe(decimalText(of(2 * documents)));
        expect(compareDecimals(of(documents + 1), of(documents))).toBe(1);
        expect(compareDecimals(of(documents + 1, pages + 1), of(documents + 1))).toBe(1);
      }),
    );
  });
});

const none: Usage = { textract: null, gapFill: null, verify: null };

describe('the expected consumption of one more document', () => {
  test('is the planned one if nothing is known', () => {
    expect(expectedUsage([])).toEqual({ usage: planningUsage, n: 0 });
    expect(expectedUsage([none, { ...none, textract: { pages: null, ms: 9 } }])).toEqual({
      usage: planningUsage,
      n: 0,
    });
  });

  test('is the mean of the known ones, stage by stage', () => {
    const known: readonly Usage[] = [
      { ...none, textract: { pages: 1, ms: 4_000 } },
      {
        ...none,
        textract: { pages: 2, ms: 5_000 },
        gapFill: { ...planningUsage.gapFill, inputTokens: 101, outputTokens: 7 },
      },
      {
        ...none,
        textract: { pages: 2, ms: null },
        gapFill: { ...planningUsage.gapFill, inputTokens: 104, outputTokens: 9 },
      },
    ];
    expect(expectedUsage(known)).toEqual({
      usage: {
        textract: { pages: 1.67, ms: 4_500 },
        gapFill: { model: 'claudeHaiku45.regional', inputTokens: 103, outputTokens: 8, ms: 4_000 },
        verify: planningUsage.verify,
      },
      n: 3,
    });
  });

  test('uses the most frequent of several models', () => {
    const of = (model: string, inputTokens: number): Usage => ({
      ...none,
      verify: { ...planningUsage.verify, model, inputTokens },
    });
    const { usage } = expectedUsage([of('novaLite', 5), of('novaPro', 100), of('novaPro', 300)]);
    expect(usage.verify).toMatchObject({ model: 'novaPro', inputTokens: 200 });
  });

  test('equals the mean of the seeded world for the planning figures', () => {
    const { batches } = planPast({ seed: '1', anchor: startOfTime });
    const usages = batches.flatMap((batch) =>
      Array.from({ length: batch.size }, (_, index) => {
        const { recipe } = batch.document(index);
        const outcome = decideOutcome(recipe, { run: 1, schema: batch.workflow.schema });
        return outcome.ok ? outcome.usage : null;
      }).filter((usage): usage is SheetUsage => usage !== null),
    );
    expect(usages.length).toBeGreaterThan(10_000);
    const { usage: measured } = expectedUsage(usages);
    for (const stage of ['textract', 'gapFill', 'verify'] as const) {
      for (const [name, planned] of Object.entries(planningUsage[stage])) {
        const value: unknown = Reflect.get(measured[stage] ?? {}, name);
        if (typeof planned === 'string') expect(value).toBe(planned);
        else expect(Math.abs(Number(value) / planned - 1), `${stage} ${name}`).toBeLessThan(0.05);
      }
    }
  });
});
