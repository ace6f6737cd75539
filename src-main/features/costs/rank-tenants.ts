import type { AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { mostTenantsShown, type FleetCosts } from '#shared/contract/costs.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import { priceNames, usdFor } from '#shared/pricing/price-names.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { addFigures, readFigures, type SpendFigures } from '#shared/pricing/run-spend.ts';
import { totalsCost } from '#shared/pricing/usage-totals.ts';
import type { CatalogueReader, StoredItem } from '../../aws/dynamodb/reading.ts';
import { everyItem, type PaidReads } from '../../reads/paid-reads.ts';
import { readRow } from '../../rows/read-row.ts';

export interface Reads {
  readonly reader: CatalogueReader;
  readonly paid: PaidReads['paid'];
}

/** Figures by day or by tenant. */
export type Days = ReadonlyMap<string, SpendFigures>;

export interface Period {
  readonly from: string;
  readonly to: string;
  readonly before: { readonly from: string; readonly to: string };
}

/** A page of the index holds up to 1,000 tenants, about 75 read units. */
const mostPagesRanked = 40;

/**
 * Ranks tenants by what they spent, from the newest day back until the budget of pages ends. A day that does not fit is
 * left out, because half of its tenants would be ranked by one day more than the others.
 */
export async function rankTenants(
  { from, to }: Period,
  days: Days,
  book: PriceBook,
  { reader, paid }: Reads,
): Promise<Result<{ readonly first: readonly string[]; readonly ranked: FleetCosts['ranked'] }>> {
  const sums = new Map<string, SpendFigures>();
  const newest = [...days.keys()]
    .filter((day) => day >= from && day <= to)
    .toSorted((a, b) => (a < b ? 1 : -1));
  let [left, rows, since, isWhole] = [mostPagesRanked, 0, to, true];
  for (const day of newest) {
    const expected = Math.max(1, Math.ceil((days.get(day)?.['tenants'] ?? 0) / pageOfTenants));
    // The newest day is always read, as far as the budget goes.
    if (expected > left && left < mostPagesRanked) {
      isWhole = false;
      break;
    }
    const read = await everyItem(
      async (cursor) => {
        left -= 1;
        return paid(
          await reader.run('extraction.tenantsBySpendDay', { day }, { cursor, pageSize: pageOfTenants }),
        );
      },
      Math.max(1, left),
    );
    if (!read.ok) return read;
    for (const item of read.value.items) {
      const tenantId = readRow(item, 'SpendOfTenant').id('tenantId');
      sums.set(tenantId, addFigures(sums.get(tenantId) ?? {}, readUsage(item)));
    }
    rows += read.value.items.length;
    since = day;
    if (!read.value.isAll) {
      isWhole = false;
      break;
    }
  }
  const first = chooseDearest(sums, book);
  return ok({ first, ranked: { rows, since: isWhole ? from : since, isWhole, tenants: sums.size } });
}

const pageOfTenants = 1_000;

/**
 * Exact prices of thousands of tenants would take seconds, so the candidates are chosen by the approximate price of
 * pages and tokens, which are nearly all of the cost.
 */
function chooseDearest(sums: Days, book: PriceBook): readonly string[] {
  const weights = new Map<string, number>();
  const weigh = (name: string): number => {
    const known = weights.get(name) ?? findWeight(name, book);
    weights.set(name, known);
    return known;
  };
  const rough = [...sums].map(([tenantId, figures]) => ({
    tenantId,
    figures,
    usd: Object.entries(figures).reduce((sum, [name, figure]) => sum + weigh(name) * figure, 0),
  }));
  return rough
    .toSorted(byUsd)
    .slice(0, 3 * mostTenantsShown)
    .map(({ tenantId, figures }) => ({
      tenantId,
      usd: Number(totalsCost(readFigures(figures).usage, book).total),
    }))
    .toSorted(byUsd)
    .slice(0, mostTenantsShown)
    .map(({ tenantId }) => tenantId);
}

interface PricedTenant {
  readonly tenantId: string;
  readonly usd: number;
}

function byUsd(a: PricedTenant, b: PricedTenant): number {
  return b.usd - a.usd || (a.tenantId < b.tenantId ? -1 : 1);
}

/** Returns about how many dollars one unit of a figure costs. */
function findWeight(name: string, book: PriceBook): number {
  const price = (priceName: string): number => {
    const found = priceNames.find((one) => one === priceName);
    return found === undefined ? 0 : Number(usdFor(book, found, 1_000_000) ?? 0) / 1_000_000;
  };
  if (name === 'pages') return price('textract.expense');
  // Their pages are also among all pages.
  if (name === 'formsPages') return price('textract.tablesAndForms') - price('textract.expense');
  const parts = name.split('#');
  const model = parts.slice(1, -1).join('#');
  if (parts.at(-1) === 'inputTokens') return price(`bedrock.${model}.input`);
  if (parts.at(-1) === 'outputTokens') return price(`bedrock.${model}.output`);
  return 0;
}

/** Returns the numbers of an item's usage by name. */
export function readUsage({ attributes }: StoredItem): SpendFigures {
  const usage: AttributeValue | undefined = attributes['usage'];
  if (usage === undefined || !('M' in usage)) return {};
  const numbers = Object.entries(usage.M).flatMap(([name, value]): [string, number][] =>
    'N' in value ? [[name, Number(value.N)]] : [],
  );
  return Object.fromEntries(numbers);
}
