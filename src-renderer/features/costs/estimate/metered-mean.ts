import type { CostCell } from '#shared/contract/costs/costs.ts';
import type { Usage } from '#shared/contract/triage/documents.ts';
import { meanUsd } from '#shared/pricing/document-cost.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { addTotals, emptyTotals, meanOf, totalsCost } from '#shared/pricing/usage-totals.ts';

export interface MeteredMean {
  readonly n: number;
  /** Exact dollars of one that was worked on. */
  readonly each: string;
  readonly isWhole: boolean;
  readonly usage: Usage;
}

/** What a document that was worked on consumed on average; null where none was metered. */
export function meteredMean(
  cells: readonly Pick<CostCell, 'metered'>[],
  book: PriceBook,
): MeteredMean | null {
  const totals = cells.reduce((sum, { metered }) => addTotals(sum, metered), emptyTotals);
  const usage = meanOf(totals);
  const cost = totalsCost(totals, book);
  const each = meanUsd(cost.total, totals.processed);
  return usage === null || each === null
    ? null
    : { n: totals.processed, each, isWhole: cost.unpriced === 0, usage };
}
