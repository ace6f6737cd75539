import type { CostBatch, CostCell, Costs, UsageTotals } from '#shared/contract/costs.ts';
import type { Usage } from '#shared/contract/triage.ts';
import { addTotals, emptyTotals, computeTotals } from '#shared/pricing/usage-totals.ts';

/** Returns the usage of a document with two pages that every stage worked on. */
export function aUsage(change: Partial<Usage> = {}): Usage {
  const model = 'claudeHaiku45.regional';
  return {
    textract: { pages: 2, ms: 6_000 },
    gapFill: { model, inputTokens: 7_000, outputTokens: 400, ms: 4_000 },
    verify: { model, inputTokens: 12_000, outputTokens: 1_000, ms: 5_000 },
    ...change,
  };
}

export function totalsOfAll(usages: readonly (Usage | null)[]): UsageTotals {
  return usages.map(computeTotals).reduce(addTotals, emptyTotals);
}

/** Returns one metered batch with the given documents. */
export function aCell(usages: readonly (Usage | null)[] = [], change: Partial<CostCell> = {}): CostCell {
  const metered = totalsOfAll(usages);
  return {
    tenantId: 'northwind',
    projectId: 'claims',
    workflowId: 'invoices',
    day: '2026-11-21',
    batches: 1,
    documents: metered.documents,
    meteredBatches: 1,
    metered,
    repeated: 0,
    unread: 0,
    ...change,
  };
}

/** Returns one batch that was listed but not read. */
export function anUnreadCell(unread: number, change: Partial<CostCell> = {}): CostCell {
  return aCell([], { documents: unread, meteredBatches: 0, unread, ...change });
}

export function someCosts(cells: readonly CostCell[], change: Partial<Costs> = {}): Costs {
  const sum = (countOf: (cell: CostCell) => number): number =>
    cells.reduce((total, cell) => total + countOf(cell), 0);
  return {
    from: '2026-11-16',
    to: '2026-11-22',
    cells: [...cells],
    tenants: [{ tenantId: 'northwind', name: 'Northwind Logistics' }],
    workflows: { 'northwind/claims/invoices': 'Carrier invoices' },
    batches: sum(({ batches }) => batches),
    meteredBatches: sum(({ meteredBatches }) => meteredBatches),
    documents: sum(({ documents }) => documents),
    meteredDocuments: sum(({ metered }) => metered.documents),
    waiting: 0,
    rest: sum(({ unread }) => unread),
    keptBatches: 0,
    isWhole: true,
    anyOrder: { projects: 0, batches: 0, project: null },
    state: 'done',
    trouble: null,
    spent: { rru: 12.5, calls: 4 },
    readAt: '2026-11-22T15:00:00.000Z',
    ...change,
  };
}

export function aCostBatch(change: Partial<CostBatch> = {}): CostBatch {
  return {
    tenantId: 'northwind',
    projectId: 'claims',
    batchId: 'batch-01',
    workflowId: 'invoices',
    createdAt: '2026-11-21T09:30:00.000Z',
    documents: 2,
    processed: 2,
    isInWork: false,
    run: 1,
    metered: totalsOfAll([aUsage(), aUsage()]),
    repeated: 0,
    ...change,
  };
}
