import { daysPerMonth } from './cost-table.ts';
import { decimal, decimalText, moneyText, sumDecimals } from './decimal.ts';
import type { PriceBook } from './price-book.ts';
import { usdFor, type PriceName } from './price-names.ts';

/**
 * Planning figures for a batch of 100 documents, 10 at once, which is five minutes of work: it is kept once for each
 * window of five seconds, and once for each of 12 reviews, two deliveries and its end. 5 documents fail for two causes.
 */
export const attentionFigures = {
  keptOfABatch: 75,
  /** The item and its batch, the deliveries, and for some the oldest review. */
  readsOfOne: 3.5,
  /** One for the item, and two for its new place in an index. */
  writesOfOne: 3,
  causesOfABatch: 2,
  /** The rows of a day for the tenant and for all, in a transaction with the item. */
  readsOfACause: 2,
  writesOfACause: 6,
  gigabyteSecondsOfOne: 0.03,
  /** A shard of the stream calls the function once in a window at most. */
  callsADay: 86_400 / 5,
} as const;

export interface AttentionCost {
  readonly batchesADay: number;
  readonly kept: number;
  readonly reads: number;
  readonly writes: number;
  readonly calls: number;
  /** Exact dollars of a month of 30 days; null where the book lacks a price. */
  readonly usd: string | null;
}

/** Estimates what attention costs in a month, in addition to the pipeline itself. */
export function estimateAttention(batchesADay: number, book: PriceBook): AttentionCost {
  const figures = attentionFigures;
  const kept = batchesADay * figures.keptOfABatch * daysPerMonth;
  const causes = batchesADay * figures.causesOfABatch * daysPerMonth;
  const calls = Math.min(kept, figures.callsADay * daysPerMonth);
  const reads = kept * figures.readsOfOne + causes * figures.readsOfACause;
  // Each call says how far it has come.
  const writes = kept * figures.writesOfOne + causes * figures.writesOfACause + calls;
  const units: readonly (readonly [PriceName, number])[] = [
    ['dynamodb.read', reads],
    ['dynamodb.write', writes],
    ['lambda.request', calls],
    ['lambda.arm64', Math.round(kept * figures.gigabyteSecondsOfOne)],
  ];
  const costs = units.map(([name, count]) => usdFor(book, name, count));
  const known = costs.filter((usd) => usd !== null);
  const usd =
    known.length === costs.length ? decimalText(sumDecimals(known.map((one) => decimal(one)))) : null;
  return { batchesADay, kept, reads, writes, calls, usd };
}

/** Writes the table of docs/attention.md. */
export function writeAttentionCosts(book: PriceBook): string {
  const lines = [1, 100, 10_000].map((batches) => {
    const { kept, reads, writes, calls, usd } = estimateAttention(batches, book);
    const counts = [batches, kept, reads, writes, calls].map((count) => count.toLocaleString('en-US'));
    return `| ${[...counts, usd === null ? 'no price' : moneyText(usd, { places: 2 })].join(' | ')} |`;
  });
  return [
    '| batches a day | times a batch is kept | read units | write units | calls | dollars a month |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}
