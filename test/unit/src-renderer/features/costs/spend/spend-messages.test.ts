import { describe, expect, it } from 'vitest';
import { priceBooks } from '#shared/pricing/price-books.ts';
import {
  describeAi,
  describeEach,
  describeEstimated,
  describeLeftOut,
  describeMetered,
  percent,
  restPrice,
  shareOf,
} from '#renderer/features/costs/spend/spend-messages.ts';
import { spendingOf } from '#renderer/features/costs/spend/spending.ts';
import { aCell, anUnreadCell, aUsage, someCosts } from '#test/builders/some-costs.ts';

const [book] = priceBooks;

describe('what is said of figures', () => {
  it('leaves nothing out in silence', () => {
    const unpriced = aUsage({ verify: { model: 'new', inputTokens: 1, outputTokens: 1, ms: 1 } });
    const costs = someCosts([
      aCell([aUsage(), unpriced], { repeated: 1 }),
      anUnreadCell(1_200, { day: null }),
    ]);
    const anyOrder = { projects: 1, batches: 1_300, project: 'claims' };
    expect(describeLeftOut(spendingOf(costs, book), { isWhole: false, waiting: 300, anyOrder })).toEqual([
      'Not every batch of these days is listed, or says how many documents it has: sums are at least so much.',
      'At least: 1 document was processed more than once, and only its last run is known.',
      'At least: of 1 document something has no price in this book, or no figure.',
      '1,200 documents worked on and not read: estimated by the mean of their workflow.',
      '300 documents in batches in work, not read before these have ended: what was worked on is estimated.',
      'Batch ids of the project claims do not carry their time, so all its 1,300 batches were read.',
      '1 batch does not say when: in the sums, and on no day.',
    ]);
    const all = someCosts([aCell([aUsage()])]);
    expect(describeLeftOut(spendingOf(all, book), all)).toEqual([]);
  });

  it('names the two stages that are most of it', () => {
    const { all } = spendingOf(someCosts([aCell([aUsage()])]), book);
    expect(describeAi(all)).toMatch(/^Textract \d+ %, verify \d+ %$/);
    expect(describeAi(spendingOf(someCosts([]), book).all)).toBe('no documents');
  });

  it('calls an estimate one, however small it is', () => {
    const { all } = spendingOf(someCosts([aCell([aUsage()]), anUnreadCell(1)]), book);
    expect(describeEstimated(all.estimatedTotal, all.total)).toBe('50 % of it estimated');
    expect(describeEstimated('0.001', '1000')).toBe('<1 % of it estimated');
    expect(describeEstimated('0', '1000')).toBeUndefined();
    expect(describeEstimated(null, null)).toBeUndefined();
  });

  it('says of how many documents a mean is, and where there is none', () => {
    expect(describeEach(spendingOf(someCosts([aCell([aUsage()])]), book).all)).toBe('mean of 1 metered');
    expect(describeEach(spendingOf(someCosts([anUnreadCell(2)]), book).all)).toBe('none metered yet');
    expect(describeEach(spendingOf(someCosts([]), book).all)).toBe('no documents were worked on');
  });

  it('says what reading the rest would cost before anybody asks for it', () => {
    const costs = someCosts([aCell([aUsage()]), anUnreadCell(1_000)], { waiting: 9_000 });
    expect(describeMetered(costs, book)).toMatch(/^1 of 1,001 metered; the rest: about 42\d read units, /);
    expect(describeMetered({ ...costs, rest: 0 }, book)).toBe('1 document metered');
    expect(restPrice(costs, book)).toMatch(/^about 42\d read units, <?\$0\.0001$/);
    // Most of them only arrived: their items are small.
    expect(restPrice({ ...costs, rest: 9_000 }, book)).toMatch(/^about 9\d\d read units, /);
    const { 'dynamodb.read': _read, ...prices } = book.prices;
    expect(restPrice(costs, { ...book, prices })).toContain('without a price in this book');
  });

  it('has no share of nothing, and none that is rounded away', () => {
    expect(percent(shareOf('1', '0'))).toBe('');
    expect(percent(shareOf(null, '5'))).toBe('');
    expect(percent(shareOf('0.001', '5'))).toBe('<1 %');
    expect(percent(shareOf('4.895', '5'), 1)).toBe('97.9 %');
  });
});
