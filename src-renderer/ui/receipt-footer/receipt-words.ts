import type { Receipt } from '#shared/contract/result.ts';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

export function rruWords(rru: number): string {
  return `${countWords(rru)} RRU`;
}

export function itemWords(items: number): string {
  return items === 1 ? '1 item' : `${countWords(items)} items`;
}

export function countWords(count: number): string {
  return number.format(count);
}

export function oldestAsOf(receipts: readonly Receipt[]): number | undefined {
  if (receipts.length === 0) return undefined;
  return Math.min(...receipts.map((receipt) => Date.parse(receipt.asOf)));
}
