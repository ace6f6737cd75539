import { useEffect, useEffectEvent } from 'react';
import { useKept } from '#renderer/contract/use-kept.ts';
import { useWatch } from '#renderer/contract/use-operation.ts';
import type { CostCell, Costs } from '#shared/contract/costs.ts';
import type { Failure } from '#shared/contract/result.ts';

interface CostsQuery {
  readonly tenant: string | null;
  readonly days: 1 | 7 | 30;
}

interface CostsHandle {
  /** Shows an earlier reading until this one has listed everything. Progress always belongs to this reading. */
  readonly costs: Costs | undefined;
  readonly failure: Failure | undefined;
  readonly meterRest: () => void;
  readonly stop: () => void;
}

/** Opening the page costs about $0.0001; the user decides whether the rest is metered. */
const usualBudget = 2_000;

/** Returns the metered costs and goes on metering for as long as the page is open. */
export function useCosts({ tenant, days }: CostsQuery): CostsHandle {
  const [budget, setBudget] = useKept<number | 'all'>(
    ['costs', 'budget', tenant ?? '', String(days)],
    usualBudget,
  );
  const [last, keep] = useKept<Kept | null>(lastKey, null);
  const { value, failure } = useWatch('costs.watch', {
    tenantId: tenant,
    days,
    budget: budget === 'all' ? null : budget,
  });

  const said = value === undefined || isUnlisted(value) ? undefined : value;
  const keepLast = useEffectEvent((costs: Costs) => keep(() => ({ tenant, days, costs })));
  useEffect(() => {
    if (said !== undefined && said.state !== 'listing') keepLast(said);
  }, [said]);

  const state = failure === undefined ? (value?.state ?? 'listing') : 'failed';
  return {
    costs: chooseShownCosts(value, findEarlierCosts(last, { tenant, days }), state),
    failure,
    meterRest: () => setBudget(() => 'all'),
    stop: () => setBudget(() => 0),
  };
}

/**
 * Keeps the earlier whole list while the new one is incomplete, so that figures do not fall and rise again during a
 * refresh.
 */
export function chooseShownCosts(
  value: Costs | undefined,
  earlier: Costs | undefined,
  state: Costs['state'],
): Costs | undefined {
  const knowsMore = value !== undefined && !isUnlisted(value) && value.state !== 'listing';
  if (knowsMore || earlier === undefined) return value;
  return { ...earlier, state, trouble: value?.trouble ?? null };
}

/** Returns the name from the last reading, and reads nothing itself. */
export function useTenantNamed(tenantId: string | null): string | null {
  const [last] = useKept<Kept | null>(lastKey, null);
  return last?.costs.tenants.find((one) => one.tenantId === tenantId)?.name ?? null;
}

/** Returns whether nothing has been listed yet, which is not the same as zero. */
export function isUnlisted({ state, cells }: Costs): boolean {
  return cells.length === 0 && (state === 'listing' || state === 'failed');
}

const lastKey = ['costs', 'last'];

interface Kept extends CostsQuery {
  readonly costs: Costs;
}

/**
 * Returns the figures that the page showed last, or one tenant of them, to fill the moment until the new reading
 * arrives.
 */
function findEarlierCosts(kept: Kept | null, { tenant, days }: CostsQuery): Costs | undefined {
  if (kept === null || kept.days !== days) return undefined;
  if (kept.tenant === tenant) return kept.costs;
  return kept.tenant === null && tenant !== null ? narrowTo(kept.costs, tenant) : undefined;
}

/** Narrows a reading of all tenants to one of them. */
export function narrowTo(costs: Costs, tenantId: string): Costs {
  const cells = costs.cells.filter((cell) => cell.tenantId === tenantId);
  const sum = (countOf: (cell: CostCell) => number): number =>
    cells.reduce((total, cell) => total + countOf(cell), 0);
  return {
    ...costs,
    cells,
    tenants: costs.tenants.filter((tenant) => tenant.tenantId === tenantId),
    batches: sum(({ batches }) => batches),
    meteredBatches: sum(({ meteredBatches }) => meteredBatches),
    documents: sum(({ documents }) => documents),
    meteredDocuments: sum(({ metered }) => metered.documents),
    // Cells do not say which of their batches are in progress. The coming reading does.
    waiting: 0,
    rest: sum(({ unread }) => unread),
  };
}
