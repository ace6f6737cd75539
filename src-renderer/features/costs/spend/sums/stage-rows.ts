import type { UsageTotals } from '#shared/contract/costs/usage-totals.ts';
import { textractFeature, tokensUsd } from '#shared/pricing/document-cost.ts';
import { infrastructureOf } from '#shared/pricing/infrastructure-cost.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { usdFor } from '#shared/pricing/usd-for.ts';

/** What one stage, or one model of a stage, consumed of what was metered. */
export interface StageRow {
  readonly key: string;
  readonly part: 'textract' | 'gapFill' | 'verify' | 'infrastructure';
  readonly title: string;
  /** Null: no model, or one that an item does not name. */
  readonly model: string | null;
  readonly documents: number;
  readonly pages: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly ms: number | null;
  /** Documents whose items do not say how much. */
  readonly unknown: number;
  /** Exact; null where nobody knows how much, or the book has no price for it. */
  readonly usd: string | null;
}

export function stageRows(usage: UsageTotals, book: PriceBook): readonly StageRow[] {
  const { textract, models, documents, ms } = usage;
  const nothing = { model: null, pages: null, inputTokens: null, outputTokens: null, ms: null, unknown: 0 };
  const read: StageRow = {
    ...nothing,
    key: 'textract',
    part: 'textract',
    title: 'Textract',
    documents: textract.documents,
    pages: textract.pages,
    unknown: textract.unknown,
    usd: isUnknown(textract) ? null : usdFor(book, textractFeature, textract.pages),
  };
  const byModel = models.map((one): StageRow => {
    const { stage, model, inputTokens, outputTokens, unknown } = one;
    return {
      ...nothing,
      key: JSON.stringify([stage, model]),
      part: stage,
      title: stage === 'gapFill' ? 'Gap-fill' : 'Verify',
      model,
      documents: one.documents,
      inputTokens,
      outputTokens,
      unknown,
      usd: isUnknown(one) ? null : tokensUsd(one, book),
    };
  });
  const infrastructure = infrastructureOf(usage, book);
  const rest: StageRow = {
    ...nothing,
    key: 'infrastructure',
    part: 'infrastructure',
    title: 'Infrastructure',
    documents,
    ms,
    usd: infrastructure.usd,
  };
  return [...(textract.documents === 0 ? [] : [read]), ...byModel, ...(documents === 0 ? [] : [rest])];
}

function isUnknown({
  documents,
  unknown,
}: {
  readonly documents: number;
  readonly unknown: number;
}): boolean {
  return unknown > 0 && unknown === documents;
}
