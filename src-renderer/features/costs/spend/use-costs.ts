import { useEffect, useEffectEvent } from 'react';
import { useKept } from '#renderer/contract/use-kept.ts';
import { useWatch } from '#renderer/contract/use-operation.ts';
import type { CostCell, Costs } from '#shared/contract/costs.ts';
import type { Failure } from '#shared/contract/result.ts';

interface CostsAsked {
  readonly tenant: string | null;
  readonly days: 1 | 7 | 30;
}

interface CostsHandle {
  /** Of an earlier reading until this one has listed all; how far it is, is always of this one. */
  readonly costs: Costs | undefined;
  readonly failure: Failure | undefined;
  readonly meterRest: () => void;
  readonly stop: () => void;
}

/** So that opening the page costs about $0.0001; the rest is metered when somebody says so. */
const usualBudget = 2_000;

/** What was metered, and is being metered; it goes on for as long as the page is there. */
export function useCosts({ tenant, days }: CostsAsked): CostsHandle {
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
    costs: shownCosts(value, earlierOf(last, { tenant, days }), state),
    failure,
    meterRest: () => setBudget(() => 'all'),
    stop: () => setBudget(() => 0),
  };
}

/**
 * Half a list knows less than the whole one before it: figures must not fall when somebody reads on, to rise again.
 */
export function shownCosts(
  value: Costs | undefined,
  earlier: Costs | undefined,
  state: Costs['state'],
): Costs | undefined {
  const knowsMore = value !== undefined && !isUnlisted(value) && value.state !== 'listing';
  if (knowsMore || earlier === undefined) return value;
  return { ...earlier, state, trouble: value?.trouble ?? null };
}

/** As the last reading named it, and nothing is read for it. */
export function useTenantNamed(tenantId: string | null): string | null {
  const [last] = useKept<Kept | null>(lastKey, null);
  return last?.costs.tenants.find((one) => one.tenantId === tenantId)?.name ?? null;
}

/** Nothing has been listed, which is not nothing. */
export function isUnlisted({ state, cells }: Costs): boolean {
  return cells.length === 0 && (state === 'listing' || state === 'failed');
}

const lastKey = ['costs', 'last'];

interface Kept extends CostsAsked {
  readonly costs: Costs;
}

/** Where a page was left, or one tenant of what it showed: better than nothing for the moment until it is read. */
function earlierOf(kept: Kept | null, { tenant, days }: CostsAsked): Costs | undefined {
  if (kept === null || kept.days !== days) return undefined;
  if (kept.tenant === tenant) return kept.costs;
  return kept.tenant === null && tenant !== null ? narrowedTo(kept.costs, tenant) : undefined;
}

/** One tenant of what was read of all. */
export function narrowedTo(costs: Costs, tenantId: string): Costs {
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
    // Cells do not say which of their batches are in work; the reading that comes does.
    waiting: 0,
    rest: sum(({ unread }) => unread),
  };
}
