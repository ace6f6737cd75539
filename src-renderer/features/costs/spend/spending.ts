import type { CostCell, Costs, UsageTotals } from '#shared/contract/costs.ts';
import {
  compareDecimals,
  decimal,
  decimalText,
  plus,
  rounded,
  sumDecimals,
} from '#shared/pricing/decimal.ts';
import { costParts, documentCost, type CostPart } from '#shared/pricing/document-cost.ts';
import { planningUsage } from '#shared/pricing/batch-estimate.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { addTotals, emptyTotals, totalsCost } from '#shared/pricing/usage-totals.ts';
import { listDays, countDaysInMonth, formatMonth } from './days.ts';
import { messages } from '../messages.ts';

export interface DaySpend {
  readonly day: string;
  /** True while the day is still going on. */
  readonly isPartial: boolean;
  readonly spend: Spend;
}

export interface TenantSpend {
  readonly tenantId: string;
  readonly name: string;
  readonly spend: Spend;
}

export interface WorkflowSpend {
  readonly key: string;
  readonly tenantId: string;
  readonly tenant: string;
  readonly projectId: string;
  readonly workflowId: string | null;
  readonly name: string;
  readonly spend: Spend;
}

export interface Spending {
  readonly all: Spend;
  readonly days: readonly DaySpend[];
  /** The sums miss runs of the days before this one; null if no day is known to be whole. */
  readonly wholeFrom: string | null;
  /** The most expensive tenant comes first, and tenants that spent nothing come last. */
  readonly tenants: readonly TenantSpend[];
  readonly workflows: readonly WorkflowSpend[];
  /** Documents that count in the sums but on no day, because their batches have no submission date. */
  readonly undated: number;
  readonly meanOf: MeanOf;
}

/** Computes every figure of the page from the metered documents, by one price book. */
export function summarizeSpending(costs: Costs, book: PriceBook): Spending {
  const meanOf = findMeans(costs.cells, book);
  const spend = (cells: readonly CostCell[]): Spend => sumSpend(cells, book, meanOf);
  const byDay = grouped(costs.cells, ({ day }) => day ?? '');
  const byTenant = grouped(costs.cells, ({ tenantId }) => tenantId);
  const byWorkflow = grouped(costs.cells, toWorkflowKey);
  const names = new Map(costs.tenants.map(({ tenantId, name }) => [tenantId, name ?? tenantId] as const));
  const tenantIds = new Set([...names.keys(), ...byTenant.keys()]);
  return {
    all: spend(costs.cells),
    days: listDays(costs.from, costs.to).map((day) => ({
      day,
      isPartial: day === costs.to,
      spend: spend(byDay.get(day) ?? []),
    })),
    wholeFrom: costs.from,
    tenants: [...tenantIds]
      .map((tenantId) => ({
        tenantId,
        name: names.get(tenantId) ?? tenantId,
        spend: spend(byTenant.get(tenantId) ?? []),
      }))
      .toSorted(compareSpend),
    workflows: [...byWorkflow]
      .flatMap(([key, cells]) => {
        const [first] = cells;
        if (first === undefined) return [];
        const { tenantId, projectId, workflowId } = first;
        const name = costs.workflows[key] ?? workflowId ?? messages.spend.noWorkflowNamed;
        const tenant = names.get(tenantId) ?? tenantId;
        return [{ key, tenantId, tenant, projectId, workflowId, name, spend: spend(cells) }];
      })
      .toSorted(compareSpend),
    undated: spend(byDay.get('') ?? []).batches,
    meanOf,
  };
}

function compareSpend(a: { readonly spend: Spend }, b: { readonly spend: Spend }): number {
  return compareDecimals(decimal(b.spend.total), decimal(a.spend.total));
}

function grouped(
  cells: readonly CostCell[],
  keyOf: (cell: CostCell) => string,
): ReadonlyMap<string, readonly CostCell[]> {
  const groups = new Map<string, CostCell[]>();
  for (const cell of cells) {
    const key = keyOf(cell);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [cell]);
    else group.push(cell);
  }
  return groups;
}

/** The cost of a group of cells by one price book, in exact dollars. */
export interface Spend {
  readonly batches: number;
  readonly documents: number;
  /** The usage of the documents that were read one by one. */
  readonly usage: UsageTotals;
  readonly metered: PartUsd;
  /** The cost of the unread documents, by the mean of the metered ones. */
  readonly estimated: PartUsd;
  readonly parts: PartUsd;
  readonly total: string;
  readonly ai: string;
  readonly meteredTotal: string;
  readonly estimatedTotal: string;
  /** The metered cost per processed document, or null if there is none. */
  readonly each: string | null;
  /** How many documents are estimated; `bases` says by which means. */
  readonly unread: number;
  readonly bases: ReadonlySet<DocumentMean['basis']>;
  /** Metered documents for which only the last run is known. */
  readonly repeated: number;
  /** Metered documents with a part that has no price or no figure. */
  readonly unpriced: number;
}

export function sumSpend(cells: readonly CostCell[], book: PriceBook, meanOf: MeanOf): Spend {
  const usage = cells.reduce((sum, { metered }) => addTotals(sum, metered), emptyTotals);
  const metered = totalsCost(usage, book);
  const bases = new Set<DocumentMean['basis']>();
  let estimated = noUsd;
  for (const cell of cells) {
    if (cell.unread === 0) continue;
    const mean = meanOf(cell);
    bases.add(mean.basis);
    estimated = addParts(estimated, scaleParts(mean.usd, cell.unread, mean.of));
  }
  const known = usage.documents === 0 ? noUsd : metered;
  const parts = addParts(known, estimated);
  return {
    batches: sumCells(cells, ({ batches }) => batches),
    documents: sumCells(cells, ({ documents }) => documents),
    usage,
    metered: known,
    estimated,
    parts,
    total: sumParts(parts),
    ai: sumAiParts(parts),
    meteredTotal: sumParts(known),
    estimatedTotal: sumParts(estimated),
    each: usage.processed === 0 ? null : scaleUsd(metered.total, 1, usage.processed),
    unread: sumCells(cells, ({ unread }) => unread),
    bases,
    repeated: sumCells(cells, ({ repeated }) => repeated),
    unpriced: metered.unpriced,
  };
}

