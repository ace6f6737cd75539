import { describe, expect, it } from 'vitest';
import { priceBooks } from '#shared/pricing/price-books.ts';
import {
  batchesCsv,
  daysCsv,
  tenantsCsv,
  workflowsCsv,
} from '#renderer/features/costs/spend/spend-export.tsx';
import { batchSpends } from '#renderer/features/costs/spend/batch-spend.ts';
import { spendingOf } from '#renderer/features/costs/spend/spending.ts';
import { aCell, aCostBatch, anUnreadCell, aUsage, someCosts } from '#test/builders/some-costs.ts';

const [book] = priceBooks;

function tableOf(csv: string): readonly Readonly<Record<string, string>>[] {
  const [head = [], ...rows] = csv
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(head.map((title, at) => [title, row[at] ?? ''])));
}

describe('what is written for a spreadsheet', () => {
  const costs = someCosts([aCell([aUsage()]), anUnreadCell(1, { day: '2026-11-22' })]);
  const spending = spendingOf(costs, book);
  const facts = { costs, book };

  it('has all digits of each day, what of it was metered and estimated, its book and its time', () => {
    const days = tableOf(
      daysCsv(spending.days, facts).replace(/"([^"]*)"/g, (text) => text.replaceAll(',', ';')),
    );
    expect(days).toHaveLength(7);
    const metered = days.find((row) => row['Day (UTC)'] === '2026-11-21');
    expect(metered).toMatchObject({
      'Day is over': 'yes',
      'Metered documents': '1',
      'Estimated documents': '0',
      'Metered USD': spending.all.meteredTotal,
      'Estimated USD': '0',
      From: '2026-11-16',
      To: '2026-11-22',
      'Read at': costs.readAt,
    });
    expect(metered?.['Price book']).toContain('us-east-1 list');
    const estimated = days.find((row) => row['Day (UTC)'] === '2026-11-22');
    expect(estimated).toMatchObject({ 'Day is over': 'no', 'Metered USD': '0', 'Estimated documents': '1' });
    expect(Number(estimated?.['Estimated USD'])).toBeGreaterThan(0);
  });

  it('runs nothing in a spreadsheet, whatever a tenant or a workflow is called', () => {
    const named = someCosts([aCell([aUsage()])], {
      tenants: [{ tenantId: 'northwind', name: '=HYPERLINK("http://x")' }],
      workflows: { 'northwind/claims/invoices': '@SUM(A1)' },
    });
    const { tenants, workflows } = spendingOf(named, book);
    expect(tenantsCsv(tenants, facts)).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(workflowsCsv(workflows, facts)).toContain(`'@SUM(A1)`);
  });

  it('leaves empty what nobody knows, and writes no 0 for it', () => {
    const rows = batchSpends(
      [
        aCostBatch(),
        aCostBatch({ batchId: 'batch-02', metered: null, documents: null, processed: 0, run: null }),
      ],
      costs,
      book,
      spending.meanOf,
    );
    const [metered, unknown] = tableOf(batchesCsv(rows, { costs, book: { name: 'a book' } }));
    expect(metered).toMatchObject({
      'Batch id': 'batch-01',
      Basis: 'metered',
      'Processed more than once': '0',
    });
    expect(metered?.['Spend USD']).toBe(rows[0]?.total);
    expect(unknown).toMatchObject({ Basis: 'estimated', 'Spend USD': '', Documents: '', 'Textract USD': '' });
  });
});
