import type { UsageTotals } from '../contract/costs/usage-totals.ts';
import type { ModelUsage, Usage } from '../contract/triage/documents.ts';
import { planningSecondsEach } from '../domain/batch-eta.ts';
import { documentsAtOnce } from '../domain/pipeline-limits.ts';
import { decimal, decimalText, times } from './decimal.ts';
import { textractFeature, tokensUsd } from './document-cost.ts';
import type { CostPart, SummedCost } from './document-cost.ts';
import { planningUsage } from './expected-usage.ts';
import type { PriceBook } from './price-book.ts';
import { addTotals, emptyTotals, totalsCost } from './usage-totals.ts';
import { usdFor } from './usd-for.ts';

export interface PlannedBatch {
  readonly documents: number;
  readonly pagesPerDocument: number;
  /** As price books call it; left out, the one that the figures are of. */
  readonly model?: string | undefined;
  /** Of a document that is like them, as `meanOf` gives it; left out, planning figures. */
  readonly like?: Usage | null | undefined;
  /** Of 1: how many have gaps that a model fills. Left out, all of them. */
  readonly gapFillShare?: number | undefined;
  /** Of 1: how many a person has to see; null: nobody knows. */
  readonly reviewShare?: number | null | undefined;
  readonly workers?: number | undefined;
  readonly secondsEach?: number | undefined;
  readonly megabytesEach?: number | undefined;
}

export interface BatchEstimate {
  readonly cost: SummedCost;
  /** Which parts the book does not price: the total is of the others. */
  readonly unpriced: readonly CostPart[];
  /** What all of them are taken to consume. */
  readonly totals: UsageTotals;
  readonly from: 'metered' | 'planning';
  readonly seconds: number;
  /** Null: nobody knows. */
  readonly reviews: number | null;
}

/** What a page more brings in tokens to read; what is written grows with the fields, and those stay the same. */
const tokensOfAPage = { gapFill: 1_100, verify: 2_100 } as const;
type ModelStage = keyof typeof tokensOfAPage;

/** What a batch will cost that nobody has sent yet, how long it will take, and how many of it people will see. */
export function batchEstimate(planned: PlannedBatch, book: PriceBook): BatchEstimate {
  const { documents, workers = documentsAtOnce, secondsEach = planningSecondsEach } = planned;
  const { megabytesEach, reviewShare = null, like } = planned;
  const totals = totalsPlanned(planned);
  const cost = totalsCost(totals, book, megabytesEach);
  return {
    cost,
    unpriced: unpricedParts(totals, book, cost),
    totals,
    from: isMetered(like?.gapFill) || isMetered(like?.verify) ? 'metered' : 'planning',
    // Rounds are whole, since a document begun is waited for.
    seconds: Math.ceil(documents / workers) * secondsEach,
    reviews: reviewShare === null ? null : Math.round(documents * reviewShare),
  };
}

function totalsPlanned(planned: PlannedBatch): UsageTotals {
  const { documents, pagesPerDocument, gapFillShare = 1, like } = planned;
  const gapFill = tokensEach('gapFill', planned);
  const verify = tokensEach('verify', planned);
  const filled = Math.round(documents * gapFillShare);
  const textractMs = like?.textract?.ms ?? planningUsage.textract.ms;
  const models = [modelTotals('gapFill', gapFill, filled), modelTotals('verify', verify, documents)];
  // Added to nothing, so that the same model at both stages is one and not two.
  return addTotals(emptyTotals, {
    documents,
    processed: documents,
    stages: 2 * documents + filled,
    ms: documents * (textractMs + (verify.ms ?? 0)) + filled * (gapFill.ms ?? 0),
    // 1.1 three times is 3.3, and no more.
    textract: {
      documents,
      pages: Number(decimalText(times(decimal(documents), decimal(pagesPerDocument)))),
      unknown: 0,
    },
    models: models.filter((one) => one.documents > 0),
    uncounted: 0,
    mixes: mixesOf({ documents, filled }, gapFill.model ?? '', verify.model ?? ''),
  });
}

function tokensEach(stage: ModelStage, { pagesPerDocument, model, like }: PlannedBatch): ModelUsage {
  const mean = like?.[stage];
  const isLike = isMetered(mean);
  const base = isLike ? mean : planningUsage[stage];
  const pages = (isLike ? like?.textract?.pages : null) ?? planningUsage.textract.pages;
  const more = Math.round((pagesPerDocument - pages) * tokensOfAPage[stage]);
  return { ...base, model: model ?? base.model, inputTokens: Math.max(0, (base.inputTokens ?? 0) + more) };
}

function modelTotals(
  stage: ModelStage,
  { model, inputTokens, outputTokens }: ModelUsage,
  documents: number,
): UsageTotals['models'][number] {
  return {
    stage,
    model,
    documents,
    inputTokens: documents * (inputTokens ?? 0),
    outputTokens: documents * (outputTokens ?? 0),
    unknown: 0,
  };
}

function mixesOf(
  { documents, filled }: { readonly documents: number; readonly filled: number },
  gapFill: string,
  verify: string,
): UsageTotals['mixes'] {
  return [
    { textract: true, models: [...new Set([gapFill, verify])].toSorted(), documents: filled },
    { textract: true, models: [verify], documents: documents - filled },
  ].filter((mix) => mix.documents > 0);
}

function unpricedParts(
  { models }: UsageTotals,
  book: PriceBook,
  { documents, unpriced }: SummedCost,
): CostPart[] {
  const parts = models.filter((one) => tokensUsd(one, book) === null).map(({ stage }): CostPart => stage);
  if (documents > 0 && usdFor(book, textractFeature, 1) === null) parts.unshift('textract');
  return unpriced > 0 && parts.length === 0 ? ['infrastructure'] : parts;
}

function isMetered(usage: ModelUsage | null | undefined): usage is ModelUsage {
  if (usage === null || usage === undefined) return false;
  return usage.model !== null && usage.inputTokens !== null && usage.outputTokens !== null;
}
