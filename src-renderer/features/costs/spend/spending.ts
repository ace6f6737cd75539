import type { CostCell, Costs, UsageTotals } from '#shared/contract/costs.ts';
import { compareDecimals, decimal, decimalText, plus, rounded, sumOf } from '#shared/pricing/decimal.ts';
import { costParts, documentCost, type CostPart } from '#shared/pricing/document-cost.ts';
import { planningUsage } from '#shared/pricing/batch-estimate.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { addTotals, emptyTotals, totalsCost } from '#shared/pricing/usage-totals.ts';
import { daysBetween, daysInMonth, monthName } from './days.ts';

export interface DaySpend {
  readonly day: string;
  /** Still going on. */
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
  /** Dearest first; those that spent nothing last. */
  readonly tenants: readonly TenantSpend[];
  readonly workflows: readonly WorkflowSpend[];
  /** In the sums and on no day: their batches do not say when they were submitted. */
  readonly undated: number;
  readonly meanOf: MeanOf;
}

/** Everything that the page shows of what was metered, by one price book. */
export function spendingOf(costs: Costs, book: PriceBook): Spending {
  const meanOf = documentMeans(costs.cells, book);
  const spend = (cells: readonly CostCell[]): Spend => spendOf(cells, book, meanOf);
  const byDay = grouped(costs.cells, ({ day }) => day ?? '');
  const byTenant = grouped(costs.cells, ({ tenantId }) => tenantId);
  const byWorkflow = grouped(costs.cells, workflowKey);
  const names = new Map(costs.tenants.map(({ tenantId, name }) => [tenantId, name ?? tenantId] as const));
  const tenantIds = new Set([...names.keys(), ...byTenant.keys()]);
  return {
    all: spend(costs.cells),
    days: daysBetween(costs.from, costs.to).map((day) => ({
      day,
      isPartial: day === costs.to,
      spend: spend(byDay.get(day) ?? []),
    })),
    tenants: [...tenantIds]
      .map((tenantId) => ({
        tenantId,
        name: names.get(tenantId) ?? tenantId,
        spend: spend(byTenant.get(tenantId) ?? []),
      }))
      .toSorted(dearestFirst),
    workflows: [...byWorkflow]
      .flatMap(([key, cells]) => {
        const [first] = cells;
        if (first === undefined) return [];
        const { tenantId, projectId, workflowId } = first;
        const name = costs.workflows[key] ?? workflowId ?? 'no workflow named';
        const tenant = names.get(tenantId) ?? tenantId;
        return [{ key, tenantId, tenant, projectId, workflowId, name, spend: spend(cells) }];
      })
      .toSorted(dearestFirst),
    undated: spend(byDay.get('') ?? []).batches,
    meanOf,
  };
}

