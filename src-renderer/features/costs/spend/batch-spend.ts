import type { CostBatch, Costs } from '#shared/contract/costs.ts';
import { compareDecimals, decimal } from '#shared/pricing/decimal.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { totalsCost } from '#shared/pricing/usage-totals.ts';
import {
  noUsd,
  scaleParts,
  scaleUsd,
  sumParts,
  toWorkflowKey,
  type MeanOf,
  type PartUsd,
} from './spending.ts';
import { messages } from '../messages.ts';

export interface BatchSpend {
  readonly batch: CostBatch;
  readonly tenant: string;
  readonly workflow: string;
  readonly basis: 'metered' | 'estimated';
  readonly parts: PartUsd;
  /** Null where the number of documents is unknown. */
  readonly total: string | null;
  readonly each: string | null;
  /** True if a part has no price, or was paid for more than once. */
  readonly isLeast: boolean;
}

/**
 * Returns the most expensive batch first. Unread documents that were processed are estimated by the mean of metered
 * ones.
 */
export function listBatchSpends(
  batches: readonly CostBatch[],
  costs: Pick<Costs, 'tenants' | 'workflows'>,
  book: PriceBook,
  meanOf: MeanOf,
): readonly BatchSpend[] {
  const names = new Map(costs.tenants.map(({ tenantId, name }) => [tenantId, name] as const));
  return batches
    .map((batch): BatchSpend => {
      const { tenantId, workflowId } = batch;
      return {
        batch,
        tenant: names.get(tenantId) ?? tenantId,
        workflow: costs.workflows[toWorkflowKey(batch)] ?? workflowId ?? messages.spend.noWorkflowNamed,
        ...calculateMoney(batch, book, meanOf),
      };
    })
    .toSorted((a, b) => compareDecimals(decimal(b.total ?? -1), decimal(a.total ?? -1)));
}

type Money = Pick<BatchSpend, 'basis' | 'parts' | 'total' | 'each' | 'isLeast'>;

function calculateMoney(batch: CostBatch, book: PriceBook, meanOf: MeanOf): Money {
  const { metered, repeated, documents, processed } = batch;
  if (metered !== null) {
    const cost = totalsCost(metered, book);
    return {
      basis: 'metered',
      parts: cost,
      total: cost.total,
      each: metered.processed === 0 ? null : scaleUsd(cost.total, 1, metered.processed),
      isLeast: repeated > 0 || cost.unpriced > 0,
    };
  }
  const estimated = { basis: 'estimated', isLeast: false } as const;
  if (processed === 0) {
    return { ...estimated, parts: noUsd, total: documents === null ? null : '0', each: null };
  }
  const mean = meanOf(batch);
  const parts = scaleParts(mean.usd, processed, mean.of);
  return { ...estimated, parts, total: sumParts(parts), each: sumParts(scaleParts(mean.usd, 1, mean.of)) };
}
