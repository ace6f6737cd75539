import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { costTable } from '#shared/pricing/cost-table.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { costTableCsv } from '#renderer/features/costs/patterns/cost-table-csv.ts';
import { rowGroups } from '#renderer/features/costs/patterns/cost-words.ts';
import { requestPrices } from '#renderer/features/costs/patterns/request-prices.ts';

const [now, before] = priceBooks;
if (before === undefined) throw new Error('The older book is missing.');

describe('the table of access patterns as a file', () => {
  it('has every row and the sum, in exact dollars and with the price book', () => {
    const table = costTable(catalogue.hr, { book: before, scale: 1 });
    const lines = costTableCsv(catalogue.hr, table).trim().split('\r\n');
    expect(lines).toHaveLength(table.rows.length + 2);
    expect(lines.find((line) => line.includes(',AP2,'))).toContain(',0.025,');
    expect(lines.at(-1)).toContain(`,Together,,,,,,${String(table.callsPerDay)},1×,0.0755,"${before.name}"`);
  });

  it('says why a row has no dollars', () => {
    const table = costTable(catalogue.funds, { book: now, scale: 10 });
    const unknown = table.rows.find(({ notEstimated }) => notEstimated !== null);
    if (unknown !== undefined) expect(costTableCsv(catalogue.funds, table)).toContain(unknown.notEstimated);
  });
});

describe('the order of rows', () => {
  it('goes by what is declared, so that typing moves none of them', () => {
    const declared = costTable(catalogue.extraction, { book: now, scale: 1 }).rows;
    const last = declared[0];
    if (last === undefined) throw new Error('A row is missing.');
    const typed = costTable(catalogue.extraction, {
      book: now,
      scale: 1,
      callsPerDay: { [last.key]: 1_000_000_000 },
    }).rows;
    const order = (rows: typeof declared) =>
      rowGroups(rows, declared, 'dearest').estimated.map(({ key }) => key);
    expect(order(typed)).toEqual(order(declared));
    const dollars = rowGroups(declared, declared, 'dearest').estimated.map(({ usdPerDay }) =>
      Number(usdPerDay),
    );
    expect(dollars).toEqual(dollars.toSorted((a, b) => b - a));
  });

  it('names the two prices it is made of', () => {
    expect(requestPrices(now)).toBe('$0.125 per M read, $0.625 per M write');
  });
});
