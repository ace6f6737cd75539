import type { CostCell, Costs } from '#shared/contract/costs/costs.ts';
import { compareDecimals, decimal } from '#shared/pricing/decimal.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { documentMeans } from './document-mean.ts';
import type { MeanOf } from './document-mean.ts';
import { daysBetween } from './days.ts';
import { spendOf } from './spend-of.ts';
import type { Spend } from './spend-of.ts';
import { workflowKey } from './workflow-key.ts';

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
