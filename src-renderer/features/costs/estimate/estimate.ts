import type { CostCell, UsageTotals } from '#shared/contract/costs.ts';
import type { Usage } from '#shared/contract/triage.ts';
import { csvFile } from '#shared/domain/exported-file.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { batchEstimate } from '#shared/pricing/batch-estimate.ts';
import { decimal, decimalText, plus, times } from '#shared/pricing/decimal.ts';
import { meanUsd, type CostPart } from '#shared/pricing/document-cost.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { pipelineLifecycle, storageCost, type StorageCost } from '#shared/pricing/infrastructure-cost.ts';
import { addTotals, emptyTotals, computeMean, totalsCost } from '#shared/pricing/usage-totals.ts';
import { formatModel, type TypedPlan } from './plan.ts';
import { messages } from '../messages.ts';

export interface EstimatePart {
  readonly part: CostPart | 'storage';
  /** Exact dollars; null where the book has no price, which is not the same as zero. */
  readonly usd: string | null;
}

export interface PlanEstimate {
  readonly parts: readonly EstimatePart[];
  /** Covers only the parts that have a price. */
  readonly total: string;
  readonly each: string;
  readonly isWhole: boolean;
  readonly totals: UsageTotals;
  readonly from: 'metered' | 'planning';
  readonly rounds: number;
  readonly seconds: number;
  readonly storage: StorageCost;
  /** Null while the plan does not say how many documents of a hundred need review. */
  readonly reviews: number | null;
}

/**
 * Estimates a planned batch. Storage is kept apart from the rest of the infrastructure, because it lasts half a year.
 */
export function estimatePlan(plan: TypedPlan, like: Usage | null, book: PriceBook): PlanEstimate {
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
    { gb: formatGigabytes(documents, megabytes), objects: documents },
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
        usd: storage.usd === null ? infrastructure : subtractUsd(infrastructure, storage.usd),
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

function formatGigabytes(documents: number, megabytes: number): string {
  const { digits, places } = times(decimal(documents), decimal(megabytes));
  return decimalText({ digits, places: places + 3 });
}

function subtractUsd(usd: string, taken: string): string {
  const { digits, places } = decimal(taken);
  return decimalText(plus(decimal(usd), { digits: -digits, places }));
}

export interface MeteredMean {
  readonly n: number;
  /** Exact dollars for one processed document. */
  readonly each: string;
  readonly isWhole: boolean;
  readonly usage: Usage;
}

/** Returns the mean usage of a processed document, or null where no document was metered. */
export function findMeteredMean(
  cells: readonly Pick<CostCell, 'metered'>[],
  book: PriceBook,
): MeteredMean | null {
  const totals = cells.reduce((sum, { metered }) => addTotals(sum, metered), emptyTotals);
  const usage = computeMean(totals);
  const cost = totalsCost(totals, book);
  const each = meanUsd(cost.total, totals.processed);
  return usage === null || each === null
    ? null
    : { n: totals.processed, each, isWhole: cost.unpriced === 0, usage };
}

export const partTitles: Readonly<Record<EstimatePart['part'], string>> = {
  textract: 'Textract',
  gapFill: 'Gap-fill',
  verify: 'Verify',
  infrastructure: 'Other infrastructure',
  storage: 'Storage, six months',
};

/** Describes the usage behind a part: "700 pages", "Claude Haiku 4.5, regional, 3,575,000 tokens in, 195,500 out". */
export function describePart(part: EstimatePart['part'], plan: TypedPlan, estimate: PlanEstimate): string {
  if (part === 'textract') return `${figure(estimate.totals.textract.pages)} pages`;
  if (part === 'storage') {
    return `${figure(plan.documents * plan.megabytes)} MB in ${count(plan.documents, 'object')}`;
  }
  if (part === 'infrastructure') return 'Lambda, Step Functions, SQS, DynamoDB, S3 requests';
  const used = estimate.totals.models.filter(({ stage }) => stage === part);
  return used.map(describeTokens).join('; ');
}

/** "50 rounds of 10, 15 s each" */
export function describeTime(plan: TypedPlan, { rounds }: PlanEstimate): string {
  return `${count(rounds, 'round')} of ${grouped(plan.workers)}, ${grouped(plan.seconds)} s each`;
}

export function count(number: number, noun: string): string {
  return `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`;
}

function describeTokens({ model, inputTokens, outputTokens }: UsageTotals['models'][number]): string {
  return `${model === null ? 'unknown model' : formatModel(model)}, ${figure(inputTokens)} tokens in, ${figure(outputTokens)} out`;
}

function figure(number: number): string {
  return grouped(Number(number.toFixed(2)));
}

/** "the estimate is 12 % above it." */
export function compareWithMetered(estimate: string, metered: string): string {
  if (Number(metered) === 0) return messages.plan.noComparison;
  const percent = (Number(estimate) / Number(metered) - 1) * 100;
  const size = Math.abs(percent);
  if (size < 0.5) return 'the estimate is the same within half a percent.';
  return `the estimate is ${grouped(Number(size.toPrecision(2)))} % ${percent > 0 ? 'above' : 'below'} it.`;
}

export function toEstimateCsv(plan: TypedPlan, estimate: PlanEstimate, book: PriceBook): string {
  const { parts, total, seconds, reviews } = estimate;
  return csvFile(
    ['Part', 'For', 'USD', 'Documents', 'Seconds', 'Reviews', 'Price book'],
    [
      ...parts.map(({ part, usd }) => [
        partTitles[part],
        describePart(part, plan, estimate),
        usd ?? 'unpriced',
        String(plan.documents),
        '',
        '',
        book.name,
      ]),
      [
        'Total',
        '',
        total,
        String(plan.documents),
        String(seconds),
        reviews === null ? 'unknown' : String(reviews),
        book.name,
      ],
    ],
  );
}
