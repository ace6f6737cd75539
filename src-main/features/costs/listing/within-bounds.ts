import { cellKey } from '../cost-cells.ts';
import type { ListedBatch } from './listed-batch.ts';

interface Bounded {
  /** The newest first. */
  readonly batches: readonly ListedBatch[];
  /** Null where all of them are there. */
  readonly cutAt: string | null;
}

/**
 * A page is sent all cells at each change, and its stream is cut at a megabyte. Whoever has more than that looks at one
 * tenant, or at fewer days.
 */
const most = { batches: 20_000, cells: 600 };

/** As many of the newest as can be shown at once. */
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

/** One that does not say when it was made comes last. */
function byAge(a: ListedBatch, b: ListedBatch): number {
  const [one, other] = [a.createdAt ?? '', b.createdAt ?? ''];
  if (one !== other) return one < other ? 1 : -1;
  if (a.tenantId !== b.tenantId) return a.tenantId < b.tenantId ? -1 : 1;
  if (a.batchId === b.batchId) return 0;
  return a.batchId < b.batchId ? 1 : -1;
}
