import type { CostCell } from '#shared/contract/costs.ts';
import { addTotals, emptyTotals } from '#shared/pricing/usage-totals.ts';
import type { ListedBatch, Metered } from './known-costs.ts';

/** Sums batches by tenant, project, workflow and day; the result does not depend on the order of metering. */
export interface CostCells {
  meter(batch: ListedBatch, metered: Metered): void;
  current(): CostCell[];
  /** Counts documents that were not read: those that wait for the end of their batch, and the rest. */
  unmetered(): { readonly waiting: number; readonly rest: number };
  /** Counts batches that do not say how many documents they have and were not read. */
  uncounted(): number;
}

export function costCells(batches: readonly ListedBatch[]): CostCells {
  const cells = new Map<string, CostCell>();
  let [waiting, rest, uncounted] = [0, 0, 0];
  for (const batch of batches) {
    if (batch.isInWork) waiting += batch.documents;
    else rest += batch.documents;
    if (!batch.isCounted) uncounted += 1;
    const key = cellKey(batch);
    const cell = cells.get(key) ?? emptyCell(batch);
    cells.set(key, {
      ...cell,
      batches: cell.batches + 1,
      documents: cell.documents + batch.documents,
      unread: cell.unread + batch.processed,
    });
  }
  return {
    meter(batch, { totals, repeated }) {
      const key = cellKey(batch);
      const cell = cells.get(key);
      if (cell === undefined) return;
      if (batch.isInWork) waiting -= batch.documents;
      else rest -= batch.documents;
      if (!batch.isCounted) uncounted -= 1;
      cells.set(key, {
        ...cell,
        documents: cell.documents + (batch.isCounted ? 0 : Math.max(0, totals.documents - batch.documents)),
        meteredBatches: cell.meteredBatches + 1,
        metered: addTotals(cell.metered, totals),
        repeated: cell.repeated + repeated,
        unread: cell.unread - batch.processed,
      });
    },
    current: () => [...cells.values()],
    unmetered: () => ({ waiting, rest }),
    uncounted: () => uncounted,
  };
}

function cellKey({ tenantId, projectId, workflowId, day }: ListedBatch): string {
  return JSON.stringify([tenantId, projectId, workflowId, day]);
}

function emptyCell({ tenantId, projectId, workflowId, day }: ListedBatch): CostCell {
  const counted = { batches: 0, documents: 0, meteredBatches: 0, repeated: 0, unread: 0 };
  return { tenantId, projectId, workflowId, day, ...counted, metered: emptyTotals };
}

interface Bounded {
  /** Lists the newest first. */
  readonly batches: readonly ListedBatch[];
  /** This is null where no batch is missing. */
  readonly cutAt: string | null;
}

/**
 * A page gets all cells at each change, and its stream is limited to a megabyte. For more, a person looks at one tenant
 * or at fewer days.
 */
const most = { batches: 20_000, cells: 600 };

/** Keeps as many of the newest as can be shown at once. */
export function withinBounds(listed: readonly ListedBatch[], bounds = most): Bounded {
  const newest = listed.toSorted(byAge);
  const cells = new Set<string>();
  for (const [at, batch] of newest.entries()) {
    cells.add(cellKey(batch));
    if (at >= bounds.batches || cells.size > bounds.cells) {
      return { batches: newest.slice(0, at), cutAt: newest[at - 1]?.day ?? 'an unknown day' };
    }
  }
  return { batches: newest, cutAt: null };
}

/** Puts a batch without a creation time last. */
function byAge(a: ListedBatch, b: ListedBatch): number {
  const [one, other] = [a.createdAt ?? '', b.createdAt ?? ''];
  if (one !== other) return one < other ? 1 : -1;
  if (a.tenantId !== b.tenantId) return a.tenantId < b.tenantId ? -1 : 1;
  if (a.batchId === b.batchId) return 0;
  return a.batchId < b.batchId ? 1 : -1;
}
