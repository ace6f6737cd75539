import { expect, test } from 'vitest';
import { downloads } from '#shared/catalogue/systems/downloads.ts';
import { costTable } from '#shared/pricing/cost-table.ts';
import { decimal, decimalText, plus } from '#shared/pricing/decimal.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { usdFor } from '#shared/pricing/usd-for.ts';

const [since, before] = priceBooks;

/*
 * The source reckons a day of the download pipeline as 60 reads, which are its polls for completion, and 33 writes.
 *   before November 2024: 60 × $0.25 + 33 × $1.25 a million = $0.00005625 a day, $0.0016875 a month
 *   since:                60 × $0.125 + 33 × $0.625 a million = $0.000028125 a day, $0.00084375 a month
 */
test.each([
  ['since November 2024', since, '0.000028125', '0.00084375'],
  ['before', before, '0.00005625', '0.0016875'],
] as const)(
  '60 reads and 33 writes a day are a fraction of a cent a month, %s',
  (_when, book, day, month) => {
    expect(book).toBeDefined();
    if (book === undefined) return;
    expect(dayOf(book, 60, 33)).toBe(day);
    expect(dayOf(book, 60 * 30, 33 * 30)).toBe(month);
    expect(Number(month)).toBeLessThan(0.01);
  },
);

test('the catalogue has those reads and writes as the source counts them', () => {
  const { rows, writeUnitsPerDay } = costTable(downloads, { book: since, scale: 1 });
  expect(writeUnitsPerDay).toBe(33);
  const polls = rows.filter(({ kind, basis }) => kind === 'read' && basis === 'declared');
  expect(polls.map(({ callsPerDay, rcuPerCall }) => [callsPerDay, rcuPerCall])).toEqual([[60, 1]]);
  const ours = [...polls, ...rows.filter(({ kind }) => kind === 'write')];
  const sum = ours.map(({ usdPerDay }) => decimal(usdPerDay ?? 'unpriced')).reduce(plus);
  expect(decimalText(sum)).toBe('0.000028125');
});

function dayOf(book: PriceBook, reads: number, writes: number): string {
  const read = usdFor(book, 'dynamodb.read', reads) ?? 'unpriced';
  const write = usdFor(book, 'dynamodb.write', writes) ?? 'unpriced';
  return decimalText(plus(decimal(read), decimal(write)));
}
