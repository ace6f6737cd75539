import type { UsageTotals } from '../contract/costs.ts';
import type { ModelUsage, Usage } from '../contract/triage.ts';
import { addTotals, computeTotals, emptyTotals } from './usage-totals.ts';

/**
 * Tells what a run of a batch consumed, or all runs that ended on a day, for a tenant or for all. It holds units and no
 * prices, so any price book can price it later.
 */
export interface Spend {
  /**
   * `documents` counts each document once, in its first run. All other figures are of each time that it was processed.
   */
  readonly usage: UsageTotals;
  readonly runs: number;
  /** The documents that were processed again by a run after the first. */
  readonly repeated: number;
}

/**
 * A spend as plain numbers by name, which DynamoDB adds up one by one. The names of models and mixes contain a "#":
 * `gapFill#claudeHaiku45.regional#inputTokens`, `mix#expense#["claudeHaiku45.regional"]`.
 */
export type SpendFigures = Readonly<Record<string, number>>;

/** The attributes of a document that tell its usage, as its item holds them. */
export interface SpentDocument {
  readonly run: number;
  readonly status: string;
  readonly usage?: StoredUsage;
  /** By number of an earlier run, as text. It is empty if that run used nothing. */
  readonly earlierUsage?: Readonly<Record<string, StoredUsage>>;
}

interface StoredModelUsage {
  readonly model?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly ms?: number;
}
interface StoredUsage {
  readonly textract?: {
    readonly pages?: number;
    readonly ms?: number;
    readonly analysis?: 'expense' | 'tablesAndForms';
  };
  readonly gapFill?: StoredModelUsage;
  readonly verify?: StoredModelUsage;
}

/**
 * Sums the usage of one run from all documents of its batch, whatever happened to them since. `unfinished` of them may
 * still change in this run.
 */
export function sumRunSpend(
  run: number,
  documents: readonly SpentDocument[],
): { readonly spend: Spend; readonly unfinished: number } {
  let usage = emptyTotals;
  let [repeated, unfinished] = [0, 0];
  for (const document of documents) {
    const isFirst = run === 1;
    const own = document.run === run ? (document.usage ?? {}) : document.earlierUsage?.[run];
    if (own === undefined && !isFirst) continue;
    const totals = computeTotals(own === undefined ? null : toUsage(own));
    usage = addTotals(usage, { ...totals, documents: isFirst ? 1 : 0 });
    if (!isFirst) repeated += 1;
    if (document.run === run && (document.status === 'PROCESSING' || document.status === 'QUEUED'))
      unfinished += 1;
  }
  return { spend: { usage, runs: 1, repeated }, unfinished };
}

/** Returns the figures that differ from 0. */
export function toFigures({ usage, runs, repeated }: Spend): SpendFigures {
  const { textract } = usage;
  const figures: [string, number][] = [
    ['runs', runs],
    ['repeated', repeated],
    ['documents', usage.documents],
    ['processed', usage.processed],
    ['stages', usage.stages],
    ['ms', usage.ms],
    ['uncounted', usage.uncounted],
    ['pageDocuments', textract.documents],
    ['pages', textract.pages],
    ['pagesUnknown', textract.unknown],
    ['formsDocuments', textract.forms?.documents ?? 0],
    ['formsPages', textract.forms?.pages ?? 0],
    ...usage.models.flatMap(({ stage, model, ...units }) =>
      modelUnits.map((unit): [string, number] => [`${stage}#${model ?? ''}#${unit}`, units[unit]]),
    ),
    ...usage.mixes.map((mix): [string, number] => [
      `mix#${mix.textract ? (mix.forms === true ? 'forms' : 'expense') : 'none'}#${JSON.stringify(mix.models)}`,
      mix.documents,
    ]),
  ];
  return Object.fromEntries(figures.filter(([, figure]) => figure !== 0));
}

const modelUnits = ['documents', 'inputTokens', 'outputTokens', 'unknown'] as const;

/** Reads figures back. Names that are not known are left out, as is a figure that is no plausible count. */
export function readFigures(figures: Readonly<Record<string, unknown>>): Spend {
  const get = (name: string): number => toUnits(figures[name]);
  const forms = { documents: get('formsDocuments'), pages: get('formsPages') };
  const models = new Map<string, UsageTotals['models'][number]>();
  const mixes: UsageTotals['mixes'] = [];
  for (const [name, value] of Object.entries(figures)) {
    const units = toUnits(value);
    if (units === 0) continue;
    if (name.startsWith('mix#')) mixes.push(...readMix(name, units));
    else addModelUnits(models, name, units);
  }
  const usage: UsageTotals = {
    documents: get('documents'),
    processed: get('processed'),
    stages: get('stages'),
    ms: get('ms'),
    uncounted: get('uncounted'),
    textract: {
      documents: get('pageDocuments'),
      pages: get('pages'),
      unknown: get('pagesUnknown'),
      ...(forms.documents > 0 && { forms }),
    },
    models: [...models.values()].filter(({ documents }) => documents > 0),
    mixes,
  };
  // Adding sorts the lists, so that equal sums are equal values.
  return { usage: addTotals(usage, emptyTotals), runs: get('runs'), repeated: get('repeated') };
}

export const emptySpend: Spend = { usage: emptyTotals, runs: 0, repeated: 0 };

export function addSpends(a: Spend, b: Spend): Spend {
  return { usage: addTotals(a.usage, b.usage), runs: a.runs + b.runs, repeated: a.repeated + b.repeated };
}

