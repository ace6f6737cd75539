import { describe, expect, it } from 'vitest';
import { priceBooks } from '#shared/pricing/price-books.ts';
import {
  describeAi,
  describeEach,
  describeEstimated,
  describeLeftOut,
  describeMetered,
  percent,
  describeRestPrice,
  calculateShare,
} from '#renderer/features/costs/spend/spend-messages.ts';
import { summarizeSpending } from '#renderer/features/costs/spend/spending.ts';
import { aCell, anUnreadCell, aUsage, someCosts } from '#test/builders/some-costs.ts';

const [book] = priceBooks;

describe('the notes on the figures', () => {
  it('names everything that the figures leave out', () => {
    const unpriced = aUsage({ verify: { model: 'new', inputTokens: 1, outputTokens: 1, ms: 1 } });
    const costs = someCosts([
      aCell([aUsage(), unpriced], { repeated: 1 }),
      anUnreadCell(1_200, { day: null }),
    ]);
    const anyOrder = { projects: 1, batches: 1_300, project: 'claims' };
    expect(
      describeLeftOut(summarizeSpending(costs, book), { isWhole: false, waiting: 300, anyOrder }),
    ).toEqual([
      'Some batches of these days are not listed or have no document count, so totals are lower bounds.',
      'At least: 1 document was processed more than once, and only its last run is known.',
      'At least: a part of 1 document has no price in this book or no figure.',
      '1,200 documents processed but not metered: estimated by the mean of their workflow.',
      '300 documents in unfinished batches, metered when the batch ends: estimated until then.',
      'Batch ids of the project claims do not contain a time, so all its 1,300 batches were read.',
      '1 batch has no date: in the totals, but on no day.',
    ]);
    const all = someCosts([aCell([aUsage()])]);
    expect(describeLeftOut(summarizeSpending(all, book), all)).toEqual([]);
  });

  it('names the two most expensive stages', () => {
    const { all } = summarizeSpending(someCosts([aCell([aUsage()])]), book);
    expect(describeAi(all)).toMatch(/^Textract \d+ %, verify \d+ %$/);
    expect(describeAi(summarizeSpending(someCosts([]), book).all)).toBe('no documents');
  });

  it('marks an estimate as such, however small it is', () => {
    const { all } = summarizeSpending(someCosts([aCell([aUsage()]), anUnreadCell(1)]), book);
    expect(describeEstimated(all.estimatedTotal, all.total)).toBe('50 % estimated');
    expect(describeEstimated('0.001', '1000')).toBe('<1 % estimated');
    expect(describeEstimated('0', '1000')).toBeUndefined();
    expect(describeEstimated(null, null)).toBeUndefined();
  });

  it('says how many documents a mean covers, and where there is none', () => {
    expect(describeEach(summarizeSpending(someCosts([aCell([aUsage()])]), book).all)).toBe(
      'mean of 1 metered',
    );
    expect(describeEach(summarizeSpending(someCosts([anUnreadCell(2)]), book).all)).toBe('none metered yet');
    expect(describeEach(summarizeSpending(someCosts([]), book).all)).toBe('no documents processed');
  });

  it('shows the price of reading the rest before it is requested', () => {
    const costs = someCosts([aCell([aUsage()]), anUnreadCell(1_000)], { waiting: 9_000 });
    expect(describeMetered(costs, book)).toMatch(/^1 of 1,001 metered; the rest: about 42\d read units, /);
    expect(describeMetered({ ...costs, rest: 0 }, book)).toBe('1 document metered');
    expect(describeRestPrice(costs, book)).toMatch(/^about 42\d read units, <?\$0\.0001$/);
    // Most of these documents have only arrived, so their items are small.
    expect(describeRestPrice({ ...costs, rest: 9_000 }, book)).toMatch(/^about 9\d\d read units, /);
    const { 'dynamodb.read': _read, ...prices } = book.prices;
    expect(describeRestPrice(costs, { ...book, prices })).toContain('no price in this book');
  });

  it('has no share of zero, and rounds no share away', () => {
    expect(percent(calculateShare('1', '0'))).toBe('');
    expect(percent(calculateShare(null, '5'))).toBe('');
    expect(percent(calculateShare('0.001', '5'))).toBe('<1 %');
    expect(percent(calculateShare('4.895', '5'), 1)).toBe('97.9 %');
  });
});