/** Returns whether something was consumed that the dollars do not include. */
export function isAtLeast({ repeated, unpriced }: Spend): boolean {
  return repeated > 0 || unpriced > 0;
}

function sumCells(cells: readonly CostCell[], countOf: (cell: CostCell) => number): number {
  return cells.reduce((sum, cell) => sum + countOf(cell), 0);
}

/** The cost of a number of processed documents, from which others are estimated. */
interface DocumentMean {
  readonly basis: 'workflow' | 'all' | 'planning';
  readonly usd: PartUsd;
  readonly of: number;
}

export type MeanOf = (cell: Pick<CostCell, 'tenantId' | 'projectId' | 'workflowId'>) => DocumentMean;

/**
 * Takes the mean of the workflow if one of its documents was metered, else of all documents, else a planning figure.
 */
function findMeans(cells: readonly CostCell[], book: PriceBook): MeanOf {
  const totals = new Map<string, UsageTotals>();
  let all = emptyTotals;
  for (const cell of cells) {
    const key = toWorkflowKey(cell);
    totals.set(key, addTotals(totals.get(key) ?? emptyTotals, cell.metered));
    all = addTotals(all, cell.metered);
  }
  const fallback = toMean('all', all, book) ?? planMean(book);
  const byWorkflow = new Map(
    [...totals].map(([key, of]) => [key, toMean('workflow', of, book) ?? fallback] as const),
  );
  return (cell) => byWorkflow.get(toWorkflowKey(cell)) ?? fallback;
}

function toMean(basis: 'workflow' | 'all', totals: UsageTotals, book: PriceBook): DocumentMean | null {
  if (totals.processed === 0) return null;
  return { basis, usd: totalsCost(totals, book), of: totals.processed };
}

function planMean(book: PriceBook): DocumentMean {
  return { basis: 'planning', usd: documentCost(planningUsage, book), of: 1 };
}

/** Exact dollars of each part. Null means that no usage with a price was metered, which is not the same as zero. */
export type PartUsd = Readonly<Record<CostPart, string | null>>;

export const noUsd: PartUsd = { textract: null, gapFill: null, verify: null, infrastructure: null };

function addParts(a: PartUsd, b: PartUsd): PartUsd {
  return mapParts((part) => addUsd(a[part], b[part]));
}

export function sumParts(parts: PartUsd): string {
  return decimalText(sumDecimals(costParts.flatMap((part) => parts[part] ?? []).map(decimal)));
}

/** Sums up every part except the infrastructure. */
export function sumAiParts(parts: PartUsd): string {
  return sumParts({ ...parts, infrastructure: null });
}

/** Scales the cost of `of` documents to another number of documents, with twelve decimal places. */
export function scaleParts(parts: PartUsd, documents: number, of: number): PartUsd {
  return mapParts((part) => {
    const usd = parts[part];
    return usd === null ? null : scaleUsd(usd, documents, of);
  });
}

export function scaleUsd(usd: string, times: number, by: number): string {
  const { digits, places } = decimal(usd);
  // One more place than is kept, so that the result is rounded and not cut off.
  const exact = { digits: (digits * BigInt(times) * 10n ** 13n) / BigInt(by), places: places + 13 };
  return decimalText(rounded(exact, 12));
}

function addUsd(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return decimalText(plus(decimal(a), decimal(b)));
}

function mapParts(usdOf: (part: CostPart) => string | null): PartUsd {
  return {
    textract: usdOf('textract'),
    gapFill: usdOf('gapFill'),
    verify: usdOf('verify'),
    infrastructure: usdOf('infrastructure'),
  };
}

/** Returns "tenant/project/workflow", the key of the stored workflow names. */
export function toWorkflowKey({
  tenantId,
  projectId,
  workflowId,
}: Pick<CostCell, 'tenantId' | 'projectId' | 'workflowId'>): string {
  return `${tenantId}/${projectId}/${workflowId ?? ''}`;
}

/** The cost of a whole month if every day is like the last whole days. */
export interface Forecast {
  readonly usd: string;
  readonly from: string;
  readonly to: string;
  readonly wholeDays: number;
  /** The current month: "November". */
  readonly month: string;
  readonly daysOfMonth: number;
}

/** A whole week includes its rhythm exactly once. */
const mostDays = 7;

/** Returns null before the first whole day has passed, because part of a day says nothing about a month. */
export function forecastMonth({ days, wholeFrom }: Pick<Spending, 'days' | 'wholeFrom'>): Forecast | null {
  if (wholeFrom === null) return null;
  // A day that is missing from the sums would count as one on which nothing was spent.
  const whole = days.filter(({ day, isPartial }) => !isPartial && day >= wholeFrom).slice(-mostDays);
  const [first] = whole;
  const last = whole.at(-1);
  const today = days.at(-1);
  if (first === undefined || last === undefined || today === undefined) return null;
  const usd = whole.reduce<string | null>((sum, { spend }) => addUsd(sum, spend.total), null) ?? '0';
  const daysOfMonth = countDaysInMonth(today.day);
  return {
    usd: scaleUsd(usd, daysOfMonth, whole.length),
    from: first.day,
    to: last.day,
    wholeDays: whole.length,
    month: formatMonth(today.day),
    daysOfMonth,
  };
}
