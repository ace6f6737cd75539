import type { FleetCosts } from '#shared/contract/costs.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { totalsCost } from '#shared/pricing/usage-totals.ts';
import { messages } from '../messages.ts';
import { formatShortDay, listDays } from './days.ts';
import { noUsd, scaleUsd, sumAiParts, sumParts, type Spend, type Spending } from './spending.ts';
import { percent } from './spend-messages.ts';

type SpendSum = FleetCosts['all'];

/** Compares what a tenant spent with the period before. */
export interface FleetTenant {
  readonly tenantId: string;
  readonly name: string;
  readonly spend: Spend;
  /** The documents that were processed again. */
  readonly again: number;
  /** Exact dollars of the period before, or null if it was not kept. */
  readonly before: string | null;
}

export interface FleetSpending extends Spending {
  readonly rows: readonly FleetTenant[];
  readonly before: string | null;
  readonly others: Spend;
  readonly again: number;
}

/** Prices the sums of all tenants by one book. Nothing of them is estimated. */
export function summarizeFleet(fleet: FleetCosts, book: PriceBook): FleetSpending {
  const days = new Map(fleet.days.map(({ day, spend }) => [day, spend] as const));
  const rows = fleet.tenants
    .map(({ tenantId, name, spend, before }): FleetTenant => ({
      tenantId,
      name: name ?? tenantId,
      spend: priceSum(spend, book),
      again: spend.repeated,
      before: before === null ? null : totalsCost(before.usage, book).total,
    }))
    // A tenant that is only shown because it was asked one by one may have spent nothing.
    .filter(({ spend, before }) => spend.batches > 0 || Number(before) > 0)
    .toSorted((a, b) => Number(b.spend.total) - Number(a.spend.total));
  return {
    all: priceSum(fleet.all, book),
    days: listDays(fleet.from, fleet.to).map((day) => ({
      day,
      isPartial: day === fleet.readAt.slice(0, 10),
      spend: priceSum(days.get(day), book),
    })),
    wholeFrom: fleet.wholeFrom,
    tenants: rows,
    workflows: [],
    undated: 0,
    meanOf: () => ({ basis: 'all', usd: noUsd, of: 1 }),
    rows,
    before: fleet.before === null ? null : totalsCost(fleet.before.usage, book).total,
    others: priceSum(fleet.others, book),
    again: fleet.all.repeated,
  };
}

/** Runs stand for batches here. Each time that a document was processed is in the sum, so none is left out. */
function priceSum(sum: SpendSum | undefined, book: PriceBook): Spend {
  const usage = sum?.usage;
  if (usage === undefined || sum === undefined || sum.runs === 0) return nothing;
  const metered = totalsCost(usage, book);
  return {
    ...nothing,
    batches: sum.runs,
    documents: usage.documents,
    usage,
    metered,
    parts: metered,
    total: sumParts(metered),
    ai: sumAiParts(metered),
    meteredTotal: sumParts(metered),
    each: usage.processed === 0 ? null : scaleUsd(metered.total, 1, usage.processed),
    unpriced: metered.unpriced,
  };
}

const nothing: Spend = {
  batches: 0,
  documents: 0,
  usage: {
    documents: 0,
    processed: 0,
    stages: 0,
    ms: 0,
    textract: { documents: 0, pages: 0, unknown: 0 },
    models: [],
    uncounted: 0,
    mixes: [],
  },
  metered: noUsd,
  estimated: noUsd,
  parts: noUsd,
  total: '0',
  ai: '0',
  meteredTotal: '0',
  estimatedTotal: '0',
  each: null,
  unread: 0,
  bases: new Set(),
  repeated: 0,
  unpriced: 0,
};

/** The sums include every run of these days. */
export function isFleetWhole({ wholeFrom, from }: FleetCosts): boolean {
  return wholeFrom !== null && wholeFrom <= from;
}

/** Returns the change against the period before as a share of it, or null if there is nothing to compare with. */
export function findChange(now: string, before: string | null): number | null {
  if (before === null || Number(before) <= 0) return null;
  return Number(now) / Number(before) - 1;
}

/** "+12 %", "−3 %", "new", "not kept" */
export function formatChange(now: string, before: string | null): string {
  if (before === null) return messages.fleet.notKeptBefore;
  const change = findChange(now, before);
  if (change === null) return Number(now) > 0 ? messages.fleet.isNew : '—';
  if (Math.abs(change) < 0.005) return '0 %';
  return `${change > 0 ? '+' : '−'}${percent(Math.abs(change))}`;
}

/** The days are those of the answer, which may still be the one of another period. */
export function nameChange({ days }: Pick<FleetSpending, 'days'>): string {
  return messages.fleet.totalAgainst(days.length);
}

/** Lists the gaps and rules of the figures, one sentence each. */
export function describeFleet(fleet: FleetCosts, { all, again }: FleetSpending): readonly string[] {
  const { wholeFrom, ranked } = fleet;
  return [
    messages.fleet.basis,
    isFleetWhole(fleet)
      ? []
      : [
          `At least: runs that ended before ${wholeFrom === null ? 'the sums were kept' : formatShortDay(wholeFrom)} are missing.`,
        ],
    again === 0
      ? []
      : [
          `${again === 1 ? '1 document was' : `${grouped(again)} documents were`} processed again by a later run. Each time is included.`,
        ],
    all.usage.uncounted === 0
      ? []
      : [`${formatDocuments(all.usage.uncounted)} without a usage figure: not in the dollars.`],
    all.unpriced <= all.usage.uncounted
      ? []
      : [
          `At least: a part of ${formatDocuments(all.unpriced - all.usage.uncounted)} has no price in this book.`,
        ],
    ranked.isWhole
      ? []
      : [
          `Tenants are ranked by the days since ${formatShortDay(ranked.since)}, the most that is read at once. Their figures are of all days.`,
        ],
  ].flat();
}

function formatDocuments(count: number): string {
  return count === 1 ? '1 document' : `${grouped(count)} documents`;
}

/** "50 of 9,812 tenants; the others spent $812.40 together" */
export function describeEndOfTenants(
  { ranked, others }: { readonly ranked: FleetCosts['ranked']; readonly others: Spend },
  shown: number,
): string {
  const of = ranked.tenants;
  if (of <= shown && ranked.isWhole) return shown === 1 ? 'The only tenant' : `All ${grouped(shown)} tenants`;
  const least = ranked.isWhole ? '' : 'at least ';
  return `${grouped(shown)} of ${least}${grouped(Math.max(of, shown))} tenants; the others spent ${moneyText(others.total)} together`;
}
