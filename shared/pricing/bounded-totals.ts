import type { UsageTotals } from '../contract/costs/usage-totals.ts';
import { priceNames } from './price-names.ts';

type ModelTotals = UsageTotals['models'][number];

/** Far more than there are of models that any book prices, and of what documents make of them. */
const most = { models: 60, mixes: 200 };

/**
 * A name of a model is whatever an item says. Where there are too many, those that no book has ever heard of are one
 * that nobody named: neither has a price, so it costs the same, and as many documents are unpriced.
 */
export function boundedTotals(totals: UsageTotals): UsageTotals {
  if (totals.models.length <= most.models && totals.mixes.length <= most.mixes) return totals;
  const mixes = totals.mixes.filter(({ models }) => models.every(isKnown));
  const others = totals.mixes.filter(({ models }) => !models.every(isKnown));
  return {
    ...totals,
    models: [
      ...(['gapFill', 'verify'] as const).flatMap((stage) => unnamed(stage, totals.models)),
      ...totals.models.filter(({ model }) => isKnown(model)),
    ].toSorted((a, b) => (key(a) < key(b) ? -1 : 1)),
    uncounted: others.reduce((sum, { documents }) => sum + documents, totals.uncounted),
    mixes,
  };
}

function unnamed(stage: ModelTotals['stage'], models: readonly ModelTotals[]): ModelTotals[] {
  const documents = models
    .filter((one) => one.stage === stage && !isKnown(one.model))
    .reduce((sum, one) => sum + one.documents, 0);
  if (documents === 0) return [];
  return [{ stage, model: null, documents, inputTokens: 0, outputTokens: 0, unknown: documents }];
}

function isKnown(model: string | null): boolean {
  return model !== null && known.has(`bedrock.${model}.input`);
}

const known: ReadonlySet<string> = new Set(priceNames);

function key({ stage, model }: ModelTotals): string {
  return JSON.stringify([stage, model]);
}
