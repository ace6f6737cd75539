import type { Receipt } from '#shared/contract/receipt.ts';

/** One receipt for all pages of an answer; as old as its oldest page. */
export function addedUp(receipts: readonly Receipt[]): Receipt | undefined {
  const [first, ...others] = receipts;
  if (first === undefined) return undefined;
  const sum = { ...first };
  for (const { pages, items, rru, bytes, ms, asOf } of others) {
    sum.pages += pages;
    sum.items += items;
    sum.rru += rru;
    sum.bytes += bytes;
    sum.ms += ms;
    if (asOf < sum.asOf) sum.asOf = asOf;
  }
  return sum;
}
