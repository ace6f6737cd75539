import type { UsageTotals } from '#shared/contract/costs/usage-totals.ts';
import type { Usage } from '#shared/contract/triage/documents.ts';
import { batchEstimate } from '#shared/pricing/batch-estimate.ts';
import { decimal, decimalText, plus, times } from '#shared/pricing/decimal.ts';
import { meanUsd } from '#shared/pricing/document-cost.ts';
import type { CostPart } from '#shared/pricing/document-cost.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { pipelineLifecycle, storageCost } from '#shared/pricing/storage-lifecycle.ts';
import type { StorageCost } from '#shared/pricing/storage-lifecycle.ts';
import type { TypedPlan } from './read-plan.ts';

export interface EstimatePart {
  readonly part: CostPart | 'storage';
  /** Exact dollars; null where the book has no price, which is not nothing. */
  readonly usd: string | null;
}

export interface PlanEstimate {
  readonly parts: readonly EstimatePart[];
  /** Of what has a price. */
  readonly total: string;
  readonly each: string;
  readonly isWhole: boolean;
  readonly totals: UsageTotals;
  readonly from: 'metered' | 'planning';
  readonly rounds: number;
  readonly seconds: number;
  readonly storage: StorageCost;
  /** Null: nobody said how many of a hundred. */
  readonly reviews: number | null;
}

/** What a planned batch comes to; of the infrastructure storage is told apart, since it goes on for half a year. */
export function estimateOf(plan: TypedPlan, like: Usage | null, book: PriceBook): PlanEstimate {
  const { documents, megabytes } = plan;
  const whole = batchEstimate(
    {
      documents,
      pagesPerDocument: plan.pages,
      model: plan.model,
      like,
      gapFillShare: plan.gapFillShare,
      reviewShare: plan.reviewShare,
      workers: plan.workers,
      secondsEach: plan.seconds,
      megabytesEach: megabytes,
    },
    book,
  );
  const storage = storageCost(
    { gb: gigabytes(documents, megabytes), objects: documents },
    pipelineLifecycle,
    book,
  );
  const { textract, gapFill, verify, infrastructure, total } = whole.cost;
  return {
    parts: [
      { part: 'textract', usd: textract },
      ...(plan.gapFillShare === 0 ? [] : [{ part: 'gapFill', usd: gapFill } as const]),
      { part: 'verify', usd: verify },
      {
        part: 'infrastructure',
        usd: storage.usd === null ? infrastructure : less(infrastructure, storage.usd),
      },
      { part: 'storage', usd: storage.usd },
    ],
    total,
    each: meanUsd(total, documents) ?? '0',
    isWhole: whole.unpriced.length === 0,
    totals: whole.totals,
    from: whole.from,
    rounds: Math.ceil(documents / plan.workers),
    seconds: whole.seconds,
    storage,
    reviews: whole.reviews,
  };
}

function gigabytes(documents: number, megabytes: number): string {
  const { digits, places } = times(decimal(documents), decimal(megabytes));
  return decimalText({ digits, places: places + 3 });
}

function less(usd: string, taken: string): string {
  const { digits, places } = decimal(taken);
  return decimalText(plus(decimal(usd), { digits: -digits, places }));
}