function dearestFirst(a: { readonly spend: Spend }, b: { readonly spend: Spend }): number {
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

/** What a group of cells has cost by one price book; all dollars exact. */
export interface Spend {
  readonly batches: number;
  readonly documents: number;
  /** What those documents consumed that were read one by one. */
  readonly usage: UsageTotals;
  readonly metered: PartUsd;
  /** Of those that were not read, by the mean of what was. */
  readonly estimated: PartUsd;
  readonly parts: PartUsd;
  readonly total: string;
  readonly ai: string;
  readonly meteredTotal: string;
  readonly estimatedTotal: string;
  /** Of what was metered, by documents that were worked on; null of none. */
  readonly each: string | null;
  /** Documents that are estimated, and by what. */
  readonly unread: number;
  readonly bases: ReadonlySet<DocumentMean['basis']>;
  /** Metered documents of which only the last run is known. */
  readonly repeated: number;
  /** Metered documents of which something has no price or no figure. */
  readonly unpriced: number;
}

export function spendOf(cells: readonly CostCell[], book: PriceBook, meanOf: MeanOf): Spend {
  const usage = cells.reduce((sum, { metered }) => addTotals(sum, metered), emptyTotals);
  const metered = totalsCost(usage, book);
  const bases = new Set<DocumentMean['basis']>();
  let estimated = noUsd;
  for (const cell of cells) {
    if (cell.unread === 0) continue;
    const mean = meanOf(cell);
    bases.add(mean.basis);
    estimated = addParts(estimated, scaledParts(mean.usd, cell.unread, mean.of));
  }
  const known = usage.documents === 0 ? noUsd : metered;
  const parts = addParts(known, estimated);
  return {
    batches: addUp(cells, ({ batches }) => batches),
    documents: addUp(cells, ({ documents }) => documents),
    usage,
    metered: known,
    estimated,
    parts,
    total: totalOf(parts),
    ai: aiOf(parts),
    meteredTotal: totalOf(known),
    estimatedTotal: totalOf(estimated),
    each: usage.processed === 0 ? null : scaledUsd(metered.total, 1, usage.processed),
    unread: addUp(cells, ({ unread }) => unread),
    bases,
    repeated: addUp(cells, ({ repeated }) => repeated),
    unpriced: metered.unpriced,
  };
}

/** Dollars are not all of it: something was consumed that is not in them. */
export function isAtLeast({ repeated, unpriced }: Spend): boolean {
  return repeated > 0 || unpriced > 0;
}

function addUp(cells: readonly CostCell[], countOf: (cell: CostCell) => number): number {
  return cells.reduce((sum, cell) => sum + countOf(cell), 0);
}

/** What so many documents that were worked on have cost, by which others are estimated. */
interface DocumentMean {
  readonly basis: 'workflow' | 'all' | 'planning';
  readonly usd: PartUsd;
  readonly of: number;
}

export type MeanOf = (cell: Pick<CostCell, 'tenantId' | 'projectId' | 'workflowId'>) => DocumentMean;

/** Of the workflow where one of its documents was metered, else of all, else a planning figure. */
function documentMeans(cells: readonly CostCell[], book: PriceBook): MeanOf {
  const totals = new Map<string, UsageTotals>();
  let all = emptyTotals;
  for (const cell of cells) {
    const key = workflowKey(cell);
    totals.set(key, addTotals(totals.get(key) ?? emptyTotals, cell.metered));
    all = addTotals(all, cell.metered);
  }
  const fallback = meanOfTotals('all', all, book) ?? planned(book);
  const byWorkflow = new Map(
    [...totals].map(([key, of]) => [key, meanOfTotals('workflow', of, book) ?? fallback] as const),
  );
  return (cell) => byWorkflow.get(workflowKey(cell)) ?? fallback;
}

function meanOfTotals(basis: 'workflow' | 'all', totals: UsageTotals, book: PriceBook): DocumentMean | null {
  if (totals.processed === 0) return null;
  return { basis, usd: totalsCost(totals, book), of: totals.processed };
}

function planned(book: PriceBook): DocumentMean {
  return { basis: 'planning', usd: documentCost(planningUsage, book), of: 1 };
}

/** Exact dollars of each part. Null: nothing that has a price was consumed, which is not the same as nothing. */
export type PartUsd = Readonly<Record<CostPart, string | null>>;

export const noUsd: PartUsd = { textract: null, gapFill: null, verify: null, infrastructure: null };

function addParts(a: PartUsd, b: PartUsd): PartUsd {
  return mapParts((part) => addUsd(a[part], b[part]));
}

export function totalOf(parts: PartUsd): string {
  return decimalText(sumOf(costParts.flatMap((part) => parts[part] ?? []).map(decimal)));
}

/** What is neither the pipeline's own running nor its storage. */
export function aiOf(parts: PartUsd): string {
  return totalOf({ ...parts, infrastructure: null });
}

/** What a number of documents cost if each costs what `of` documents did on average; to twelve places. */
export function scaledParts(parts: PartUsd, documents: number, of: number): PartUsd {
  return mapParts((part) => {
    const usd = parts[part];
    return usd === null ? null : scaledUsd(usd, documents, of);
  });
}

export function scaledUsd(usd: string, times: number, by: number): string {
  const { digits, places } = decimal(usd);
  // One place more than is kept, so that it is rounded and not cut off.
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

/** "tenant/project/workflow", as names of workflows are kept. */
export function workflowKey({
  tenantId,
  projectId,
  workflowId,
}: Pick<CostCell, 'tenantId' | 'projectId' | 'workflowId'>): string {
  return `${tenantId}/${projectId}/${workflowId ?? ''}`;
}

/** What a whole month costs if every day of it is like the last whole days. */
export interface Forecast {
  readonly usd: string;
  readonly from: string;
  readonly to: string;
  readonly wholeDays: number;
  /** That today is in: "November". */
  readonly month: string;
  readonly daysOfMonth: number;
}

/** So that a week's rhythm is in it, once. */
const mostDays = 7;

/** Null while no day is whole: a part of a day says nothing about a month. */
export function monthAtThisPace(days: readonly DaySpend[]): Forecast | null {
  const whole = days.filter(({ isPartial }) => !isPartial).slice(-mostDays);
  const [first] = whole;
  const last = whole.at(-1);
  const today = days.at(-1);
  if (first === undefined || last === undefined || today === undefined) return null;
  const usd = whole.reduce<string | null>((sum, { spend }) => addUsd(sum, spend.total), null) ?? '0';
  const daysOfMonth = daysInMonth(today.day);
  return {
    usd: scaledUsd(usd, daysOfMonth, whole.length),
    from: first.day,
    to: last.day,
    wholeDays: whole.length,
    month: monthName(today.day),
    daysOfMonth,
  };
}