/** Returns `next` minus `before`, without figures that are equal. */
export function subtractFigures(next: SpendFigures, before: SpendFigures): SpendFigures {
  const names = new Set([...Object.keys(next), ...Object.keys(before)]);
  const differences = [...names].map((name): [string, number] => [
    name,
    (next[name] ?? 0) - (before[name] ?? 0),
  ]);
  return Object.fromEntries(differences.filter(([, difference]) => difference !== 0));
}

export function addFigures(a: SpendFigures, b: SpendFigures): SpendFigures {
  const negative = Object.fromEntries(Object.entries(b).map(([name, figure]) => [name, -figure]));
  return subtractFigures(a, negative);
}

export interface ItemTimes {
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

type StoredCause = Readonly<Record<'kind' | 'cause' | 'pattern', string> & Record<'usage', SpendFigures>>;

/** Makes the item of what one run consumed. It has no end, because the days were counted from it. */
export function toRunSpendItem({
  tenantId,
  batchId,
  run,
  usage,
  ...rest
}: ItemTimes & {
  readonly tenantId: string;
  readonly projectId: string;
  readonly workflowId: string;
  readonly batchId: string;
  readonly run: number;
  /** The day on which the run first ended, by UTC. It is counted there, also after a redrive on a later day. */
  readonly day: string;
  /** The end that the figures are of. */
  readonly endedAt: string;
  readonly unfinished: number;
  readonly usage: SpendFigures;
  /** Tells what was lost by cause, as it was added to the sums by cause. Absent in items from before there were any. */
  readonly causes?: readonly StoredCause[];
}) {
  return { ...spendKeys.ofRun(tenantId, batchId, run), ...rest, usage };
}

/** Makes the item of what a tenant's runs consumed that ended on a day. */
export function toTenantSpendItem({ tenantId, day, ...rest }: ItemTimes & DaySpend & { tenantId: string }) {
  return { ...spendKeys.ofTenant(tenantId, day), ...rest, ttl: findSpendTtl(day) };
}

/** Makes the item of what the runs of all tenants consumed that ended on a day. Its figures include `tenants`. */
export function toFleetSpendItem({ day, ...rest }: ItemTimes & DaySpend) {
  return { ...spendKeys.ofDay(day), ...rest, ttl: findSpendTtl(day) };
}

interface DaySpend {
  readonly day: string;
  readonly usage: SpendFigures;
}

export const spendKeys = {
  ofRun: (tenantId: string, batchId: string, run: number) => ({
    PK: `TENANT#${tenantId}#BATCH#${batchId}`,
    SK: `SPEND#${run}`,
  }),
  ofTenant: (tenantId: string, day: string) => ({
    PK: `TENANT#${tenantId}#SPEND`,
    SK: `DAY#${day}`,
    GSI1PK: `SPEND#${day}`,
    GSI1SK: `TENANT#${tenantId}`,
  }),
  ofDay: (day: string) => ({ PK: 'SPEND', SK: `DAY#${day}` }),
} as const;

/** Days are kept for 400 days, so that a month can be compared with the same month of the year before. */
export const spendKeptDays = 400;

/** Returns when a day's spend expires, in epoch seconds. */
export function findSpendTtl(day: string): number {
  return Math.floor(Date.parse(day) / 1_000) + spendKeptDays * 86_400;
}

function toUsage({ textract, gapFill, verify }: StoredUsage): Usage {
  return {
    textract: textract
      ? {
          pages: toUnitsOrNull(textract.pages),
          ms: toUnitsOrNull(textract.ms),
          ...((textract.analysis === 'expense' || textract.analysis === 'tablesAndForms') && {
            analysis: textract.analysis,
          }),
        }
      : null,
    gapFill: toModelUsage(gapFill),
    verify: toModelUsage(verify),
  };
}

function toModelUsage(used: StoredModelUsage | undefined): ModelUsage | null {
  if (!used) return null;
  return {
    model: typeof used.model === 'string' && used.model.length <= longestName ? used.model : null,
    inputTokens: toUnitsOrNull(used.inputTokens),
    outputTokens: toUnitsOrNull(used.outputTokens),
    ms: toUnitsOrNull(used.ms),
  };
}

/** These limits are those of a document's row, so that a sum of runs equals the sum of documents on a page. */
const longestName = 100;
const mostUnits = 1_000_000_000;

function toUnitsOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= mostUnits
    ? value
    : null;
}

function toUnits(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

function readMix(name: string, documents: number): UsageTotals['mixes'] {
  const [, read = '', ...rest] = name.split('#');
  const models = parseNames(rest.join('#'));
  if (models === undefined) return [];
  return [
    { textract: read !== 'none', ...(read === 'forms' && { forms: true as const }), models, documents },
  ];
}

function parseNames(text: string): string[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) && parsed.every((one) => typeof one === 'string') ? parsed : undefined;
  } catch {
    // The figure has another form, so it is not counted.
    return undefined;
  }
}

function addModelUnits(
  models: Map<string, UsageTotals['models'][number]>,
  name: string,
  units: number,
): void {
  const parts = name.split('#');
  const [stage, last] = [parts.at(0), parts.at(-1)];
  const unit = modelUnits.find((one) => one === last);
  if (parts.length < 3 || unit === undefined || (stage !== 'gapFill' && stage !== 'verify')) return;
  const model = parts.slice(1, -1).join('#');
  const key = JSON.stringify([stage, model]);
  const known = models.get(key) ?? {
    stage,
    model: model === '' ? null : model,
    documents: 0,
    inputTokens: 0,
    outputTokens: 0,
    unknown: 0,
  };
  models.set(key, { ...known, [unit]: units });
}
