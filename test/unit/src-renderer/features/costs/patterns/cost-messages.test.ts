import { describe, expect, it } from 'vitest';
import { describeValidity, priceText, tileMoney } from '#renderer/features/costs/book/price-messages.ts';
import {
  describeCheaper,
  costTableCsv,
  describeCrossover,
  largeText,
  placesOf,
  printedBy,
  rowGroups,
  describeTotal,
  unitsText,
  unknownWrites,
} from '#renderer/features/costs/patterns/cost-messages.ts';
import { requestPrices } from '#renderer/features/costs/patterns/use-system-costs.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { capacityComparison } from '#shared/pricing/capacity-comparison.ts';
import { costTable } from '#shared/pricing/cost-table.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';

const [now, before] = priceBooks;
if (before === undefined) throw new Error('The older book is missing.');
const hr = costTable(catalogue.hr, { book: before, scale: 1 });

describe('words about costs', () => {
  it('marks units by where they come from', () => {
    expect(unitsText({ basis: 'declared' }, 4)).toBe('4');
    expect(unitsText({ basis: 'from sizes' }, 0.5)).toBe('≈ 0.5');
    expect(unitsText({ basis: 'at least' }, 0.5)).toBe('≥ 0.5');
    expect(unitsText({ basis: 'declared' }, null)).toBe('');
  });

  it('gives a small table more places than a large one', () => {
    expect(placesOf(hr.rows)).toBe(5);
    expect(placesOf(costTable(catalogue.hr, { book: before, scale: 10 }).rows)).toBe(4);
    expect(
      placesOf(costTable(catalogue.hr, { book: before, scale: 1, callsPerDay: { orgById: 1e9 } }).rows),
    ).toBe(2);
  });

  it('keeps a row where it is while somebody types its calls', () => {
    const declared = hr.rows.map((row) => (row.key === 'orgById' ? { ...row, callsPerDay: null } : row));
    const { estimated, unknown } = rowGroups(hr.rows, declared);
    expect(unknown.map(({ key }) => key)).toEqual(['orgById']);
    expect(estimated).toHaveLength(hr.rows.length - 1);
  });

  it('says which way to pay is cheaper, and from when the other is', () => {
    const comparison = capacityComparison(hr, before, { peakToMean: 4, utilisation: 0.7 });
    if (comparison === null) throw new Error('Not compared.');
    expect(describeCheaper(comparison)).toBe(
      'On demand costs $2.27 a month, provisioned $2.71. On demand is cheaper.',
    );
    expect(describeCrossover(comparison)).toBe(
      'Provisioned is cheaper from about 24.1 million requests a month, 1.7 times as many as here, with the same mix.',
    );
    expect(describeCrossover({ ...comparison, requestsPerMonth: 30_000_000 })).toBe(
      'On demand is cheaper below about 24.1 million requests a month, with the same mix.',
    );
    expect(describeCrossover({ crossoverRequestsPerMonth: null, requestsPerMonth: 1 })).toContain(
      'never cheaper',
    );
  });

  it('says what is in a sum, and that writes are missing where none are declared', () => {
    expect(describeTotal(12, 3)).toBe('12 reads and 3 writes');
    expect(describeTotal(17, 0)).toBe('17 reads, no writes declared');
    expect(describeTotal(1, 1)).toBe('1 read and 1 write');
    const funds = costTable(catalogue.funds, { book: now, scale: 1 });
    expect(unknownWrites(funds.rows)).toContain('only reads are compared');
    expect(unknownWrites(hr.rows)).toBe('');
  });

  it('gives the smallest sums digits enough to say something', () => {
    expect(tileMoney('0.00013')).toBe('$0.00013');
    expect(tileMoney('0.0755')).toBe('$0.0755');
    expect(tileMoney('2.265')).toBe('$2.27');
    expect(tileMoney('0')).toBe('$0.00');
  });

  it('writes prices, dates and large numbers out', () => {
    const read = now.prices['dynamodb.read'];
    const capacity = now.prices['dynamodb.readCapacity'];
    if (read === undefined || capacity === undefined) throw new Error('A price is missing.');
    expect(priceText(read)).toBe('$0.125 for a million read request units');
    expect(priceText(capacity)).toBe('$0.00013 for a read capacity unit and hour');
    expect(describeValidity(now)).toBe('in force since 1 Nov 2024');
    expect(describeValidity(before)).toBe('from 28 Nov 2018 to 1 Nov 2024');
    expect(largeText(12_500)).toBe('12,500');
    expect(largeText(24_138_350)).toBe('24.1 million');
  });
});

describe('what a source prints', () => {
  it('is held to the prices of its own time: two rows of Acme HR are not as printed', () => {
    const printed = printedBy(catalogue.hr, priceBooks);
    expect(printed?.book.id).toBe(before.id);
    expect([...(printed?.rowsThatDiffer ?? [])]).toEqual([
      ['employeesOfDepartment', '0.00375'],
      ['openJobsOfOrg', '0.0075'],
    ]);
    expect(printed).toMatchObject({ day: '0.071', month: '2.15', ours: '0.0755', differs: true });
  });

  it('is nothing where no source prints a figure', () => {
    expect(printedBy(catalogue.extraction, priceBooks)).toBeNull();
  });
});

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
