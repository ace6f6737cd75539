import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, decimalText, sumDecimals } from '#shared/pricing/decimal.ts';
import { documentCost } from '#shared/pricing/document-cost.ts';
import { planningUsage } from '#shared/pricing/batch-estimate.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import {
  listEntryShares,
  groupEntries,
  isUnconfirmed,
  calculateShare,
  findStanding,
  sumUsdByStanding,
} from '#renderer/features/costs/book/confirmed-prices.ts';
import {
  describeLeftOut,
  formatShare,
  formatPrice,
  describeReadDate,
  describeSource,
} from '#renderer/features/costs/book/price-messages.ts';

const [book] = priceBooks;
const aDocument = (by: PriceBook): string => documentCost(planningUsage, by).total;

describe('how well a figure is founded', () => {
  it('splits a figure by its prices without losing anything', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 90 }),
        fc.integer({ min: 0, max: 100_000 }),
        (pages, inputTokens) => {
          const figureOf = (by: PriceBook): string =>
            documentCost(
              {
                ...planningUsage,
                textract: { pages, ms: 0 },
                verify: { ...planningUsage.verify, inputTokens },
              },
              by,
            ).total;
          const parts = listEntryShares(book, figureOf).map(({ usd }) => decimal(usd ?? 0));
          expect(decimalText(sumDecimals(parts))).toBe(figureOf(book));
        },
      ),
      // Each run prices every entry separately.
      { numRuns: 10 },
    );
  });

  it('says how much rests on prices that the vendor did not confirm', () => {
    const unconfirmed = listEntryShares(book, aDocument)
      .filter(({ name }) => name !== 'stepFunctions.transition')
      .map(({ usd }) => decimal(usd ?? 0));
    expect(sumUsdByStanding(book, aDocument)).toBe(decimalText(sumDecimals(unconfirmed)));
    expect(sumUsdByStanding({ ...book, prices: {} }, aDocument)).toBe('0');
    expect(Number(sumUsdByStanding(book, aDocument, ['unchecked']))).toBeLessThan(
      Number(sumUsdByStanding(book, aDocument, ['second-hand'])),
    );
    expect(isUnconfirmed(book, ['dynamodb.read'])).toBe(true);
    expect(isUnconfirmed(book, ['lambda.arm64'])).toBe(true);
    expect(isUnconfirmed(book, ['stepFunctions.transition'])).toBe(false);
  });

  it('accepts only the vendor’s own page as confirmation', () => {
    const from = (source: string, verified = true) => findStanding({ source, verified });
    expect(from('https://aws.amazon.com/step-functions/pricing/')).toBe('vendor');
    expect(from('https://docs.aws.amazon.com/textract/')).toBe('vendor');
    expect(from('https://aws.amazon.com/cloudwatch/pricing/', false)).toBe('unchecked');
    expect(from('https://aws.amazon.com.example.org/')).toBe('second-hand');
    expect(from('Infracost, s3_bucket_test golden file')).toBe('second-hand');
  });

  it('says when a source was read, and how many units a price is for', () => {
    expect(describeReadDate('2026-11')).toBe('read in Nov 2026');
    expect(describeReadDate('2026-11-03')).toBe('read on 3 Nov 2026');
    expect(describeReadDate(null)).toBe('date not recorded');
    const source = 'Infracost, a golden file';
    expect(describeSource({ source, verified: true, asOf: '2026-11' })).toBe(
      'Second hand: Infracost, a golden file, read in Nov 2026',
    );
    const price = book.prices['bedrock.novaPro.input'];
    expect(price && formatPrice(price)).toBe('$0.0008 for 1,000 tokens in');
  });

  it('puts prices that add to the figure first, the most expensive at the top', () => {
    const [used, others] = groupEntries(listEntryShares(book, aDocument), true);
    expect(used?.rows[0]?.name).toBe('bedrock.claudeHaiku45.regional.input');
    expect(others?.title).toBe('Not in the figure');
    expect(others?.rows.map(({ name }) => name)).toContain('dynamodb.storage');
    expect(groupEntries(listEntryShares(book), false).map(({ title }) => title)).toEqual(['All prices']);
  });

  it('has no share of zero, and never rounds a share to none or all', () => {
    expect(calculateShare('0', '0')).toBeNull();
    expect(calculateShare('1', '4')).toBe(0.25);
    expect(formatShare(0.000_01)).toBe('less than 0.1 %');
    expect(formatShare(0.999_99)).toBe('more than 99.9 %');
    expect(formatShare(0.996)).toBe('99.6 %');
    expect(formatShare(1)).toBe('100 %');
    expect(formatShare(0.124)).toBe('12.4 %');
  });

  it('names the vendor’s discounts that no figure includes', () => {
    const { prices } = book;
    expect(prices['textract.expense'] && describeLeftOut(prices['textract.expense'])).toBe(
      'Over 1,000,000 a month: $0.008. Not included in any figure here.',
    );
    expect(prices['dynamodb.read'] && describeLeftOut(prices['dynamodb.read'])).toBe('');
  });
});
