import { describe, expect, it } from 'vitest';
import {
  describeValidity,
  formatPrice,
  formatTileMoney,
} from '#renderer/features/costs/book/price-messages.ts';
import {
  describeCheaper,
  toCostTableCsv,
  describeCrossover,
  formatLarge,
  countDecimalPlaces,
  compareWithPrinted,
  groupRows,
  describeTotal,
  formatUnits,
  describeUnknownWrites,
} from '#renderer/features/costs/patterns/cost-messages.ts';
import { formatRequestPrices } from '#renderer/features/costs/patterns/use-system-costs.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { capacityComparison } from '#shared/pricing/capacity-comparison.ts';
import { costTable } from '#shared/pricing/cost-table.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';

const [now, before] = priceBooks;
if (before === undefined) throw new Error('The older book is missing.');
const hr = costTable(catalogue.hr, { book: before, scale: 1 });

describe('the messages about costs', () => {
  it('marks units by their origin', () => {
    expect(formatUnits({ basis: 'declared' }, 4)).toBe('4');
    expect(formatUnits({ basis: 'from sizes' }, 0.5)).toBe('≈ 0.5');
    expect(formatUnits({ basis: 'at least' }, 0.5)).toBe('≥ 0.5');
    expect(formatUnits({ basis: 'declared' }, null)).toBe('');
  });

  it('gives a small table more decimal places than a large one', () => {
    expect(countDecimalPlaces(hr.rows)).toBe(5);
    expect(countDecimalPlaces(costTable(catalogue.hr, { book: before, scale: 10 }).rows)).toBe(4);
    expect(
      countDecimalPlaces(
        costTable(catalogue.hr, { book: before, scale: 1, callsPerDay: { orgById: 1e9 } }).rows,
      ),
    ).toBe(2);
  });

  it('keeps a row in place while its calls are typed', () => {
    const declared = hr.rows.map((row) => (row.key === 'orgById' ? { ...row, callsPerDay: null } : row));
    const { estimated, unknown } = groupRows(hr.rows, declared);
    expect(unknown.map(({ key }) => key)).toEqual(['orgById']);
    expect(estimated).toHaveLength(hr.rows.length - 1);
  });

  it('says which capacity is cheaper, and where that changes', () => {
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

  it('says what a sum contains, and that writes are missing where none are declared', () => {
    expect(describeTotal(12, 3)).toBe('12 reads and 3 writes');
    expect(describeTotal(17, 0)).toBe('17 reads, no writes declared');
    expect(describeTotal(1, 1)).toBe('1 read and 1 write');
    const funds = costTable(catalogue.funds, { book: now, scale: 1 });
    expect(describeUnknownWrites(funds.rows)).toContain('only reads are compared');
    expect(describeUnknownWrites(hr.rows)).toBe('');
  });

  it('gives the smallest sums enough digits to be readable', () => {
    expect(formatTileMoney('0.00013')).toBe('$0.00013');
    expect(formatTileMoney('0.0755')).toBe('$0.0755');
    expect(formatTileMoney('2.265')).toBe('$2.27');
    expect(formatTileMoney('0')).toBe('$0.00');
  });

  it('writes out prices, dates and large numbers', () => {
    const read = now.prices['dynamodb.read'];
    const capacity = now.prices['dynamodb.readCapacity'];
    if (read === undefined || capacity === undefined) throw new Error('A price is missing.');
    expect(formatPrice(read)).toBe('$0.125 for a million read request units');
    expect(formatPrice(capacity)).toBe('$0.00013 for a read capacity unit and hour');
    expect(describeValidity(now)).toBe('in force since 1 Nov 2024');
    expect(describeValidity(before)).toBe('from 28 Nov 2018 to 1 Nov 2024');
    expect(formatLarge(12_500)).toBe('12,500');
    expect(formatLarge(24_138_350)).toBe('24.1 million');
  });
});

describe('the figures that a source prints', () => {
  it('compares by the prices of that time: two rows of Acme HR differ', () => {
    const printed = compareWithPrinted(catalogue.hr, priceBooks);
    expect(printed?.book.id).toBe(before.id);
    expect([...(printed?.rowsThatDiffer ?? [])]).toEqual([
      ['employeesOfDepartment', '0.00375'],
      ['openJobsOfOrg', '0.0075'],
    ]);
    expect(printed).toMatchObject({ day: '0.071', month: '2.15', ours: '0.0755', differs: true });
  });

  it('returns nothing where no source prints a figure', () => {
    expect(compareWithPrinted(catalogue.extraction, priceBooks)).toBeNull();
  });
});

describe('the CSV of the access patterns', () => {
  it('has every row and the total, in exact dollars and with the price book', () => {
    const table = costTable(catalogue.hr, { book: before, scale: 1 });
    const lines = toCostTableCsv(catalogue.hr, table).trim().split('\r\n');
    expect(lines).toHaveLength(table.rows.length + 2);
    expect(lines.find((line) => line.includes(',AP2,'))).toContain(',0.025,');
    expect(lines.at(-1)).toContain(`,Total,,,,,,${String(table.callsPerDay)},1×,0.0755,"${before.name}"`);
  });

  it('explains why a row has no dollars', () => {
    const table = costTable(catalogue.funds, { book: now, scale: 10 });
    const unknown = table.rows.find(({ notEstimated }) => notEstimated !== null);
    if (unknown !== undefined) expect(toCostTableCsv(catalogue.funds, table)).toContain(unknown.notEstimated);
  });
});

describe('the order of rows', () => {
  it('follows the declared values, so that typing moves no row', () => {
    const declared = costTable(catalogue.extraction, { book: now, scale: 1 }).rows;
    const last = declared[0];
    if (last === undefined) throw new Error('A row is missing.');
    const typed = costTable(catalogue.extraction, {
      book: now,
      scale: 1,
      callsPerDay: { [last.key]: 1_000_000_000 },
    }).rows;
    const order = (rows: typeof declared) =>
      groupRows(rows, declared, 'dearest').estimated.map(({ key }) => key);
    expect(order(typed)).toEqual(order(declared));
    const dollars = groupRows(declared, declared, 'dearest').estimated.map(({ usdPerDay }) =>
      Number(usdPerDay),
    );
    expect(dollars).toEqual(dollars.toSorted((a, b) => b - a));
  });

  it('names the two prices of a request', () => {
    expect(formatRequestPrices(now)).toBe('$0.125 per M read, $0.625 per M write');
  });
});
