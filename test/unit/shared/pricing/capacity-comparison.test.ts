import { describe, expect, it } from 'vitest';
import { capacityComparison } from '#shared/pricing/capacity-comparison.ts';
import type { CapacityComparison } from '#shared/pricing/capacity-comparison.ts';
import type { CostTable } from '#shared/pricing/cost-table.ts';
import { usdFor } from '#shared/pricing/price-names.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { decimal, decimalText, plus } from '#shared/pricing/decimal.ts';

const [since] = priceBooks;
const before = priceBooks.find(({ effectiveUntil }) => effectiveUntil === '2024-11-01') ?? since;

/**
 * This is Acme HR's day: 277,000 read units, 5,000 write units and 473,000 requests, on a table with one
 * index.
 */
const hr = { reads: 277_000, writes: 5_000, calls: 473_000, capacities: 2 };

describe('on-demand against provisioned', () => {
  it('sizes capacity for the peak of a flat day', () => {
    const compared = comparison(before, hr, { peakToMean: 1 });
    // The need is 277,000 ÷ 86,400 ÷ 0.7 = 4.58 and 5,000 ÷ 86,400 ÷ 0.7 = 0.08. The table and its index keep
    // one each.
    expect(compared.read.provisioned).toBe(5);
    expect(compared.write.provisioned).toBe(2);
    expect(compared.read.meanPerSecond).toBeCloseTo(3.206, 3);
    expect(compared.onDemandUsdPerMonth).toBe('2.265');
    // 5 × 0.00013 × 720 + 2 × 0.00065 × 720
    expect(compared.provisionedUsdPerMonth).toBe('1.404');
    expect(compared.cheaper).toBe('provisioned');
    expect(compared.requestsPerMonth).toBe(14_190_000);
  });

  it('finds on-demand cheaper if the peak is four times the mean', () => {
    const compared = comparison(before, hr, { peakToMean: 4 });
    // 19 × 0.0936 + 2 × 0.468
    expect(compared.provisionedUsdPerMonth).toBe('2.7144');
    expect(compared.cheaper).toBe('on-demand');
    expect(compared.meanUtilisation).toBeCloseTo(0.175, 12);
  });

  it('breaks even at 14.4 % before November 2024 and at 28.9 % since, for reads as for writes', () => {
    // 0.00013 ÷ 3,600 s against 0.25 ÷ 1,000,000, and 0.00065 ÷ 3,600 s against 1.25 ÷ 1,000,000
    expect(comparison(before, hr, { peakToMean: 1 }).breakEvenUtilisation).toBeCloseTo(0.1444, 4);
    expect(comparison(since, hr, { peakToMean: 1 }).breakEvenUtilisation).toBeCloseTo(0.2889, 4);
    const writesOnly = { ...hr, reads: 0 };
    expect(comparison(before, writesOnly, { peakToMean: 1 }).breakEvenUtilisation).toBeCloseTo(0.1444, 4);
  });

  it.each([
    // 0.936 ÷ (2.265 − 4.5800 × 0.0936) = 0.5097 of 14.19 million, and so on
    [before, 1, 7.23],
    [before, 2, 9.44],
    [before, 4, 24.13],
    [since, 1, 18.87],
    [since, 2, 48.28],
  ])('crosses over where a calculation by hand does: %#', (book, peakToMean, millions) => {
    const { crossoverRequestsPerMonth } = comparison(book, hr, { peakToMean });
    expect((crossoverRequestsPerMonth ?? 0) / 1_000_000).toBeCloseTo(millions, 1);
  });

  it('never crosses over if the peak leaves capacity emptier than the break-even', () => {
    expect(comparison(before, hr, { peakToMean: 4.9 }).crossoverRequestsPerMonth).toBeNull();
    expect(comparison(since, hr, { peakToMean: 2.5 }).crossoverRequestsPerMonth).toBeNull();
  });

  it('gives the 50 to 100 million that the source names for peaks of 4.7 to 4.8, or for more that is kept anyway', () => {
    const from = comparison(before, hr, { peakToMean: 4.69 }).crossoverRequestsPerMonth ?? 0;
    const to = comparison(before, hr, { peakToMean: 4.8 }).crossoverRequestsPerMonth ?? 0;
    expect([from, to].map((requests) => Math.round(requests / 1_000_000))).toEqual([52, 64]);
    const ten = comparison(before, hr, { peakToMean: 2, leastUnits: 10 }).crossoverRequestsPerMonth ?? 0;
    expect(Math.round(ten / 1_000_000)).toBe(94);
  });

  it('costs as much either way at the crossover, when units are large enough not to be rounded', () => {
    const large = { reads: 277e9, writes: 5e9, calls: 473e9, capacities: 2 };
    const even = comparison(before, large, { peakToMean: 0.7 / 0.144_444_444_444 });
    const gap = Number(even.provisionedUsdPerMonth) / Number(even.onDemandUsdPerMonth);
    expect(gap).toBeCloseTo(1, 6);
  });

  it('has nothing to compare without prices for capacity, or without a cost', () => {
    const { 'dynamodb.readCapacity': _read, ...prices } = since.prices;
    expect(capacityComparison(aTable(since, hr), { ...since, prices }, { peakToMean: 1 })).toBeNull();
    const nothing = { reads: 0, writes: 0, calls: 0, capacities: 1 };
    expect(capacityComparison(aTable(since, nothing), since, { peakToMean: 1 })).toBeNull();
  });
});

type Day = typeof hr;

function comparison(
  book: typeof since,
  day: Day,
  assumptions: { peakToMean: number; leastUnits?: number },
): CapacityComparison {
  const compared = capacityComparison(aTable(book, day), book, assumptions);
  if (compared === null) throw new Error('nothing was compared');
  return compared;
}

function aTable(book: typeof since, { reads, writes, calls, capacities }: Day): CostTable {
  const month = plus(
    decimal(usdFor(book, 'dynamodb.read', reads * 30) ?? 0),
    decimal(usdFor(book, 'dynamodb.write', writes * 30) ?? 0),
  );
  return {
    book,
    scale: 1,
    rows: [],
    usdPerDay: '0',
    usdPerMonth: decimalText(month),
    callsPerDay: calls,
    readUnitsPerDay: reads,
    writeUnitsPerDay: writes,
    notEstimated: 0,
    capacities,
    printed: null,
  };
}
