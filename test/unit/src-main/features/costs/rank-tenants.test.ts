import { describe, expect, it } from 'vitest';
import { rankTenants } from '#main/features/costs/rank-tenants.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { aSpendReader, aSumOfTenant } from './a-spend-reader.ts';

const [monday, tuesday, wednesday] = ['2026-03-16', '2026-03-17', '2026-03-18'];
const period = { from: monday, to: wednesday, before: { from: '2026-03-13', to: '2026-03-15' } };

/** Each page has one tenant, which spent more than those of the pages before it. */
async function rank(pagesOf: Readonly<Record<string, number>>) {
  const { reader, asked } = aSpendReader(({ params }) => {
    const day = String(params['day']);
    return Array.from({ length: pagesOf[day] ?? 0 }, (_, at) => [
      aSumOfTenant(day, `tenant-${String(at).padStart(2, '0')}`, 10 + at),
    ]);
  });
  const days = new Map(Object.entries(pagesOf).map(([day, pages]) => [day, { tenants: pages * 1_000 }]));
  const reads = { reader, paid: <T>(result: T): T => result };
  const ranking = await rankTenants(period, days, priceBooks[0], reads);
  if (!ranking.ok) throw new Error(ranking.failure.message);
  const askedOf = (day: string) => asked.filter(({ params }) => params['day'] === day).length;
  return { ...ranking.value, asked: [wednesday, tuesday, monday].map(askedOf) };
}

describe('the ranking of tenants', () => {
  it('leaves out the second day if it does not fit as a whole, also if the first is today', async () => {
    const { asked, ranked } = await rank({ [wednesday]: 30, [tuesday]: 20 });
    expect(asked).toEqual([30, 0, 0]);
    expect(ranked).toMatchObject({ rows: 30, since: wednesday, isWhole: false });
  });

  it('leaves out the second day if it does not fit, also if nothing ended today yet', async () => {
    const { asked, ranked } = await rank({ [tuesday]: 30, [monday]: 20 });
    expect(asked).toEqual([0, 30, 0]);
    expect(ranked).toMatchObject({ since: tuesday, isWhole: false });
  });

  it('reads the newest day as far as the budget goes', async () => {
    const { asked, ranked } = await rank({ [wednesday]: 50, [tuesday]: 1 });
    expect(asked).toEqual([40, 0, 0]);
    expect(ranked).toMatchObject({ rows: 40, since: wednesday, isWhole: false });
  });

  it('reads all days that fit', async () => {
    const { asked, ranked } = await rank({ [wednesday]: 20, [tuesday]: 19, [monday]: 1 });
    expect(asked).toEqual([20, 19, 1]);
    expect(ranked).toMatchObject({ since: monday, isWhole: true });
  });
});
