import type { ModelUsage, Usage } from '../contract/triage.ts';
import { decimal, decimalText, rounded, sumDecimals, type Decimal } from './decimal.ts';
import { infrastructureCost } from './infrastructure-cost.ts';
import type { PriceBook } from './price-book.ts';
import { priceNames, usdFor, type PriceName } from './price-names.ts';

export const costParts = ['textract', 'gapFill', 'verify', 'infrastructure'] as const;
export type CostPart = (typeof costParts)[number];

/** Exact dollars as text. A stage is null if it has no known usage or no price. */
export interface DocumentCost {
  readonly textract: string | null;
  readonly gapFill: string | null;
  readonly verify: string | null;
  readonly infrastructure: string;
  /** The sum of everything with a price. It is a minimum if something is unpriced. */
  readonly total: string;
  /** The parts that were used but have no price in the book, or no figure. They are never counted as 0. */
  readonly unpriced: readonly CostPart[];
}

type TextractUsage = NonNullable<Usage['textract']>;

/** Pages are priced as AnalyzeExpense where the analysis was not recorded, as most pipelines read invoices by it. */
export function textractFeature({ analysis }: Pick<TextractUsage, 'analysis'>): PriceName {
  return analysis === 'tablesAndForms' ? 'textract.tablesAndForms' : 'textract.expense';
}

/** Computes the cost of the run that a document's usage belongs to, by a price book. */
export function documentCost(usage: Usage | null, book: PriceBook): DocumentCost {
  const pages = usage?.textract?.pages ?? null;
  const textract = pages === null ? null : usdFor(book, textractFeature(usage?.textract ?? {}), pages);
  const gapFill = modelCost(usage?.gapFill ?? null, book);
  const verify = modelCost(usage?.verify ?? null, book);
  const infrastructure = infrastructureCost(usage, book);
  const stages = { textract, gapFill, verify };
  const consumed = stageNames.filter((stage) => usage !== null && usage[stage] !== null);
  const unpriced: CostPart[] = consumed.filter((stage) => stages[stage] === null);
  if (!infrastructure.isWhole) unpriced.push('infrastructure');
  const known = stageNames.flatMap((stage) => stages[stage] ?? []);
  return {
    ...stages,
    infrastructure: infrastructure.usd,
    total: total([...known, infrastructure.usd]),
    unpriced,
  };
}
const stageNames = ['textract', 'gapFill', 'verify'] as const;

export interface SummedCost extends Omit<DocumentCost, 'unpriced'> {
  readonly documents: number;
  /** The mean to eight decimal places; null if there are no documents. */
  readonly each: string | null;
  /** The number of documents with an unpriced part. */
  readonly unpriced: number;
}

export function sumOfCosts(costs: readonly DocumentCost[]): SummedCost {
  const sums = new Map<CostPart | 'total', Decimal>();
  let unpriced = 0;
  for (const cost of costs) {
    for (const part of [...costParts, 'total'] as const) {
      const usd = cost[part];
      if (usd === null) continue;
      const before = sums.get(part);
      sums.set(part, before === undefined ? decimal(usd) : sumDecimals([before, decimal(usd)]));
    }
    if (cost.unpriced.length > 0) unpriced += 1;
  }
  const textOf = (part: CostPart | 'total'): string | null => {
    const sum = sums.get(part);
    return sum === undefined ? null : decimalText(sum);
  };
  return {
    textract: textOf('textract'),
    gapFill: textOf('gapFill'),
    verify: textOf('verify'),
    infrastructure: textOf('infrastructure') ?? '0',
    total: textOf('total') ?? '0',
    documents: costs.length,
    each: meanUsd(textOf('total') ?? '0', costs.length),
    unpriced,
  };
}

/** Divides exact dollars by a number of documents, to eight places. */
export function meanUsd(usd: string, documents: number): string | null {
  if (documents === 0) return null;
  const { digits, places } = decimal(usd);
  // One more place is computed, so that the result is rounded and not cut off.
  const exact = { digits: (digits * 10n ** 9n) / BigInt(documents), places: places + 9 };
  return decimalText(rounded(exact, 8));
}

function modelCost(usage: ModelUsage | null, book: PriceBook): string | null {
  if (usage === null) return null;
  return tokensUsd(usage, book);
}

/** Computes the cost of a model's tokens; null without a name, a figure or a price. */
export function tokensUsd(
  { model, inputTokens, outputTokens }: Omit<ModelUsage, 'ms'>,
  book: PriceBook,
): string | null {
  const input = tokensCost(`bedrock.${model ?? ''}.input`, inputTokens, book);
  const output = tokensCost(`bedrock.${model ?? ''}.output`, outputTokens, book);
  return input === null || output === null ? null : total([input, output]);
}

function tokensCost(text: string, tokens: number | null, book: PriceBook): string | null {
  const name = priceNames.find((one) => one === text);
  return name === undefined || tokens === null ? null : usdFor(book, name, tokens);
}

function total(usd: readonly string[]): string {
  return decimalText(sumDecimals(usd.map(decimal)));
}
