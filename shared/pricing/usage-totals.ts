import type { UsageTotals } from '../contract/costs.ts';
import type { ModelUsage, Usage } from '../contract/triage.ts';
import { decimal, decimalText, sumDecimals } from './decimal.ts';
import { meanUsd, textractFeature, tokensUsd, type SummedCost } from './document-cost.ts';
import { estimateInfrastructure, toWork } from './infrastructure-cost.ts';
import type { PriceBook } from './price-book.ts';
import { priceNames, usdFor } from './price-names.ts';

type ModelTotals = UsageTotals['models'][number];
type Mix = UsageTotals['mixes'][number];

export const emptyTotals: UsageTotals = {
  documents: 0,
  processed: 0,
  stages: 0,
  ms: 0,
  textract: { documents: 0, pages: 0, unknown: 0 },
  models: [],
  uncounted: 0,
  mixes: [],
};

/** Returns the usage of one document. With null, nothing has worked on it yet. */
export function computeTotals(usage: Usage | null): UsageTotals {
  const textract = usage?.textract ?? null;
  const pages = textract?.pages ?? null;
  const models = modelStages.flatMap((stage) => {
    const used = usage?.[stage] ?? null;
    return used === null ? [] : [modelTotals(stage, used)];
  });
  const isForms = textract?.analysis === 'tablesAndForms';
  const isUncounted = (textract !== null && pages === null) || models.some(({ unknown }) => unknown > 0);
  return {
    ...toWork(usage),
    textract: {
      documents: textract === null ? 0 : 1,
      pages: pages ?? 0,
      unknown: textract !== null && pages === null ? 1 : 0,
      ...(isForms && pages !== null && { forms: { documents: 1, pages } }),
    },
    models,
    uncounted: isUncounted ? 1 : 0,
    mixes: isUncounted ? [] : listMixes(textract === null ? 'none' : isForms ? 'forms' : 'expense', models),
  };
}
const modelStages = ['gapFill', 'verify'] as const;

/** Gives the same result in any order: lists stay sorted, so that equal sums are equal values. */
export function addTotals(a: UsageTotals, b: UsageTotals): UsageTotals {
  return boundedTotals({
    documents: a.documents + b.documents,
    processed: a.processed + b.processed,
    stages: a.stages + b.stages,
    ms: a.ms + b.ms,
    textract: {
      documents: a.textract.documents + b.textract.documents,
      pages: a.textract.pages + b.textract.pages,
      unknown: a.textract.unknown + b.textract.unknown,
      ...addForms(a.textract.forms, b.textract.forms),
    },
    models: merged([...a.models, ...b.models], modelKey, addModels),
    uncounted: a.uncounted + b.uncounted,
    mixes: merged([...a.mixes, ...b.mixes], mixKey, addMixes),
  });
}

type Forms = UsageTotals['textract']['forms'];

function addForms(a: Forms, b: Forms): { readonly forms?: NonNullable<Forms> } {
  if (a === undefined || b === undefined) {
    const forms = a ?? b;
    return forms === undefined ? {} : { forms };
  }
  return { forms: { documents: a.documents + b.documents, pages: a.pages + b.pages } };
}

/** Computes the cost of the pages of a sum; null if none has a figure and a price. */
export function pagesUsd(
  { documents, pages, unknown, forms = { documents: 0, pages: 0 } }: UsageTotals['textract'],
  book: PriceBook,
): string | null {
  const others = documents - unknown - forms.documents;
  return sumUsd([
    others > 0 ? usdFor(book, textractFeature({}), others === documents ? pages : pages - forms.pages) : null,
    forms.documents > 0 ? usdFor(book, textractFeature({ analysis: 'tablesAndForms' }), forms.pages) : null,
  ]);
}

/** Computes the cost of all documents of a sum. It equals the sum of their single costs to the last digit. */
export function totalsCost(totals: UsageTotals, book: PriceBook, megabytesEach?: number): SummedCost {
  const { documents, textract: read, models, mixes } = totals;
  const textract = pagesUsd(read, book);
  const gapFill = modelsUsd(models, 'gapFill', book);
  const verify = modelsUsd(models, 'verify', book);
  const infrastructure = estimateInfrastructure(totals, book, megabytesEach);
  const total = sumUsd([textract, gapFill, verify, infrastructure.usd]) ?? '0';
  const missed = mixes.filter((mix) => !isPriced(mix, book));
  return {
    textract,
    gapFill,
    verify,
    infrastructure: infrastructure.usd,
    total,
    documents,
    each: meanUsd(total, documents),
    unpriced: infrastructure.isWhole
      ? missed.reduce((sum, mix) => sum + mix.documents, totals.uncounted)
      : documents,
  };
}

/**
 * Estimates the usage of one more similar document: a stage that every second document reached counts half. Returns
 * null if none was worked on.
 */
