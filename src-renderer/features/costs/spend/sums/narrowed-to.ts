import type { CostCell, Costs } from '#shared/contract/costs/costs.ts';

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
