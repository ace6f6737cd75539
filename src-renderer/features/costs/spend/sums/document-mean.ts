import type { CostCell } from '#shared/contract/costs/costs.ts';
import type { UsageTotals } from '#shared/contract/costs/usage-totals.ts';
import { documentCost } from '#shared/pricing/document-cost.ts';
import { planningUsage } from '#shared/pricing/expected-usage.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { addTotals, emptyTotals, totalsCost } from '#shared/pricing/usage-totals.ts';
import type { PartUsd } from './part-usd.ts';
import { workflowKey } from './workflow-key.ts';

/** What so many documents that were worked on have cost, by which others are estimated. */
export interface DocumentMean {
  readonly basis: 'workflow' | 'all' | 'planning';
  readonly usd: PartUsd;
  readonly of: number;
}

export type MeanOf = (cell: Pick<CostCell, 'tenantId' | 'projectId' | 'workflowId'>) => DocumentMean;

/** Of the workflow where one of its documents was metered, else of all, else a planning figure. */
export function documentMeans(cells: readonly CostCell[], book: PriceBook): MeanOf {
  const totals = new Map<string, UsageTotals>();
  let all = emptyTotals;
  for (const cell of cells) {
    const key = workflowKey(cell);
    totals.set(key, addTotals(totals.get(key) ?? emptyTotals, cell.metered));
    all = addTotals(all, cell.metered);
  }
  const fallback = meanOfTotals('all', all, book) ?? planned(book);
  const byWorkflow = new Map(
    [...totals].map(([key, of]) => [key, meanOfTotals('workflow', of, book) ?? fallback] as const),
  );
  return (cell) => byWorkflow.get(workflowKey(cell)) ?? fallback;
}

function meanOfTotals(basis: 'workflow' | 'all', totals: UsageTotals, book: PriceBook): DocumentMean | null {
  if (totals.processed === 0) return null;
  return { basis, usd: totalsCost(totals, book), of: totals.processed };
}

function planned(book: PriceBook): DocumentMean {
  return { basis: 'planning', usd: documentCost(planningUsage, book), of: 1 };
}
