import type { Estimate } from '#shared/contract/plans.ts';
import type { DocumentRow, Usage } from '#shared/contract/triage.ts';
import { grouped } from '#shared/domain/formatting.ts';
import {
  documentsAtOnce,
  planningSecondsEach,
  planRamp,
  secondsLeft,
} from '#shared/domain/pipeline-limits.ts';
import { decimal, decimalText, sumDecimals } from '#shared/pricing/decimal.ts';
import { documentCost, sumOfCosts, type DocumentCost } from '#shared/pricing/document-cost.ts';
import { expectedUsage } from '#shared/pricing/batch-estimate.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';

/** Only what an earlier run used counts for the price of the next. */
export type Metered = Pick<DocumentRow, 'usage'>;

export interface DocumentPrices {
  /** Returns exact dollars for one more run of this document. */
  readonly of: (row: Metered) => string;
  readonly sum: (usd: readonly string[]) => string;
  readonly cost: (row: Metered) => DocumentCost;
  readonly basis: string;
  readonly book: PriceBook;
}

/**
 * Prices a document by what an earlier run metered; the rest use the mean of the others. `ended` are further documents of
 * the batch that were read on the way: where none of `rows` has run before, they say most about the price.
 */
export function documentPrices(
  rows: readonly Metered[],
  book: PriceBook,
  ended: readonly Metered[] = [],
): DocumentPrices {
  const own = expectedUsage(rows.flatMap(({ usage }) => usage ?? []));
  const others = expectedUsage(ended.flatMap(({ usage }) => usage ?? []));
  const { usage: mean, n } = own.n === 0 ? others : own;
  // Most documents of a group have no usage, and cost the same.
  const known = new Map<Usage | null, DocumentCost>();
  const cost = ({ usage }: Metered): DocumentCost => {
    const price = known.get(usage) ?? documentCost(completed(usage, mean), book);
    known.set(usage, price);
    return price;
  };
  return {
    cost,
    of: (row) => cost(row).total,
    sum: (usd) => decimalText(sumDecimals(usd.map(decimal))),
    basis:
      n === 0
        ? 'planning figures: no usage recorded by earlier runs'
        : own.n === 0
          ? `mean usage of ${grouped(n)} finished documents of this batch`
          : `usage recorded by earlier runs of ${grouped(n)} of them, planning figures for stages they did not reach`,
    book,
  };
}

/** Follows the ramp: one document, then ten, then the rest, ten of them at a time. */
export function estimateCost(going: readonly Metered[], prices: DocumentPrices): Estimate {
  const { book, basis } = prices;
  return {
    ...listCosts(going.map(prices.cost), book),
    seconds: secondsLeft({ calls: planRamp(going.length), secondsPerDocument: planningSecondsEach }),
    basis,
  };
}

/** Calls are about one batch: whole tens fill the pipeline, and the rest of several batches goes beside each other. */
export function estimateCostOfMany(
  going: readonly Metered[],
  batchSizes: readonly number[],
  prices: DocumentPrices,
): Estimate {
  const rests = batchSizes.map((size) => size % documentsAtOnce).reduce((sum, rest) => sum + rest, 0);
  const calls = [1, going.length - rests, rests];
  return {
    ...estimateCost(going, prices),
    seconds: secondsLeft({ calls, secondsPerDocument: planningSecondsEach }),
  };
}

/** Estimates documents of which only a maximum count is known; null if not even that. */
export function estimateOfSome(count: number | null, book: PriceBook): Estimate {
  if (count === null) {
    const basis = 'the number of documents it resumes is known only when it runs';
    return noEstimate(book, basis);
  }
  const cost = documentCost(expectedUsage([]).usage, book);
  return {
    ...listCosts(
      Array.from({ length: count }, () => cost),
      book,
    ),
    seconds: secondsLeft({ calls: [count], secondsPerDocument: planningSecondsEach }),
    basis: `planning figures for the ${grouped(count)} unfinished documents of the batch. Those that failed with the execution are not included`,
  };
}

export function costsNothing(book: PriceBook): Estimate {
  const basis = 'stopping is free; usage so far is charged';
  return { usd: '0', priceBook: namePriceBook(book), lines: [], seconds: 0, basis };
}

function noEstimate(book: PriceBook, basis: string): Estimate {
  return { usd: null, priceBook: namePriceBook(book), lines: [], seconds: null, basis };
}

function listCosts(
  costs: readonly DocumentCost[],
  book: PriceBook,
): Pick<Estimate, 'usd' | 'priceBook' | 'lines'> {
  const { textract, gapFill, verify, infrastructure, total } = sumOfCosts(costs);
  const parts = [
    ['Textract', textract],
    ['Gap-fill', gapFill],
    ['Verify', verify],
    ['Infrastructure', infrastructure],
  ] as const;
  return {
    usd: total,
    priceBook: namePriceBook(book),
    lines: parts.flatMap(([what, usd]) => (usd === null ? [] : [{ what, usd }])),
  };
}

function completed(usage: Usage | null, mean: Usage): Usage {
  return {
    textract: typeof usage?.textract?.pages === 'number' ? usage.textract : mean.textract,
    gapFill: isMetered(usage?.gapFill) ? usage.gapFill : mean.gapFill,
    verify: isMetered(usage?.verify) ? usage.verify : mean.verify,
  };
}

function isMetered(model: Usage['gapFill'] | undefined): model is NonNullable<Usage['gapFill']> {
  return typeof model?.model === 'string' && model.inputTokens !== null && model.outputTokens !== null;
}

function namePriceBook({ id, name }: PriceBook): Estimate['priceBook'] {
  return { id, name };
}