export function computeMean(totals: UsageTotals): Usage | null {
  const { processed, textract } = totals;
  if (processed === 0) return null;
  const counted = textract.documents - textract.unknown;
  const reached = textract.documents / processed;
  return {
    textract:
      textract.documents === 0
        ? null
        : {
            pages: counted === 0 ? null : Number(((textract.pages / counted) * reached).toFixed(2)),
            ms: Math.round(msOfStage(totals) * reached),
            ...(isMostlyForms(totals.textract) && { analysis: 'tablesAndForms' as const }),
          },
    gapFill: modelMean('gapFill', totals),
    verify: modelMean('verify', totals),
  };
}

function isMostlyForms({ documents, unknown, forms }: UsageTotals['textract']): boolean {
  return forms !== undefined && forms.documents * 2 > documents - unknown;
}

/** Uses the model that most of them used, because tokens of another model have another price. */
function modelMean(stage: ModelTotals['stage'], totals: UsageTotals): ModelUsage | null {
  const used = totals.models.filter((one) => one.stage === stage);
  const [most] = used.toSorted((a, b) => countCounted(b) - countCounted(a));
  if (most === undefined) return null;
  const reached = used.reduce((sum, { documents }) => sum + documents, 0) / totals.processed;
  const each = (tokens: number): number | null =>
    countCounted(most) === 0 ? null : Math.round((tokens / countCounted(most)) * reached);
  return {
    model: most.model,
    inputTokens: each(most.inputTokens),
    outputTokens: each(most.outputTokens),
    ms: Math.round(msOfStage(totals) * reached),
  };
}

function countCounted({ documents, unknown }: ModelTotals): number {
  return documents - unknown;
}

/** Totals do not record the time of each stage separately, so this is the mean. */
function msOfStage({ ms, stages }: UsageTotals): number {
  return stages === 0 ? 0 : ms / stages;
}

function modelTotals(
  stage: ModelTotals['stage'],
  { model, inputTokens, outputTokens }: ModelUsage,
): ModelTotals {
  if (model === null || inputTokens === null || outputTokens === null) {
    return { stage, model, documents: 1, inputTokens: 0, outputTokens: 0, unknown: 1 };
  }
  return { stage, model, documents: 1, inputTokens, outputTokens, unknown: 0 };
}

function listMixes(read: 'none' | 'expense' | 'forms', used: readonly ModelTotals[]): Mix[] {
  const textract = read !== 'none';
  if (!textract && used.length === 0) return [];
  const models = [...new Set(used.flatMap(({ model }) => model ?? []))].toSorted();
  return [{ textract, ...(read === 'forms' && { forms: true as const }), models, documents: 1 }];
}

function merged<T>(list: readonly T[], keyOf: (one: T) => string, add: (a: T, b: T) => T): T[] {
  const sums = new Map<string, T>();
  for (const one of list) {
    const key = keyOf(one);
    const before = sums.get(key);
    sums.set(key, before === undefined ? one : add(before, one));
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

function modelKey({ stage, model }: ModelTotals): string {
  return JSON.stringify([stage, model]);
}

function addModels(a: ModelTotals, b: ModelTotals): ModelTotals {
  return {
    ...a,
    documents: a.documents + b.documents,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    unknown: a.unknown + b.unknown,
  };
}

function mixKey({ textract, forms, models }: Mix): string {
  return JSON.stringify([textract, models, forms]);
}

function addMixes(a: Mix, b: Mix): Mix {
  return { ...a, documents: a.documents + b.documents };
}

function modelsUsd(
  models: readonly ModelTotals[],
  stage: ModelTotals['stage'],
  book: PriceBook,
): string | null {
  const used = models.filter((one) => one.stage === stage && one.documents > one.unknown);
  return sumUsd(used.map((one) => tokensUsd(one, book)));
}

function isPriced({ textract, forms, models }: Mix, book: PriceBook): boolean {
  const feature = textractFeature(forms === true ? { analysis: 'tablesAndForms' } : {});
  if (textract && usdFor(book, feature, 0) === null) return false;
  return models.every((model) => tokensUsd({ model, inputTokens: 0, outputTokens: 0 }, book) !== null);
}

/** Adds the known amounts; null if none is known. */
function sumUsd(usd: readonly (string | null)[]): string | null {
  const known = usd.filter((one) => one !== null);
  return known.length === 0 ? null : decimalText(sumDecimals(known.map(decimal)));
}

/** The limits are far above the number of models that any book prices, and of their combinations in documents. */
const most = { models: 60, mixes: 200 };

/**
 * Limits the number of models, because an item may contain any text as a model's name. Above the limit, models that no
 * book knows are merged into one without a name. Neither has a price, so the cost and the number of unpriced documents
 * stay the same.
 */
function boundedTotals(totals: UsageTotals): UsageTotals {
  if (totals.models.length <= most.models && totals.mixes.length <= most.mixes) return totals;
  const mixes = totals.mixes.filter(({ models }) => models.every(isKnown));
  const others = totals.mixes.filter(({ models }) => !models.every(isKnown));
  return {
    ...totals,
    models: [
      ...(['gapFill', 'verify'] as const).flatMap((stage) => unnamed(stage, totals.models)),
      ...totals.models.filter(({ model }) => isKnown(model)),
    ].toSorted((a, b) => (modelKey(a) < modelKey(b) ? -1 : 1)),
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
