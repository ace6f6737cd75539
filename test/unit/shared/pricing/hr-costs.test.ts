import { describe, expect, it } from 'vitest';
import { hr } from '#shared/catalogue/systems/hr.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { costTable } from '#shared/pricing/cost-table.ts';
import { moneyText } from '#shared/pricing/money-text.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { printedWith } from '#shared/pricing/printed-with.ts';
import { exactDollars, printedReads, printedWrites } from './printed-hr.ts';

const system: SystemDeclaration = hr;
const [since] = priceBooks;
const before = priceBooks.find(({ effectiveUntil }) => effectiveUntil === '2024-11-01') ?? since;
const table = costTable(system, { book: before, scale: 1 });

describe('what a day of Acme HR costs, by the prices it was printed with', () => {
  it('has every row that is printed and no other', () => {
    expect(table.rows.map(({ kind, number, title }) => (kind === 'read' ? number : title))).toEqual([
      ...printedReads.map(([number]) => number),
      ...printedWrites.map(([title]) => title),
    ]);
  });

  it.each(printedReads)('%s: %s RCU and %i calls a day, printed as %s', (number, rcu, calls, printed) => {
    const row = table.rows.find((one) => one.number === number);
    expect(row).toMatchObject({ rcuPerCall: rcu, wcuPerCall: null, callsPerDay: calls });
    expect(row?.printed).toBe(digitsOf(printed));
    expect(row?.usdPerDay).toBe(exactDollars[number]);
    expect(row?.differs).toBe(number === 'AP7' || number === 'AP8');
  });

  it.each(printedWrites)('%s: %s WCU and %i calls a day, printed as %s', (title, wcu, calls, printed) => {
    const row = table.rows.find((one) => one.title === title);
    expect(row).toMatchObject({ rcuPerCall: null, wcuPerCall: wcu, callsPerDay: calls });
    expect(row?.printed).toBe(digitsOf(printed));
    expect(row?.usdPerDay).toBe(exactDollars[title]);
    expect(row?.differs).toBe(false);
  });

  it('adds up to $0.0755 where ≈ $0.071 is printed, and says which rows do not add up and why', () => {
    expect(table.usdPerDay).toBe('0.0755');
    expect(table.usdPerMonth).toBe('2.265');
    expect(moneyText(table.usdPerDay)).toBe('$0.0755');
    expect(table.printed).toMatchObject({
      day: '0.071',
      month: '2.15',
      differs: true,
      rowsThatDiffer: ['AP7', 'AP8'],
    });
    expect(table.printed?.explains).toMatch(/AP7.*AP8.*0\.5/);
  });

  it('has printed rows that do not add up to the printed total either', () => {
    expect(table.printed?.rowsAddUpTo).toBe('0.072');
  });

  it('prices AP7 and AP8 as printed where they are taken at half a unit', () => {
    const halved = Object.fromEntries(
      table.rows
        .filter(({ number }) => number === 'AP7' || number === 'AP8')
        .map(({ key }) => [key, { rru: 0.5, calls: 1 }]),
    );
    const taken = costTable(system, { book: before, scale: 1, measured: halved });
    const dollars = taken.rows.filter(({ basis }) => basis === 'measured').map(({ usdPerDay }) => usdPerDay);
    expect(dollars).toEqual(['0.001875', '0.00375']);
    expect(taken.usdPerDay).toBe('0.069875');
  });

  it('is ten times that at 10×, and is then compared with nothing', () => {
    const tenfold = costTable(system, { book: before, scale: 10 });
    expect(tenfold.usdPerDay).toBe('0.755');
    expect(moneyText(tenfold.usdPerMonth)).toBe('$22.65');
    expect(tenfold.printed).toBeNull();
    expect(tenfold.rows.filter(({ printed, differs }) => printed !== null || differs)).toEqual([]);
  });
});

describe('what a day of Acme HR costs since November 2024', () => {
  it('is half, row by row', () => {
    const now = costTable(system, { book: since, scale: 1 });
    expect(now.usdPerDay).toBe('0.03775');
    for (const [index, { usdPerDay }] of now.rows.entries()) {
      expect(Number(usdPerDay) * 2).toBeCloseTo(Number(table.rows[index]?.usdPerDay), 12);
    }
  });

  it('is found to be printed with the prices before that', () => {
    expect(printedWith(system, priceBooks)).toBe(before);
  });
});

/** A declaration may keep the figure without its signs. */
function digitsOf(printed: string): string {
  return printed.replace(/^\D+/, '');
}
