import { describe, expect, test, vi } from 'vitest';
import type { Receipt } from '#shared/contract/result.ts';
import { receiptShelf } from '#renderer/ui/view-receipts.tsx';

describe('the receipts of a view', () => {
  test('count the pages of a list as one, as old as the oldest of them', () => {
    const shelf = receiptShelf();
    shelf.put('list', [
      aReceipt({ asOf: '2026-11-18T14:00:02.000Z' }),
      aReceipt({ asOf: '2026-11-18T14:00:01.000Z' }),
    ]);
    expect(shelf.read()).toEqual([
      { ...aReceipt({ asOf: '2026-11-18T14:00:01.000Z' }), pages: 2, items: 50, rru: 4, bytes: 2_000, ms: 6 },
    ]);
  });

  test('follow the order in which the parts came, and go with them', () => {
    const shelf = receiptShelf();
    const takeBatch = shelf.put('batch', [aReceipt({ pattern: 'extraction.batchById' })]);
    shelf.put('documents', [aReceipt({ pattern: 'extraction.documentsByStatus' })]);
    shelf.put('batch', [aReceipt({ pattern: 'extraction.batchById', rru: 0.5 })]);
    expect(shelf.read().map(({ rru }) => rru)).toEqual([0.5, 2]);
    // The part has put a newer receipt under its name, so removing the earlier one has no effect.
    takeBatch();
    expect(shelf.read()).toHaveLength(2);
  });

  test('contain a reading shared by two parts once, until both are gone', () => {
    const shelf = receiptShelf();
    const take = shelf.put('file of the address', [aReceipt()]);
    shelf.put('file', [aReceipt()]);
    expect(shelf.read()).toHaveLength(1);
    take();
    expect(shelf.read()).toHaveLength(1);
  });

  test('notify once for each change', () => {
    const shelf = receiptShelf();
    const told = vi.fn();
    const stop = shelf.subscribe(told);
    const take = shelf.put('batch', [aReceipt()]);
    take();
    stop();
    shelf.put('batch', [aReceipt()]);
    expect(told).toHaveBeenCalledTimes(2);
  });
});

function aReceipt(change: Partial<Receipt> = {}): Receipt {
  return {
    pattern: 'extraction.batchesByStatus',
    index: 'GSI2',
    pages: 1,
    items: 25,
    rru: 2,
    bytes: 1_000,
    ms: 3,
    asOf: '2026-11-18T14:00:00.000Z',
    ...change,
  };
}
