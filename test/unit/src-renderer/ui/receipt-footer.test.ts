import { describe, expect, it } from 'vitest';
import type { Receipt } from '#shared/contract/result.ts';
import { formatCount, formatItemCount, findOldestReadTime, formatRru } from '#renderer/ui/receipt-footer.tsx';

function aReceipt(asOf: string): Receipt {
  return { pattern: 'batchById', index: 'GSI3', pages: 1, items: 1, rru: 0.5, bytes: 900, ms: 11, asOf };
}

describe('the text of a receipt', () => {
  it('counts half units and single items', () => {
    expect(formatRru(0.5)).toBe('0.5 RRU');
    expect(formatRru(0)).toBe('0 RRU');
    expect(formatRru(1284.53)).toBe('1,284.5 RRU');
    expect(formatCount(12_000)).toBe('12,000');
    expect(formatItemCount(1)).toBe('1 item');
    expect(formatItemCount(0)).toBe('0 items');
  });

  it('is as old as its oldest part', () => {
    const receipts = [aReceipt('2026-11-20T14:22:00Z'), aReceipt('2026-11-20T14:21:00Z')];
    expect(findOldestReadTime(receipts)).toBe(Date.UTC(2026, 10, 20, 14, 21));
    expect(findOldestReadTime([])).toBeUndefined();
  });
});
