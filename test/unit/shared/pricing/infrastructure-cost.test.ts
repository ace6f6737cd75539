import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareDecimals, decimal, decimalText, plus } from '#shared/pricing/decimal.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { pipelineLifecycle, storageCost } from '#shared/pricing/infrastructure-cost.ts';

const [book] = priceBooks;

describe('keeping the files of a batch', () => {
  /*
   * A hundred documents of half a megabyte are 0.05 GB.
   *   3 days of 30 in Standard:   0.05 × 3/30   = 0.005 GB-months × $0.023  = $0.000115
   *   177 days of 30 in Glacier:  0.05 × 177/30 = 0.295 GB-months × $0.004 = $0.00118
   *   uploaded and moved:         200 requests                    × $0.005 a thousand = $0.001
   * Together $0.002295 for the six months.
   */
  test('for six months with Glacier after three days equals a calculation by hand', () => {
    const { usd, phases, puts, requestsUsd } = storageCost(
      { gb: '0.05', objects: 100 },
      pipelineLifecycle,
      book,
    );
    expect(phases).toEqual([
      { storage: 's3.standard', days: 3, usd: '0.000115' },
      { storage: 's3.glacierInstant', days: 177, usd: '0.00118' },
    ]);
    expect([puts, requestsUsd]).toEqual([200, '0.001']);
    expect(usd).toBe('0.002295');
  });

  test('ends after six months of thirty days', () => {
    expect(pipelineLifecycle.reduce((sum, { days }) => sum + days, 0)).toBe(180);
  });

  /* 0.05 GB × 6 months × $0.023 = $0.0069, and 100 uploads are $0.0005. */
  test('costs 3.2 times as much without a lifecycle', () => {
    const { usd } = storageCost({ gb: '0.05', objects: 100 }, [{ storage: 's3.standard', days: 180 }], book);
    expect(usd).toBe('0.0074');
  });

  test('is unknown if one of the prices is missing, whatever the others are', () => {
    const { 's3.glacierInstant': _glacier, ...prices } = book.prices;
    const cost = storageCost({ gb: 1, objects: 1 }, pipelineLifecycle, { ...book, prices });
    expect(cost.usd).toBeNull();
    expect(cost.phases.map(({ usd }) => usd)).toEqual(['0.0023', null]);
  });

  test('costs nothing for nothing, more for more, and two batches cost what each costs', () => {
    expect(storageCost({ gb: 0, objects: 0 }, pipelineLifecycle, book).usd).toBe('0');
    const of = (objects: number) =>
      decimal(
        storageCost(
          { gb: decimalText({ digits: BigInt(objects) * 5n, places: 4 }), objects },
          pipelineLifecycle,
          book,
        ).usd ?? 'unpriced',
      );
    fc.assert(
      fc.property(fc.nat({ max: 100_000 }), fc.nat({ max: 100_000 }), (a, b) => {
        expect(decimalText(plus(of(a), of(b)))).toBe(decimalText(of(a + b)));
        expect(compareDecimals(of(a + 1), of(a))).toBe(1);
      }),
    );
  });
});
