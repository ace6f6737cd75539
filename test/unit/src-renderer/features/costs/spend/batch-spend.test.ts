import { describe, expect, it } from 'vitest';
import { documentCost } from '#shared/pricing/document-cost.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { batchSpends } from '#renderer/features/costs/spend/batch-spend.ts';
import { spendingOf, spendOf } from '#renderer/features/costs/spend/spending.ts';
import { aCell, aCostBatch, aUsage, someCosts, totalsOfAll } from '#test/builders/some-costs.ts';

const [book] = priceBooks;
const costs = someCosts([aCell([aUsage(), aUsage()])]);
const { meanOf } = spendingOf(costs, book);

describe('the batches behind a figure', () => {
  it('come dearest first, metered or estimated, with those of unknown size last', () => {
    const rows = batchSpends(
      [
        aCostBatch({ batchId: 'unknown', documents: null, processed: 0, metered: null }),
        aCostBatch({ batchId: 'small', documents: 1, metered: totalsOfAll([aUsage()]) }),
        aCostBatch({ batchId: 'estimated', documents: 500, processed: 9, metered: null }),
      ],
      costs,
      book,
      meanOf,
    );
    expect(rows.map(({ batch, basis }) => [batch.batchId, basis])).toEqual([
      ['estimated', 'estimated'],
      ['small', 'metered'],
      ['unknown', 'estimated'],
    ]);
    const one = documentCost(aUsage(), book).total;
    expect(rows[1]?.total).toBe(one);
    expect(Number(rows[0]?.total)).toBeCloseTo(9 * Number(one), 10);
    expect(rows[2]?.total).toBeNull();
  });

  it('have names where there are some', () => {
    const [named, bare] = batchSpends(
      [aCostBatch(), aCostBatch({ tenantId: 'kestrel', workflowId: 'notes', metered: null })],
      costs,
      book,
      meanOf,
    );
    expect([named?.tenant, named?.workflow]).toEqual(['Northwind Logistics', 'Carrier invoices']);
    expect([bare?.tenant, bare?.workflow]).toEqual(['kestrel', 'notes']);
  });

  it('are at least so much where a document ran more than once', () => {
    const [row] = batchSpends([aCostBatch({ repeated: 1 })], costs, book, meanOf);
    expect(row?.isLeast).toBe(true);
  });

  it('are estimated for what was worked on, as the sums above them are', () => {
    const cell = aCell([], { documents: 500, meteredBatches: 0, unread: 9 });
    const [row] = batchSpends(
      [aCostBatch({ documents: 500, processed: 9, isInWork: true, metered: null })],
      costs,
      book,
      meanOf,
    );
    expect(row?.total).toBe(spendOf([cell], book, meanOf).estimatedTotal);
    const [waiting] = batchSpends(
      [aCostBatch({ documents: 500, processed: 0, metered: null })],
      costs,
      book,
      meanOf,
    );
    expect([waiting?.total, waiting?.each]).toEqual(['0', null]);
  });

  it('has no document that costs anything where none was worked on', () => {
    const [row] = batchSpends([aCostBatch({ metered: totalsOfAll([null]) })], costs, book, meanOf);
    expect(row?.each).toBeNull();
  });
});
